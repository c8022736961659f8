"""The samples of every row: in memory, or in a temporary file once they are many."""

from __future__ import annotations

import sqlite3
from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from operator import itemgetter
from typing import NamedTuple

from ifbench_suite.errors import InputError

_TOGETHER, _LONG = 200, 50_000
"""Samples that are written at a time, and the bytes of one that is not made to wait."""
_Line = tuple[int, int | None, bytes | None, bool]
"""Row, number, text and truncated."""
_FIRST = -(2**63)
"""Stands for no number: as in the database, such samples come first."""


class Sample(NamedTuple):
    """One response to a row.

    Attributes:
        text: the response; None for one that a conversation lacks.
        truncated: whether the response file says that the model was cut off.
    """

    text: str | None
    truncated: bool = False


class Samples(ABC):
    """The samples of rows, which are put in as they come and taken out row by row.

    Attributes:
        counts: how many samples each row has.
    """

    def __init__(self, rows: int) -> None:
        self.counts = [0] * rows

    @property
    def most(self) -> int:
        """The samples of the row that has the most."""
        return max(self.counts, default=0)

    @abstractmethod
    def add(self, row: int, samples: Sequence[Sample], number: int | None = None) -> bool:
        """Adds samples of a row: after those that it has, or at the place of a number.

        Returns:
            False if the row has that number already; then nothing is added.

        Raises:
            InputError: there is no space left.
        """

    @abstractmethod
    def clear(self, row: int) -> None:
        """Forgets the samples of a row."""

    @abstractmethod
    def of(self, row: int) -> Iterator[Sample]:
        """The samples of a row, one at a time, by number, then in the order in which they came.

        Raises:
            InputError: there is no space left.
        """

    def __iter__(self) -> Iterator[tuple[Sample, ...]]:
        return (tuple(self.of(row)) for row in range(len(self.counts)))


class Kept(Samples):
    """Samples in memory, where their responses are anyway."""

    def __init__(self, rows: int) -> None:
        super().__init__(rows)
        self._samples: defaultdict[int, list[tuple[int, Sample]]] = defaultdict(list)
        self._taken: set[tuple[int, int]] = set()

    def add(self, row: int, samples: Sequence[Sample], number: int | None = None) -> bool:
        """As in `Samples`."""
        if number is not None:
            if (row, number) in self._taken:
                return False
            self._taken.add((row, number))
        self._samples[row] += [(_FIRST if number is None else number, one) for one in samples]
        self.counts[row] += len(samples)
        return True

    def clear(self, row: int) -> None:
        """As in `Samples`."""
        self._samples[row].clear()
        self.counts[row] = 0

    def of(self, row: int) -> Iterator[Sample]:
        """As in `Samples`."""
        return (one for _, one in sorted(self._samples[row], key=itemgetter(0)))


class Spool(Samples):
    """Samples in SQLite's temporary database.

    It keeps a few megabytes in memory and the rest in a file that nobody else sees and that is gone
    when this object is.
    """

    def __init__(self, rows: int) -> None:
        super().__init__(rows)
        self._database = sqlite3.connect("", isolation_level=None)
        self._database.execute("PRAGMA journal_mode = OFF")
        self._database.execute("CREATE TABLE samples (row, number, text, truncated)")
        self._is_indexed = False
        self._waiting: list[_Line] = []

    def add(self, row: int, samples: Sequence[Sample], number: int | None = None) -> bool:
        """As in `Samples`."""
        lines = [(row, number, _stored(one.text), one.truncated) for one in samples]
        self._waiting += lines
        if number is not None:
            try:
                self._index()
            except sqlite3.IntegrityError:
                self._waiting.clear()
                return False
        elif len(self._waiting) >= _TOGETHER or any(len(line[2] or b"") > _LONG for line in lines):
            self._insert()
        self.counts[row] += len(samples)
        return True

    def clear(self, row: int) -> None:
        """As in `Samples`."""
        if self.counts[row]:
            self._index()
            self._database.execute("DELETE FROM samples WHERE row = ?", [row])
            self.counts[row] = 0

    def of(self, row: int) -> Iterator[Sample]:
        """As in `Samples`."""
        self._index()
        query = "SELECT text, truncated FROM samples WHERE row = ? ORDER BY number, rowid"
        for text, truncated in self._database.execute(query, [row]):
            known = None if text is None else text.decode("utf-8", "surrogatepass")
            yield Sample(known, bool(truncated))

    def _insert(self) -> None:
        with _space():
            self._database.executemany("INSERT INTO samples VALUES (?, ?, ?, ?)", self._waiting)
        self._waiting.clear()

    def _index(self) -> None:
        """Filling a table is faster without an index; looking for a row or number needs one."""
        self._insert()
        if not self._is_indexed:
            with _space():
                self._database.execute("CREATE UNIQUE INDEX by_number ON samples (row, number)")
            self._is_indexed = True


@contextmanager
def _space() -> Iterator[None]:
    try:
        yield
    except sqlite3.OperationalError as error:
        raise InputError(f"the folder for temporary files: {error}") from None


def _stored(text: str | None) -> bytes | None:
    return None if text is None else text.encode("utf-8", "surrogatepass")
