"""The tables of a report, as text cells: terminal and Markdown show the same ones."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ifbench_suite.metrics import Estimate
from ifbench_suite.metrics.group import Values
from ifbench_suite.report.model import Report
from ifbench_suite.report.values import values_of
from ifbench_suite.report.wording import (
    LABELS,
    accuracy,
    fraction,
    interval,
    label,
    narrow,
    percent,
    with_error,
)
from ifbench_suite.summary import Summary


@dataclass(frozen=True, slots=True)
class Table:
    """Text in rows and columns: words first, then numbers.

    Attributes:
        title: what the table shows.
        header: the names of the columns.
        rows: as many cells as the header has; () is a blank line.
        words: how many columns are words.
        in_terminal: whether it is shown in a terminal, too, not only in files.
    """

    title: str
    header: Sequence[str]
    rows: Sequence[Sequence[str]]
    words: int = 1
    in_terminal: bool = True


def tables(report: Report) -> Iterator[Table]:
    """Every table of a report that has something in it."""
    if report.judging:
        from ifbench_suite.report.judged_tables import judged_tables

        yield from judged_tables(report, report.judging)
        yield from _summary_tables(report)
        return
    yield numbers_table(report)
    if report.repeats:
        yield _estimates("Repeats", report.repeats)
        yield _spread_table(report)
    if report.conversations:
        from ifbench_suite.report.conversation_tables import conversation_tables

        yield from conversation_tables(report)
    for name in report.subsets:
        yield from _subset_tables(report, name)
    yield from _summary_tables(report)
    yield accuracy_table("family", report.by_family)
    yield accuracy_table("instruction", report.by_instruction, in_terminal=False)


def _summary_tables(report: Report) -> Iterator[Table]:
    if report.summarised:
        yield summary_table(report.reporting.summary, {"value": values_of(report)})


def numbers_table(report: Report) -> Table:
    """The metrics with their error bars, and beside them those by the corrected rules."""
    header = ["accuracy, %", "value ± s.e.", "95 % interval", "followed"]
    rows = [_estimate_row(name, estimate) for name, estimate in report.metrics.items()]
    if report.has_corrected:
        header.append("corrected")
        right = report.corrected
        for name, row in zip(report.metrics, rows, strict=True):
            row.append(with_error(right[name]) if name in right else "")
    return Table(f"{report.signature.benchmark}, {report.signature.rows} rows", header, rows)


def accuracy_table(
    kind: str, groups: Mapping[str, Mapping[str, float | None]], *, in_terminal: bool = True
) -> Table:
    """Strict and loose accuracy of families or instructions, by both rule sets in files."""
    corrected = [mode for mode in next(iter(groups.values()), {}) if mode.startswith("corrected_")]
    modes = ["strict", "loose", *([] if in_terminal else corrected)]
    rows = [
        [name, f"{numbers['num']}", *(accuracy(numbers, mode) for mode in modes)]
        for name, numbers in groups.items()
    ]
    header = [kind, "n", *(mode.replace("_", " ") for mode in modes)]
    return Table(f"By {kind}", header, rows, in_terminal=in_terminal)


def summary_table(summary: Summary | None, columns: Mapping[str, Values]) -> Table:
    """The rows of a summary, a column per run."""
    lines = summary.table(columns) if summary else []
    return Table("Summary", ["group", "metric", *columns], lines, words=2)


def _estimates(title: str, estimates: Mapping[str, Estimate]) -> Table:
    rows = [[label(name), with_error(one), interval(one)] for name, one in estimates.items()]
    return Table(title, ["", "value ± s.e.", "95 % interval"], rows)


def _estimate_row(name: str, estimate: Estimate) -> list[str]:
    unit = "" if estimate.is_share else ", not %"
    return [label(name) + unit, with_error(estimate), interval(estimate), fraction(estimate)]


def _spread_table(report: Report) -> Table:
    rows = [
        [
            label(name),
            str(len(runs.runs)),
            percent(min(runs.runs)),
            percent(max(runs.runs)),
            percent(runs.std or 0.0),
        ]
        for name, runs in report.spread.items()
    ]
    return Table("Run by run", ["", "runs", "lowest", "highest", "std"], rows)


def _subset_tables(report: Report, name: str) -> Iterator[Table]:
    """The four numbers of every subset, and their micro and macro roll-ups."""
    if not (parts := report.subsets[name]):
        return
    lines = {**parts, **report.rollups.get(name, {})}
    rows = [
        [
            value,
            f"{numbers['prompt_level_strict'].num:g}",
            *(with_error(numbers[m]) for m in LABELS),
        ]
        for value, numbers in lines.items()
    ]
    is_shown_elsewhere = bool(report.conversations) and name in ("language", "turn")
    header = [name, "n", *map(narrow, LABELS)]
    yield Table(f"By {name}", header, rows, in_terminal=not is_shown_elsewhere)
