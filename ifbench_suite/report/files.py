"""The files of an output folder, all of them written or none."""

from __future__ import annotations

import json
import os
import re
import tempfile
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ifbench_suite.errors import InputError
from ifbench_suite.outcome import Outcome
from ifbench_suite.report.exports import check_exports, export
from ifbench_suite.report.html import page
from ifbench_suite.report.markdown import markdown
from ifbench_suite.report.model import Report


def save(report: Report, folder: Path, exports: Sequence[str] = (), run: str = "") -> Path:
    """Writes report.json, .md and .html, outcomes.jsonl and the two official result files.

    They are written to a folder beside it first and moved when all are complete, so that an
    interrupted run leaves nothing half-written. Other files in `folder` stay.

    Args:
        report: what is written.
        folder: where to.
        exports: the names of further files, of `exports.EXPORTS`.
        run: what the run is called in these; "": as the folder.

    Raises:
        InputError: the folder cannot be written, or there is no such export.
    """
    check_exports(exports)

    def write(draft: Path) -> None:
        _write(report, draft)
        export(report, draft, exports, run or folder.absolute().name)

    return _written(folder, write)


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


def _write(report: Report, folder: Path) -> None:
    _write_json(report.to_dict(), folder / "report.json")
    (folder / "report.md").write_bytes(encoded(markdown(report)))
    (folder / "report.html").write_bytes(encoded(page(report)))
    _write_lines((outcome.to_dict() for outcome in report.outcomes), folder / "outcomes.jsonl")
    for mode in ("strict", "loose"):
        lines = _official(report.outcomes, mode)
        _write_lines(lines, folder / f"eval_results_{mode}.jsonl")


def _official(outcomes: Iterable[Outcome], mode: str) -> Iterator[dict[str, Any]]:
    """The lines of eval_results_strict.jsonl as google-research's evaluation_main writes them."""
    for outcome in outcomes:
        follow = list(getattr(outcome, mode))
        yield {
            "follow_all_instructions": all(follow),
            "follow_instruction_list": follow,
            "instruction_id_list": list(outcome.instruction_ids),
            "prompt": outcome.prompt,
            "response": outcome.response,
        }


def _write_json(content: Any, path: Path) -> None:
    path.write_bytes(encoded(json.dumps(content, ensure_ascii=False, indent=2) + "\n"))


def _write_lines(lines: Iterable[Any], path: Path) -> None:
    with path.open("wb") as file:
        file.writelines(encoded(json.dumps(line, ensure_ascii=False) + "\n") for line in lines)


def encoded(text: str) -> bytes:
    r"""UTF-8; a lone surrogate becomes `\udXXX`, which is its escape in JSON."""
    return text.encode("utf-8", "backslashreplace")
