"""Judging in one process or several: in order, a few chunks ahead, and never without an end."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from typing import NamedTuple, TypeAlias

from ifbench_suite.errors import InputError
from ifbench_suite.outcome import Outcome
from ifbench_suite.rows import BoundRow
from ifbench_suite.scorer import Job, Scorer

_LARGEST_CHUNK = 256
"""Jobs that a worker takes at a time, where there are many."""
_SHARES = 4
"""Chunks that each worker gets at least, so that none is idle for long at the end."""
_AHEAD = 3
"""Chunks per worker that are handed over before their outcomes are taken: so much is in memory."""
_Message: TypeAlias = tuple[int, str | None, bool, int]
"""A job without its row, which the worker has: number of the row, response, truncated, sample."""


class _Task(NamedTuple):
    chunk: Sequence[Job]
    judged: Future[list[Outcome]]


def judge_all(scorer: Scorer, jobs: Sequence[Job], *, workers: int = 1) -> Iterator[Outcome]:
    """The outcomes of `jobs`, in their order, from `workers` processes.

    Raises:
        InputError: a worker process died; names the row it was working on.
    """
    if workers == 1:
        yield from map(scorer.judge, jobs)
        return
    pending: deque[_Task] = deque()
    try:
        with _pool(scorer, jobs, workers) as pool:
            size = min(_LARGEST_CHUNK, -(-len(jobs) // (_SHARES * workers))) or 1
            for start in range(0, len(jobs), size):
                pending.append(pool.task(jobs[start : start + size]))
                if len(pending) > _AHEAD * workers:
                    yield from pending[0].judged.result()
                    pending.popleft()
            while pending:
                yield from pending[0].judged.result()
                pending.popleft()
    except BrokenProcessPool:
        suspects = [job for task in pending for job in task.chunk]
        raise InputError(_cause_of_death(scorer, suspects)) from None


class _Pool:
    """Processes that have the scorer and the rows, and are sent the rest of each job."""

    def __init__(self, scorer: Scorer, jobs: Iterable[Job], workers: int) -> None:
        rows = {id(job.bound): job.bound for job in jobs}
        self._number = {known: number for number, known in enumerate(rows)}
        self.executor = ProcessPoolExecutor(
            workers, initializer=_start, initargs=(scorer, list(rows.values()))
        )

    def task(self, chunk: Sequence[Job]) -> _Task:
        messages = [
            (self._number[id(job.bound)], job.response, job.truncated, job.sample) for job in chunk
        ]
        return _Task(chunk, self.executor.submit(_judge_chunk, messages))


@contextmanager
def _pool(scorer: Scorer, jobs: Iterable[Job], workers: int) -> Iterator[_Pool]:
    pool = _Pool(scorer, jobs, workers)
    try:
        yield pool
    finally:
        pool.executor.shutdown(cancel_futures=True)


def _cause_of_death(scorer: Scorer, suspects: Sequence[Job]) -> str:
    """Judges the jobs in question once more, each by itself, to name the one that kills."""
    with _pool(scorer, suspects, 1) as pool:
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


def _start(scorer: Scorer, rows: Sequence[BoundRow]) -> None:
    """What a worker process does first; an interruption is its parent's business."""
    global _scorer, _rows
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _scorer, _rows = scorer, rows


def _judge_chunk(messages: Sequence[_Message]) -> list[Outcome]:
    return [
        _scorer.judge(Job(_rows[row], response, truncated, sample))
        for row, response, truncated, sample in messages
    ]
