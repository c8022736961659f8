"""What a report gives to summary groups: percent, by subset and metric."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING

from ifbench_suite.metrics import Estimate
from ifbench_suite.metrics.group import Values
from ifbench_suite.metrics.split import split

if TYPE_CHECKING:
    from ifbench_suite.report.model import Report


def values_of(report: Report) -> Values:
    """Percent by metric, of the benchmark and of each subset that the report or its summary has.

    What is no share stands as it is. A subset is named "BENCHMARK/FIELD=VALUE", or
    "BENCHMARK/FIELD=VALUE/FIELD=VALUE".
    """
    benchmark = report.signature.benchmark
    values = {benchmark: _percents(report.metrics)}
    for name, parts in report.subsets.items():
        for value, numbers in parts.items():
            values[_subset(benchmark, name, value)] = _percents(numbers)
    summary = report.reporting.summary
    named = summary.inputs if summary else []
    for fields in dict.fromkeys(_fields(named)):
        joined = report.parts(fields)
        for value, numbers in split(joined, report.split_metrics).items():
            values[_subset(benchmark, fields, value)] = _percents(numbers)
    return values


def _percents(numbers: Mapping[str, Estimate]) -> dict[str, float]:
    return {
        name: (100 if estimate.is_share else 1) * estimate.value
        for name, estimate in numbers.items()
        if not math.isnan(estimate.value)
    }


def _subset(benchmark: str, fields: str, value: str) -> str:
    return f"{benchmark}/{value}" if "+" in fields else f"{benchmark}/{fields}={value}"


def _fields(subsets: Iterable[str]) -> Iterator[str]:
    """The fields that a summary's subsets are parted by, joined as `parts_of` takes them."""
    for subset in subsets:
        names = [part.partition("=")[0] for part in subset.split("/")[1:] if "=" in part]
        if names:
            yield "+".join(names)
