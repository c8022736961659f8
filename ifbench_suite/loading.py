"""Loads the rows of a benchmark from its official file, in each of the forms that it has."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from immutabledict import immutabledict

from ifbench_suite import sources
from ifbench_suite.errors import InputError
from ifbench_suite.ground_truth import ground_truth
from ifbench_suite.inverse_rows import inverse_row, refuse_foreign
from ifbench_suite.multi_if_rows import is_conversation, rows_by_turn
from ifbench_suite.records import Record, read_records
from ifbench_suite.row_fields import all_kwargs, instruction_ids, turn_of
from ifbench_suite.rows import Row, registry_of

_OWN_FIELDS = frozenset({"key", "prompt", "instruction_id_list", "kwargs", "language", "turn"})


def load_rows(benchmark: str, data: str | Path | None = None) -> list[Row]:
    """The rows of a benchmark.

    Args:
        benchmark: "ifeval", "ifbench", "multi_if" or "if_rlvr".
        data: a file in the benchmark's official form; None: the file that `fetch` brought.

    Raises:
        InputError: there is no such benchmark or file, or a row in it is not sound.
    """
    registry_of(benchmark)
    path = data or sources.cached(benchmark)
    if path is None:
        raise InputError(
            f"no data for {benchmark}: run `python -m ifbench_suite fetch {benchmark}`, "
            "or pass its official file with --data FILE"
        )
    return [replace(row, benchmark=benchmark) for row in load_rows_file(path)]


def load_rows_file(path: str | Path) -> list[Row]:
    """The rows of one file, each key (and turn) once.

    Raises:
        InputError: a row in it is not sound; the message names file, line and field.
    """
    records = list(read_records(path))
    if is_conversation(records[0]):
        return distinct([row for record in records for row in rows_by_turn(record)])
    refuse_foreign(records)
    rows = [row_of(record) for record in records]
    may_repeat = {"ground_truth", "instruction_types"} & set(records[0].value)
    return distinct(numbered(rows) if may_repeat else rows)


def row_of(record: Record) -> Row:
    """The row that a record describes; ids and kwargs are checked for form only.

    Raises:
        InputError: a field is missing or of the wrong type.
    """
    if "ground_truth" in record.value:
        return _trained_on(record)
    if "instruction_types" in record.value:
        return inverse_row(record)
    ids = record.take("instruction_id_list", list)
    return Row(
        key=record.take("key", int, str),
        prompt=prompt_of(record),
        instruction_ids=instruction_ids(ids, record),
        kwargs=all_kwargs(record.take("kwargs", list, str), len(ids), record),
        language=record.take("language", str, type(None), default=None),
        turn=turn_of(record),
        extra=immutabledict({k: v for k, v in record.value.items() if k not in _OWN_FIELDS}),
        place=record.place,
    )


def prompt_of(record: Record) -> str:
    """The prompt of a record: its `prompt`, or else the last user turn of its `messages`.

    Raises:
        InputError: it has neither.
    """
    if "prompt" in record.value or "messages" not in record.value:
        prompt: str = record.take("prompt", str)
        return prompt
    for message in reversed(record.take("messages", list)):
        if isinstance(message, dict) and message.get("role") == "user":
            content: str = Record(record.place, message).take("content", str)
            return content
    raise record.place.error("holds no user turn", "messages")


def _trained_on(record: Record) -> Row:
    truth = Record(record.place, ground_truth(record))
    ids = instruction_ids(truth.take("instruction_id", list), truth)
    return Row(
        key=record.take("key", int, str),
        prompt=prompt_of(record),
        instruction_ids=ids,
        kwargs=all_kwargs(truth.take("kwargs", list), len(ids), truth),
        place=record.place,
    )


def numbered(rows: Sequence[Row]) -> list[Row]:
    """`rows` with distinct keys: IF-RLVR's published training set uses five keys twice.

    The second row of key K gets the key "K#2", and so on.
    """
    seen: Counter[str] = Counter()
    distinct: list[Row] = []
    for row in rows:
        seen[str(row.key)] += 1
        number = seen[str(row.key)]
        distinct.append(row if number == 1 else replace(row, key=f"{row.key}#{number}"))
    return distinct


def distinct(rows: list[Row]) -> list[Row]:
    """`rows`, if no key (and turn) stands twice.

    Raises:
        InputError: one does.
    """
    seen: dict[tuple[str, int | None], Row] = {}
    for row in rows:
        first = seen.setdefault((str(row.key), row.turn), row)
        if first is not row:
            where = f" (first in line {first.place.line})" if first.place else ""
            raise row.error(f"the key stands twice{where}", "key")
    return rows
