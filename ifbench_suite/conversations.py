"""Responses to rows that have turns: one record per conversation, or one per turn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Any

from ifbench_suite.multi_if_rows import is_conversation, prompt_text
from ifbench_suite.readers.messages import text_of
from ifbench_suite.records import Record
from ifbench_suite.responses import TRUNCATED, Answered, answered
from ifbench_suite.row_fields import turn_of
from ifbench_suite.rows import Row

_Samples = tuple[str | None, ...]


def answers(records: Iterable[Record], rows: Sequence[Row]) -> Iterator[Answered]:
    """What response records answer, one item per row that they speak of.

    Where rows have turns, a record is about one turn (`turn`), or about a conversation: its
    `responses` are then by turn (each a text, or the list of its samples), or `messages` hold it.
    A turn that a conversation lacks, or whose response is null, has the sample None.

    Raises:
        InputError: a record is not of one of these forms.
    """
    turns = max((row.turn or 0 for row in rows), default=0)
    for record in records:
        yield from _by_turn(record, turns) if turns else [answered(record)]


def _by_turn(record: Record, turns: int) -> Iterable[Answered]:
    if (turn := turn_of(record)) is not None:
        return [replace(answered(record), turn=turn)]
    if "responses" in record.value:
        return _of_conversation(record, turns, _listed(record), _first_prompt(record))
    if "messages" in record.value:
        return _of_conversation(record, turns, *_chat(record))
    if record.value.get("key") is None:
        return [answered(record)]
    problem = "missing: these rows have turns (a conversation has `responses`, a list by turn)"
    raise record.place.error(problem, "turn")


def _of_conversation(
    record: Record, turns: int, responses: Sequence[_Samples], prompts: tuple[str, ...]
) -> Iterator[Answered]:
    key = record.take("key", int, str, type(None), default=None)
    if key is None and not prompts:
        raise record.place.error("needs 'key' or 'prompt' to be matched")
    reasons = _finish_reasons(record, len(responses))
    for turn in range(1, max(turns, len(responses)) + 1):
        is_there = turn <= len(responses)
        samples = responses[turn - 1] if is_there else (None,)
        truncated = is_there and reasons[turn - 1] in TRUNCATED
        yield Answered(key, None, samples, truncated, record.place, turn, prompts)


def _listed(record: Record) -> list[_Samples]:
    items = record.take("responses", list)
    if not items:
        raise record.place.error("is an empty list", "responses")
    return [_samples(item, number, record) for number, item in enumerate(items, start=1)]


def _samples(item: Any, turn: int, record: Record) -> _Samples:
    samples = item if isinstance(item, list) else [item]
    if not samples or not all(sample is None or isinstance(sample, str) for sample in samples):
        raise record.place.error(f"turn {turn} is neither a text nor a list of texts", "responses")
    return tuple(samples)


def _chat(record: Record) -> tuple[list[_Samples], tuple[str, ...]]:
    """The responses by turn and the prompts of `messages`; an unanswered turn has None."""
    responses: list[_Samples] = []
    prompts: list[str] = []
    for message in record.take("messages", list):
        role = message.get("role") if isinstance(message, dict) else None
        text = text_of(message.get("content")) if role in ("user", "assistant") else None
        if role == "user":
            prompts.append(text or "")
            responses.append((None,))
        elif role == "assistant" and responses:
            responses[-1] = (text,)
    if not responses:
        raise record.place.error("holds no user turn", "messages")
    return responses, tuple(prompts)


def _first_prompt(record: Record) -> tuple[str, ...]:
    if is_conversation(record):
        return (prompt_text(record, "turn_1_prompt"),)
    prompt = record.take("prompt", str, type(None), default=None)
    return () if prompt is None else (prompt,)


def _finish_reasons(record: Record, turns: int) -> list[str | None]:
    """By turn; a lone one is that of the last answered turn."""
    given = record.take("finish_reason", str, list, type(None), default=None)
    if not isinstance(given, list):
        return [*[None] * (turns - 1), given]
    return [*given, *[None] * turns][:turns]
