"""Reads JSON, CSV, Parquet and inspect's zips, gzipped or not, from a file or standard input.

JSON may be JSON Lines, one array, or one object over several lines.
"""

from __future__ import annotations

import gzip
import json
import sys
import zlib
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from io import BytesIO
from itertools import count
from math import isnan
from pathlib import Path
from typing import Any, BinaryIO, NamedTuple, cast

from ifbench_suite.archive import ZIP, archived_samples
from ifbench_suite.csv_records import csv_rows, is_csv_header
from ifbench_suite.errors import InputError
from ifbench_suite.parquet import MAGIC, parquet_rows

LONGEST_LINE = 32 * 2**20
"""Bytes of a line of JSON Lines; a longer one is taken for a damaged file."""
_UNFINISHED = (b"{", b"[", b",")
"""How the first line of one object over several lines ends, and no line of JSON Lines."""
_LONGEST_HEADER = 2**16
_UTF8_BOM = b"\xef\xbb\xbf"
_GZIP = b"\x1f\x8b"


class Place(NamedTuple):
    """Where a record stands, for messages."""

    file: str | None
    line: int

    def error(self, problem: str, field: str | None = None) -> InputError:
        """The error that names this place."""
        return InputError(problem, file=self.file, line=self.line, field=field)


class Record(NamedTuple):
    """One JSON object of a file, with its place."""

    place: Place
    value: Mapping[str, Any]

    def take(self, field: str, *types: type, default: Any = ...) -> Any:
        """The value of `field`, which must be of one of `types`.

        Raises:
            InputError: it is missing (and there is no `default`), or of another type.
        """
        value = self.value.get(field, default)
        if value is ...:
            has = ", ".join(map(str, self.value)) or "no fields"
            raise self.place.error(f"missing (the row has {has})", field)
        if value is not default and (not isinstance(value, types) or isinstance(value, bool)):
            wanted = " or ".join(_NAMES[kind] for kind in types)
            raise self.place.error(f"is {_NAMES.get(type(value), 'odd')}, not {wanted}", field)
        return value


_NAMES: dict[type, str] = {
    str: "a string",
    int: "a whole number",
    float: "a number",
    bool: "true or false",
    list: "a list",
    dict: "an object",
    type(None): "null",
}


def read_records(path: str | Path) -> Iterator[Record]:
    """The JSON objects, CSV or Parquet rows of a file ("-": standard input), in their order.

    The form is told by the content, not by the file's name.

    Raises:
        InputError: the file cannot be read, or something in it is not a JSON object; the message
            names file and line (of an array: the element; of Parquet: the row).
    """
    try:
        with _opened(path) as stream:
            yield from _records(stream, str(path))
    except (gzip.BadGzipFile, EOFError, zlib.error) as error:
        raise InputError(f"damaged gzip data ({error})", file=path) from None
    except OSError as error:
        raise InputError((error.strerror or str(error)).lower(), file=path) from None


def read_piece(path: str | Path, start: int, stop: int) -> Iterator[Record]:
    """The JSON objects of those lines of a plain JSON Lines file that begin in a piece of it.

    Only a file's beginning tells the number of a line: here they are counted from that of the
    piece. The pieces of a file have its objects, or reading one of them raises.

    Args:
        path: of the file.
        start: the piece's first byte.
        stop: the byte after its last one.

    Raises:
        InputError: a line is not a JSON object in UTF-8 by itself.
        OSError: the file cannot be read.
    """
    with Path(path).open("rb") as stream:
        if start:
            stream.seek(start - 1)
            stream.readline()
        for number in count(1):
            if stream.tell() >= stop or not (line := stream.readline(LONGEST_LINE + 1)):
                return
            if line.strip():
                place = Place(str(path), number)
                yield _object(_parsed(_decoded(line.rstrip(b"\r\n"), place), place), place)


def looks_readable(path: Path) -> bool:
    """Whether a file begins like one of the forms; other files of a folder hold no records."""
    try:
        with _opened(path) as stream:
            head = stream.readline(_LONGEST_HEADER)
            while head and not head.strip():
                head = stream.readline(_LONGEST_HEADER)
    except (InputError, OSError, EOFError, zlib.error):
        return True  # reading it says what is wrong
    return head.lstrip().startswith((b"{", b"[", MAGIC, ZIP)) or is_csv_header(head)


def in_memory(rows: Iterator[Mapping[str, Any]] | list[Mapping[str, Any]]) -> Iterator[Record]:
    """Records of objects that stand in no file; their place is their 1-based position.

    numpy's scalars and arrays, as pandas and datasets give them, become plain Python; NaN, which
    pandas has for a missing value, becomes None.

    Raises:
        InputError: an item is not a mapping.
    """
    for number, row in enumerate(rows, start=1):
        place = Place(None, number)
        if not isinstance(row, Mapping):
            raise place.error(f"is {type(row).__name__}, not a mapping")
        yield Record(place, _plain(row))


_PLAIN = frozenset({str, int, bool, type(None)})


def _plain(value: Any) -> Any:
    if type(value) in _PLAIN:
        return value
    if isinstance(value, Mapping):
        if all(type(item) in _PLAIN for item in value.values()):
            return dict(value)
        return {name: _plain(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [_plain(item) for item in value]
    if hasattr(value, "dtype"):
        return _plain(value.tolist())
    return None if isinstance(value, float) and isnan(value) else value


@contextmanager
def _opened(path: str | Path) -> Iterator[BinaryIO]:
    standard_input = str(path) == "-"
    with BytesIO(sys.stdin.buffer.read()) if standard_input else Path(path).open("rb") as raw:
        head = raw.read(len(_UTF8_BOM))
        raw.seek(0)
        if head.startswith(_UTF8_BOM):
            raise InputError("starts with a byte order mark; save it as plain UTF-8", file=path)
        yield cast(BinaryIO, gzip.GzipFile(fileobj=raw)) if head.startswith(_GZIP) else raw


def _records(stream: BinaryIO, file: str) -> Iterator[Record]:
    record = None
    for record in _form_of(stream)(stream, file):
        yield record
    if record is None:
        raise InputError("holds no rows", file=file)


def _form_of(stream: BinaryIO) -> Callable[[BinaryIO, str], Iterator[Record]]:
    first_line = stream.readline(_LONGEST_HEADER)
    stream.seek(0)
    if first_line.startswith(MAGIC):
        return _parquet
    if first_line.startswith(ZIP):
        return _archive
    return _csv if is_csv_header(first_line) else _json_objects


def _csv(stream: BinaryIO, file: str) -> Iterator[Record]:
    for line, row in csv_rows(_decoded(stream.read(), Place(file, 1)), file):
        yield Record(Place(file, line), row)


def _parquet(stream: BinaryIO, file: str) -> Iterator[Record]:
    for number, row in enumerate(parquet_rows(stream, file), start=1):
        yield Record(Place(file, number), row)


def _archive(stream: BinaryIO, file: str) -> Iterator[Record]:
    for number, sample in enumerate(archived_samples(stream, file), start=1):
        yield Record(Place(file, number), sample)


def _json_objects(stream: BinaryIO, file: str) -> Iterator[Record]:
    is_first = True
    for number, line in _lines(stream, file):
        if line.lstrip().startswith(b"["):
            yield from _array(line + stream.read(), Place(file, number))
            return
        if is_first and line.rstrip().endswith(_UNFINISHED):
            line += stream.read()
        is_first = False
        place = Place(file, number)
        yield _object(_parsed(_decoded(line.rstrip(b"\r\n"), place), place), place)


def _lines(stream: BinaryIO, file: str) -> Iterator[tuple[int, bytes]]:
    number = 0
    while line := stream.readline(LONGEST_LINE + 1):
        number += 1
        if len(line) > LONGEST_LINE and not line.lstrip().startswith(b"["):
            megabytes = LONGEST_LINE // 2**20
            raise InputError(f"longer than {megabytes} MiB", file=file, line=number)
        if line.strip():
            yield number, line


def _array(data: bytes, start: Place) -> Iterator[Record]:
    items = _parsed(_decoded(data, start), start)
    if not isinstance(items, list):
        raise start.error("is not a JSON object")
    for number, item in enumerate(items, start=1):
        for one in item if _is_list_of_objects(item) else [item]:
            yield _object(one, Place(start.file, number))


def _is_list_of_objects(item: Any) -> bool:
    """Whether an element is several objects, as a pipeline returns them for one prompt."""
    return isinstance(item, list) and bool(item) and all(isinstance(one, dict) for one in item)


def _decoded(data: bytes, place: Place) -> str:
    try:
        return data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = place.line + data.count(b"\n", 0, error.start)
        raise Place(place.file, line).error(f"not UTF-8 (byte {error.start + 1})") from None


def _parsed(text: str, place: Place) -> Any:
    try:
        return json.loads(text)
    except json.JSONDecodeError as error:
        where = Place(place.file, place.line + error.lineno - 1)
        raise where.error(f"not JSON: {error.msg} (column {error.colno})") from None
    except (RecursionError, ValueError) as error:
        raise place.error(f"not readable as JSON: {error}") from None


def _object(value: Any, place: Place) -> Record:
    if not isinstance(value, dict):
        raise place.error(f"is {_NAMES[type(value)]}, not a JSON object")
    return Record(place, value)
