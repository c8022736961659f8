"""Files whose records stand each for itself: they are read as they are needed, and not kept."""

from __future__ import annotations

from collections.abc import Hashable, Iterable, Iterator
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

from ifbench_suite.readers.registry import format_of
from ifbench_suite.readers.results import NO_RESPONSE
from ifbench_suite.records import Record, read_piece, read_records

_JOINED_BY = frozenset({"custom_id", "recorded"})
"""Fields that tie a record to others of its file, or to its outcome."""

_ALONE = False, ""


class NotAlone(Exception):
    """A record of a streamed file cannot be understood without the others."""


@dataclass(frozen=True, slots=True)
class Streamed(Iterable[Record]):
    """The records of a file of our own form, read anew each time that they are gone through.

    Attributes:
        path: of the file.
        piece: the first byte of a piece, and the one after its last, where only the lines that
            begin there are meant.
    """

    path: str | Path
    piece: tuple[int, int] | None = None

    def __iter__(self) -> Iterator[Record]:
        """Passes the records on, one by one.

        Raises:
            InputError: the file cannot be read, or something in it is of no known format.
            NotAlone: a record cannot be understood without the others.
        """
        kinds = set()
        for record in read_piece(self.path, *self.piece) if self.piece else read_records(self.path):
            kinds.add(_kind(record))
            if None in kinds or len(kinds) > 1:
                raise NotAlone
            yield record

    @property
    def stands_alone(self) -> bool:
        """Whether that holds for every record, so that none will raise."""
        try:
            for _ in self:
                pass
        except NotAlone:
            return False
        return True

    @property
    def kind(self) -> Hashable:
        """What all records have in common; None if there are none.

        Raises:
            InputError: as in going through them.
            NotAlone: as in going through them.
        """
        return next(map(_kind, self), None)

    def pieces(self, size: int) -> list[Streamed]:
        """Pieces of about `size` bytes; each line begins in one of them."""
        whole = Path(self.path).stat().st_size
        cuts = [*range(0, whole, size), whole]
        return [Streamed(self.path, piece) for piece in pairwise(cuts)]


def stand_alone(records: Iterable[Record]) -> bool:
    """Whether records are of our own form, and each is all that its file says of its answer.

    Raises:
        InputError: one is of no known format.
    """
    return all(_kind(record) == _ALONE for record in records)


def _kind(record: Record) -> tuple[bool, str] | None:
    """What all records must share to be read one by one; None: this one cannot be.

    Numbered samples are told apart by their numbers, which each model has from 0 on.
    """
    value = record.value
    if not format_of(record).as_is or not _JOINED_BY.isdisjoint(value):
        return None
    if "sample" not in value:
        return _ALONE
    is_one_answer = "response" in value and value.get("status") != NO_RESPONSE
    is_numbered = type(value["sample"]) is int and is_one_answer
    return (True, repr(value.get("model"))) if is_numbered else None
