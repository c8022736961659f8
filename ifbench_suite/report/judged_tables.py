"""The tables of a benchmark that a judge decides: one instruction per row, and no loose mode."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ifbench_suite.metrics import Estimate
from ifbench_suite.metrics.judged import Judging, Verdicts
from ifbench_suite.report.model import Report
from ifbench_suite.report.tables import Table
from ifbench_suite.report.wording import fraction, interval, percent, with_error


def judged_tables(report: Report, judging: Judging) -> Iterator[Table]:
    """Total and macro, then types, languages and types in each language."""
    yield _totals(report, judging)
    for field, parts in judging.parts.items():
        if parts:
            yield _part_table(field, parts, report.subsets.get(field, {}))


def _totals(report: Report, judging: Judging) -> Table:
    title = f"{report.signature.benchmark}, {report.signature.rows} rows"
    total = report.metrics["prompt_level_strict"]
    rows = [["total, pooled over rows", with_error(total), interval(total), fraction(total)]]
    for field in ("type", "language"):
        if macro := report.rollups.get(field, {}).get("macro"):
            mean = macro["prompt_level_strict"]
            rows.append([f"macro, mean of {field}s", with_error(mean), interval(mean), ""])
    if judging.total.unscored:
        rows.append(["total, unscored as followed", percent(judging.total.highest), "", ""])
    return Table(title, ["accuracy, %", "value ± s.e.", "95 % interval", "followed"], rows)


def _part_table(
    field: str, parts: Mapping[str, Verdicts], subsets: Mapping[str, Mapping[str, Estimate]]
) -> Table:
    rows = [
        [
            value.replace("language=", "").replace("type=", ""),
            str(verdicts.num),
            _accuracy(verdicts, subsets.get(value)),
            str(verdicts.unscored),
            percent(verdicts.highest),
        ]
        for value, verdicts in parts.items()
    ]
    header = [field.replace("+", ", "), "n", "accuracy", "unscored", "at most"]
    return Table(f"By {header[0]}", header, rows, in_terminal="+" not in field)


def _accuracy(verdicts: Verdicts, numbers: Mapping[str, Estimate] | None) -> str:
    return with_error(numbers["prompt_level_strict"]) if numbers else percent(verdicts.lowest)
