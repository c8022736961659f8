"""`python -m ifbench_suite compare A B`: is run B better than run A?"""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING

from ifbench_suite.commands import flags
from ifbench_suite.errors import InputError

if TYPE_CHECKING:
    from rich.console import Console

    from ifbench_suite.comparison import Comparison
    from ifbench_suite.report import Report
    from ifbench_suite.report.output import Output

SUMMARY = "Compares runs on the same prompts with the first of them: difference, test, flips."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the flags."""
    parser.add_argument(
        "runs",
        nargs="+",
        metavar="RUN",
        help="response files or saved reports; the first: baseline",
    )
    parser.add_argument("--benchmark", default="ifeval", metavar="NAME", help="default: ifeval")
    parser.add_argument("--data", metavar="FILE", help="the benchmark's official file")
    parser.add_argument(
        "--mode", choices=("strict", "loose"), default="strict", help="of parts and flips"
    )
    parser.add_argument("--output_dir", metavar="DIR", help="where comparison.json and .md go")
    flags.add_output(parser)
    flags.add_scoring(parser)
    flags.add_runs(parser)
    flags.add_splits(parser)
    flags.add_judging(parser)


def run(arguments: argparse.Namespace) -> int:
    """Compares every run with the first, shows the result and saves it where asked for."""
    from ifbench_suite.report import comparison
    from ifbench_suite.report.files import check_writable

    if arguments.output_dir:
        check_writable(Path(arguments.output_dir))
    comparisons = _comparisons(arguments)
    if format := flags.format_of(arguments):
        _output(comparisons).put(format)
    if arguments.output_dir:
        comparison.save(comparisons, Path(arguments.output_dir))
        flags.say_written(arguments)
    return 0


def _comparisons(arguments: argparse.Namespace) -> list[Comparison]:
    from ifbench_suite.comparison import Comparison
    from ifbench_suite.metrics import Resampling

    (first_name, first), *others = _runs(arguments).items()
    if not others:
        raise InputError(f"nothing to compare {first_name} with")
    resampling = Resampling(seed=arguments.seed)
    return [
        Comparison(first_name, name, first, report, arguments.mode, resampling)
        for name, report in others
    ]


def _runs(arguments: argparse.Namespace) -> dict[str, Report]:
    from ifbench_suite.report import Reporting
    from ifbench_suite.runs import Source, runs_of

    models = flags.models_of(arguments)
    reporting = Reporting.of(split_by=arguments.split)
    evaluation = flags.evaluation_of(arguments, arguments.benchmark, arguments.data, reporting)
    sources = [Source(path, evaluation) for path in arguments.runs]
    return runs_of(sources, model_field=arguments.model_field, models=models)


def _output(comparisons: Sequence[Comparison]) -> Output:
    from rich.console import Console

    from ifbench_suite.report import comparison
    from ifbench_suite.report.output import Output

    def table() -> None:
        for one in comparisons:
            _show(one, Console())

    return Output(
        table,
        partial(comparison.comparison_dict, comparisons),
        partial(comparison.comparison_markdown, comparisons),
        partial(comparison.contrasts_table, comparisons),
    )


def _show(comparison: Comparison, console: Console) -> None:
    from rich.text import Text

    from ifbench_suite.report import comparison as words
    from ifbench_suite.report.inert import printable
    from ifbench_suite.report.terminal import show_table

    for table in words.comparison_tables(comparison):
        if table.in_terminal and table.rows:
            show_table(table, console)
    for text in words.sentences(comparison):
        console.print(Text(printable(text)))
    console.print(Text(printable(str(comparison.second.signature)), style="dim"), soft_wrap=True)
