"""report.md: the numbers as tables that fit a pull request or a model card."""

from __future__ import annotations

from collections.abc import Iterator

from ifbench_suite.report.inert import printable
from ifbench_suite.report.model import Report
from ifbench_suite.report.tables import Table, tables
from ifbench_suite.report.wording import notices, warning

_MOST_DIFFERING = 50
"""Differing rows that report.md lists; report.json has them all."""
_SIGNS = "\\`*_{}[]<>#|!&~"
"""What Markdown may take for more than text."""


def markdown(report: Report) -> str:
    """The report as GitHub-flavoured Markdown."""
    return "\n".join(_lines(report)) + "\n"


def _lines(report: Report) -> Iterator[str]:
    first, *others = tables(report)
    if beware := warning(report):
        yield from [f"**{escaped(beware)}**", ""]
    yield f"# {report.signature.benchmark}"
    yield ""
    yield from markdown_table(first)
    yield ""
    yield code(str(report.signature))
    yield ""
    yield f"Error bars: {report.error_bars}."
    if found := [f"- {escaped(notice)}" for notice in notices(report)]:
        yield from ["", "## Before you believe it", "", *found]
    for table in others:
        yield from ["", f"## {escaped(table.title)}", "", *markdown_table(table)]
    if report.differing:
        yield from ["", "## Where the corrected rules disagree", "", *_differing(report)]


def _differing(report: Report) -> Iterator[str]:
    for row in report.differing[:_MOST_DIFFERING]:
        yield f"- key {escaped(str(row.place))}: {', '.join(row.instructions)}"
    if (rest := len(report.differing) - _MOST_DIFFERING) > 0:
        yield f"- and {rest} more, in report.json"


def markdown_table(table: Table) -> Iterator[str]:
    """The lines of a table; numbers stand to the right."""
    yield f"| {' | '.join(map(escaped, table.header))} |"
    yield "|" + "---|" * table.words + "---:|" * (len(table.header) - table.words)
    for row in table.rows:
        cells = [*map(escaped, row), *[""] * (len(table.header) - len(row))]
        yield f"| {' | '.join(cells)} |"


def escaped(text: str) -> str:
    """Text that Markdown shows as it is, on one line."""
    one_line = printable(" ".join(text.split()))
    return "".join(f"\\{char}" if char in _SIGNS else char for char in one_line)


def code(text: str) -> str:
    """Text as code, on one line; a backtick in it, which nothing can escape, becomes a quote."""
    return "`" + printable(" ".join(text.split())).replace("`", "'") + "`"
