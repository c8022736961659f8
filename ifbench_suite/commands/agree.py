"""`python -m ifbench_suite agree A B`: how far two graders of the same responses agree."""

from __future__ import annotations

import argparse
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ifbench_suite.commands import flags

if TYPE_CHECKING:
    from ifbench_suite.graders import Grading
    from ifbench_suite.report.output import Output

SUMMARY = "Says how far two graders of the same responses agree, and on which items they differ."
_SHOWN = 20
_RULES = ("reference", "corrected")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the flags."""
    for name in ("first", "second"):
        parser.add_argument(
            name,
            metavar={"first": "A", "second": "B"}[name],
            help="a saved report, a harness's log or official result file with verdicts, or JSON "
            "Lines with key and verdicts",
        )
    parser.add_argument("--mode", choices=("strict", "loose"), default="strict")
    for name in ("a", "b"):
        parser.add_argument(
            f"--rules_{name}",
            choices=_RULES,
            default=_RULES[0],
            help=f"which rule set of {name.upper()}, if it is a saved report",
        )
        parser.add_argument(
            f"--field_{name}",
            metavar="FIELD",
            help=f"the field of {name.upper()} with its verdicts",
        )
    parser.add_argument("--output_dir", metavar="DIR", help="where agreement.json and .md go")
    flags.add_output(parser)


def run(arguments: argparse.Namespace) -> int:
    """Shows the agreement and the first items that differ; saves it where asked for."""
    from ifbench_suite.graders import graded_alike, read_grader, with_reasons
    from ifbench_suite.report import agreement
    from ifbench_suite.report.files import check_writable

    if arguments.output_dir:
        check_writable(Path(arguments.output_dir))
    first = read_grader(
        arguments.first, mode=arguments.mode, rules=arguments.rules_a, field=arguments.field_a
    )
    second = read_grader(
        arguments.second, mode=arguments.mode, rules=arguments.rules_b, field=arguments.field_b
    )
    grading = graded_alike(first, second)
    for report, log in (
        (arguments.first, arguments.second),
        (arguments.second, arguments.first),
    ):
        grading = with_reasons(grading, report, log, arguments.mode)
    names = _names(arguments)
    if format := flags.format_of(arguments):
        _output(names, grading).put(format)
    if arguments.output_dir:
        agreement.save(names, grading, Path(arguments.output_dir))
        flags.say_written(arguments)
    return 0


def _output(names: tuple[str, str], grading: Grading) -> Output:
    from ifbench_suite.report import agreement
    from ifbench_suite.report.output import Output

    return Output(
        partial(_show, names, grading),
        partial(agreement.agreement_dict, names, grading),
        partial(agreement.agreement_markdown, names, grading),
        partial(agreement.agreement_flat, grading),
    )


def _show(names: tuple[str, str], grading: Grading) -> None:
    from rich.console import Console
    from rich.text import Text

    from ifbench_suite.report import agreement
    from ifbench_suite.report.inert import printable
    from ifbench_suite.report.terminal import show_table

    console = Console()
    for table in agreement.agreement_tables(names, grading):
        if table.in_terminal and table.rows:
            show_table(table, console)
    for line in (*agreement.remarks(names, grading), *agreement.differences(grading, _SHOWN)):
        console.print(Text(printable(line)))


def _names(arguments: argparse.Namespace) -> tuple[str, str]:
    first, second = (
        path if rules == _RULES[0] else f"{path} ({rules})"
        for path, rules in (
            (arguments.first, arguments.rules_a),
            (arguments.second, arguments.rules_b),
        )
    )
    return first, second
