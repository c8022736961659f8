"""How numbers and notices read, the same in every format."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ifbench_suite.metrics import Estimate
from ifbench_suite.report.model import Report

LABELS = {
    "prompt_level_strict": "prompt strict",
    "inst_level_strict": "instruction strict",
    "prompt_level_loose": "prompt loose",
    "inst_level_loose": "instruction loose",
}


def percent(share: float) -> str:
    """0.7708 as "77.08"."""
    return f"{100 * share:.2f}"


def with_error(estimate: Estimate) -> str:
    """The value in percent with its standard error, where it has one: "77.08 ± 1.81"."""
    error = "" if estimate.stderr is None else f" ± {percent(estimate.stderr)}"
    return percent(estimate.value) + error


def fraction(estimate: Estimate) -> str:
    """How many of how many: "417/541"."""
    return f"{round(estimate.value * estimate.num)}/{estimate.num}" if estimate.num else "0/0"


def notices(report: Report) -> Iterator[str]:
    """One sentence for each thing that a reader must know before believing the score."""
    counts = report.counts
    if counts.missing:
        keys = [str(outcome.key) for outcome in report.missing]
        yield f"{counts.missing} missing: no response for {_keys(keys)}; counted as not followed."
    if counts.empty:
        yield f"{_number(counts.empty, 'empty response')}, counted as not followed."
    if counts.unmatched:
        named = _listed(sorted(report.unmatched))
        yield f"{_number(counts.unmatched, 'response')} unmatched, answering no row: {named}."
    if fuzzy := report.matched_by.get("normalised prompt"):
        yield f"{_number(fuzzy, 'prompt')} matched after normalising white space."
    if counts.thinking_removed:
        yield f"{_number(counts.thinking_removed, 'thinking trace')} removed before judging."
    if counts.thinking_unclosed:
        traces = _number(counts.thinking_unclosed, "thinking trace")
        yield f"{traces} without an end: their answers are empty."
    if counts.truncated:
        yield f"{_number(counts.truncated, 'response')} cut off by a token limit."
    if counts.checker_errors:
        errors = _number(counts.checker_errors, "checker error")
        yield f"{errors}, counted as not followed; report.json names them."


def _number(count: int, thing: str) -> str:
    return f"{count} {thing}" + ("" if count == 1 else "s")


def _keys(keys: Sequence[str]) -> str:
    return ("key " if len(keys) == 1 else "keys ") + _listed(keys)


def _listed(names: Sequence[str], most: int = 8) -> str:
    shown = ", ".join(names[:most])
    return shown + (f" and {len(names) - most} more" if len(names) > most else "")
