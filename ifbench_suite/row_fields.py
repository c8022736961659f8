"""The fields of a row's record that need decoding: instruction ids, kwargs, turn."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from ifbench_suite.records import Record


def turn_of(record: Record) -> int | None:
    """The 1-based turn that a record is about; None where it names none.

    Raises:
        InputError: it is no whole number of 1 or more (a table may hold it as text).
    """
    turn = record.take("turn", int, str, type(None), default=None)
    if turn is None:
        return None
    number = int(turn) if str(turn).isdecimal() else 0
    if number < 1:
        raise record.place.error(f"{turn!r} is not a turn: 1 or more", "turn")
    return number


def instruction_ids(ids: Sequence[Any], record: Record) -> tuple[str, ...]:
    """The ids of a row, which must be strings.

    Raises:
        InputError: one is not.
    """
    for id in ids:
        if not isinstance(id, str):
            raise record.place.error(f"{id!r} is not a string", "instruction_id_list")
    return tuple(ids)


def all_kwargs(value: Any, number: int, record: Record) -> tuple[dict[str, Any], ...]:
    """The kwargs of a row's `number` instructions, nulls left out.

    Each may be an object, null, or JSON text of an object (as files that went through a table
    hold them); so may the whole list.

    Raises:
        InputError: the form is another, or there are not as many as there are instructions.
    """
    items = _from_json(value, record) if isinstance(value, str) else value
    if not isinstance(items, list) or len(items) != number:
        found = f"{len(items)}" if isinstance(items, list) else "no list"
        raise record.place.error(f"{found} for {number} instruction ids", "kwargs")
    return tuple(_one_kwargs(item, record) for item in items)


def _one_kwargs(item: Any, record: Record) -> dict[str, Any]:
    found = _from_json(item, record) if isinstance(item, str) else item
    if found is None:
        return {}
    if not isinstance(found, dict):
        raise record.place.error(f"{found!r} is not an object", "kwargs")
    return {name: value for name, value in found.items() if value is not None}


def _from_json(text: str, record: Record) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise record.place.error(f"not JSON: {error}", "kwargs") from None
