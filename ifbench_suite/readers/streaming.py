"""Files whose records stand each for itself: they are read as they are needed, and not kept."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from pathlib import Path

from ifbench_suite.readers.registry import format_of
from ifbench_suite.records import Record, read_records

_JOINED_BY = frozenset({"sample", "custom_id", "recorded"})
"""Fields that tie a record to others of its file, or to its outcome."""


@dataclass(frozen=True, slots=True)
class Streamed(Iterable[Record]):
    """The records of a file of our own form, read anew each time that they are gone through."""

    path: str | Path

    def __iter__(self) -> Iterator[Record]:
        return read_records(self.path)


def streamed(path: str | Path) -> Streamed | None:
    """The records of a file; None if some cannot be understood without the others.

    Raises:
        InputError: the file cannot be read, or something in it is of no known format.
    """
    file = Streamed(path)
    return file if all(map(_stands_alone, file)) else None


def _stands_alone(record: Record) -> bool:
    return format_of(record).as_is and _JOINED_BY.isdisjoint(record.value)
