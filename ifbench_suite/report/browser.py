"""The outcomes that report.html lets its reader look through: which ones, and as what JSON."""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

from checkers.finding import Finding
from checkers.spans import Span, spans
from ifbench_suite.outcome import Outcome, Verdicts
from ifbench_suite.rows import registry_of

_SMALLEST_BUDGET, _BUDGET_PER_OUTCOME, _LARGEST_BUDGET = 2_300_000, 2_300, 8_000_000
"""Bytes of JSON: the page stays under 3 MB for 541 prompts and under 10 MB for any number."""
_TEXT_LENGTHS = (100_000, 20_000, 6_000, 2_000)
"""Characters of a prompt or response that are shown, the most that lets all failures in."""
_MOST_KWARGS = 300
_UNSAFE = re.compile("[<>&\u2028\u2029]")

_Judged = tuple[bool, bool, Finding]
"""The strict verdict, the loose one, and the evidence for the first."""


class Selection(NamedTuple):
    """What the page holds of a run's outcomes.

    Attributes:
        outcomes: as JSON values, in the order of the run.
        total: how many outcomes the run has.
        says: which are left out; "" if none is.
    """

    outcomes: Sequence[Mapping[str, Any]]
    total: int
    says: str


def selection(outcomes: Sequence[Outcome]) -> Selection:
    """The outcomes that fit on the page: failures before passes, chosen by a hash of their key."""
    total = len(outcomes)
    budget = max(_SMALLEST_BUDGET, min(_LARGEST_BUDGET, _BUDGET_PER_OUTCOME * total))
    failures = sorted(
        (i for i, one in enumerate(outcomes) if _is_telling(one)), key=_drawn(outcomes)
    )
    passes = sorted(set(range(total)) - set(failures), key=_drawn(outcomes))
    length = _text_length([outcomes[i] for i in failures], budget)
    chosen: dict[int, Mapping[str, Any]] = {}
    for i in (*failures, *passes):
        found = _as_json(outcomes[i], length)
        budget -= len(inert_json(found).encode("utf-8", "backslashreplace"))
        if budget < 0:
            break
        chosen[i] = found
    failing = sum(1 for i in failures if i in chosen)
    says = _left_out(len(chosen), total, failing, len(failures))
    return Selection([chosen[i] for i in sorted(chosen)], total, says)


def inert_json(value: Any) -> str:
    """JSON that may stand within a `<script>`: it ends none, and is one line in every language."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return _UNSAFE.sub(lambda char: f"\\u{ord(char[0]):04x}", text)


def _is_telling(outcome: Outcome) -> bool:
    """Whether an instruction is not followed, by either rule set or in either mode."""
    rule_sets = [one for one in (outcome.reference, outcome.corrected) if one is not None]
    return not all(all(one.strict) and all(one.loose) for one in rule_sets)


def _drawn(outcomes: Sequence[Outcome]) -> Callable[[int], bytes]:
    """An order that depends on nothing but the outcomes' names."""

    def order(index: int) -> bytes:
        one = outcomes[index]
        name = repr((str(one.key), one.turn, one.sample))
        return hashlib.sha256(name.encode("utf-8", "backslashreplace")).digest()

    return order


def _text_length(failures: Sequence[Outcome], budget: int) -> int:
    for length in _TEXT_LENGTHS:
        held = sum(
            min(len(one.prompt), length) + min(len(one.response), length) for one in failures
        )
        if held < budget / 2:
            return length
    return _TEXT_LENGTHS[-1]


def _left_out(shown: int, total: int, failing: int, failures: int) -> str:
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
