"""Several runs side by side: of several models, or of one model on several benchmarks."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

from ifbench_suite.metrics import Estimate
from ifbench_suite.metrics.estimate import independent_mean
from ifbench_suite.report.markdown import code, escaped, markdown_table
from ifbench_suite.report.model import Report
from ifbench_suite.report.tables import Table, summary_table
from ifbench_suite.report.values import values_of
from ifbench_suite.report.wording import label, narrow, notices, with_error

Runs = Mapping[str, Report]


def columns_table(reports: Runs) -> Table:
    """A line per metric, a column per run."""
    numbers = _numbers(reports)
    rows = [
        [label(metric), *(with_error(of_run[metric]) for of_run in numbers.values())]
        for metric in shared_metrics(reports)
    ]
    return Table(_title(reports), ["accuracy, %", *numbers], rows)


def lines_table(reports: Runs) -> Table:
    """A line per run, a column per metric."""
    metrics = shared_metrics(reports)
    rows = [
        [name, *(with_error(of_run[metric]) for metric in metrics)]
        for name, of_run in _numbers(reports).items()
    ]
    return Table(_title(reports), ["accuracy, %", *map(narrow, metrics)], rows)


def runs_summary(reports: Runs) -> Table | None:
    """The summary's rows: a column per run; of several benchmarks one, over all; None without."""
    summary = next(iter(reports.values())).reporting.summary
    if summary is None:
        return None
    values = {name: values_of(report) for name, report in reports.items()}
    if not is_over_benchmarks(reports):
        return summary_table(summary, values)
    together = {subset: of for each in values.values() for subset, of in each.items()}
    return summary_table(summary, {"value": together})


def benchmark_average(reports: Runs) -> dict[str, Estimate]:
    """Each metric's unweighted mean over benchmarks; empty unless each run is of another one."""
    if not is_over_benchmarks(reports):
        return {}
    name = f"mean_of_{len(reports)}_benchmarks"
    return {
        metric: independent_mean([one.metrics[metric] for one in reports.values()], name)
        for metric in shared_metrics(reports)
    }


def is_over_benchmarks(reports: Runs) -> bool:
    """Whether there are several runs, each of a benchmark of its own."""
    benchmarks = {report.signature.benchmark for report in reports.values()}
    return 1 < len(benchmarks) == len(reports)


def shared_metrics(reports: Runs) -> list[str]:
    """The metrics that every run has."""
    first, *others = reports.values()
    return [name for name in first.metrics if all(name in other.metrics for other in others)]


def runs_dict(reports: Runs) -> dict[str, Any]:
    """The content of runs.json."""
    return {
        "runs": {
            name: {
                "signature": report.signature.to_dict(),
                "metrics": {k: v.to_dict() for k, v in report.metrics.items()},
            }
            for name, report in reports.items()
        },
        "average": {k: v.to_dict() for k, v in benchmark_average(reports).items()},
    }


def runs_markdown(reports: Runs) -> str:
    """The content of runs.md."""
    return "\n".join(_lines(reports)) + "\n"


def _lines(reports: Runs) -> Iterator[str]:
    table = columns_table(reports)
    yield from [f"# {escaped(table.title)}", "", *markdown_table(table)]
    if summary := runs_summary(reports):
        yield from ["", "## Summary", "", *markdown_table(summary)]
    for signature in dict.fromkeys(str(report.signature) for report in reports.values()):
        yield from ["", code(signature)]
    found = [
        f"- {escaped(name)}: {escaped(notice)}"
        for name, report in reports.items()
        for notice in notices(report)
    ]
    if found:
        yield from ["", "## Before you believe it", "", *found]


def _numbers(reports: Runs) -> dict[str, Mapping[str, Estimate]]:
    numbers = {name: report.metrics for name, report in reports.items()}
    if average := benchmark_average(reports):
        return {**numbers, f"average of {len(reports)} benchmarks": average}
    return numbers


def _title(reports: Runs) -> str:
    signatures = [report.signature for report in reports.values()]
    of = dict.fromkeys(f"{one.benchmark}, {one.rows} rows" for one in signatures)
    return "; ".join(of) + " (value ± s.e.)"
