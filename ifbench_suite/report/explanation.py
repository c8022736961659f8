"""One outcome as a person reads it in a terminal: what was asked, answered, found and wanted."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from rich.text import Text as Line

from checkers.finding import Finding
from checkers.spans import Span, spans
from ifbench_suite.outcome import Outcome, Status, Verdicts
from ifbench_suite.report.inert import printable
from ifbench_suite.rows import named, registry_of
from ifbench_suite.thinking import Trace

_MARK = "black on yellow"


def explained(outcome: Outcome) -> Iterator[Line]:
    """The lines that explain an outcome; what decided against the response is marked in it."""
    followed = f"{sum(outcome.strict)} of {len(outcome.strict)} followed"
    yield Line(printable(f"{_name(outcome)}: {followed}"), style="bold")
    for remark in _remarks(outcome):
        yield Line(printable(f"- {remark}"), style="yellow")
    yield from (Line(""), Line("Prompt", style="bold"), Line(printable(outcome.prompt)))
    yield from (
        Line(""),
        Line("Response", style="bold"),
        _marked(outcome.response, _faults(outcome)),
    )
    for number, id in enumerate(outcome.instruction_ids):
        yield Line("")
        yield from _instruction(outcome, number, id)


def _name(outcome: Outcome) -> str:
    sample = f", sample {outcome.sample}" if outcome.sample else ""
    language = f", {outcome.language}" if outcome.language else ""
    return f"{outcome.benchmark}, {named(outcome.key, outcome.turn)}{sample}{language}"


def _remarks(outcome: Outcome) -> Iterator[str]:
    if outcome.status is not Status.ANSWERED:
        yield f"response: {outcome.status.value}"
    if outcome.trace is not Trace.ABSENT:
        yield f"thinking trace: {outcome.trace.value}"
    if outcome.truncated:
        yield "cut off by a token limit"
    yield from outcome.errors
    if outcome.judgement and outcome.judgement.rationale:
        yield f"judge: {outcome.judgement.rationale}"


def _instruction(outcome: Outcome, number: int, id: str) -> Iterator[Line]:
    yield _verdict(outcome.reference, number).append(f" {id}", style="bold")
    if kwargs := outcome.kwargs[number]:
        yield Line(printable(f"  {_as_text(kwargs)}"), style="dim")
    yield _evidence(outcome.reference.findings[number])
    right = outcome.corrected
    if right is not None and _said(right, number) != _said(outcome.reference, number):
        yield Line("  corrected: ").append_text(_verdict(right, number))
        yield _evidence(right.findings[number])


def _said(verdicts: Verdicts, number: int) -> tuple[bool, bool, str]:
    return verdicts.strict[number], verdicts.loose[number], verdicts.findings[number].found


def _verdict(verdicts: Verdicts, number: int) -> Line:
    if verdicts.strict[number]:
        return Line("followed", style="green")
    in_loose = " (in loose it is)" if verdicts.loose[number] else ""
    return Line("not followed", style="red").append(in_loose, style="green")


def _evidence(finding: Finding) -> Line:
    return Line(printable(f"  found {finding.found}; wanted {finding.wanted}"))


def _as_text(kwargs: Mapping[str, Any]) -> str:
    return ", ".join(
        f"{name}: {json.dumps(value, ensure_ascii=False)}" for name, value in kwargs.items()
    )


def _faults(outcome: Outcome) -> list[Span]:
    """Where the rules that are not followed found something."""
    registry = registry_of(outcome.benchmark)
    rows = zip(outcome.instruction_ids, outcome.kwargs, outcome.strict, strict=True)
    return sorted(
        span
        for id, kwargs, followed in rows
        if not followed
        for span in spans(registry, id, outcome.response, kwargs)
    )


def _marked(text: str, found: list[Span]) -> Line:
    line, last = Line(), 0
    for start, end in found:
        if start >= last:
            line.append(printable(text[last:start])).append(printable(text[start:end]), style=_MARK)
            last = end
    return line.append(printable(text[last:]))
