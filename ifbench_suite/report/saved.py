"""Reads a saved report back: its signature and its outcomes, from which every number follows."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from ifbench_suite.errors import InputError
from ifbench_suite.outcome_lines import GZ, OUTCOMES, outcome_of
from ifbench_suite.records import read_records
from ifbench_suite.report.model import Report
from ifbench_suite.report.reporting import Reporting
from ifbench_suite.signature import Signature

REPORT = "report.json"


def folder_of(path: Path) -> Path | None:
    """The folder of the saved report that `path` is, or is a file of; None if it is none."""
    folder = path.parent if path.name in (OUTCOMES, OUTCOMES + GZ, REPORT) else path
    return folder if (folder / REPORT).is_file() else None


def outcomes_of(folder: Path) -> Path:
    """The file of a saved report's outcomes, gzipped or not."""
    gzipped = folder / (OUTCOMES + GZ)
    return gzipped if gzipped.is_file() else folder / OUTCOMES


def load_report(folder: Path, reporting: Reporting | None = None) -> Report:
    """The report that `Report.save` wrote to `folder`.

    Raises:
        InputError: report.json or outcomes.jsonl is not there or not as this version writes it.
    """
    content = _content(folder / REPORT)
    outcomes = [outcome_of(record) for record in read_records(outcomes_of(folder))]
    return Report(
        outcomes,
        _signature(content, folder / REPORT),
        content.get("matched_by", {}),
        content.get("unmatched", ()),
        reporting or Reporting(),
    )


def _content(path: Path) -> Mapping[str, Any]:
    try:
        content = json.loads(path.read_text("utf-8"))
    except FileNotFoundError:
        problem = "no such file: without it nobody knows how the outcomes were scored"
        raise InputError(problem, file=path) from None
    except (OSError, ValueError) as error:
        raise InputError(f"not readable as JSON: {error}", file=path) from None
    if not isinstance(content, Mapping):
        raise InputError("is not a JSON object", file=path)
    return content


def _signature(content: Mapping[str, Any], path: Path) -> Signature:
    names = {one.name for one in fields(Signature)}
    found = content.get("signature")
    if not isinstance(found, Mapping) or set(found) != names:
        problem = f"does not have the fields {', '.join(sorted(names))}; score the responses again"
        raise InputError(problem, file=path, field="signature")
    return Signature(**found)
