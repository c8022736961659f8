"""The content of report.json."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import asdict
from typing import Any

from ifbench_suite.metrics import Estimate
from ifbench_suite.report.model import Report


def content(report: Report) -> dict[str, Any]:
    """A report as report.json has it; see docs/file-formats.md."""
    return {
        "signature": report.signature.to_dict(),
        "metrics": _dicts(report.metrics),
        "corrected": _corrected(report),
        "subsets": {
            name: {value: _dicts(numbers) for value, numbers in split.items()}
            for name, split in report.subsets.items()
        },
        "rollups": {
            name: {kind: _dicts(numbers) for kind, numbers in rolled.items()}
            for name, rolled in report.rollups.items()
        },
        "repeats": {
            **_dicts(report.repeats),
            **(
                {"spread": {k: v.to_dict() for k, v in report.spread.items()}}
                if report.spread
                else {}
            ),
        },
        "conversations": {name: one.to_dict() for name, one in report.conversations.items()},
        "summary": report.summarised,
        "error_bars": report.error_bars,
        "by_family": report.by_family,
        "by_instruction": report.by_instruction,
        "counts": asdict(report.counts),
        "judging": report.judging and report.judging.to_dict(),
        "matched_by": dict(report.matched_by),
        "data_faults": [fault.to_dict() for fault in report.data_faults],
        "missing": report.missing,
        "unmatched": sorted(report.unmatched),
        "checker_errors": dict(sorted(report.totals.errors.items())),
    }


def _corrected(report: Report) -> dict[str, Any]:
    if not report.has_corrected:
        return {}
    return {
        **_dicts(report.corrected),
        "rows_that_differ": len(report.differing),
        "differing": [row.to_dict() for row in report.differing],
    }


def _dicts(numbers: Mapping[str, Estimate]) -> dict[str, Any]:
    return {name: estimate.to_dict() for name, estimate in numbers.items()}
