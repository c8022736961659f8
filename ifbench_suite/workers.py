"""Judging in one process or several: in order, a few chunks ahead, and never without an end."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from itertools import chain, islice
from typing import Generic, TypeVar

from ifbench_suite.errors import InputError
from ifbench_suite.outcome import Outcome
from ifbench_suite.processes import ProcessDied, each_in_order
from ifbench_suite.scorer import Jobs, Scorer, Ticket

_FEWEST, _MOST, _CHUNKS = 8, 512, 64
"""Jobs that are judged, and handed over, at a time: few where there are few, so that no process is
idle for long at the end. Their number must not depend on that of processes: parts would differ."""
_Part = TypeVar("_Part")


def judge_all(scorer: Scorer, jobs: Jobs, *, workers: int = 1) -> Iterator[Outcome]:
    """The outcomes of `jobs`, in their order, from `workers` processes.

    Raises:
        InputError: a worker process died; names the row it was working on.
    """
    return chain.from_iterable(judge_parts(scorer, jobs, list, workers=workers))


def judge_parts(
    scorer: Scorer,
    jobs: Jobs,
    part_of: Callable[[list[Outcome]], _Part],
    *,
    workers: int = 1,
) -> Iterator[_Part]:
    """What `part_of` makes of the outcomes of `jobs`, some at a time, in their order.

    Args:
        scorer: judges them.
        jobs: what there is to judge; gone through once, a few chunks ahead of what is taken.
        part_of: applied in the process that judged; what it returns is handed over.
        workers: processes; the parts do not depend on it.

    Raises:
        InputError: a worker process died; names the row it was working on.
    """
    judge = _Judge(scorer, jobs, part_of)
    if workers == 1:
        yield from map(judge, _chunks(jobs))
        return
    try:
        yield from each_in_order(judge, _chunks(jobs), workers)
    except ProcessDied as death:
        suspects = list(chain.from_iterable(death.suspects))
        raise InputError(_cause_of_death(_Judge(scorer, jobs, len), suspects)) from None


@dataclass(frozen=True, slots=True)
class _Judge(Generic[_Part]):
    """All that a process needs to judge jobs of which it gets the tickets."""

    scorer: Scorer
    jobs: Jobs
    part_of: Callable[[list[Outcome]], _Part]

    def __call__(self, chunk: Sequence[Ticket]) -> _Part:
        return self.part_of([self.scorer.judge(self.jobs.job(ticket)) for ticket in chunk])


def _chunks(jobs: Jobs) -> Iterator[list[Ticket]]:
    left, size = jobs.tickets(), min(_MOST, max(_FEWEST, len(jobs) // _CHUNKS))
    while chunk := list(islice(left, size)):
        yield chunk


def _cause_of_death(judge: _Judge[int], suspects: Sequence[Ticket]) -> str:
    """Judges the jobs in question once more, each by itself, to name the one that kills."""
    first, last = (judge.jobs.bound[suspects[i][0]].row for i in (0, -1))
    try:
        deque(each_in_order(judge, ([ticket] for ticket in suspects), 1), maxlen=0)
    except ProcessDied as death:
        ((number, *_),) = death.suspects[0]
        row = judge.jobs.bound[number].row
        return f"a worker process died over {row.name} ({', '.join(row.instruction_ids)})"
    return (
        f"a worker process died between {first.name} and {last.name}, but none of them is to "
        "blame; was there too little memory?"
    )
