"""What a report counts beside its numbers."""

from __future__ import annotations

from collections.abc import Sequence
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
    def of(cls, outcomes: Sequence[Outcome], *, rows: int, unmatched: int) -> Counts:
        """The counts of a run's outcomes."""
        statuses = [outcome.status for outcome in outcomes]
        traces = [outcome.trace for outcome in outcomes]
        return cls(
            rows=rows,
            missing=statuses.count(Status.MISSING),
            empty=statuses.count(Status.EMPTY),
            unmatched=unmatched,
            thinking_removed=traces.count(Trace.REMOVED),
            thinking_unclosed=traces.count(Trace.UNCLOSED),
            truncated=sum(outcome.truncated for outcome in outcomes),
            checker_errors=sum(len(outcome.errors) for outcome in outcomes),
        )
