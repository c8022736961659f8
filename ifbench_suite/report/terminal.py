"""The report as a person sees it in a terminal: one screen, 80 columns."""

from __future__ import annotations

from collections.abc import Mapping

from rich.console import Console
from rich.table import Table
from rich.text import Text as Line

from ifbench_suite.report.model import Report
from ifbench_suite.report.wording import LABELS, fraction, notices, percent, with_error


def show(report: Report, console: Console) -> None:
    """Prints the four numbers, families, notices and the signature."""
    console.print(_numbers(report))
    console.print(_families(report.by_family))
    for notice in notices(report):
        console.print(Line(f"- {printable(notice)}", style="yellow"))
    if report.has_corrected:
        console.print(Line(_corrected_notice(report)))
    console.print(Line(str(report.signature), style="dim"), soft_wrap=True)


def _numbers(report: Report) -> Table:
    table = _table(f"{report.signature.benchmark}, {report.signature.rows} rows")
    table.add_column("accuracy, %")
    columns = ["value ± s.e.", "followed", *(["corrected"] if report.has_corrected else [])]
    for column in columns:
        table.add_column(column, justify="right")
    for name, estimate in report.metrics.items():
        right = [with_error(report.corrected[name])] if report.has_corrected else []
        table.add_row(LABELS[name], with_error(estimate), fraction(estimate), *right)
    return table


def _families(families: Mapping[str, Mapping[str, float]]) -> Table:
    table = _table("")
    for column in ("family", "n", "strict", "loose"):
        table.add_column(column, justify="left" if column == "family" else "right")
    for family, numbers in families.items():
        table.add_row(
            family, str(numbers["num"]), percent(numbers["strict"]), percent(numbers["loose"])
        )
    return table


def _corrected_notice(report: Report) -> str:
    rows = len({str(outcome.key) for outcome in report.differing})
    return f"These are the official verdicts; the corrected rules differ on {rows} rows."


def _table(title: str) -> Table:
    return Table(
        title=title or None, title_justify="left", title_style="bold", box=None, pad_edge=False
    )


def printable(text: str) -> str:
    """Text in which control and direction characters are shown, not obeyed."""
    return "".join(char if char.isprintable() else f"\\u{ord(char):04x}" for char in text)
