"""Append-only JSON Lines files that outlive a killed run: one line per answer, as it comes."""

from __future__ import annotations

import json
import os
import tempfile
from collections.abc import Callable, Mapping, Sequence
from importlib.util import find_spec
from pathlib import Path
from types import TracebackType
from typing import Any

from ifbench_suite.errors import InputError

Entry = dict[str, Any]
_BATCH = 16
"""Lines after which the file is forced to disk; each is handed to the system at once."""


class Journal:
    """A file that is read when opened and then only appended to.

    A last line that a killed run left half-written is cut off, and `say` is told. While it is
    open no other run can write to it.

    Attributes:
        entries: what the file held when it was opened, then what was appended.

    Raises:
        InputError: the file cannot be read or written, is in use, or is no such file.
    """

    def __init__(self, path: str | Path, say: Callable[[str], None]) -> None:
        self.path = Path(path)
        self._unsynced = 0
        try:
            self.path.parent.mkdir(parents=True, exist_ok=True)
            self._file = self.path.open("ab+")
        except OSError as error:
            problem = f"cannot be written ({error.strerror or error})"
            raise InputError(problem, file=path) from None
        try:
            self._lock()
            self.entries = self._recovered(say)
        except BaseException:
            self._file.close()
            raise

    def append(self, entry: Mapping[str, Any]) -> None:
        """Writes an entry; it survives the death of this process from here on.

        Raises:
            InputError: the disk is full, or the file cannot be written any more.
        """
        self.entries.append(dict(entry))
        try:
            self._file.write(_line(entry))
            self._file.flush()
            self._unsynced += 1
            if self._unsynced >= _BATCH:
                self._sync()
        except OSError as error:
            raise InputError(f"cannot be written ({error.strerror})", file=self.path) from None

    def rewrite(self, entries: Sequence[Mapping[str, Any]]) -> None:
        """Puts `entries` in the place of all that the file holds, wholly or not at all."""
        lines = [_line(entry) for entry in entries]
        self._file.seek(0)
        if self._file.read() == b"".join(lines):
            return
        handle, draft = tempfile.mkstemp(dir=self.path.parent, prefix=f".{self.path.name}-")
        with open(handle, "wb") as file:
            file.writelines(lines)
            file.flush()
            os.fsync(file.fileno())
        os.replace(draft, self.path)
        self.entries = [dict(entry) for entry in entries]

    def close(self) -> None:
        """Forces what was written to disk and lets other runs have it; drops an empty file."""
        if self._file.closed:
            return
        self._sync()
        if not self.entries:
            self.path.unlink(missing_ok=True)
        self._file.close()

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self.close()

    def _sync(self) -> None:
        os.fsync(self._file.fileno())
        self._unsynced = 0

    def _lock(self) -> None:
        if find_spec("fcntl") is None:  # Windows has no such locks
            return
        import fcntl

        try:
            fcntl.flock(self._file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise InputError("another run is writing to it", file=self.path) from None

    def _recovered(self, say: Callable[[str], None]) -> list[Entry]:
        self._file.seek(0)
        whole, _, rest = self._file.read().rpartition(b"\n")
        whole += b"\n" if whole else b""
        if _is_whole(rest):
            self._file.write(b"\n")
            whole += rest + b"\n"
        elif rest:
            self._file.truncate(len(whole))
            say(f"{self.path}: dropped a half-written last line")
        return [
            _entry(line, self.path, number)
            for number, line in enumerate(whole.splitlines(), start=1)
            if line.strip()
        ]


def _is_whole(line: bytes) -> bool:
    """Whether a line without an end is an object all the same: an editor took its end away."""
    try:
        return isinstance(json.loads(line), dict)
    except ValueError:
        return False


def _entry(line: bytes, path: Path, number: int) -> Entry:
    try:
        entry = json.loads(line)
    except ValueError as error:
        raise InputError(f"not JSON: {error}", file=path, line=number) from None
    if not isinstance(entry, dict):
        raise InputError("is not a JSON object", file=path, line=number)
    return entry


def _line(entry: Mapping[str, Any]) -> bytes:
    return (json.dumps(entry, ensure_ascii=False) + "\n").encode("utf-8", "backslashreplace")
