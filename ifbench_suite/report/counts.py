"""What a report counts beside its numbers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from ifbench_suite.outcome import Outcome, Status
from ifbench_suite.thinking import Trace


@dataclass(frozen=True, slots=True)
class Counts:
    """What a reader must know before believing a score; outcomes unless said otherwise.

    Attributes:
        rows: rows of the benchmark.
        missing: rows' samples without a response.
        empty: blank responses, those that held nothing but a thinking trace included.
        unmatched: records of the response file that answer no row.
        thinking_removed: responses from which a thinking trace was removed.
        thinking_unclosed: responses whose thinking trace never closes.
        truncated: responses that the file says were cut off.
        checker_errors: verdicts that a checker failed to give.
    """

    rows: int
    missing: int
    empty: int
    unmatched: int
    thinking_removed: int
    thinking_unclosed: int
    truncated: int
    checker_errors: int

    @classmethod
    def of(
        cls, outcomes: Sequence[Outcome], *, rows: int, unmatched: int, checker_errors: int
    ) -> Counts:
        """The counts of a run's outcomes."""
        return cls(
            rows=rows,
            missing=_times(one for one in outcomes if one.status is Status.MISSING),
            empty=_times(one for one in outcomes if one.status is Status.EMPTY),
            unmatched=unmatched,
            thinking_removed=_times(one for one in outcomes if one.trace is Trace.REMOVED),
            thinking_unclosed=_times(one for one in outcomes if one.trace is Trace.UNCLOSED),
            truncated=_times(one for one in outcomes if one.truncated),
            checker_errors=checker_errors,
        )


def _times(outcomes: Iterable[Outcome]) -> int:
    return sum(one.times for one in outcomes)
