"""Responses: what a model answered, read from JSON objects with `key` or `prompt`."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ifbench_suite.errors import InputError
from ifbench_suite.loading import distinct, prompt_of, row_of
from ifbench_suite.multi_if_rows import is_conversation, rows_by_turn
from ifbench_suite.readers import read, understood
from ifbench_suite.readers.results import NO_RESPONSE
from ifbench_suite.readers.streaming import Streamed
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
        number: of the sample, where samples of a row stand in records of their own.
    """

    key: Key | None
    prompt: str | None
    samples: tuple[str | None, ...]
    truncated: bool
    place: Place
    turn: int | None = None
    opening: tuple[str, ...] = ()
    number: int | None = None


Records = list[Record] | Streamed
"""Response records: in memory, or in a file that is read anew each time."""


def read_responses(source: str | Path | Iterable[Mapping[str, Any]]) -> Records:
    """The records of a file ("-": standard input), folder or pattern, or of an iterable of dicts.

    They may be of any known format (docs/response-formats.md); they come in our own form. A single
    file that is in it already is not kept in memory; standard input and several files are.

    Raises:
        InputError: something in it is not sound or of no known format, or there is nothing.
    """
    if isinstance(source, str | Path):
        is_alone = Path(source).is_file() and Streamed(source).stands_alone
        return Streamed(source) if is_alone else read(source)
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
    number = record.take("sample", int, default=None)
    is_cut_off = reason in TRUNCATED
    return Answered(key, prompt, samples, is_cut_off, record.place, number=number)


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


class Seen:
    """What is noted of response records while they pass.

    Attributes:
        count: how many there were.
        file: where the first one stood.
    """

    def __init__(self) -> None:
        self.count = 0
        self.file: str | None = None
        self._ways: set[str | None] = set()

    def passing(self, records: Iterable[Record]) -> Iterator[Record]:
        """Passes records on."""
        for record in records:
            self.file = self.file or record.place.file
            self.count += 1
            self._ways.add(_sampling(record.value.get("sampling")))
            yield record

    def merge(self, other: Seen) -> None:
        """Adds what was noted of other records."""
        self.count += other.count
        self.file = self.file or other.file
        self._ways |= other._ways

    @property
    def sampling(self) -> str | None:
        """How the responses were sampled, if their records say it: "temperature=0.6,top_p=0.9"."""
        return next(iter(self._ways), None) if len(self._ways) < 2 else "mixed"


def _sampling(found: Any) -> str | None:
    if not isinstance(found, Mapping):
        return None
    return ",".join(f"{name}={value}" for name, value in sorted(found.items()))


def rows_within(records: Iterable[Record]) -> list[Row] | None:
    """The rows that response records carry themselves; None if they do not.

    A record carries its row if it has `instruction_id_list`, `kwargs` and a prompt; one without a
    key gets its prompt as key.

    Raises:
        InputError: a row is not sound, or only some of the records carry theirs.
    """
    first = next(iter(records), None)
    if first is None or not (_carries_row(first) or any(map(_carries_row, records))):
        return None
    if any(map(is_conversation, records)):
        return distinct(_one_of_each(row for r in records for row in rows_by_turn(r)))
    return distinct(_one_of_each(map(_own_row, records)))


def _carries_row(record: Record) -> bool:
    return is_conversation(record) or {"instruction_id_list", "kwargs"} <= record.value.keys()


def _own_row(record: Record) -> Row:
    if not _carries_row(record):
        raise record.place.error("missing, though other rows carry theirs", "instruction_id_list")
    row = {name: value for name, value in record.value.items() if name not in _RESPONSE_FIELDS}
    row["prompt"] = prompt_of(record)
    key = row["key"] if row.get("key") is not None else row["prompt"]
    return row_of(Record(record.place, {**row, "key": key}))


def _one_of_each(rows: Iterable[Row]) -> list[Row]:
    """Equal rows once: repeats of a prompt carry the same row."""
    first: dict[tuple[str, int | None], Row] = {}
    return [
        row
        for row in rows
        if (of := first.setdefault((str(row.key), row.turn), row)) is row or row != of
    ]
