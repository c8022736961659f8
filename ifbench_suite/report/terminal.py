"""The report as a person sees it in a terminal: one screen, 80 columns."""

from __future__ import annotations

from collections.abc import Mapping

from rich import table as rich
from rich.console import Console
from rich.text import Text as Line

from ifbench_suite.report.inert import printable
from ifbench_suite.report.model import Report
from ifbench_suite.report.runs import columns_table, lines_table, runs_summary
from ifbench_suite.report.tables import Table, tables
from ifbench_suite.report.wording import notices, warning


def show(report: Report, console: Console) -> None:
    """Prints the numbers, their parts, notices and the signature."""
    if first := warning(report):
        console.print(Line(first, style="bold red"))
    for table in tables(report):
        if table.in_terminal:
            show_table(table, console)
    for notice in notices(report):
        console.print(Line(f"- {printable(notice)}", style="yellow"))
    if report.has_corrected:
        console.print(Line(_corrected_notice(report)))
    console.print(Line(printable(str(report.signature)), style="dim"), soft_wrap=True)


def show_runs(reports: Mapping[str, Report], console: Console) -> None:
    """Prints several runs as one table: a column per run, or a line per run if that is too wide."""
    columns = rich_table(columns_table(reports))
    fits = columns.__rich_measure__(console, console.options).minimum <= console.width // 2
    console.print(columns if fits else rich_table(lines_table(reports)))
    if summary := runs_summary(reports):
        show_table(summary, console)
    for name, report in reports.items():
        for notice in notices(report):
            console.print(Line(f"- {printable(name)}: {printable(notice)}", style="yellow"))
    for signature in dict.fromkeys(str(report.signature) for report in reports.values()):
        console.print(Line(printable(signature), style="dim"), soft_wrap=True)


def show_table(table: Table, console: Console) -> None:
    """Prints one table."""
    console.print(rich_table(table))


def rich_table(table: Table) -> rich.Table:
    """The table as rich draws it: no lines, words to the left, numbers to the right."""
    drawn = rich.Table(
        title=printable(table.title),
        title_justify="left",
        title_style="bold",
        box=None,
        pad_edge=False,
    )
    for number, name in enumerate(table.header):
        justify = "left" if number < table.words else "right"
        drawn.add_column(Line(printable(name)), justify=justify, overflow="fold")  # type: ignore[arg-type]
    for row in table.rows:
        drawn.add_row(*(Line(printable(cell)) for cell in row))
    return drawn


def _corrected_notice(report: Report) -> str:
    rows = len(report.differing)
    return f"These are the official verdicts; the corrected rules differ on {rows} rows."
