"""From the fields of a log to those of a record of our own."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ifbench_suite.readers.messages import Turn
from ifbench_suite.records import Place, Record

_IDS = ("instruction_id_list", "instructions_id_list", "instruction_id")
_LEVELS = ("prompt_level_strict", "prompt_level_loose", "inst_level_strict", "inst_level_loose")
_ENDINGS = ("", "_acc", "_accuracy")


def answer(
    place: Place,
    response: str | Sequence[str | None] | None,
    row: Mapping[str, Any] | None = None,
    **fields: Any,
) -> Record:
    """A record of our own form.

    Args:
        place: where the log holds it.
        response: the text, or the texts of several samples.
        row: what `row_fields` found.
        fields: further ones; those that are None are left out and do not hide the row's.
    """
    named = "response" if response is None or isinstance(response, str) else "responses"
    found = (row or {}).items(), fields.items()
    given = {name: value for pairs in found for name, value in pairs if value is not None}
    return Record(place, {**given, named: response})


def conversation(place: Place, turns: Sequence[Turn], row: Mapping[str, Any]) -> Iterator[Record]:
    """The records of a chat of several turns: one for each.

    The row that the log carries belongs to one turn, so only its key is taken.
    """
    for number, turn in enumerate(turns, start=1):
        yield answer(place, turn.answer, key=row.get("key"), prompt=turn.prompt, turn=number)


def completed(record: Record, **fields: Any) -> Record:
    """`record` with those of `fields` that are not None and that it does not have."""
    given = {name: value for name, value in fields.items() if value is not None}
    return Record(record.place, {**given, **record.value})


def row_fields(row: Any) -> dict[str, Any]:
    """Key, prompt, ids and kwargs of a row that a log carries; a row may be JSON text."""
    found = mapping(row)
    ids = next((found[name] for name in _IDS if isinstance(found.get(name), list)), None)
    fields = {
        "key": key_of(found.get("key")),
        "prompt": found.get("prompt") if isinstance(found.get("prompt"), str) else None,
        "instruction_id_list": ids,
        "kwargs": None if ids is None else _kwargs(found.get("kwargs"), len(ids)),
        "language": found.get("language"),
    }
    return {name: value for name, value in fields.items() if value is not None}


def mapping(value: Any) -> Mapping[str, Any]:
    """An object, given as such or as JSON text; empty for anything else."""
    value = decoded(value)
    return value if isinstance(value, Mapping) else {}


def listed(value: Any, place: Place, field: str) -> list[Any]:
    """A list; empty for null.

    Raises:
        InputError: it is neither.
    """
    if value is not None and not isinstance(value, list):
        raise place.error("is not a list", field)
    return value or []


def first_of(items: Any) -> Mapping[str, Any]:
    """The first object of a list; empty if there is none."""
    return mapping(items[0]) if isinstance(items, list) and items else {}


def decoded(value: Any) -> Any:
    """What JSON text holds; other text, and what is no text, as it is."""
    if not isinstance(value, str):
        return value
    try:
        return json.loads(value)
    except (ValueError, RecursionError):
        return value


def key_of(value: Any) -> int | str | None:
    """A key, if it can be one; tables make 1000.0 of 1000."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    return value if isinstance(value, int | str) and not isinstance(value, bool) else None


def _kwargs(value: Any, number: int) -> Any:
    """The kwargs as a list; inspect_evals keys them by position and leaves empty ones out."""
    value = decoded(value)
    if not isinstance(value, Mapping):
        return value
    return [value.get(str(position), {}) for position in range(number)]


def recorded_of(scores: Any) -> dict[str, Any] | None:
    """The verdicts that a harness wrote beside an answer.

    Returns:
        `strict` and `loose`, where there is one verdict per instruction (None: none); the four
        levels by name, as far as they are numbers (of instructions: the row's own share).
    """
    found: dict[str, Any] = {}
    for level in _LEVELS:
        for name in (level + ending for ending in _ENDINGS):
            value = scores.get(name) if isinstance(scores, Mapping) else None
            if isinstance(value, list):
                found[level.rpartition("_")[2]] = [
                    None if one is None else bool(one) for one in value
                ]
            elif isinstance(value, int | float):
                found[level] = bool(value) if level.startswith("prompt") else float(value)
    return found or None
