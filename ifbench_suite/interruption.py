"""Ctrl-C while responses are scored: what is finished is kept."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import islice
from pathlib import Path

from ifbench_suite.outcome import Outcome
from ifbench_suite.outcome_lines import own_line

FINISHED = "outcomes.interrupted.jsonl"
"""The file of an output folder that holds the outcomes of an interrupted run."""


class Interrupted(KeyboardInterrupt):
    """Scoring was interrupted.

    Attributes:
        outcomes: the finished ones, in the order of the rows.
        total: how many there would have been.
    """

    def __init__(self, outcomes: Sequence[Outcome], total: int) -> None:
        super().__init__(f"interrupted after {len(outcomes)} of {total}")
        self.outcomes, self.total = outcomes, total

    def kept(self, folder: Path | None) -> KeyboardInterrupt:
        """Writes the finished outcomes to `folder`; the message says where they are.

        Raises:
            InputError: the folder cannot be written.
        """
        from ifbench_suite.report.files import save_lines

        if folder is None:
            return KeyboardInterrupt(f"{self}; nothing was written")
        # A file may hold the beginning of a part whose writing was interrupted.
        finished = islice(self.outcomes, len(self.outcomes))
        save_lines(folder, FINISHED, map(own_line, finished))
        return KeyboardInterrupt(f"{self}; those are in {folder / FINISHED}")
