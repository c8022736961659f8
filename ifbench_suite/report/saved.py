"""Reads a saved report back: its signature and its outcomes, from which every number follows."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import fields
from pathlib import Path
from typing import Any

from immutabledict import immutabledict

from checkers.finding import Finding
from checkers.inverse_ifeval import Judgement
from ifbench_suite.errors import InputError
from ifbench_suite.outcome import Outcome, Status, Verdicts
from ifbench_suite.records import Record, read_records
from ifbench_suite.report.model import Report
from ifbench_suite.report.reporting import Reporting
from ifbench_suite.signature import Signature
from ifbench_suite.thinking import Trace

OUTCOMES = "outcomes.jsonl"
REPORT = "report.json"


def folder_of(path: Path) -> Path | None:
    """The folder of the saved report that `path` is, or is a file of; None if it is none."""
    folder = path.parent if path.name in (OUTCOMES, REPORT) else path
    return folder if (folder / REPORT).is_file() else None


def load_report(folder: Path, reporting: Reporting | None = None) -> Report:
    """The report that `Report.save` wrote to `folder`.

    Raises:
        InputError: report.json or outcomes.jsonl is not there or not as this version writes it.
    """
    content = _content(folder / REPORT)
    outcomes = [outcome_of(record) for record in read_records(folder / OUTCOMES)]
    return Report(
        outcomes,
        _signature(content, folder / REPORT),
        content.get("matched_by", {}),
        content.get("unmatched", ()),
        reporting or Reporting(),
    )


def outcome_of(record: Record) -> Outcome:
    """The outcome that a line of outcomes.jsonl holds.

    Raises:
        InputError: a field is missing or odd.
    """
    line = record.value
    try:
        return Outcome(
            key=line["key"],
            benchmark=line["benchmark"],
            prompt=line["prompt"],
            response=line["response"],
            instruction_ids=tuple(line["instruction_id_list"]),
            kwargs=tuple(line["kwargs"]),
            reference=_verdicts(line),
            corrected=_verdicts(line["corrected"]) if line["corrected"] else None,
            status=Status(line["status"]),
            trace=Trace(line["thinking"]),
            truncated=line["truncated"],
            errors=tuple(line["errors"]),
            language=line["language"],
            turn=line["turn"],
            sample=line["sample"],
            extra=immutabledict(line.get("extra", {})),
            judgement=_judgement(line["judgement"]) if line.get("judgement") else None,
        )
    except (KeyError, TypeError, ValueError) as error:
        problem = f"not a line of outcomes.jsonl ({type(error).__name__}: {error})"
        raise record.place.error(problem) from None


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


def _judgement(found: Mapping[str, Any]) -> Judgement:
    judgement = Judgement(**found)
    p_follows = judgement.p_follows
    return judgement._replace(p_follows=None if p_follows is None else tuple(p_follows))


def _verdicts(line: Mapping[str, Any]) -> Verdicts:
    findings = (Finding(f["followed"], f["found"], f["wanted"]) for f in line["findings"])
    return Verdicts(tuple(line["strict"]), tuple(line["loose"]), tuple(findings))
