"""report.md: the numbers as tables that fit a pull request or a model card."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ifbench_suite.report.model import Report, differing_ids
from ifbench_suite.report.wording import LABELS, fraction, notices, percent, with_error

_MOST_DIFFERING = 50
"""Differing rows that report.md lists; report.json has them all."""


def markdown(report: Report) -> str:
    """The report as GitHub-flavoured Markdown."""
    return "\n".join(_lines(report)) + "\n"


def _lines(report: Report) -> Iterator[str]:
    yield f"# {report.signature.benchmark}"
    yield ""
    yield from _numbers(report)
    yield ""
    yield f"`{report.signature}`"
    for title, content in _sections(report):
        yield from ["", f"## {title}", "", *content]


def _numbers(report: Report) -> Iterator[str]:
    header = ["metric", "value ± standard error", "followed"]
    rows = [
        [LABELS[name], with_error(estimate), fraction(estimate)]
        + ([with_error(report.corrected[name])] if report.has_corrected else [])
        for name, estimate in report.metrics.items()
    ]
    yield from _table(header + (["corrected"] if report.has_corrected else []), rows)


def _sections(report: Report) -> Iterator[tuple[str, Sequence[str]]]:
    if found := [f"- {escaped(notice)}" for notice in notices(report)]:
        yield "Before you believe it", found
    yield "By family", list(_accuracies("family", report.by_family))
    yield "By instruction", list(_accuracies("instruction", report.by_instruction))
    for name, split in report.subsets.items():
        if split:
            yield f"By {name}", list(_subset_table(name, split))
    if report.differing:
        yield "Where the corrected rules disagree", list(_differing(report))


def _accuracies(name: str, groups: Mapping[str, Mapping[str, float]]) -> Iterator[str]:
    modes = [mode for mode in next(iter(groups.values()), {}) if mode != "num"]
    rows = [
        [escaped(group), str(numbers["num"]), *(percent(numbers[mode]) for mode in modes)]
        for group, numbers in groups.items()
    ]
    yield from _table([name, "n", *(mode.replace("_", " ") for mode in modes)], rows)


def _subset_table(name: str, split: Mapping[str, Mapping[str, object]]) -> Iterator[str]:
    rows = [
        [escaped(value), *(with_error(estimate) for estimate in numbers.values())]  # type: ignore[arg-type]
        for value, numbers in split.items()
    ]
    yield from _table([name, *LABELS.values()], rows)


def _differing(report: Report) -> Iterator[str]:
    for outcome in report.differing[:_MOST_DIFFERING]:
        yield f"- key {escaped(str(outcome.key))}: {', '.join(differing_ids(outcome))}"
    if (rest := len(report.differing) - _MOST_DIFFERING) > 0:
        yield f"- and {rest} more, in report.json"


def _table(header: Sequence[str], rows: Sequence[Sequence[str]]) -> Iterator[str]:
    yield f"| {' | '.join(header)} |"
    yield "|---|" + "---:|" * (len(header) - 1)
    for row in rows:
        yield f"| {' | '.join(row)} |"


def escaped(text: str) -> str:
    """Text that Markdown shows as it is, on one line."""
    one_line = " ".join(text.split())
    return "".join(f"\\{char}" if char in "\\`*_{}[]<>#|!" else char for char in one_line)
