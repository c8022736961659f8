"""A report as flat tables of values: a line per number, per outcome, per instruction."""

from __future__ import annotations

import json
import math
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from immutabledict import immutabledict

from ifbench_suite.metrics import Estimate
from ifbench_suite.outcome import Outcome
from ifbench_suite.report.model import Report

Cell = str | int | float | bool | None
_Place = tuple[str, str, str]
"""Rule set, field and part: "reference", "language", "de"."""


class Flat(NamedTuple):
    """A table of values.

    Attributes:
        columns: the names, and what stands below each: str, int, float or bool, or None.
        rows: as many cells as there are columns.
    """

    columns: Mapping[str, type]
    rows: Iterable[tuple[Cell, ...]]


_METRICS: Mapping[str, type] = immutabledict(
    run=str,
    rules=str,
    field=str,
    part=str,
    metric=str,
    value=float,
    stderr=float,
    low=float,
    high=float,
    num=float,
    aggregation=str,
)
_PLACE: Mapping[str, type] = immutabledict(key=str, turn=int, sample=int, language=str)
_OUTCOMES: Mapping[str, type] = immutabledict(
    _PLACE,
    status=str,
    thinking=str,
    truncated=bool,
    instructions=int,
    strict=bool,
    loose=bool,
    corrected_strict=bool,
    corrected_loose=bool,
    prompt=str,
    response=str,
    extra=str,
)
_VERDICTS: Mapping[str, type] = immutabledict(
    _PLACE,
    position=int,
    instruction=str,
    kwargs=str,
    strict=bool,
    loose=bool,
    found=str,
    wanted=str,
    corrected_strict=bool,
    corrected_loose=bool,
    corrected_found=str,
    corrected_wanted=str,
)


def flat_tables(report: Report, name: str) -> dict[str, Flat]:
    """The tables of one run, by the name of their file; `name` is the run's."""
    return {
        "metrics": metrics_table({name: report}),
        "outcomes": Flat(_OUTCOMES, map(_outcome, report.whole_outcomes)),
        "verdicts": Flat(
            _VERDICTS, (row for one in report.whole_outcomes for row in _verdicts(one))
        ),
    }


def metrics_table(reports: Mapping[str, Report]) -> Flat:
    """Every number of every run, as shares, a line each."""
    rows = ((name, *row) for name, report in reports.items() for row in _metrics(report))
    return Flat(_METRICS, rows)


def _metrics(report: Report) -> Iterator[tuple[Cell, ...]]:
    for place, numbers in (*_overall(report), *_conversations(report)):
        for metric, estimate in numbers.items():
            yield (*place, metric, *_estimate(estimate))
    for field, groups in (("family", report.by_family), ("instruction", report.by_instruction)):
        for part, group in groups.items():
            for mode in (mode for mode in group if mode.endswith(("strict", "loose"))):
                rules = "corrected" if mode.startswith("corrected_") else "reference"
                metric = f"inst_level_{mode.removeprefix('corrected_')}"
                error, num = group.get(f"{mode}_stderr"), group["num"]
                place = (rules, field, part)
                yield (*place, metric, group[mode], error, None, None, num, "weighted_mean")


def _overall(report: Report) -> Iterator[tuple[_Place, Mapping[str, Estimate]]]:
    yield ("reference", "", ""), {**report.metrics, **report.repeats}
    yield ("corrected", "", ""), report.corrected
    for kinds in (report.subsets, report.rollups):
        for field, parts in kinds.items():
            for part, numbers in parts.items():
                yield ("reference", field, part), numbers


def _conversations(report: Report) -> Iterator[tuple[_Place, Mapping[str, Estimate]]]:
    for rules, found in report.conversations.items():
        for turn, of_turn in found.cells.items():
            for language, numbers in of_turn.items():
                yield (rules, "turn+language", f"turn={turn}/language={language}"), numbers
        for field, rolled in (("turn", found.turns), ("language", found.languages)):
            for part, kinds in rolled.items():
                for kind, numbers in kinds.items():
                    yield (rules, "turn+language", f"{field}={part}/{kind}"), numbers
        for kind, numbers in found.total.items():
            yield (rules, "turn+language", kind), numbers
        for part, numbers in found.changes.items():
            yield (rules, "turn or language", part), numbers


def _estimate(estimate: Estimate) -> tuple[Cell, ...]:
    low, high = estimate.interval or (None, None)
    values = (estimate.value, estimate.stderr, low, high)
    return (*map(or_none, values), estimate.num, estimate.aggregation)


def or_none(value: float | None) -> float | None:
    """The number; None where there is none, or nan."""
    return None if value is None or math.isnan(value) else value


def _place(outcome: Outcome) -> tuple[Cell, ...]:
    return str(outcome.key), outcome.turn, outcome.sample, outcome.language


def _outcome(outcome: Outcome) -> tuple[Cell, ...]:
    right = outcome.corrected
    return (
        *_place(outcome),
        outcome.status.value,
        outcome.trace.value,
        outcome.truncated,
        len(outcome.instruction_ids),
        all(outcome.strict),
        all(outcome.loose),
        None if right is None else all(right.strict),
        None if right is None else all(right.loose),
        outcome.prompt,
        outcome.response,
        _json(outcome.extra),
    )


def _verdicts(outcome: Outcome) -> Iterator[tuple[Cell, ...]]:
    exact, right = outcome.reference, outcome.corrected
    for i, (id, kwargs) in enumerate(zip(outcome.instruction_ids, outcome.kwargs, strict=True)):
        found = exact.findings[i]
        row = (*_place(outcome), i, id, _json(kwargs), exact.strict[i], exact.loose[i])
        row += (found.found, found.wanted)
        if right is None:
            yield (*row, None, None, None, None)
            continue
        found = right.findings[i]
        yield (*row, right.strict[i], right.loose[i], found.found, found.wanted)


def _json(content: Mapping[str, object]) -> str:
    return json.dumps(dict(content), ensure_ascii=False)
