"""Responses: what a model answered, read from JSON objects with `key` or `prompt`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ifbench_suite.errors import InputError
from ifbench_suite.loading import distinct, prompt_of, row_of
from ifbench_suite.multi_if_rows import is_conversation, rows_by_turn
from ifbench_suite.readers import read, understood
from ifbench_suite.readers.results import NO_RESPONSE
from ifbench_suite.records import Place, Record, in_memory
from ifbench_suite.rows import Key, Row

TRUNCATED = frozenset({"length", "max_tokens"})
"""The values of `finish_reason` that say a response was cut off."""
_RESPONSE_FIELDS = frozenset(
    {
        "response",
        "responses",
        "finish_reason",
        "messages",
        "sample",
        "model",
        "sampling",
        "recorded",
        "status",
    }
)


@dataclass(frozen=True, slots=True)
class Answered:
    """One record of a response file: the samples of one prompt.

    Attributes:
        key: of the row that is answered; None where only the prompt is known.
        prompt: of that row; None where only the key is known.
        samples: the responses; "" for a null one. None: a turn that a conversation lacks.
        truncated: whether the record says that the model was cut off.
        place: where the record was read, for messages.
        turn: of the row, where rows have turns.
        opening: the prompts of the conversation from its first on, as far as they are known.
    """

    key: Key | None
    prompt: str | None
    samples: tuple[str | None, ...]
    truncated: bool
    place: Place
    turn: int | None = None
    opening: tuple[str, ...] = ()


def read_responses(source: str | Path | Iterable[Mapping[str, Any]]) -> list[Record]:
    """The records of a file ("-": standard input), folder or pattern, or of an iterable of dicts.

    They may be of any known format (docs/response-formats.md); they come in our own form.

    Raises:
        InputError: something in it is not sound or of no known format, or there is nothing.
    """
    if isinstance(source, str | Path):
        return read(source)
    records = list(in_memory(iter(source)))
    if not records:
        raise InputError("no responses were given")
    return understood(records)


def answered(record: Record) -> Answered:
    """The response or responses that a record holds.

    Raises:
        InputError: it has neither key nor prompt, or no response, or one of the wrong type.
    """
    key = record.take("key", int, str, default=None)
    prompt = record.take("prompt", str, default=None)
    if key is None and prompt is None:
        has = ", ".join(map(str, record.value)) or "no fields"
        raise record.place.error(f"needs 'key' or 'prompt' to be matched (the row has {has})")
    reason = record.take("finish_reason", str, type(None), default=None)
    samples = tuple(_samples(record))
    return Answered(key, prompt, samples, reason in TRUNCATED, record.place)


def _samples(record: Record) -> Iterator[str]:
    if record.value.get("status") == NO_RESPONSE and record.value.get("response") is None:
        return
    if "responses" not in record.value:
        yield record.take("response", str, type(None)) or ""
        return
    samples = record.take("responses", list)
    if not samples:
        raise record.place.error("is an empty list", "responses")
    for number, sample in enumerate(samples, start=1):
        if sample is not None and not isinstance(sample, str):
            raise record.place.error(f"item {number} is not a string", "responses")
        yield sample or ""


def sampling_of(records: Sequence[Record]) -> str | None:
    """How the responses were sampled, if their records say it: "temperature=0.6,top_p=0.9"."""
    ways = {_sampling(record.value.get("sampling")) for record in records}
    return ways.pop() if len(ways) == 1 else "mixed"


def _sampling(found: Any) -> str | None:
    if not isinstance(found, Mapping):
        return None
    return ",".join(f"{name}={value}" for name, value in sorted(found.items()))


def rows_within(records: Sequence[Record]) -> list[Row] | None:
    """The rows that response records carry themselves; None if they do not.

    A record carries its row if it has `instruction_id_list`, `kwargs` and a prompt; one without a
    key gets its prompt as key.

    Raises:
        InputError: a row is not sound, or only some of the records carry theirs.
    """
    if any(map(is_conversation, records)):
        return distinct(_one_of_each([row for r in records for row in rows_by_turn(r)]))
    carriers = [r for r in records if "instruction_id_list" in r.value and "kwargs" in r.value]
    if not carriers:
        return None
    if len(carriers) < len(records):
        lacking = next(r for r in records if r not in carriers)
        raise lacking.place.error("missing, though other rows carry theirs", "instruction_id_list")
    return distinct(_one_of_each([_own_row(record) for record in carriers]))


def _own_row(record: Record) -> Row:
    row = {name: value for name, value in record.value.items() if name not in _RESPONSE_FIELDS}
    row["prompt"] = prompt_of(record)
    key = row["key"] if row.get("key") is not None else row["prompt"]
    return row_of(Record(record.place, {**row, "key": key}))


def _one_of_each(rows: Sequence[Row]) -> list[Row]:
    """Equal rows once: repeats of a prompt carry the same row."""
    first: dict[tuple[str, int | None], Row] = {}
    for row in rows:
        first.setdefault((str(row.key), row.turn), row)
    firsts = [first[str(row.key), row.turn] for row in rows]
    return [row for row, of in zip(rows, firsts, strict=True) if row is of or row != of]
