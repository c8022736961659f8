"""Which instructions there are: registries, their layers, and the binding of a row's kwargs."""

from __future__ import annotations

import difflib
import inspect
import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, partial
from types import FunctionType
from typing import Literal, TypeVar, cast, get_type_hints

from immutabledict import immutabledict

from checkers.finding import Finding
from checkers.parameters import Kind, kind_of, whole_float_as_int
from checkers.text import Text

Check = Callable[..., Finding]
BoundCheck = Callable[[Text], Finding]
LooseVariants = Literal["all", "asterisks kept", "whole response"]
"""Which relaxed texts count in loose: all eight; only those that keep their asterisks; or the raw
text, the raw text without asterisks, and the stripped raw text."""

_C = TypeVar("_C", bound=Check)
_OF_M_IFEVAL = re.compile(r"(?:en|es|fr|ja):\w+:\w+")
EVERY_PARAMETER = frozenset({"*"})


class BadArguments(ValueError):
    """A row's kwargs do not fit its instruction."""


class UnknownInstruction(KeyError):
    """An instruction id that the registry does not have."""

    def __str__(self) -> str:
        return str(self.args[0])


@dataclass(frozen=True, slots=True)
class Example:
    """A response and the verdict that it must get; shown to readers and run by the tests."""

    response: str
    kwargs: Mapping[str, object]
    followed: bool
    prompt: str | None = None


def ok(response: str, /, *, prompt: str | None = None, **kwargs: object) -> Example:
    """An example that follows its instruction."""
    return Example(response, kwargs, True, prompt)


def no(response: str, /, *, prompt: str | None = None, **kwargs: object) -> Example:
    """An example that does not follow its instruction."""
    return Example(response, kwargs, False, prompt)


@dataclass(frozen=True, slots=True)
class Instruction:
    """One rule of one rule set: the checker, its parameters, and what readers are shown."""

    id: str
    check: Check
    origin: str
    """Name of the official class whose verdict the reference rule reproduces."""
    examples: tuple[Example, ...]
    why: str = ""
    """Of a correction: what is wrong with the reference verdict."""
    loose_variants: LooseVariants = "all"
    ignores: frozenset[str] = frozenset()
    """Parameters that rows may carry and that no verdict depends on."""
    refuse_if: Callable[..., str] | None = None
    """From kwargs that fit one by one to a reason why they do not fit together; "" if they do."""
    requires: Callable[[], None] | None = None
    """Raises if something that the rule needs is not installed."""

    @property
    def parameters(self) -> Mapping[str, Kind]:
        """What the checker takes, and which values."""
        return _kinds(self.check)

    @property
    def text(self) -> str:
        """The checker's docstring: what is asked, and how the rule decides."""
        return inspect.getdoc(self.check) or ""

    def arguments(self, kwargs: Mapping[str, object]) -> dict[str, object]:
        """`kwargs` as the checker takes them: without nulls, whole floats as ints.

        Raises:
            BadArguments: a parameter is missing, unknown, of the wrong type or out of range.
        """
        given = {k: whole_float_as_int(v) for k, v in kwargs.items() if v is not None}
        self._refuse_unknown(given)
        parameters = self.parameters
        for name, kind in parameters.items():
            if name not in given:
                raise BadArguments(f"{self.id}: parameter {name!r} is missing")
            if not kind.admits(given[name]):
                raise BadArguments(f"{self.id}: {name}={given[name]!r} is not {kind.name}")
        arguments = {name: given[name] for name in parameters}
        if self.refuse_if and (reason := self.refuse_if(**arguments)):
            raise BadArguments(f"{self.id}: {reason}")
        return arguments

    def bind(self, kwargs: Mapping[str, object]) -> BoundCheck:
        """The check with a row's `kwargs` filled in.

        Raises:
            BadArguments: see `arguments`.
            MissingRequirement: something that the rule needs is not installed.
        """
        arguments = self.arguments(kwargs)
        if self.requires:
            self.requires()
        return partial(self.check, **arguments)

    def _refuse_unknown(self, given: Mapping[str, object]) -> None:
        if self.ignores == EVERY_PARAMETER:
            return
        for name in given:
            if name not in self.parameters and name not in self.ignores:
                takes = ", ".join(self.parameters) or "no parameters"
                raise BadArguments(f"{self.id}: unknown parameter {name!r} (takes {takes})")


@dataclass(eq=False)
class Registry:
    """The instructions of one benchmark: a layer of its own over the layer of its base."""

    name: str
    reference: str
    """The official code whose verdicts are reproduced: repository and commit."""
    base: Registry | None = None
    view: type[Text] = Text
    own: Mapping[str, Instruction] = field(default_factory=dict, init=False)
    corrections: Mapping[str, Instruction] = field(default_factory=dict, init=False)

    def instruction(
        self,
        id: str,
        *,
        origin: str,
        examples: tuple[Example, ...],
        ignores: frozenset[str] = frozenset(),
        refuse_if: Callable[..., str] | None = None,
        requires: Callable[[], None] | None = None,
    ) -> Callable[[_C], _C]:
        """Registers the decorated checker, unchanged, as the reference rule of `id`.

        Raises:
            ValueError: the layer has the id already.
        """

        def register(check: _C) -> _C:
            rule = Instruction(
                id,
                check,
                origin,
                examples,
                ignores=ignores,
                refuse_if=refuse_if,
                requires=requires,
            )
            self.own = _with(self.own, rule)
            return check

        return register

    def correction(
        self,
        id: str,
        *,
        why: str,
        examples: tuple[Example, ...],
        loose_variants: LooseVariants = "all",
    ) -> Callable[[_C], _C]:
        """Registers the decorated checker, unchanged, as the corrected rule of `id`.

        Raises:
            UnknownInstruction: there is no reference rule of that id.
            ValueError: the id is corrected already, or its parameters have other names.
        """

        def register(check: _C) -> _C:
            exact = self.get(id)
            rule = Instruction(
                id,
                check,
                exact.origin,
                examples,
                why=why,
                loose_variants=loose_variants,
                ignores=exact.ignores,
                refuse_if=exact.refuse_if,
                requires=exact.requires,
            )
            if _keywords(check) != _keywords(exact.check):
                raise ValueError(f"{id}: a correction takes the parameters of its reference rule")
            self.corrections = _with(self.corrections, rule)
            return check

        return register

    def get(self, id: str, *, corrected: bool = False) -> Instruction:
        """The rule of `id` in the reference or the corrected rule set.

        Raises:
            UnknownInstruction: no layer has it; the message names near ids.
        """
        layer: Registry | None = self
        while layer is not None:
            if corrected and id in layer.corrections:
                return layer.corrections[id]
            if id in layer.own:
                return layer.own[id]
            layer = layer.base
        raise UnknownInstruction(self._unknown(id))

    def __iter__(self) -> Iterator[str]:
        seen = dict.fromkeys(self.base or ())
        return iter(dict.fromkeys([*seen, *self.own]))

    def __contains__(self, id: object) -> bool:
        return id in self.own or (self.base is not None and id in self.base)

    def __len__(self) -> int:
        return sum(1 for _ in self)

    def _unknown(self, id: str) -> str:
        if _OF_M_IFEVAL.match(id):
            return (
                f"{id!r} is an id of M-IFEval, another benchmark, whose ids begin with a language "
                "and whose rules for es, fr and ja are its own; those for en are IFEval's"
            )
        near = difflib.get_close_matches(id, list(self), n=3)
        hint = f"; close: {', '.join(near)}" if near else ""
        return f"{self.name} has no instruction {id!r}{hint}"


def _keywords(check: Check) -> tuple[str, ...]:
    code = cast(FunctionType, check).__code__
    return code.co_varnames[code.co_argcount :][: code.co_kwonlyargcount]


@cache
def _kinds(check: Check) -> Mapping[str, Kind]:
    """The kind of each parameter: not at registration, as evaluating 700 annotations takes time."""
    hints = get_type_hints(check, include_extras=True)
    return immutabledict({name: kind_of(hints[name]) for name in _keywords(check)})


def _with(layer: Mapping[str, Instruction], rule: Instruction) -> Mapping[str, Instruction]:
    if rule.id in layer:
        raise ValueError(f"{rule.id} is registered twice")
    return immutabledict({**layer, rule.id: rule})


IFEVAL = Registry("ifeval", reference="google-research/instruction_following_eval@26d8ccdab")
IFBENCH = Registry("ifbench", reference="allenai/IFBench@db69a6f", base=IFEVAL)
IF_RLVR = Registry("if_rlvr", reference="allenai/open-instruct@e6c3044", base=IFEVAL)
