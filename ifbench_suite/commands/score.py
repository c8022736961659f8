"""`python -m ifbench_suite --responses FILE`: scores a response file, or several."""

from __future__ import annotations

import argparse
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, TypeVar

from ifbench_suite.commands import flags
from ifbench_suite.errors import InputError

if TYPE_CHECKING:
    from ifbench_suite.report import Report, Reporting

_T = TypeVar("_T")
SUMMARY = "Scores a file of responses; without flags, the sample that comes with the package."
_BENCHMARKS = ("ifeval", "ifbench", "if_rlvr", "multi_if", "inverse_ifeval")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the flags."""
    parser.add_argument(
        "--responses",
        "--input_response_data",
        action="extend",
        nargs="+",
        metavar="PATH",
        help="a response file or harness's log, a folder or a quoted pattern of them, '-': stdin; "
        "a saved report; several: one table",
    )
    parser.add_argument(
        "--benchmark",
        action="append",
        metavar="NAME",
        help=f"one of {', '.join(_BENCHMARKS)} (default: ifeval); once, or once per --responses",
    )
    parser.add_argument(
        "--data",
        "--input_data",
        action="append",
        metavar="FILE",
        help="the benchmark's official file (default: rows in the responses, else the fetched "
        "one); once, or once per --responses",
    )
    parser.add_argument("--output_dir", metavar="DIR", help="where the report files go")
    parser.add_argument(
        "--export",
        type=lambda names: names.split(","),
        default=[],
        metavar="A,B",
        help="further files in --output_dir: csv, parquet, model-card",
    )
    parser.add_argument(
        "--gzip", action="store_true", help="gzip the files that have a line per outcome"
    )
    flags.add_output(parser)
    flags.add_requests(parser)
    flags.add_scoring(parser)
    flags.add_runs(parser)
    parser.add_argument(
        "--metric",
        action="append",
        default=[],
        metavar="NAME",
        help="one more number, say inst_level_strict_macro, pass@k:k=4, module:ATTRIBUTE; "
        "may be repeated",
    )
    flags.add_splits(parser)
    flags.add_judging(parser)
    parser.add_argument(
        "--bootstrap", action="store_true", help="bootstrap every error bar, not only some"
    )
    parser.add_argument(
        "--summary", metavar="FILE", help="TOML file of summary groups, or inverse_ifeval"
    )


def run(arguments: argparse.Namespace) -> int:
    """Scores, shows the result, and saves it where that was asked for."""
    if arguments.make_requests:
        return flags.print_requests(arguments)
    from ifbench_suite.interruption import Interrupted
    from ifbench_suite.report.exports import check_exports
    from ifbench_suite.report.files import check_writable
    from ifbench_suite.report.output import output_of

    folder = Path(arguments.output_dir) if arguments.output_dir else None
    if folder:
        check_writable(folder)
    elif arguments.export:
        raise InputError("needs --output_dir DIR", field="--export")
    check_exports(arguments.export)
    with _drafts(folder) as drafts:
        try:
            reports = _reports(arguments, Path(drafts))
        except Interrupted as stop:
            raise stop.kept(folder) from None
        if format := flags.format_of(arguments):
            output_of(reports).put(format)
        if folder:
            _save(reports, folder, arguments)
            flags.say_written(arguments)
    return 0


def _drafts(folder: Path | None) -> TemporaryDirectory[str]:
    """Where outcomes wait until the report is made: in the file system that they are saved in."""
    if folder is None:
        return TemporaryDirectory()
    nearest = next(path for path in folder.absolute().parents if path.exists())
    return TemporaryDirectory(dir=nearest, prefix=f".{folder.name}-")


def _reports(arguments: argparse.Namespace, drafts: Path) -> dict[str, Report]:
    from ifbench_suite.runs import Source, runs_of

    models = flags.models_of(arguments)
    reporting = _reporting(arguments)
    if arguments.responses is None:
        sample = _sample(arguments)
        arguments.judge_replies = arguments.judge_replies or _sample_replies(sample[2])
        evaluation = flags.evaluation_of(arguments, sample[2], sample[1], reporting, drafts)
        return runs_of([Source(str(sample[0]), evaluation)])
    count = len(arguments.responses)
    benchmarks = _each(arguments.benchmark or ["ifeval"], count, "--benchmark")
    data = _each(arguments.data or [None], count, "--data")
    sources = [
        Source(path, flags.evaluation_of(arguments, benchmark, rows, reporting, drafts))
        for path, benchmark, rows in zip(arguments.responses, benchmarks, data, strict=True)
    ]
    return runs_of(sources, model_field=arguments.model_field, models=models)


def _reporting(arguments: argparse.Namespace) -> Reporting:
    from ifbench_suite.report import Reporting

    return Reporting.of(
        arguments.metric,
        arguments.split,
        bootstrap=arguments.bootstrap,
        seed=arguments.seed,
        summary=arguments.summary,
    )


def _each(given: Sequence[_T], count: int, flag: str) -> Sequence[_T]:
    """What each of `count` response files is scored with."""
    if len(given) not in (1, count):
        raise InputError(f"given {len(given)} times for {count} response files", field=flag)
    return given if len(given) == count else [given[0]] * count


def _sample(arguments: argparse.Namespace) -> tuple[Path, Path, str]:
    """The responses, rows and benchmark of the sample that comes with the package."""
    from ifbench_suite.resources import data_file
    from ifbench_suite.rows import registry_of

    if arguments.data:
        raise InputError("--data is given without --responses")
    (benchmark,) = _each(arguments.benchmark or ["ifeval"], 1, "--benchmark")
    name = registry_of(benchmark).name
    rows, responses = (data_file(f"samples/{name}_{kind}.jsonl") for kind in ("rows", "responses"))
    return responses, rows, benchmark


def _sample_replies(benchmark: str) -> list[Path]:
    from ifbench_suite.judged import is_judged
    from ifbench_suite.resources import data_file

    name = f"samples/{benchmark}_judge_replies.jsonl"
    return [data_file(name)] if is_judged(benchmark) else []


def _save(reports: dict[str, Report], folder: Path, arguments: argparse.Namespace) -> None:
    """One report stands in the folder itself; several in a folder each, beside their table."""
    from ifbench_suite.report import Report
    from ifbench_suite.report.files import file_name, save_files
    from ifbench_suite.report.runs import runs_dict, runs_markdown
    from ifbench_suite.report.runs_html import runs_page

    save = partial(
        Report.save, exports=arguments.export, gzipped=arguments.gzip, workers=arguments.workers
    )
    if len(reports) == 1:
        ((name, report),) = reports.items()
        save(report, folder, name=name)
        return
    for name, report in reports.items():
        save(report, folder / file_name(name), name=name)
    files = {
        "runs.json": runs_dict(reports),
        "runs.md": runs_markdown(reports),
        "runs.html": runs_page(reports),
    }
    save_files(folder, files)
