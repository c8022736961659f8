"""Processes that have what all their work needs from the start, and are sent the rest."""

from __future__ import annotations

import signal
from collections import deque
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import Future, ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager
from functools import partial
from typing import Any, TypeVar

_Given = TypeVar("_Given")
_Made = TypeVar("_Made")
_AHEAD = 3
"""Things per process that are handed over before their results are taken: so much is in memory."""


class ProcessDied(Exception):
    """A process died.

    Attributes:
        suspects: the things whose results had not come, in their order; if it died over one of
            them and was the only process, over the first.
    """

    def __init__(self, suspects: Sequence[Any]) -> None:
        super().__init__(suspects)
        self.suspects = suspects


def each_in_order(
    task: Callable[[_Given], _Made], given: Iterable[_Given], processes: int
) -> Iterator[_Made]:
    """What `task` makes of each thing in other processes, in the order of the things.

    Where the iteration ends early, what has not begun is not done.

    Args:
        task: every process has it from its start.
        given: gone through a few things ahead of what is taken.
        processes: how many.

    Raises:
        ProcessDied: one did.
    """
    pending: deque[tuple[_Given, Future[_Made]]] = deque()
    pool = ProcessPoolExecutor(processes, initializer=_start, initargs=(task,))
    try:
        for one in given:
            pending.append((one, pool.submit(_done, one)))
            if len(pending) > _AHEAD * processes:
                yield pending[0][1].result()
                pending.popleft()
        while pending:
            yield pending[0][1].result()
            pending.popleft()
    except BrokenProcessPool:
        unfinished = [waiting for waiting, made in pending if not _has_come(made)]
        raise ProcessDied(unfinished or [one]) from None
    finally:
        pool.shutdown(cancel_futures=True)


@contextmanager
def meanwhile(
    task: Callable[[_Given], _Made], given: _Given, processes: int
) -> Iterator[Callable[[], _Made]]:
    """Gives what gets the result of `task`: if there may be several processes, one has begun it."""
    if processes == 1:
        yield partial(task, given)
        return

    def result() -> _Made:
        try:
            return made.result()
        except BrokenProcessPool:
            return task(given)

    with ProcessPoolExecutor(1, initializer=_start, initargs=(task,)) as pool:
        made: Future[_Made] = pool.submit(_done, given)
        yield result


def _has_come(made: Future[Any]) -> bool:
    return made.done() and not made.cancelled() and made.exception() is None


_task: Callable[[Any], Any]


def _start(task: Callable[[Any], Any]) -> None:
    """What a process does first; an interruption is its parent's business."""
    global _task
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    _task = task


def _done(given: Any) -> Any:
    return _task(given)
