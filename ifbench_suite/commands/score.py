"""`python -m ifbench_suite --responses FILE`: scores a response file."""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from ifbench_suite.errors import InputError

if TYPE_CHECKING:
    from ifbench_suite.outcome import Outcome
    from ifbench_suite.postprocess import Postprocessing
    from ifbench_suite.report import Report

SUMMARY = "Scores a file of responses; without flags, the sample that comes with the package."
_BENCHMARKS = ("ifeval", "ifbench", "if_rlvr")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the flags."""
    parser.add_argument(
        "--responses",
        "--input_response_data",
        metavar="FILE",
        help="JSON Lines (also .gz) or a JSON array with key or prompt, and response; '-': stdin",
    )
    parser.add_argument(
        "--benchmark", default="ifeval", metavar="NAME", help=f"one of {', '.join(_BENCHMARKS)}"
    )
    parser.add_argument(
        "--data",
        "--input_data",
        metavar="FILE",
        help="the benchmark's official file (default: rows in the responses, else the fetched one)",
    )
    parser.add_argument("--output_dir", metavar="DIR", help="where the report files go")
    parser.add_argument("--workers", type=_workers, default=1, metavar="N", help="processes")
    parser.add_argument(
        "--repeats", action="store_true", help="several responses to a row are its samples"
    )
    parser.add_argument(
        "--thinking",
        choices=("remove", "keep"),
        default="remove",
        help="what to do with thinking traces (default: remove)",
    )
    parser.add_argument(
        "--thinking_tags",
        action="append",
        metavar="OPEN,CLOSE",
        help="what encloses a trace, instead of <think>, <thinking>, [THINK] ...; may be repeated",
    )
    parser.add_argument(
        "--postprocess",
        action="append",
        default=[],
        metavar="MODULE:FUNCTION",
        help="a function from str to str, run on each response first; may be repeated",
    )


def run(arguments: argparse.Namespace) -> int:
    """Scores, shows the result, and saves it where that was asked for."""
    from rich.console import Console

    from ifbench_suite.report import terminal
    from ifbench_suite.report.files import check_writable

    if arguments.output_dir:
        check_writable(Path(arguments.output_dir))
    report = _evaluated(arguments)
    terminal.show(report, Console())
    if arguments.output_dir:
        report.save(arguments.output_dir)
        print(f"written to {arguments.output_dir}", file=sys.stderr)  # noqa: T201
    return 0


def _evaluated(arguments: argparse.Namespace) -> Report:
    from ifbench_suite.evaluation import evaluate

    responses, data = arguments.responses, arguments.data
    if responses is None:
        responses, data = _sample(arguments)
    return evaluate(
        responses,
        arguments.benchmark,
        data=data,
        repeats=arguments.repeats,
        workers=arguments.workers,
        postprocessing=_postprocessing(arguments),
        progress=_progress,
    )


def _sample(arguments: argparse.Namespace) -> tuple[Path, Path]:
    from ifbench_suite.resources import data_file
    from ifbench_suite.rows import registry_of

    if arguments.data:
        raise InputError("--data is given without --responses")
    name = registry_of(arguments.benchmark).name
    return data_file(f"samples/{name}_responses.jsonl"), data_file(f"samples/{name}_rows.jsonl")


def _postprocessing(arguments: argparse.Namespace) -> Postprocessing:
    from ifbench_suite.postprocess import Postprocessing
    from ifbench_suite.thinking import DEFAULT_TAGS, Tags

    pairs = [tuple(pair.split(",")) for pair in arguments.thinking_tags or ()]
    if bad := [pair for pair in pairs if len(pair) != 2 or not all(pair)]:
        raise InputError(f"{','.join(bad[0])!r} is not OPEN,CLOSE", field="--thinking_tags")
    return Postprocessing(
        thinking=arguments.thinking == "remove",
        tags=tuple(Tags(*pair) for pair in pairs) or DEFAULT_TAGS,
        functions=tuple(arguments.postprocess),
    )


def _progress(outcomes: Iterator[Outcome], total: int) -> Iterator[Outcome]:
    """Shows a bar on stderr, if that is a terminal; gone when done."""
    from rich.console import Console
    from rich.progress import track

    console = Console(stderr=True)
    yield from track(
        outcomes,
        "scoring",
        total=total,
        console=console,
        transient=True,
        disable=not console.is_terminal,
    )


def _workers(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of 1 or more")
    return int(text)
