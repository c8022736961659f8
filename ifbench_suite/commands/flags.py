"""The flags that say how responses are scored, for every command that scores."""

from __future__ import annotations

import argparse
import json
import sys
from collections.abc import Iterator, Sized
from pathlib import Path
from time import monotonic as clock
from typing import TYPE_CHECKING, TypeVar

from ifbench_suite.errors import InputError

if TYPE_CHECKING:
    from ifbench_suite.evaluation import Evaluation
    from ifbench_suite.judge_replies import JudgeReplies
    from ifbench_suite.postprocess import Postprocessing
    from ifbench_suite.report import Reporting

_Part = TypeVar("_Part", bound=Sized)
FORMATS = ("table", "json", "md", "csv")
_PATIENCE = 1.0
"""Seconds of work before a progress bar is shown."""


def add_scoring(parser: argparse.ArgumentParser) -> None:
    """Declares how responses are read and judged."""
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


def add_judging(parser: argparse.ArgumentParser) -> None:
    """Declares whose verdicts count where a judge model decides."""
    parser.add_argument(
        "--judge_replies",
        "--judgements",
        action="extend",
        nargs="+",
        metavar="FILE",
        help="inverse_ifeval: the replies that `judge` recorded",
    )
    parser.add_argument("--judge", metavar="NAME", help="only the replies of this judge")
    parser.add_argument(
        "--verdict_parser",
        choices=("last", "opencompass"),
        default="last",
        help="the judge's last verdict, or the first block that parses (default: last)",
    )
    add_pooling(parser)


def add_pooling(parser: argparse.ArgumentParser) -> None:
    """Declares what counts where a judge was asked several times about an answer."""
    parser.add_argument(
        "--judge_pooling",
        choices=("majority", "mean"),
        default="majority",
        help="of several verdicts on an answer: that of most, or their mean (default: majority)",
    )


def add_runs(parser: argparse.ArgumentParser) -> None:
    """Declares how one file is taken for several runs."""
    parser.add_argument(
        "--model_field", metavar="FIELD", help="a field of the responses that names their model"
    )
    parser.add_argument(
        "--models", metavar="A,B", help="with --model_field: only these, in this order"
    )


def add_requests(parser: argparse.ArgumentParser) -> None:
    """Declares that batch requests are written instead of a report."""
    parser.add_argument(
        "--make_requests",
        choices=("openai",),
        help="print the benchmark's prompts as batch requests for --request_model, instead of "
        "scoring; with --responses those for the next turn",
    )
    parser.add_argument("--request_model", metavar="NAME", help="the model that they name")


def print_requests(arguments: argparse.Namespace) -> int:
    """Prints the requests, one a line.

    Raises:
        InputError: no model or several benchmarks or response files are named, or rows are bad.
    """
    from ifbench_suite.batch_requests import requests_for

    if not arguments.request_model:
        raise InputError("needs --request_model NAME", field="--make_requests")
    lists = (arguments.benchmark, arguments.data, arguments.responses)
    if any(len(given or ()) > 1 for given in lists):
        raise InputError("takes one benchmark and one response file", field="--make_requests")
    benchmark, data, responses = (given[0] if given else None for given in lists)
    for request in requests_for(
        benchmark or "ifeval", model=arguments.request_model, data=data, responses=responses
    ):
        print(json.dumps(request, ensure_ascii=False))  # noqa: T201
    return 0


def add_splits(parser: argparse.ArgumentParser) -> None:
    """Declares which parts are looked at and how often is resampled."""
    parser.add_argument(
        "--split",
        action="append",
        default=[],
        metavar="FIELD",
        help="a row field to split by, besides language, turn, type; A+B: both; may be repeated",
    )
    parser.add_argument(
        "--seed", type=int, default=0, metavar="N", help="of the bootstrap (default: 0)"
    )


def evaluation_of(
    arguments: argparse.Namespace,
    benchmark: str,
    data: object,
    reporting: Reporting,
    drafts: Path | None = None,
) -> Evaluation:
    """How the flags want responses scored; `drafts`: where outcomes are kept, not in memory."""
    from ifbench_suite.evaluation import Evaluation

    return Evaluation(
        benchmark,
        data=None if data is None else str(data),
        repeats=arguments.repeats,
        workers=arguments.workers,
        postprocessing=_postprocessing(arguments),
        reporting=reporting,
        judging=_judging(arguments, benchmark),
        progress=_unseen if getattr(arguments, "quiet", False) else _progress,
        drafts=drafts,
        gzipped=getattr(arguments, "gzip", False),
    )


def _judging(arguments: argparse.Namespace, benchmark: str) -> JudgeReplies | None:
    from ifbench_suite.judge_replies import JudgeReplies
    from ifbench_suite.judged import is_judged

    files = getattr(arguments, "judge_replies", None)
    if not files or not is_judged(benchmark):
        return None
    return JudgeReplies.read(
        *files,
        judge=arguments.judge,
        parser=arguments.verdict_parser,
        pooling=arguments.judge_pooling,
    )


def models_of(arguments: argparse.Namespace) -> list[str]:
    """The models that --models names; none: all.

    Raises:
        InputError: --model_field is not given.
    """
    if arguments.models and not arguments.model_field:
        raise InputError("needs --model_field", field="--models")
    return [model for model in (arguments.models or "").split(",") if model]


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


def add_output(parser: argparse.ArgumentParser) -> None:
    """Declares what standard output gets."""
    parser.add_argument(
        "--format",
        choices=FORMATS,
        help="what is printed: a table (default), or what is in the .json, .md or .csv file",
    )
    parser.add_argument(
        "--quiet",
        action="store_true",
        help="no progress bar and no messages; nothing is printed but what --format asks for",
    )


def format_of(arguments: argparse.Namespace) -> str | None:
    """The format that is to be printed; None: none."""
    return arguments.format or (None if arguments.quiet else "table")


def say_written(arguments: argparse.Namespace) -> None:
    """Says on stderr where the files are."""
    if not arguments.quiet:
        print(f"written to {arguments.output_dir}", file=sys.stderr)  # noqa: T201


def _unseen(parts: Iterator[_Part], total: int) -> Iterator[_Part]:
    return parts


def _progress(parts: Iterator[_Part], total: int) -> Iterator[_Part]:
    """Shows a bar on stderr, if that is a terminal, after a second; gone when done."""
    from rich.console import Console
    from rich.progress import Progress

    console = Console(stderr=True)
    if not console.is_terminal:
        yield from parts
        return
    start = clock()
    with Progress(console=console, transient=True, disable=True) as bar:
        task = bar.add_task("scoring", total=total)
        for part in parts:
            if bar.disable and clock() - start > _PATIENCE:
                bar.disable = False
                bar.start()
            bar.advance(task, len(part))
            yield part


def _workers(text: str) -> int:
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of 1 or more")
    return int(text)
