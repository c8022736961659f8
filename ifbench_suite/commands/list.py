"""`python -m ifbench_suite list`: every instruction, a line each."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.table import Table

    from ifbench_suite.catalogue import Entry

SUMMARY = "Lists the instructions of every benchmark."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the flags."""
    parser.add_argument("--benchmark", metavar="NAME", help="only this benchmark's")


def run(arguments: argparse.Namespace) -> int:
    """Prints a table per benchmark."""
    from rich.console import Console

    from checkers import REGISTRIES
    from ifbench_suite.catalogue import entries
    from ifbench_suite.rows import registry_of

    console = Console()
    names = [registry_of(arguments.benchmark).name] if arguments.benchmark else list(REGISTRIES)
    for name in names:
        console.print(_table(name, list(entries(name))))
    return 0


def _table(name: str, listed: Sequence[Entry]) -> Table:
    from rich.table import Table
    from rich.text import Text

    title = f"{name}: {len(listed)} instructions"
    table = Table(title=title, title_justify="left", box=None, pad_edge=False)
    for column in ("id", "what it asks"):
        table.add_column(column, overflow="fold")
    for entry in listed:
        table.add_row(entry.rule.id, Text(entry.meaning))
    return table
