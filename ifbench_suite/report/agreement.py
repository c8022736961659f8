"""How the agreement of two graders reads: its tables and its files."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from immutabledict import immutabledict

from ifbench_suite.graders import Difference, Grading
from ifbench_suite.metrics import Agreement
from ifbench_suite.report.files import save_files
from ifbench_suite.report.flat import Cell, Flat, or_none
from ifbench_suite.report.markdown import escaped, markdown_table
from ifbench_suite.report.tables import Table
from ifbench_suite.report.wording import percent

_MOST = 100
"""Differing items that agreement.md lists; agreement.json has them all."""
_COLUMNS: Mapping[str, type] = immutabledict(
    instruction=str,
    num=int,
    accuracy=float,
    kappa=float,
    macro_f1=float,
    mcc=float,
    only_first=int,
    only_second=int,
)
_HEADER = ("n", "accuracy, %", "kappa", "macro F1", "MCC", "only A", "only B")


def agreement_tables(names: Sequence[str], grading: Grading) -> Iterator[Table]:
    """All items, then the instructions; a terminal shows those on which the graders differ."""
    overall = ["all items", *_cells(grading.overall)]
    yield Table(f"A = {names[0]}, B = {names[1]}", ["", *_HEADER], [overall])
    rows = {id: [id, *_cells(one)] for id, one in grading.by_instruction.items()}
    differing = [
        rows[id] for id, one in grading.by_instruction.items() if one.only_first + one.only_second
    ]
    title = f"Instructions on which they differ ({len(differing)} of {len(rows)})"
    yield Table(title, ["instruction", *_HEADER], differing)
    yield Table("By instruction", ["instruction", *_HEADER], list(rows.values()), in_terminal=False)


def remarks(names: Sequence[str], grading: Grading) -> Iterator[str]:
    """One sentence for each thing that is not in the numbers, and the first items that differ."""
    for name, count in zip(names, (grading.only_first, grading.only_second), strict=True):
        if count:
            yield f"{count} responses are graded only by {name}; they are left out."
    if grading.without_verdict:
        yield f"{grading.without_verdict} items have no verdict from one of them; left out."


def differences(grading: Grading, most: int) -> Iterator[str]:
    """The first items that differ, a line each."""
    for item in grading.differing[:most]:
        yield _line(item)
    if (rest := len(grading.differing) - most) > 0:
        yield f"and {rest} more"


def save(names: Sequence[str], grading: Grading, folder: Path) -> Path:
    """Writes agreement.json and agreement.md.

    Raises:
        InputError: the folder cannot be written.
    """
    files = {
        "agreement.json": agreement_dict(names, grading),
        "agreement.md": agreement_markdown(names, grading),
    }
    return save_files(folder, files)


def agreement_dict(names: Sequence[str], grading: Grading) -> dict[str, Any]:
    """The content of agreement.json."""
    return {"first": names[0], "second": names[1], **grading.to_dict()}


def agreement_markdown(names: Sequence[str], grading: Grading) -> str:
    """The content of agreement.md."""
    return "\n".join(_markdown(names, grading)) + "\n"


def agreement_flat(grading: Grading) -> Flat:
    """The agreement on all items and on each instruction, a line each."""
    lines = {"": grading.overall, **grading.by_instruction}
    return Flat(_COLUMNS, ((id, *_values(one)) for id, one in lines.items()))


def _values(one: Agreement) -> tuple[Cell, ...]:
    measures = (one.accuracy, one.kappa, one.macro_f1, one.mcc)
    return (one.num, *map(or_none, measures), one.only_first, one.only_second)


def _markdown(names: Sequence[str], grading: Grading) -> Iterator[str]:
    yield f"# {escaped(names[0])} and {escaped(names[1])}"
    for remark in remarks(names, grading):
        yield from ["", escaped(remark)]
    for table in agreement_tables(names, grading):
        if table.rows:
            yield from ["", f"## {escaped(table.title)}", "", *markdown_table(table)]
    yield from ["", "## Items that differ", ""]
    yield from (f"- {escaped(line)}" for line in differences(grading, _MOST))


def _line(item: Difference) -> str:
    turn = "" if item.turn is None else f", turn {item.turn}"
    sample = f", sample {item.sample}" if item.sample else ""
    says = "only A says followed" if item.first else "only B says followed"
    reason = f"; {item.reason}" if item.reason else ""
    return f"key {item.key}{turn}{sample}: {item.instruction or 'the prompt'}: {says}{reason}"


def _cells(one: Agreement) -> list[str]:
    return [
        str(one.num),
        percent(one.accuracy),
        *(_decimal(value) for value in (one.kappa, one.macro_f1, one.mcc)),
        str(one.only_first),
        str(one.only_second),
    ]


def _decimal(value: float) -> str:
    return "-" if math.isnan(value) else f"{value:.3f}"
