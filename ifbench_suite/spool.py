"""Samples in temporary files, once they are many."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from shutil import rmtree
from tempfile import mkdtemp
from typing import Any, TypeAlias
from weakref import finalize

from ifbench_suite.errors import InputError
from ifbench_suite.samples import FIRST, Listed, Sample, Samples

_TOGETHER, _LONG = 500, 2**20
"""Samples whose handles are written at a time, and bytes of texts that are not made to wait."""
Stored: TypeAlias = tuple[int, int | None, bool]
"""A sample by the start and size of its text in a file, in bytes (size None: it has no text), and
whether it is truncated."""
Line: TypeAlias = tuple[int, int | None, int, int | None, bool]
"""The number of a row, that of a sample if it has one, and where the sample is stored."""
_Handle: TypeAlias = tuple[int, int, int | None, bool]
"""The number of a file, and where in it the sample is stored."""


class Folder:
    """A temporary folder: made when it is first needed, and gone when this object is.

    Args:
        path: of one that somebody else owns; None: of a new one.
    """

    def __init__(self, path: Path | None = None) -> None:
        self._path = path

    @property
    def path(self) -> Path:
        """Where it is."""
        if self._path is None:
            self._path = Path(mkdtemp(prefix="ifbench_suite-"))
            finalize(self, rmtree, self._path, ignore_errors=True)
        return self._path

    def __getstate__(self) -> dict[str, Path]:
        """What a copy in another process has: it does not own the folder."""
        return {"_path": self.path}


class TextFile:
    """Texts in a file, one after the other; one process writes, any reads.

    As long as they are few, there is no file.
    """

    def __init__(self, folder: Folder, name: str) -> None:
        self._folder, self._name = folder, name
        self._end = self._written = 0
        self._waiting: dict[int, bytes] = {}
        self._opened: tuple[int, int] | None = None

    @property
    def path(self) -> Path:
        """Of the file."""
        return self._folder.path / self._name

    def put(self, sample: Sample) -> Stored:
        """Adds the text of a sample.

        Raises:
            InputError: there is no space left.
        """
        start = self._end
        if sample.text is None:
            return start, None, sample.truncated
        self._waiting[start] = text = sample.text.encode("utf-8", "surrogatepass")
        self._end += len(text)
        if self._end - self._written >= _LONG:
            self.write()
        return start, len(text), sample.truncated

    def write(self) -> None:
        """Writes what still waits; copies of this object in other processes read only that.

        Raises:
            InputError: there is no space left.
        """
        with _space(), self.path.open("ab") as file:
            file.writelines(self._waiting.values())
        self._waiting.clear()
        self._written = self._end

    def at(self, stored: Stored) -> Sample:
        """A sample."""
        start, size, truncated = stored
        if size is None:
            return Sample(None, bool(truncated))
        text = self._waiting[start][:size] if start in self._waiting else self._read(start, size)
        return Sample(text.decode("utf-8", "surrogatepass"), bool(truncated))

    def __getstate__(self) -> dict[str, Any]:
        """What a copy in another process has: it reads the file."""
        if self._waiting:
            self.write()
        return {**self.__dict__, "_opened": None}

    def _read(self, start: int, size: int) -> bytes:
        # What is inherited from another process shares its position: each opens the file anew.
        if self._opened is None or self._opened[0] != os.getpid():
            number = os.open(self.path, os.O_RDONLY | getattr(os, "O_BINARY", 0))
            finalize(self, os.close, number)
            self._opened = os.getpid(), number
        os.lseek(self._opened[1], start, os.SEEK_SET)
        return os.read(self._opened[1], size)


class Piece(Listed[Stored]):
    """The samples that one process read, for a spool to take over.

    Attributes:
        texts: where theirs are.
    """

    def __init__(self, rows: int, texts: TextFile) -> None:
        super().__init__(rows)
        self.texts = texts

    def put(self, sample: Sample) -> Stored:
        """As in `TextFile`."""
        return self.texts.put(sample)

    def at(self, handle: Stored) -> Sample:
        """As in `Samples`."""
        return self.texts.at(handle)

    @property
    def lines(self) -> list[Line]:
        """All samples, those of a row in the order in which they came."""
        return [
            (row, None if number == FIRST else number, *stored)
            for row, found in self._of.items()
            for number, stored in found
        ]


class Spool(Samples[_Handle]):
    """Samples in temporary files that are gone when this object is.

    SQLite's temporary database has their handles. Both are in memory as long as they are small.

    Attributes:
        folder: holds the files.
    """

    def __init__(self, rows: int) -> None:
        super().__init__(rows)
        self.folder = Folder()
        self._files = [TextFile(self.folder, "samples")]
        self._database = sqlite3.connect("", isolation_level=None, check_same_thread=False)
        finalize(self, self._database.close)
        self._database.execute("PRAGMA journal_mode = OFF")
        # One transaction without an end: with one for each sample, adding takes half as long again.
        self._database.execute("BEGIN")
        self._database.execute("CREATE TABLE samples (row, number, file, start, size, truncated)")
        self._is_indexed = False
        self._waiting: list[tuple[int, int | None, int, int, int | None, bool]] = []

    def add(self, row: int, samples: Sequence[Sample], number: int | None = None) -> bool:
        """As in `Samples`."""
        for sample in samples:
            self._waiting.append((row, number, 0, *self._files[0].put(sample)))
        if number is not None:
            try:
                self._index()
            except sqlite3.IntegrityError:
                self._waiting.clear()
                return False
        elif len(self._waiting) >= _TOGETHER:
            self._insert()
        self.counts[row] += len(samples)
        return True

    def take(self, lines: Sequence[Line], texts: TextFile) -> bool:
        """Adds samples after those that are there; their file, in `folder`, is read where it is.

        Returns:
            False if some row has some number twice; then nothing should be read any more.

        Raises:
            InputError: there is no space left.
        """
        paths = [file.path for file in self._files]
        if texts.path not in paths:
            self._files.append(texts)
            paths.append(texts.path)
        file = paths.index(texts.path)
        for row, *_ in lines:
            self.counts[row] += 1
        try:
            if any(number is not None for _, number, *_ in lines):
                self._index()
            with _space():
                self._database.executemany(
                    f"INSERT INTO samples VALUES (?, ?, {file}, ?, ?, ?)", lines
                )
        except sqlite3.IntegrityError:
            return False
        return True

    def clear(self, row: int) -> None:
        """As in `Samples`."""
        if self.counts[row]:
            self._index()
            self._database.execute("DELETE FROM samples WHERE row = ?", [row])
            self.counts[row] = 0

    def handles(self, row: int) -> Iterator[_Handle]:
        """As in `Samples`."""
        self._index()
        query = (
            "SELECT file, start, size, truncated FROM samples WHERE row = ? ORDER BY number, rowid"
        )
        return self._database.execute(query, [row])

    def at(self, handle: _Handle) -> Sample:
        """As in `Samples`."""
        file, stored = handle[0], handle[1:]
        return self._files[file].at(stored)

    def __getstate__(self) -> dict[str, Any]:
        """What a copy in another process has: it reads the files, which it does not own."""
        return {"counts": self.counts, "_files": self._files}

    def _insert(self) -> None:
        with _space():
            self._database.executemany(
                "INSERT INTO samples VALUES (?, ?, ?, ?, ?, ?)", self._waiting
            )
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
    except (OSError, sqlite3.OperationalError) as error:
        raise InputError(f"the folder for temporary files: {error}") from None
