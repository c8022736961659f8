"""A large response file is read by several processes, each some of its lines."""

from __future__ import annotations

import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import NamedTuple

from ifbench_suite.conversations import answers
from ifbench_suite.errors import InputError
from ifbench_suite.matching import First, Matches, RowIndex, are_numbered, match
from ifbench_suite.processes import ProcessDied, each_in_order
from ifbench_suite.readers.streaming import NotAlone, Streamed
from ifbench_suite.responses import Answered, Seen
from ifbench_suite.rows import Row
from ifbench_suite.spool import Folder, Line, Piece, Spool, TextFile

PIECE = 2**23
"""Bytes of a piece."""


class MatchedPiece(NamedTuple):
    """What a process found in its lines.

    Attributes:
        texts: where those of the samples are.
        samples: of the rows.
        first: as in `Matches`.
        unmatched: as in `Matches`.
        seen: what was noted of the records.
    """

    texts: TextFile
    samples: Sequence[Line]
    first: Mapping[int, First]
    unmatched: tuple[Answered, ...]
    seen: Seen


def match_in_pieces(
    rows: Sequence[Row], records: Streamed, workers: int, *, repeats: bool = False
) -> tuple[Matches, Seen] | None:
    """What `match` makes of a file's records, by several processes, and what was noted of them.

    Returns:
        None if one process has to read it: it is too small, or something in it is not in order,
        and only from its beginning can be told what and where.
    """
    try:
        pieces = records.pieces(PIECE)
        if len(pieces) < 2 or len({piece.kind for piece in pieces} - {None}) > 1:
            return None
        whole = _Whole(rows, repeats)
        reading = _Reading(rows, RowIndex(rows), repeats, whole.samples.folder.path)
        for found in each_in_order(reading, pieces, workers):
            whole.take(found)
    except (InputError, NotAlone, OSError, ProcessDied):
        return None
    return whole.matches, whole.seen


@dataclass(frozen=True, slots=True)
class _Reading:
    """All that a process needs to read a piece: its texts go to a file of the process's own."""

    rows: Sequence[Row]
    index: RowIndex
    repeats: bool
    folder: Path

    def __call__(self, piece: Streamed) -> MatchedPiece:
        seen = Seen()
        given = answers(seen.passing(piece), self.rows)
        texts = _texts(self.folder, f"samples-{os.getpid()}")
        samples = Piece(len(self.rows), texts)
        found = match(self.rows, given, repeats=self.repeats, samples=samples, index=self.index)
        texts.write()
        return MatchedPiece(texts, samples.lines, found.first, found.unmatched, seen)


@cache
def _texts(folder: Path, name: str) -> TextFile:
    return TextFile(Folder(folder), name)


class _Whole:
    """The matches of the pieces so far."""

    def __init__(self, rows: Sequence[Row], repeats: bool) -> None:
        self.samples = Spool(len(rows))
        self.seen = Seen()
        self._repeats = repeats
        self._first: dict[int, First] = {}
        self._unmatched: list[Answered] = []

    def take(self, piece: MatchedPiece) -> None:
        """Adds the next piece.

        Raises:
            NotAlone: it answers a row that has an answer already, or the same sample of a row.
        """
        again = {row for row, *_ in piece.samples if self.samples.counts[row]}
        numbered = (are_numbered(self._first.get(row), piece.first.get(row)) for row in again)
        if not (self._repeats or all(numbered)):
            raise NotAlone
        if not self.samples.take(piece.samples, piece.texts):
            raise NotAlone
        self._first = {**piece.first, **self._first}
        self._unmatched += piece.unmatched
        self.seen.merge(piece.seen)

    @property
    def matches(self) -> Matches:
        """All of them."""
        return Matches(self.samples, self._first, tuple(self._unmatched))
