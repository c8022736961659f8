"""The tables of a report whose rows have turns: Multi-IF's own numbers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from ifbench_suite.metrics.conversations import Conversations, Numbers
from ifbench_suite.report.model import Report
from ifbench_suite.report.tables import Table
from ifbench_suite.report.wording import LABELS, narrow, with_error

_TOTALS = {"micro": "all micro", "mean_of_turns": "mean of micro", "macro": "mean of macro"}
_CHANGES = {
    "ifr_strict": "IFR strict",
    "ecr_strict": "ECR strict",
    "ifr_loose": "IFR loose",
    "ecr_loose": "ECR loose",
}


def conversation_tables(report: Report) -> Iterator[Table]:
    """Overall by turn and language, IFR and ECR; in files also the four numbers of each."""
    for name, found in report.conversations.items():
        is_reference = name == "reference"
        title = "" if is_reference else f", {name}"
        yield _turn_table(found, title, in_terminal=is_reference)
        yield _overall_table(found, title, in_terminal=is_reference)
        yield _changes_table(found, title, in_terminal=is_reference)
        if is_reference:
            yield _cell_table(found)


def _turn_table(found: Conversations, title: str, *, in_terminal: bool) -> Table:
    lines = {
        f"{turn} {kind}": numbers
        for turn, of in found.turns.items()
        for kind, numbers in of.items()
    }
    lines |= {_TOTALS[kind]: numbers for kind, numbers in found.total.items()}
    return Table(
        f"Languages together, by turn{title}",
        ["turn", *map(narrow, LABELS), "overall"],
        [[name, *_five(numbers)] for name, numbers in lines.items()],
        in_terminal=in_terminal,
    )


def _overall_table(found: Conversations, title: str, *, in_terminal: bool) -> Table:
    """Overall of each language at each turn, and over its turns."""
    header = ["overall", *(f"turn {turn}" for turn in found.cells), "pooled", "mean"]
    rows = [
        [
            language,
            *(_overall(of.get(language)) for of in found.cells.values()),
            _overall(rolled["micro"]),
            _overall(rolled["macro"]),
        ]
        for language, rolled in found.languages.items()
    ]
    return Table(f"Overall by language and turn{title}", header, rows, in_terminal=in_terminal)


def _changes_table(found: Conversations, title: str, *, in_terminal: bool) -> Table:
    rows = [
        [name if name == "all" or not name.isdecimal() else f"turn {name}"]
        + [with_error(numbers[kind]) for kind in _CHANGES]
        for name, numbers in found.changes.items()
    ]
    title = f"Forgotten (IFR) and mended (ECR){title}"
    return Table(title, ["", *_CHANGES.values()], rows, in_terminal=in_terminal)


def _cell_table(found: Conversations) -> Table:
    rows = [
        [str(turn), language, *_five(numbers)]
        for turn, of in found.cells.items()
        for language, numbers in of.items()
    ]
    header = ["turn", "language", *map(narrow, LABELS), "overall"]
    return Table("By turn and language", header, rows, words=2, in_terminal=False)


def _five(numbers: Numbers) -> list[str]:
    return [with_error(numbers[name]) for name in (*LABELS, "overall")]


def _overall(numbers: Mapping[str, object] | None) -> str:
    return "-" if numbers is None else with_error(numbers["overall"])  # type: ignore[arg-type]
