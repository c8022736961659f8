r"""How many steps Python's `re` may take to search a text for a pattern that a row supplies.

`re` tries one way after another through a pattern, from every place of the text; `a*a*b` and
`(a+)+b` have so many that no one would wait for them to fail. An engine without that fault, or one
with a time limit, would answer otherwise than `re`, here or there, or otherwise on a busy machine.
So `re` searches, and before it does the ways are counted: every way that leads to a place of the
pattern and a place of the text is a step, and so is every character that a repetition runs over.
A search that may take more than `MOST_STEPS` is refused. The count depends on the pattern and the
text alone, and is never too low:

- Each way is counted, although the first that leads to the end also ends the search from there.
- A group taken up again, `\1`, is counted as any text as long as the group may be.
- What looks ahead or back is counted as if it always held.
- Repetitions of a character at the very end of the pattern cannot fail, and are not counted.

Two counts, so that the usual pattern costs nothing: `longest_safe`, once for a pattern, takes the
worst of all texts of a length; only for a longer text are the ways in that text counted
(`checkers.pattern_paths`).
"""

from __future__ import annotations

import re
import re._constants as sre  # type: ignore[import-not-found]
import re._parser as parser  # type: ignore[import-not-found]
from collections.abc import Sequence
from functools import lru_cache
from typing import Any, NamedTuple

MOST_STEPS = 100_000_000
"""About a second's work."""
MOST_GROUPS = 100
"""A pattern with more opening parentheses is refused, as its analysis might nest too deep."""
ATOMS = frozenset({sre.LITERAL, sre.NOT_LITERAL, sre.ANY, sre.IN, sre.CATEGORY})
REPEATS = frozenset({sre.MAX_REPEAT, sre.MIN_REPEAT, sre.POSSESSIVE_REPEAT})
ASSERTIONS = frozenset({sre.ASSERT, sre.ASSERT_NOT})
Nodes = Sequence[tuple[Any, Any]]
_LENGTHS = (*(2**power for power in range(26, -1, -1)), 0)
_TOO_MANY = 2**64


class Cost(NamedTuple):
    """What part of a pattern may take from one place of a text."""

    steps: int
    """Until every way has failed."""
    ways: int
    """To get past it."""


def too_many_groups(pattern: re.Pattern[str]) -> bool:
    """Whether a pattern is refused as it stands."""
    return pattern.pattern.count("(") > MOST_GROUPS


@lru_cache(maxsize=4096)
def longest_safe(pattern: re.Pattern[str]) -> int:
    """A length up to which no text can take a search more than `MOST_STEPS`, or -1."""
    if too_many_groups(pattern):
        return -1
    nodes = that_may_fail(parser.parse(pattern.pattern, pattern.flags))
    return next((length for length in _LENGTHS if _most_steps(nodes, length) <= MOST_STEPS), -1)


def _most_steps(nodes: Nodes, length: int) -> int:
    return (length + 1) * _sequence(nodes, length).steps


def that_may_fail(nodes: Nodes) -> Nodes:
    """The nodes without the repetitions of a character at their end."""
    while nodes:
        last = _that_may_fail(*nodes[-1])
        if last == [nodes[-1]]:
            break
        nodes = [*nodes[:-1], *last]
        if last:
            break
    return nodes


def _that_may_fail(operator: Any, argument: Any) -> Nodes:
    if operator is sre.SUBPATTERN:
        inside = that_may_fail(argument[-1])
        return [(operator, (*argument[:-1], inside))] if inside else []
    if operator in REPEATS and atom_of(argument[-1]):
        low = argument[0]
        return [(operator, (low, low, argument[-1]))] if low else []
    return [(operator, argument)]


def atom_of(nodes: Nodes) -> tuple[Any, Any] | None:
    """The atom that is all of `nodes`, be it within groups; None if they are anything else."""
    if len(nodes) != 1:
        return None
    operator, argument = nodes[0]
    if operator is sre.SUBPATTERN and not any(argument[1:3]):
        return atom_of(argument[-1])
    return (operator, argument) if operator in ATOMS else None


def alternatives(operator: Any, argument: Any) -> list[Nodes]:
    """Those of `a|b`, or of `(?(1)a|b)`, which may lack the second."""
    return argument[1] if operator is sre.BRANCH else [argument[1], argument[2] or []]


def _sequence(nodes: Nodes, length: int) -> Cost:
    steps = ways = 1
    for operator, argument in nodes:
        one = _node(operator, argument, length)
        steps, ways = steps + ways * one.steps, ways * one.ways
    return Cost(min(steps, _TOO_MANY), min(ways, _TOO_MANY))


def _node(operator: Any, argument: Any, length: int) -> Cost:
    if operator in REPEATS:
        return _repeat(argument, length)
    if operator is sre.SUBPATTERN:
        return _sequence(argument[-1], length)
    if operator is sre.ATOMIC_GROUP:
        return _sequence(argument, length)
    if operator in ASSERTIONS:
        return Cost(_sequence(argument[1], length).steps, 1)
    if operator in (sre.BRANCH, sre.GROUPREF_EXISTS):
        costs = [_sequence(way, length) for way in alternatives(operator, argument)]
        return Cost(sum(one.steps for one in costs), sum(one.ways for one in costs))
    return Cost(length + 1 if operator is sre.GROUPREF else 1, 1)


def _repeat(argument: Any, length: int) -> Cost:
    low, high, body = argument
    one = _sequence(body, length)
    most = max(low, min(high, length + 1))
    if one.ways == 1:
        return Cost(most * one.steps + 1, most - low + 1)
    ways = _TOO_MANY if most > 64 else one.ways ** (most + 1)
    return Cost(min(ways * one.steps, _TOO_MANY), min(ways, _TOO_MANY))
