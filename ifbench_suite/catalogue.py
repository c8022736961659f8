"""What instructions there are, for readers: the listing, one instruction, and two docs pages."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from typing import NamedTuple

from checkers import REGISTRIES, Example, Instruction, Registry
from ifbench_suite.response import Response
from ifbench_suite.verdict import BoundRule


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
    return f"  {_shown(example)}\n    -> {_said(example.followed)}{by}"


def _shown(example: Example) -> str:
    kwargs = json.dumps(dict(example.kwargs), ensure_ascii=False) if example.kwargs else ""
    return f"{json.dumps(example.response, ensure_ascii=False)} {kwargs}".rstrip()


def instructions_page() -> str:
    """docs/instructions.md: a table of every instruction of every benchmark."""
    lines: list[str] = []
    for registry in REGISTRIES.values():
        own = list(entries(registry.name))
        base = f", on top of {registry.base.name}'s" if registry.base else ""
        lines += [f"## {registry.name}", ""]
        lines += [f"{len(own)} instructions{base}; reference: {registry.reference}.", ""]
        lines += ["| id | what it asks | parameters | corrected |", "|---|---|---|---|"]
        lines += [_row(entry) for entry in own]
        lines.append("")
    return "\n".join(lines)


def _row(entry: Entry) -> str:
    parameters = ", ".join(f"`{name}`: {kind}" for name, kind in entry.parameters.items())
    corrected = "yes" if entry.correction else ""
    cells = (f"`{entry.rule.id}`", entry.meaning, parameters, corrected)
    return "| " + " | ".join(cell.replace("|", "\\|") for cell in cells) + " |"


def deviations_page() -> str:
    """docs/deviations.md: every correction, why, and a response on which the verdicts differ."""
    lines: list[str] = []
    for registry in REGISTRIES.values():
        own = [entry for entry in entries(registry.name) if entry.correction]
        lines += [f"## {registry.name}: {len(own)} corrected instructions", ""]
        for entry in own:
            lines += _deviation(entry)
    return "\n".join(lines)


def _deviation(entry: Entry) -> list[str]:
    assert entry.correction is not None
    example, exact, right = _telling_example(entry, entry.correction)
    mode = "strict" if exact.strict is not right.strict else "loose"
    return [
        f"### {entry.rule.id}",
        "",
        f"Corrected because {entry.correction.why}.",
        "",
        f"    {_shown(example)}",
        "",
        f"Reference: {_said(getattr(exact, mode))}. Corrected: {_said(getattr(right, mode))}"
        f"{'' if mode == 'strict' else ' (in loose)'}.",
        "",
    ]


def _said(followed: bool) -> str:
    return "followed" if followed else "not followed"


class _Verdicts(NamedTuple):
    strict: bool
    loose: bool


def _telling_example(entry: Entry, correction: Instruction) -> tuple[Example, _Verdicts, _Verdicts]:
    """An example on which reference and correction disagree, with what each of them says.

    Raises:
        LookupError: there is none.
    """
    for example in correction.examples:
        exact = _judged(entry.registry, entry.rule, example)
        right = _judged(entry.registry, correction, example)
        if exact != right:
            return example, exact, right
    raise LookupError(f"{correction.id}: no example tells the correction from the reference")


def _judged(registry: Registry, rule: Instruction, example: Example) -> _Verdicts:
    bound = BoundRule.of(rule, example.kwargs)
    response = Response(example.response, text_view=registry.view, prompt=example.prompt)
    strict = bound.strict(response)
    return _Verdicts(strict.followed, bound.loose(response, strict))
