"""Judging in one process or several: in order, a few chunks ahead, and never without an end."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from itertools import chain, islice
from typing import Any, Generic, NamedTuple, TypeAlias, TypeVar

from ifbench_suite.errors import InputError
from ifbench_suite.outcome import Outcome
from ifbench_suite.rows import BoundRow
from ifbench_suite.scorer import Job, Jobs, Scorer

_FEWEST, _MOST, _CHUNKS = 8, 128, 64
"""Jobs that are judged, and handed over, at a time: few where there are few, so that no process is
idle for long at the end. Their number must not depend on that of processes: parts would differ."""
_AHEAD = 3
"""Chunks per worker that are handed over before their outcomes are taken: so much is in memory."""
_Message: TypeAlias = tuple[int, str | None, bool, int]
"""A job without its row, which the worker has: number of the row, response, truncated, sample."""
_Part = TypeVar("_Part")


class _Task(NamedTuple, Generic[_Part]):
    chunk: Sequence[Job]
    judged: Future[_Part]


def judge_all(scorer: Scorer, jobs: Collection[Job], *, workers: int = 1) -> Iterator[Outcome]:
    """The outcomes of `jobs`, in their order, from `workers` processes.

    Raises:
        InputError: a worker process died; names the row it was working on.
    """
    return chain.from_iterable(judge_parts(scorer, jobs, list, workers=workers))


def judge_parts(
    scorer: Scorer,
    jobs: Collection[Job],
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
    if workers == 1:
        yield from (part_of(list(map(scorer.judge, chunk))) for chunk in _chunks(jobs))
        return
    pending: deque[_Task[_Part]] = deque()
    try:
        with _pool(scorer, jobs, part_of, workers) as pool:
            for chunk in _chunks(jobs):
                pending.append(pool.task(chunk))
                if len(pending) > _AHEAD * workers:
                    yield pending[0].judged.result()
                    pending.popleft()
            while pending:
                yield pending[0].judged.result()
                pending.popleft()
    except BrokenProcessPool:
        suspects = [job for task in pending for job in task.chunk]
        raise InputError(_cause_of_death(scorer, suspects)) from None


def _chunks(jobs: Collection[Job]) -> Iterator[list[Job]]:
    left, size = iter(jobs), min(_MOST, max(_FEWEST, len(jobs) // _CHUNKS))
    while chunk := list(islice(left, size)):
        yield chunk


class _Pool(Generic[_Part]):
    """Processes that have the scorer and the rows, and are sent the rest of each job."""

    def __init__(
        self,
        scorer: Scorer,
        jobs: Iterable[Job],
        part_of: Callable[[list[Outcome]], _Part],
        workers: int,
    ) -> None:
        bound = jobs.bound if isinstance(jobs, Jobs) else [job.bound for job in jobs]
        rows = {id(row): row for row in bound}
        self._number = {known: number for number, known in enumerate(rows)}
        self.executor = ProcessPoolExecutor(
            workers, initializer=_start, initargs=(scorer, list(rows.values()), part_of)
        )

    def task(self, chunk: Sequence[Job]) -> _Task[_Part]:
        messages = [
            (self._number[id(job.bound)], job.response, job.truncated, job.sample) for job in chunk
        ]
        return _Task(chunk, self.executor.submit(_judge_chunk, messages))


@contextmanager
def _pool(
    scorer: Scorer,
    jobs: Iterable[Job],
    part_of: Callable[[list[Outcome]], _Part],
    workers: int,
) -> Iterator[_Pool[_Part]]:
    pool = _Pool(scorer, jobs, part_of, workers)
    try:
        yield pool
    finally:
        pool.executor.shutdown(cancel_futures=True)


def _cause_of_death(scorer: Scorer, suspects: Sequence[Job]) -> str:
    """Judges the jobs in question once more, each by itself, to name the one that kills."""
    with _pool(scorer, suspects, len, 1) as pool:
        for job in suspects:
            try:
                pool.task([job]).judged.result()
            except BrokenProcessPool:
                ids = ", ".join(job.bound.row.instruction_ids)
                return f"a worker process died over {job.bound.row.name} ({ids})"
    first, last = suspects[0].bound.row.name, suspects[-1].bound.row.name
    return (
        f"a worker process died between {first} and {last}, but none of them is to blame; "
        "was there too little memory?"
    )


_scorer: Scorer
_rows: Sequence[BoundRow]
_part_of: Callable[[list[Outcome]], object]


def _start(
    scorer: Scorer, rows: Sequence[BoundRow], part_of: Callable[[list[Outcome]], object]
) -> None:
    """What a worker process does first; an interruption is its parent's business."""
    global _scorer, _rows, _part_of
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _scorer, _rows, _part_of = scorer, rows, part_of


def _judge_chunk(messages: Sequence[_Message]) -> Any:
    outcomes = [
        _scorer.judge(Job(_rows[row], response, truncated, sample))
        for row, response, truncated, sample in messages
    ]
    return _part_of(outcomes)
