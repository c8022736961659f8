"""The parts of report.html that are a chart with its table: which there are, and their numbers."""

from __future__ import annotations

import math
import re
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ifbench_suite.metrics import Estimate
from ifbench_suite.metrics.estimate import normal_interval
from ifbench_suite.metrics.four import FOUR, FOUR_CORRECTED
from ifbench_suite.metrics.split import Parts, natural, split
from ifbench_suite.outcome import LENGTHS, Outcome
from ifbench_suite.report.charts import Bar, Series, bar_chart
from ifbench_suite.report.model import Report
from ifbench_suite.report.tables import Table, accuracy_table, tables
from ifbench_suite.report.wording import LABELS, label, percent, value_with_error, with_error

_Groups = Mapping[str, Mapping[str, float | None]]


@dataclass(frozen=True, slots=True)
class Section:
    """A chart and the table that says the same.

    Attributes:
        id: of the section in the page.
        table: its numbers; its title is the section's.
        chart: the `<svg>`; empty where a table says it better.
        legend: the names of the chart's colours.
        note: how to read it.
        filters: the field of an outcome that the first column holds, by which it can be looked up.
    """

    id: str
    table: Table
    chart: str = ""
    legend: Sequence[str] = ()
    note: str = ""
    filters: str = ""


def sections(report: Report) -> Iterator[Section]:
    """Every section that the report has data for."""
    if report.judging is None:
        yield from _accuracy_sections(report)
    for field, numbers in report.subsets.items():
        if len(numbers) > 1 and "+" not in field:
            yield _parts_section(report, field, report.parts(field))
    if report.judging is None:
        yield from _gain_section(report)
        by_count = _by_number_of_instructions(report.tallies)
        if len(by_count) > 1:
            yield _parts_section(report, "number of instructions", by_count)
    yield _parts_section(report, "response length", _by_length(report.tallies))


def _accuracy_sections(report: Report) -> Iterator[Section]:
    for kind, groups in (("family", report.by_family), ("instruction", report.by_instruction)):
        if len(groups) > 1:
            yield _accuracy_section(kind, groups)


def estimate_bar(name: str, estimate: Estimate) -> Bar | None:
    """An estimate as a bar; None where it has no value."""
    if math.isnan(estimate.value):
        return None
    says = f"{name}: {value_with_error(estimate.value, estimate.stderr)} %, n = {estimate.num:g}"
    low, high = estimate.interval or (None, None)
    return Bar(100 * estimate.value, low and 100 * low, high and 100 * high, says)


def _accuracy_section(kind: str, groups: _Groups) -> Section:
    ordered = dict(sorted(groups.items(), key=lambda item: (item[1]["strict"] or 0, item[0])))
    modes = [mode for mode in ("strict", "corrected_strict") if mode in next(iter(groups.values()))]
    series = [
        Series(_RULES[mode], [_group_bar(mode, group) for group in ordered.values()])
        for mode in modes
    ]
    names = [f"{name} (n = {group['num']})" for name, group in ordered.items()]
    table = accuracy_table(kind, ordered, in_terminal=False)
    return Section(
        f"by-{kind}",
        table,
        bar_chart(table.title, names, series, "strict accuracy in percent"),
        [one.name for one in series],
        "Strict accuracy in percent, lowest first; lines: 95 % interval.",
        filters=kind if kind == "instruction" else "",
    )


_RULES = {"strict": "reference", "corrected_strict": "corrected"}


def _group_bar(mode: str, group: Mapping[str, float | None]) -> Bar | None:
    value, stderr = group[mode], group.get(f"{mode}_stderr")
    if value is None:
        return None
    says = f"{_RULES[mode]}: {value_with_error(value, stderr)} %, n = {group['num']}"
    if stderr is None:
        return Bar(100 * value, None, None, says)
    low, high = normal_interval(value, stderr, True)
    return Bar(100 * value, 100 * low, 100 * high, says)


def _parts_section(report: Report, field: str, parts: Parts) -> Section:
    """Prompts passed in each part of the outcomes, by both rule sets."""
    title = f"By {field}"
    numbers = report.subsets.get(field) or split(parts, FOUR)
    series = [Series("reference", _prompt_bars("reference", numbers))]
    if report.has_corrected:
        right = split(parts, FOUR_CORRECTED[:1])
        series.append(Series("corrected", _prompt_bars("corrected", right)))
    names = [f"{part} (n = {sum(one.times for one in parts[part])})" for part in parts]
    return Section(
        re.sub(r"[^a-z]+", "-", title.lower()),
        next((table for table in tables(report) if table.title == title), None)
        or _numbers_table(title, field, numbers),
        bar_chart(title, names, series, "prompts passed, strict, in percent"),
        [one.name for one in series],
        "Prompts all of whose instructions are followed, strict, in percent; lines: 95 % interval.",
        filters=field if field in ("language", "turn") else "",
    )


def _numbers_table(title: str, field: str, parts: Mapping[str, Mapping[str, Estimate]]) -> Table:
    rows = [
        [part, f"{numbers['prompt_level_strict'].num:g}", *(with_error(numbers[m]) for m in LABELS)]
        for part, numbers in parts.items()
    ]
    return Table(title, [field, "n", *map(label, LABELS)], rows)


def _prompt_bars(name: str, numbers: Mapping[str, Mapping[str, Estimate]]) -> Sequence[Bar | None]:
    return [estimate_bar(name, one["prompt_level_strict"]) for one in numbers.values()]


def _gain_section(report: Report) -> Iterator[Section]:
    gains = {
        id: ((group["loose"] or 0.0) - (group["strict"] or 0.0), group)
        for id, group in report.by_instruction.items()
    }
    gained = dict(sorted(gains.items(), key=lambda item: (-item[1][0], item[0])))
    gained = {id: found for id, found in gained.items() if found[0] > 0}
    if not gained:
        return
    bars = [Bar(100 * gain, None, None, f"{percent(gain)} points") for gain, _ in gained.values()]
    names = [f"{id} (n = {group['num']})" for id, (_, group) in gained.items()]
    table = Table(
        "Strict to loose",
        ["instruction", "n", "strict", "loose", "gain, points"],
        [
            [id, f"{group['num']}", *_shares(group), percent(gain)]
            for id, (gain, group) in gained.items()
        ],
    )
    yield Section(
        "strict-to-loose",
        table,
        bar_chart(table.title, names, [Series("gain", bars)], "gain in percentage points"),
        ["gain"],
        "What an instruction gains in percentage points when first and last line and asterisks "
        "may be left out; instructions without any gain are not listed.",
        filters="instruction",
    )


def _shares(group: Mapping[str, float | None]) -> tuple[str, str]:
    return percent(group["strict"] or 0.0), percent(group["loose"] or 0.0)


def _by_number_of_instructions(outcomes: Sequence[Outcome]) -> Parts:
    parts: defaultdict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        parts[str(len(outcome.instruction_ids))].append(outcome)
    return {count: parts[count] for count in sorted(parts, key=natural)}


def _by_length(outcomes: Sequence[Outcome]) -> Parts:
    """The outcomes by the characters of their responses, in steps that about double."""
    ends = [f" to {edge - 1:,}" for edge in LENGTHS[2:]] + [" and more"]
    steps = [f"{edge:,}{end}" for edge, end in zip(LENGTHS[1:], ends, strict=True)]
    names = ["no", *steps]
    parts: dict[str, list[Outcome]] = {name: [] for name in names}
    for outcome in outcomes:
        parts[names[bisect_right(LENGTHS, outcome.length) - 1]].append(outcome)
    return {f"{name} characters": part for name, part in parts.items() if part}
