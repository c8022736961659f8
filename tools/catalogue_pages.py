"""The generated parts of docs/instructions.md, docs/instructions/ and docs/deviations.md."""

import re
from collections.abc import Iterator
from typing import NamedTuple

from checkers import REGISTRIES, Example, Instruction, Registry
from ifbench_suite.catalogue import Entry, entries, said, shown
from ifbench_suite.response import Response
from ifbench_suite.verdict import BoundRule

_CODE_SPAN = re.compile(r"(`[^`]*`)")
_MARKUP = re.compile(r"([\\*_\[\]<>|#])")
_NOT_IN_AN_ANCHOR = re.compile(r"[^\w-]")


def instructions_page() -> str:
    """Of each benchmark a table of the instructions that it adds, which lead to their examples."""
    return "\n".join(line for registry in REGISTRIES.values() for line in _table(registry))


def _table(registry: Registry) -> Iterator[str]:
    own = list(entries(registry.name))
    base = f", on top of {registry.base.name}'s" if registry.base else ""
    yield from (f"## {registry.name}", "")
    yield from (f"{len(own)} instructions{base}; reference: {registry.reference}.", "")
    yield from ("| id | what it asks | parameters | corrected |", "|---|---|---|---|")
    yield from map(_row, own)
    yield ""


def _row(entry: Entry) -> str:
    id = entry.rule.id
    anchor = _NOT_IN_AN_ANCHOR.sub("", id).lower()
    cells = (
        f"[`{id}`](instructions/{entry.registry.name}.md#{anchor})",
        prose(entry.meaning),
        ", ".join(_parameters(entry)),
        "yes" if entry.correction else "",
    )
    return f"| {' | '.join(cells)} |"


def _parameters(entry: Entry) -> Iterator[str]:
    return (f"`{name}`: {kind}" for name, kind in entry.parameters.items())


def benchmark_page(registry: Registry) -> str:
    """Every instruction that a benchmark adds: what is asked, how it is decided, examples."""
    return "\n".join(line for entry in entries(registry.name) for line in _section(entry))


def _section(entry: Entry) -> Iterator[str]:
    yield from (f"## {entry.rule.id}", "", prose(entry.rule.text), "")
    if entry.parameters:
        yield from (*(f"- {parameter}" for parameter in _parameters(entry)), "")
    yield from _examples(entry.rule)
    if entry.correction:
        how = entry.correction.text
        how = how.partition("\n\n")[2] or f"Corrected: {how}"
        yield from (f"**Corrected** because {prose(entry.correction.why)}.", "", prose(how), "")
        yield from _examples(entry.correction)


def _examples(rule: Instruction) -> Iterator[str]:
    yield "```text"
    for followed in (True, False):
        for example in rule.examples:
            if example.followed is followed:
                yield f"{said(followed):12}  {shown(example)}"
    yield from ("```", "")


def deviations_page() -> str:
    """Every correction, why, and a response on which the verdicts differ."""
    lines: list[str] = []
    for registry in REGISTRIES.values():
        own = [entry for entry in entries(registry.name) if entry.correction]
        if own:
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
        f"Corrected because {prose(entry.correction.why)}.",
        "",
        "```text",
        shown(example),
        "```",
        "",
        f"Reference: {said(getattr(exact, mode))}. Corrected: {said(getattr(right, mode))}"
        f"{'' if mode == 'strict' else ' (in loose)'}.",
        "",
    ]


def prose(text: str) -> str:
    """Plain text as Markdown that shows it as it is; what stands in backquotes stays code."""
    parts = _CODE_SPAN.split(text)
    return "".join(
        part if number % 2 else _MARKUP.sub(r"\\\1", part) for number, part in enumerate(parts)
    )


class _Verdicts(NamedTuple):
    strict: bool
    loose: bool


def _telling_example(entry: Entry, correction: Instruction) -> tuple[Example, _Verdicts, _Verdicts]:
    """An example on which reference and correction disagree, with what each of them says.

    Raises:
        LookupError: there is none.
    """
    judged = _as_registered if correction.requires else _judged
    for example in correction.examples:
        exact = judged(entry.registry, entry.rule, example)
        right = judged(entry.registry, correction, example)
        if exact != right:
            return example, exact, right
    raise LookupError(f"{correction.id}: no example tells the correction from the reference")


def _judged(registry: Registry, rule: Instruction, example: Example) -> _Verdicts:
    bound = BoundRule.of(rule, example.kwargs)
    response = Response(example.response, text_view=registry.view, prompt=example.prompt)
    strict = bound.strict(response)
    return _Verdicts(strict.followed, bound.loose(response, strict))


def _as_registered(registry: Registry, rule: Instruction, example: Example) -> _Verdicts:
    """The verdict that `rule` is registered with: a page must not need what a rule requires.

    Raises:
        LookupError: it has no such example.
    """
    for own in rule.examples:
        if (own.response, own.kwargs) == (example.response, example.kwargs):
            return _Verdicts(own.followed, own.followed)
    raise LookupError(f"{registry.name}: {rule.id} has no example {example.response!r}")
