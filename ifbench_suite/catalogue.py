"""What instructions there are, for readers: the listing, and one instruction."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from checkers import REGISTRIES, Example, Instruction, Registry


class Entry(NamedTuple):
    """An instruction as one benchmark has it."""

    registry: Registry
    rule: Instruction
    correction: Instruction | None

    @property
    def meaning(self) -> str:
        """What the instruction asks, in one sentence."""
        return self.rule.text.split("\n\n")[0].replace("\n", " ")

    @property
    def parameters(self) -> Mapping[str, str]:
        """The parameters and what each may be."""
        return {name: kind.name for name, kind in self.rule.parameters.items()}


def entries(benchmark: str | None = None) -> Iterator[Entry]:
    """The instructions of each benchmark that it does not have from its base, in order."""
    for registry in REGISTRIES.values():
        if benchmark in (None, registry.name):
            for id in dict.fromkeys([*registry.own, *registry.corrections]):
                yield _entry(registry, id)


def find(id: str) -> list[Entry]:
    """The entries of one id in every benchmark that has rules of its own for it.

    Raises:
        UnknownInstruction: no benchmark has it; the message names near ids.
    """
    found = [entry for entry in entries() if entry.rule.id == id]
    if not found:
        everything = Registry("no benchmark", reference="")
        everything.own = {entry.rule.id: entry.rule for entry in entries()}
        everything.get(id)
    return found


def _entry(registry: Registry, id: str) -> Entry:
    rule, fixed = registry.get(id), registry.get(id, corrected=True)
    return Entry(registry, rule, None if fixed is rule else fixed)


def described(entry: Entry) -> str:
    """Everything about one instruction, as `show` prints it."""
    return "\n".join(_description(entry))


def _description(entry: Entry) -> Iterator[str]:
    yield f"{entry.rule.id}  ({entry.registry.name}, {entry.rule.origin})"
    yield ""
    yield entry.rule.text
    yield ""
    yield "Parameters: " + ("" if entry.parameters else "none")
    for name, kind in entry.parameters.items():
        yield f"  {name}: {kind}"
    if entry.correction:
        yield f"\nCorrected, because {entry.correction.why}."
        yield entry.correction.text.partition("\n\n")[2] or entry.correction.text
    yield "\nExamples"
    for example in entry.rule.examples:
        yield _example(example, "")
    for example in entry.correction.examples if entry.correction else ():
        yield _example(example, " by the corrected rule")


def _example(example: Example, by: str) -> str:
    return f"  {shown(example)}\n    -> {said(example.followed)}{by}"


def shown(example: Example) -> str:
    """An example's response and parameters, in one line of JSON."""
    kwargs = json.dumps(dict(example.kwargs), ensure_ascii=False) if example.kwargs else ""
    return f"{json.dumps(example.response, ensure_ascii=False)} {kwargs}".rstrip()


def said(followed: bool) -> str:
    """A verdict in words."""
    return "followed" if followed else "not followed"
