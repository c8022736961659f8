"""The files of a source, and the records in them."""

from __future__ import annotations

import glob
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

from ifbench_suite.errors import InputError
from ifbench_suite.readers.joining import joined
from ifbench_suite.readers.registry import Format, NoText, UnknownFormat, format_of
from ifbench_suite.readers.streaming import stand_alone
from ifbench_suite.records import Record, looks_readable, read_records


class Log(NamedTuple):
    """The objects of one format."""

    format: Format
    records: list[Record]


class Read(NamedTuple):
    """A record of our own form, and the format it was read from."""

    record: Record
    format: Format


def read(source: str | Path) -> list[Record]:
    """The responses in a file ("-": standard input), a folder or the files that a pattern names.

    In a folder, which is searched to its depth, files that hold no responses are passed over.

    Raises:
        InputError: there is no such file, a file is damaged or of no known format, or none of
            the files of a folder holds responses.
    """
    paths = files_of(source)
    if len(paths) == 1 and str(paths[0]) == str(source):
        return understood(list(read_records(source)))
    answers: list[list[Read]] = []
    shared: dict[str, Log] = {}
    passed_over: list[InputError] = []
    for path in paths:
        try:
            answers += _read(list(read_records(path)), shared)
        except UnknownFormat as error:
            if error.line not in (None, 1):
                raise
            passed_over.append(error)
        except NoText as error:
            passed_over.append(error)
    answers += _read_shared(shared)
    if passed_over and not answers:
        raise passed_over[0]
    return joined(answers)


def understood(records: Sequence[Record]) -> list[Record]:
    """Records of our own form from those of any known format.

    Raises:
        InputError: one is of no known format, or of one that holds no responses.
    """
    if stand_alone(records):
        return list(records)
    shared: dict[str, Log] = {}
    return joined([*_read(records, shared), *_read_shared(shared)])


def files_of(source: str | Path) -> list[Path]:
    """The files that a source names: itself, all in it, or all that match it, sorted.

    Raises:
        InputError: there are none.
    """
    path = Path(source)
    if not str(source):
        raise InputError("no file is named", field="--responses")
    if path.is_dir():
        found = [file for file in path.rglob("*") if _is_visible(file.relative_to(path))]
        readable = sorted(file for file in found if file.is_file() and looks_readable(file))
        if not readable:
            raise InputError("holds no file that could hold responses", file=source)
        return readable
    if path.exists() or not glob.has_magic(str(source)):
        return [path]
    matching = sorted(Path(name) for name in glob.glob(str(source), recursive=True))
    files = [file for file in matching if file.is_file()]
    if not files:
        raise InputError("no file matches", file=source)
    return files


def _is_visible(path: Path) -> bool:
    return not any(part.startswith(".") for part in path.parts)


def _read(records: Iterable[Record], shared: dict[str, Log]) -> list[list[Read]]:
    """What the readers make of the objects of one file.

    Those of a format whose files are read together are only added to `shared`.
    """
    logs: dict[str, Log] = {}
    for record in records:
        format = format_of(record)
        of = shared if format.together else logs
        of.setdefault(format.name, Log(format, [])).records.append(record)
    return [_of_log(log) for log in logs.values()]


def _read_shared(shared: dict[str, Log]) -> list[list[Read]]:
    return [_of_log(log) for log in shared.values()]


def _of_log(log: Log) -> list[Read]:
    return [Read(record, log.format) for record in log.format.read(log.records)]
