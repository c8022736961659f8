"""Multi-IF's rows: a record holds a conversation, each turn of which becomes a row."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import Any

from immutabledict import immutabledict

from ifbench_suite.errors import InputError
from ifbench_suite.records import Record
from ifbench_suite.row_fields import all_kwargs, instruction_ids
from ifbench_suite.rows import Row

_ABSENT = (None, "", "None")
"""What a turn that a conversation does not have holds; tables write null as "None"."""
_OF_A_RUN = frozenset({"turns", "responses", "response", "messages", "turn_index", "status"})
"""Columns that a run writes to; no part of the data."""


def is_conversation(record: Record) -> bool:
    """Whether a record has the columns of Multi-IF's data: `turn_1_prompt` and so on."""
    return "turn_1_prompt" in record.value


def rows_by_turn(record: Record) -> list[Row]:
    """The rows of a conversation, one for each turn that it has.

    A cell may hold JSON text, as in the official CSV (kwargs: a JSON list of JSON texts), or what
    it says. A turn's instructions are all that hold by then, those of earlier turns included.

    Raises:
        InputError: a cell is not of that form, or a turn follows one that is absent.
    """
    return [_row(record, turn) for turn in _turns(record)]


def turn_field(turn: int, name: str) -> str:
    """The column that holds a turn's `name`."""
    return f"turn_{turn}_{name}"


def has_turn(record: Record, turn: int) -> bool:
    """Whether the conversation of a record has a turn."""
    return record.value.get(turn_field(turn, "prompt")) not in _ABSENT


def _turns(record: Record) -> list[int]:
    number = 1
    while turn_field(number, "prompt") in record.value:
        number += 1
    turns = [turn for turn in range(1, number) if has_turn(record, turn)]
    if turns != list(range(1, len(turns) + 1)) or not turns:
        problem = f"only turns {turns} have a prompt" if turns else "the first turn is absent"
        raise record.place.error(problem, turn_field(len(turns) or 1, "prompt"))
    return turns


def _row(record: Record, turn: int) -> Row:
    ids = instruction_ids(_list(record, turn_field(turn, "instruction_id_list")), record)
    return Row(
        key=record.take("key", int, str),
        prompt=prompt_text(record, turn_field(turn, "prompt")),
        instruction_ids=ids,
        kwargs=_kwargs(record, turn_field(turn, "kwargs"), len(ids)),
        language=record.take("language", str, type(None), default=None),
        turn=turn,
        extra=immutabledict(_extra(record.value)),
        place=record.place,
    )


def prompt_text(record: Record, field: str) -> str:
    """The text of a prompt that stands as a chat message, as JSON text of one, or as it is.

    Raises:
        InputError: it is of another form.
    """
    prompt = record.take(field, str, dict)
    if isinstance(prompt, str) and not prompt.lstrip().startswith("{"):
        return prompt
    message = _decoded(prompt, record, field) if isinstance(prompt, str) else prompt
    content = message.get("content") if isinstance(message, dict) else None
    if not isinstance(content, str):
        raise record.place.error("is not a chat message with text as its content", field)
    return content


def _list(record: Record, field: str) -> list[Any]:
    value = record.take(field, list, str)
    found = _decoded(value, record, field) if isinstance(value, str) else value
    if not isinstance(found, list):
        raise record.place.error(f"{found!r} is not a list", field)
    return found


def _kwargs(record: Record, field: str, number: int) -> tuple[dict[str, Any], ...]:
    try:
        return all_kwargs(record.take(field, list, str), number, record)
    except InputError as error:
        raise record.place.error(error.problem, field) from None


def _decoded(text: str, record: Record, field: str) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        raise record.place.error(f"not JSON: {error}", field) from None


def _extra(value: Mapping[str, Any]) -> Iterator[tuple[str, Any]]:
    for name, item in value.items():
        is_own = name in ("key", "language") or name in _OF_A_RUN or name.startswith("turn_")
        if name and not is_own:
            yield name, item
