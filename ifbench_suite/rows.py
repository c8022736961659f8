"""Rows: what a prompt asks for. Loading them from the official files, and binding them."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any

from immutabledict import immutabledict

from checkers import MULTI_IF, REGISTRIES, BadArguments, Registry, UnknownInstruction
from checkers.multi_if import require_thai
from checkers.requirement import MissingRequirement
from ifbench_suite.data_faults import Slot, never_followed, why_unbound
from ifbench_suite.errors import InputError
from ifbench_suite.ground_truth import ground_truth
from ifbench_suite.records import Place, Record, read_records
from ifbench_suite.row_fields import all_kwargs, instruction_ids, turn_of
from ifbench_suite.verdict import BoundRule

Key = int | str
_OWN_FIELDS = frozenset({"key", "prompt", "instruction_id_list", "kwargs", "language", "turn"})


@dataclass(frozen=True, slots=True)
class Row:
    """A prompt with its instructions.

    Attributes:
        key: the row's key in the data; unique within one benchmark's data.
        prompt: what the model was asked.
        instruction_ids: in the order of the data.
        kwargs: the parameters of each instruction, nulls left out.
        language: of the prompt, where the benchmark says it.
        turn: 1-based, where the benchmark has turns.
        benchmark: whose data the row is from; None where only a file is known.
        extra: the other fields of the data's row, for splitting a report by them.
        place: where the row was read, for messages.
    """

    key: Key
    prompt: str
    instruction_ids: tuple[str, ...]
    kwargs: tuple[Mapping[str, Any], ...]
    language: str | None = None
    turn: int | None = None
    benchmark: str | None = None
    extra: Mapping[str, Any] = immutabledict()
    place: Place | None = field(default=None, compare=False)

    @property
    def name(self) -> str:
        """The key, and the turn if there is one, as messages give them."""
        return named(self.key, self.turn)

    def error(self, problem: str, field: str | None = None) -> InputError:
        """The error that names this row."""
        problem = f"{self.name}: {problem}"
        return self.place.error(problem, field) if self.place else InputError(problem, field=field)


def named(key: Key, turn: int | None) -> str:
    """A row's name in messages: "key 6", "key 1:1:en, turn 2"."""
    return f"key {key}" if turn is None else f"key {key}, turn {turn}"


@dataclass(frozen=True, slots=True)
class BoundRow:
    """A row whose instructions are bound in both rule sets.

    Where an instruction has no correction, `corrected` holds the very rule of `reference`.
    """

    row: Row
    reference: tuple[BoundRule, ...]
    corrected: tuple[BoundRule, ...]


def load_rows(benchmark: str, data: str | Path | None = None) -> list[Row]:
    """The rows of a benchmark.

    Args:
        benchmark: "ifeval", "ifbench", "multi_if" or "if_rlvr".
        data: a file in the benchmark's official form; None: the file that `fetch` brought.

    Raises:
        InputError: there is no such benchmark or file, or a row in it is not sound.
    """
    from ifbench_suite import sources

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
    from ifbench_suite.inverse_rows import refuse_foreign
    from ifbench_suite.multi_if_rows import is_conversation, rows_by_turn

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
        from ifbench_suite.inverse_rows import inverse_row

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


def registry_of(benchmark: str) -> Registry:
    """The registry of a benchmark.

    Raises:
        InputError: there is none of that name.
    """
    if benchmark not in REGISTRIES:
        raise InputError(f"no benchmark {benchmark!r}; there are {', '.join(REGISTRIES)}")
    return REGISTRIES[benchmark]


def bind(row: Row, registry: Registry) -> BoundRow:
    """The row with its instructions looked up and its kwargs checked, in both rule sets.

    Raises:
        InputError: an id is unknown, kwargs do not fit, or a rule needs something that is not
            installed; names row, id and parameter.
    """
    try:
        if row.language == "Thai" and registry is MULTI_IF:
            require_thai()
        rules = [
            _rules_of(row, id, kwargs, registry)
            for id, kwargs in zip(row.instruction_ids, row.kwargs, strict=True)
        ]
    except UnknownInstruction as error:
        raise row.error(str(error), "instruction_id_list") from None
    except BadArguments as error:
        raise row.error(str(error), "kwargs") from None
    except MissingRequirement as missing:
        raise row.error(str(missing)) from None
    return BoundRow(row, tuple(rule for rule, _ in rules), tuple(fixed for _, fixed in rules))


def _rules_of(
    row: Row, id: str, kwargs: Mapping[str, Any], registry: Registry
) -> tuple[BoundRule, BoundRule]:
    rule, fixed = registry.get(id), registry.get(id, corrected=True)
    try:
        exact = BoundRule.of(rule, kwargs)
        return exact, exact if fixed is rule else BoundRule.of(fixed, kwargs)
    except BadArguments:
        reason = why_unbound(Slot(row.key, row.turn, id, kwargs))
        if reason is None:
            raise
        never = BoundRule(partial(never_followed, reason=reason), "all")
        return never, never


def bind_all(rows: Iterable[Row], registry: Registry) -> list[BoundRow]:
    """All `rows` bound, before anything is scored.

    Raises:
        InputError: some rows do not bind; the message names the first and the keys of all.
    """
    bound: list[BoundRow] = []
    failures: list[tuple[Row, InputError]] = []
    for row in rows:
        try:
            bound.append(bind(row, registry))
        except InputError as error:
            failures.append((row, error))
    if failures:
        raise _failed(failures)
    return bound


def _failed(failures: Sequence[tuple[Row, InputError]]) -> InputError:
    first = failures[0][1]
    if len(failures) == 1:
        return first
    others = ", ".join(str(other.key) for other, _ in failures[1:])
    return InputError(
        f"{first.problem}; {len(failures)} rows do not bind, the others: keys {others}",
        file=first.file,
        line=first.line,
        field=first.field,
    )


def content_hash(rows: Iterable[Row]) -> str:
    """sha256 (hex) of key, prompt, ids and kwargs in key order: the same from every mirror."""
    content = sorted(
        (str(row.key), row.turn or 0, row.prompt, row.instruction_ids, _canonical(row.kwargs))
        for row in rows
    )
    return hashlib.sha256(json.dumps(content).encode()).hexdigest()


def _canonical(kwargs: Sequence[Mapping[str, Any]]) -> list[Any]:
    whole = [
        {k: int(v) if isinstance(v, float) and v.is_integer() else v for k, v in one.items()}
        for one in kwargs
    ]
    return json.loads(json.dumps(whole, sort_keys=True))  # type: ignore[no-any-return]
