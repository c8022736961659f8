"""Which instructions an answer follows that says nothing, by the reference and corrected rules."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from checkers import IF_RLVR, IFBENCH, Instruction, Registry
from checkers.requirement import MissingRequirement
from ifbench_suite.response import Response
from ifbench_suite.verdict import BoundRule

PROMPT = "Write a short story about a lighthouse keeper and a gull."
ANSWERS: Mapping[str, str] = {
    "`.`": ".",
    "zero-width space": "\u200b",
    "one word 500 times": "the " * 500,
    "one letter 2,000 times": "a" * 2000,
    "the prompt": PROMPT,
}


class Accident(NamedTuple):
    """An instruction with what each of the answers earns: the name of the rule sets, or ""."""

    id: str
    earned: tuple[str, ...]


def accidents(registry: Registry) -> Iterator[Accident]:
    """The instructions of a registry that one of the answers follows.

    Each is asked for with the kwargs of its first example that holds: with other numbers a
    repeated word passes or fails other instructions.
    """
    for id in registry:
        exact, right = registry.get(id), registry.get(id, corrected=True)
        earned = tuple(
            _rule_sets(_follows(registry, exact, exact, one), _follows(registry, right, exact, one))
            for one in ANSWERS.values()
        )
        if any(earned):
            yield Accident(id, earned)


def _follows(registry: Registry, rule: Instruction, exact: Instruction, answer: str) -> bool:
    kwargs = next(example.kwargs for example in exact.examples if example.followed)
    try:
        bound = BoundRule.of(rule, kwargs)
    except MissingRequirement:
        return False
    return bound.strict(Response(answer, text_view=registry.view, prompt=PROMPT)).followed


def _rule_sets(exact: bool, right: bool) -> str:
    return {(True, True): "both", (True, False): "reference", (False, True): "corrected"}.get(
        (exact, right), ""
    )


def degenerate_answers_page() -> str:
    """A table for each registry, in Markdown."""
    parts = []
    for title, registry in (("IF-RLVR and IFEval", IF_RLVR), ("IFBench", IFBENCH)):
        own = {"IFBench": set(registry.own)}.get(title, set(registry))
        rows = [
            one for one in accidents(registry) if one.id in own and one.id != "words:start_verb"
        ]
        parts += [f"### {title}: {len(rows)} of {len(own)}", ""]
        parts += [f"| instruction | {' | '.join(ANSWERS)} |", "|---" * (len(ANSWERS) + 1) + "|"]
        parts += [f"| `{one.id}` | {' | '.join(one.earned)} |" for one in rows]
        parts.append("")
    return "\n".join(parts)
