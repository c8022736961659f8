"""`python -m ifbench_suite explain --key KEY FILE`: one row, with the reason for each verdict."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from ifbench_suite.commands import flags
from ifbench_suite.errors import InputError

if TYPE_CHECKING:
    from ifbench_suite.outcome import Outcome

SUMMARY = "Shows one row: prompt, response, and for each instruction what was found and wanted."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the flags."""
    parser.add_argument(
        "responses",
        metavar="FILE",
        help="a response file, a saved report's folder, or an outcomes.jsonl",
    )
    parser.add_argument("--key", required=True, help="the row's key")
    parser.add_argument("--turn", type=int, metavar="N", help="only this turn")
    parser.add_argument("--benchmark", default="ifeval", metavar="NAME", help="default: ifeval")
    parser.add_argument("--data", metavar="FILE", help="the benchmark's official file")
    flags.add_scoring(parser)
    flags.add_judging(parser)


def run(arguments: argparse.Namespace) -> int:
    """Explains every outcome of the row: one per turn and sample."""
    from rich.console import Console

    from ifbench_suite.report.explanation import explained

    console = Console(highlight=False)
    for number, outcome in enumerate(_chosen(arguments)):
        if number:
            console.rule()
        for line in explained(outcome):
            console.print(line)
    return 0


def _chosen(arguments: argparse.Namespace) -> Sequence[Outcome]:
    outcomes = _outcomes(arguments)
    of_key = [one for one in outcomes if str(one.key) == arguments.key]
    if not of_key:
        keys = ", ".join(dict.fromkeys(str(one.key) for one in outcomes[:3]))
        problem = f"no row has the key {arguments.key!r}; the first are {keys}"
        raise InputError(problem, file=arguments.responses)
    if arguments.turn is None:
        return of_key
    of_turn = [one for one in of_key if one.turn == arguments.turn]
    if not of_turn:
        problem = f"key {arguments.key} has no turn {arguments.turn}"
        raise InputError(problem, file=arguments.responses)
    return of_turn


def _outcomes(arguments: argparse.Namespace) -> Sequence[Outcome]:
    from ifbench_suite.outcome_lines import OUTCOMES, outcome_of
    from ifbench_suite.records import read_records
    from ifbench_suite.report import Reporting
    from ifbench_suite.report.saved import folder_of, outcomes_of
    from ifbench_suite.responses import read_responses

    path = Path(arguments.responses)
    folder = folder_of(path)
    if folder is not None or path.name == OUTCOMES:
        saved = path if folder is None else outcomes_of(folder)
        return [outcome_of(record) for record in read_records(saved)]
    evaluation = flags.evaluation_of(arguments, arguments.benchmark, arguments.data, Reporting())
    return evaluation.of(read_responses(arguments.responses)).outcomes
