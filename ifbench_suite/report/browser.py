"""The outcomes that report.html lets its reader look through: which ones, and as what JSON."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import Any, NamedTuple

from checkers.finding import Finding
from checkers.spans import Span, spans
from ifbench_suite.excerpt import LARGEST_BUDGET, TEXT_LENGTHS, Excerpt
from ifbench_suite.outcome import Outcome, Verdicts
from ifbench_suite.outcome_files import excerpt_of, picked
from ifbench_suite.rows import registry_of

_SMALLEST_BUDGET, _BUDGET_PER_OUTCOME = 2_300_000, 2_300
"""Bytes of JSON: the page stays under 3 MB for 541 prompts and under 7 MB for any number."""
_MOST_KWARGS = 300
_JSON = json.JSONEncoder(ensure_ascii=False, separators=(",", ":")).encode
_UNSAFE = re.compile("[<>&\u2028\u2029]")

_Judged = tuple[bool, bool, Finding]
"""The strict verdict, the loose one, and the evidence for the first."""


class Selection(NamedTuple):
    """What the page holds of a run's outcomes.

    Attributes:
        outcomes: each as an object of JSON, in the order of the run; see `inert_json`.
        total: how many outcomes the run has.
        says: which are left out; "" if none is.
    """

    outcomes: Sequence[str]
    total: int
    says: str


def selection(outcomes: Sequence[Outcome]) -> Selection:
    """The outcomes that fit on the page: failures before passes, chosen by a hash of their key."""
    excerpt = excerpt_of(outcomes)
    budget = max(_SMALLEST_BUDGET, min(LARGEST_BUDGET, _BUDGET_PER_OUTCOME * excerpt.total))
    length = _text_length(excerpt, budget)
    chosen: dict[int, str] = {}
    for number, outcome in _in_order(outcomes, excerpt):
        found = inert_json(_as_json(outcome, length))
        budget -= len(found.encode("utf-8", "backslashreplace"))
        if budget < 0:
            break
        chosen[number] = found
    failing = sum(1 for one in excerpt.failures if one.number in chosen)
    says = _left_out(len(chosen), excerpt.total, failing, excerpt.telling)
    return Selection([chosen[i] for i in sorted(chosen)], excerpt.total, says)


def inert_json(value: Any) -> str:
    """JSON that may stand within a `<script>`: it ends none, and is one line in every language."""
    text = _JSON(value)
    return _UNSAFE.sub(lambda char: f"\\u{ord(char[0]):04x}", text)


def _in_order(outcomes: Sequence[Outcome], excerpt: Excerpt) -> Iterator[tuple[int, Outcome]]:
    """The outcomes that may be shown, the first of them first; passes are read only if needed."""
    for candidates in (excerpt.failures, excerpt.passes):
        found = picked(outcomes, candidates)
        yield from ((one.number, found[one.number]) for one in candidates)


def _text_length(excerpt: Excerpt, budget: int) -> int:
    for length, size in zip(TEXT_LENGTHS, excerpt.sizes, strict=True):
        if size < budget / 2:
            return length
    return TEXT_LENGTHS[-1]


def _left_out(shown: int, total: int, failing: int, failures: int) -> str:
    if not total:
        return "This report was made of totals: its outcomes are where they were judged."
    if shown == total:
        return ""
    which = (
        f"all {failures:,} in which an instruction is not followed"
        if failing == failures
        else f"a sample of the {failures:,} in which an instruction is not followed"
    )
    return f"{shown:,} of {total:,} outcomes are shown here, {which}; outcomes.jsonl has them all."


def _as_json(outcome: Outcome, length: int) -> dict[str, Any]:
    found = {
        "key": str(outcome.key),
        "turn": outcome.turn,
        "language": outcome.language,
        "sample": outcome.sample,
        "status": outcome.status.value,
        "trace": outcome.trace.value,
        "truncated": outcome.truncated,
        "prompt": outcome.prompt[:length],
        "response": outcome.response[:length],
        "cut": [max(len(text) - length, 0) for text in (outcome.prompt, outcome.response)],
        "judge": outcome.judgement and outcome.judgement._asdict(),
        "instructions": list(_instructions(outcome, length)),
    }
    return {name: value for name, value in found.items() if value not in (None, False, [0, 0])}


def _instructions(outcome: Outcome, length: int) -> Iterator[dict[str, Any]]:
    corrected, registry = outcome.corrected, registry_of(outcome.benchmark)
    exact = _each(outcome.reference)
    for i, (id, kwargs) in enumerate(zip(outcome.instruction_ids, outcome.kwargs, strict=True)):
        found: dict[str, Any] = {"id": id, **_verdict(*exact[i])}
        if kwargs:
            shown = json.dumps(dict(kwargs), ensure_ascii=False)
            found["kwargs"] = shown if len(shown) < _MOST_KWARGS else shown[:_MOST_KWARGS] + "…"
        if corrected is not None and _differ(exact[i], right := _each(corrected)[i]):
            found["corrected"] = _verdict(*right)
        marked = spans(registry, id, outcome.response, kwargs)
        if marked := [span for span in marked if span[1] <= length]:
            found["spans"] = _in_utf16(outcome.response, marked)
        yield found


def _each(verdicts: Verdicts) -> list[_Judged]:
    return list(zip(verdicts.strict, verdicts.loose, verdicts.findings, strict=True))


def _differ(one: _Judged, other: _Judged) -> bool:
    """Whether two rules say something else: the verdict, or what they found."""
    return one[:2] != other[:2] or one[2].found != other[2].found


def _verdict(strict: bool, loose: bool, finding: Finding) -> dict[str, Any]:
    return {
        "strict": int(strict),
        "loose": int(loose),
        "found": finding.found,
        "wanted": finding.wanted,
    }


def _in_utf16(text: str, found: Sequence[Span]) -> list[list[int]]:
    """The same places as JavaScript counts them: a character beyond U+FFFF is two."""
    if text.isascii():
        return [list(span) for span in found]
    ends = sorted({end for span in found for end in span})
    places, wide, last = {}, 0, 0
    for end in ends:
        wide += sum(1 for char in text[last:end] if char > "\uffff")
        places[end], last = end + wide, end
    return [[places[start], places[end]] for start, end in found]
