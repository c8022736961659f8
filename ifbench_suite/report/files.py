"""The files of an output folder, all of them written or none."""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import ExitStack
from itertools import islice
from pathlib import Path
from typing import Any

from ifbench_suite.errors import InputError
from ifbench_suite.outcome import Outcome
from ifbench_suite.outcome_files import OutcomeFiles
from ifbench_suite.outcome_lines import encoded, file_names, lines_of, packed
from ifbench_suite.processes import meanwhile
from ifbench_suite.report.browser import selection
from ifbench_suite.report.exports import check_exports, export
from ifbench_suite.report.html import page
from ifbench_suite.report.markdown import markdown
from ifbench_suite.report.model import Report

_TOGETHER = 1000
"""Outcomes that are written, and compressed, at a time."""


def save(
    report: Report,
    folder: Path,
    exports: Sequence[str] = (),
    run: str = "",
    *,
    gzipped: bool = False,
    workers: int = 1,
) -> Path:
    """Writes report.json, .md and .html, outcomes.jsonl and the two official result files.

    They are written to a folder beside it first and moved when all are complete, so that an
    interrupted run leaves nothing half-written. Other files in `folder` stay.

    Args:
        report: what is written.
        folder: where to.
        exports: the names of further files, of `exports.EXPORTS`.
        run: what the run is called in these; "": as the folder.
        gzipped: gzip the files that have a line per outcome; those of an earlier run go.
        workers: processes that may be used.

    Raises:
        InputError: the folder cannot be written, or there is no such export.
    """
    check_exports(exports)

    def write(draft: Path) -> None:
        _write(report, draft, gzipped, workers)
        export(report, draft, exports, run or folder.absolute().name)

    _written(folder, write)
    for name in file_names(gzipped=not gzipped):
        (folder / name).unlink(missing_ok=True)
    return folder


def save_files(folder: Path, files: Mapping[str, Any]) -> Path:
    """Writes files by name: text as it is, anything else as JSON; all of them or none.

    Raises:
        InputError: the folder cannot be written.
    """

    def write(draft: Path) -> None:
        for name, content in files.items():
            if isinstance(content, str):
                (draft / name).write_bytes(encoded(content))
            else:
                _write_json(content, draft / name)

    return _written(folder, write)


def save_lines(folder: Path, name: str, lines: Iterable[str]) -> Path:
    """Writes one file line by line; the whole of it or nothing.

    Raises:
        InputError: the folder cannot be written.
    """
    return _written(folder, lambda draft: _write_lines(lines, draft / name))


def _written(folder: Path, write: Callable[[Path], None]) -> Path:
    check_writable(folder)
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory(dir=folder.parent, prefix=f".{folder.name}-") as draft:
            write(Path(draft))
            folder.mkdir(exist_ok=True)
            for file in sorted(Path(draft).iterdir()):
                os.replace(file, folder / file.name)
    except OSError as error:
        raise InputError(f"cannot be written ({error.strerror})", file=folder) from None
    return folder


def file_name(name: str) -> str:
    """A name as one that every file system takes."""
    return re.sub(r"[^\w.-]+", "_", name).strip("._") or "run"


def check_writable(folder: Path) -> None:
    """Finds out before the work whether `folder` could hold its result.

    Raises:
        InputError: it is a file, or it (or the folder that would hold it) is not writable.
    """
    nearest = next(path for path in (folder, *folder.absolute().parents) if path.exists())
    if not nearest.is_dir():
        raise InputError("is a file, not a folder", file=nearest)
    if not os.access(nearest, os.W_OK):
        raise InputError("is not writable", file=nearest)


def _write(report: Report, folder: Path, gzipped: bool, workers: int) -> None:
    with meanwhile(selection, report.outcomes, workers) as selected:
        _write_json(report.to_dict(), folder / "report.json")
        (folder / "report.md").write_bytes(encoded(markdown(report)))
        (folder / "report.html").write_bytes(encoded(page(report, selected)))
    if isinstance(report.outcomes, OutcomeFiles):
        report.outcomes.put_into(folder)
        return
    if report.is_of_totals:
        return
    with ExitStack() as stack:
        paths = [folder / name for name in file_names(gzipped=gzipped)]
        files = [stack.enter_context(path.open("wb")) for path in paths]
        for some in _some_at_a_time(report.outcomes):
            for file, lines in zip(files, zip(*map(lines_of, some), strict=True), strict=True):
                file.write(packed(lines, gzipped=gzipped))


def _some_at_a_time(outcomes: Iterable[Outcome]) -> Iterator[list[Outcome]]:
    left = iter(outcomes)
    while some := list(islice(left, _TOGETHER)):
        yield some


def _write_lines(lines: Iterable[str], path: Path) -> None:
    with path.open("wb") as file:
        file.writelines(map(encoded, lines))


def _write_json(content: Any, path: Path) -> None:
    path.write_bytes(encoded(json.dumps(content, ensure_ascii=False, indent=2) + "\n"))
