"""Rows: what a prompt asks for, bound to the rules of both rule sets."""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from immutabledict import immutabledict

from checkers import MULTI_IF, REGISTRIES, BadArguments, Registry, UnknownInstruction
from checkers.multi_if import require_thai
from checkers.requirement import MissingRequirement
from ifbench_suite.data_faults import Slot, never_followed, why_unbound
from ifbench_suite.errors import InputError
from ifbench_suite.records import Place
from ifbench_suite.verdict import BoundRule

Key = int | str


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
