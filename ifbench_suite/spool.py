"""The samples of every row, in a temporary file once they are many."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from ifbench_suite.errors import InputError


class Sample(NamedTuple):
    """One response to a row.

    Attributes:
        text: the response; None for one that a conversation lacks.
        truncated: whether the response file says that the model was cut off.
    """

    text: str | None
    truncated: bool = False


class Spool:
    """The samples of rows, which are put in as they come and taken out row by row.

    SQLite's temporary database keeps a few megabytes in memory and the rest in a file that nobody
    else sees and that is gone when this object is.

    Attributes:
        counts: how many samples each row has.
    """

    def __init__(self, rows: int) -> None:
        self.counts = [0] * rows
        self._database = sqlite3.connect("", isolation_level=None)
        self._database.execute("PRAGMA journal_mode = OFF")
        self._database.execute("CREATE TABLE samples (row, number, text, truncated)")
        self._is_indexed = False

    @property
    def most(self) -> int:
        """The samples of the row that has the most."""
        return max(self.counts, default=0)

    def add(self, row: int, samples: Sequence[Sample], number: int | None = None) -> bool:
        """Adds samples of a row: after those that it has, or at the place of a number.

        Returns:
            False if the row has that number already; then nothing is added.

        Raises:
            InputError: there is no space left.
        """
        if number is not None:
            self._index()
        lines = [(row, number, _stored(sample.text), sample.truncated) for sample in samples]
        try:
            with _space():
                self._database.executemany("INSERT INTO samples VALUES (?, ?, ?, ?)", lines)
        except sqlite3.IntegrityError:
            return False
        self.counts[row] += len(samples)
        return True

    def clear(self, row: int) -> None:
        """Forgets the samples of a row."""
        if self.counts[row]:
            self._index()
            self._database.execute("DELETE FROM samples WHERE row = ?", [row])
            self.counts[row] = 0

    def of(self, row: int) -> Iterator[Sample]:
        """The samples of a row, one at a time, by number, then in the order in which they came.

        Raises:
            InputError: there is no space left.
        """
        self._index()
        query = "SELECT text, truncated FROM samples WHERE row = ? ORDER BY number, rowid"
        for text, truncated in self._database.execute(query, [row]):
            known = None if text is None else text.decode("utf-8", "surrogatepass")
            yield Sample(known, bool(truncated))

    def _index(self) -> None:
        """Filling a table is faster without an index; looking for a row or number needs one."""
        if not self._is_indexed:
            with _space():
                self._database.execute("CREATE UNIQUE INDEX by_number ON samples (row, number)")
            self._is_indexed = True

    def __iter__(self) -> Iterator[tuple[Sample, ...]]:
        return (tuple(self.of(row)) for row in range(len(self.counts)))


@contextmanager
def _space() -> Iterator[None]:
    try:
        yield
    except sqlite3.OperationalError as error:
        raise InputError(f"the folder for temporary files: {error}") from None


def _stored(text: str | None) -> bytes | None:
    return None if text is None else text.encode("utf-8", "surrogatepass")
