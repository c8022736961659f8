"""Finds where a regular expression can match one text in many ways, so that failing takes long.

Two unbounded repetitions overlap if the second can begin before the first has ended: all that
stands between them can be matched by the first as well. Then a text of n characters is divided
between them in n ways, and every way is tried before the pattern fails. The two may be one and the
same, in a repeated group: then the ways multiply (`(a+)+`). Alternatives of a repeated group that
begin with the same character are taken for ambiguous, too. Not looked for are patterns that are
searched and begin with a repetition: those are timed by `benchmarks/length_scaling.py`.
"""

import re
import re._constants as sre  # type: ignore[import-not-found]
import re._parser as parser  # type: ignore[import-not-found]
from collections.abc import Iterable, Iterator
from itertools import combinations
from typing import Any, NamedTuple

UNBOUNDED = 256
"""From so many repetitions on a repetition counts as unbounded."""
_ALPHABET = [
    *map(chr, range(0x180)),
    *"ıſK“”‘’„«»–—…·।॥。！？，、：；（）「」『』《》你々かア한ก៕आा۔，٣๓½²Ⅷ⓪ßẞΣσς\u0301\u200b\u200d\u2028\u3000\ud800😀🇦①",
]
_ATOMS = (sre.LITERAL, sre.NOT_LITERAL, sre.ANY, sre.IN, sre.CATEGORY)
_REPEATS = (sre.MAX_REPEAT, sre.MIN_REPEAT)
_CHOICES = (sre.BRANCH, sre.GROUPREF_EXISTS)


class Repetition(NamedTuple):
    """An unbounded repetition that may take back what it took."""

    number: int
    chars: frozenset[str]


class Ambiguities(NamedTuple):
    """The characters over which repetitions of a pattern overlap, a string per overlap."""

    divided: list[str]
    """Overlaps of two repetitions: time grows as a power of the text's length."""
    multiplied: list[str]
    """Overlaps of a repeated group with itself: time doubles with every further character."""


def ambiguities(pattern: str, flags: int = 0) -> Ambiguities:
    """The overlaps in `pattern`.

    Raises:
        re.error: it is no pattern.
    """
    parsed = parser.parse(pattern, flags)
    walk = _Walk(parsed.state, sorted({*_ALPHABET, *pattern, *pattern.upper(), *pattern.lower()}))
    walk.sequence(parsed, [])
    return Ambiguities(walk.divided, walk.multiplied)


class _Walk:
    def __init__(self, state: Any, alphabet: list[str]) -> None:
        self.state = state
        self.alphabet = alphabet
        self.divided: list[str] = []
        self.multiplied: list[str] = []
        self.found = self.divided
        self.loops = 0
        self.numbers = iter(range(10**6))

    def sequence(self, nodes: Iterable[Any], open_: list[Repetition]) -> list[Repetition]:
        """The repetitions that may still give back after `nodes`, given those before."""
        for operator, argument in nodes:
            open_ = self.node(operator, argument, open_)
        return open_

    def node(self, operator: Any, argument: Any, open_: list[Repetition]) -> list[Repetition]:
        if operator in _ATOMS:
            chars = self.chars(operator, argument)
            return [one for one in open_ if one.chars & chars]
        if operator in _REPEATS:
            return self.repeat(argument, open_)
        if operator is sre.POSSESSIVE_REPEAT:
            return self.possessive(argument, open_)
        if operator is sre.SUBPATTERN:
            return self.sequence(argument[-1], open_)
        if operator is sre.ATOMIC_GROUP:
            return self.only(open_, self.sequence(argument, open_))
        if operator in _CHOICES:
            ends = [one for way in _ways(operator, argument) for one in self.sequence(way, open_)]
            return list(dict.fromkeys(ends))
        if operator is sre.FAILURE:
            return []
        if operator in (sre.ASSERT, sre.ASSERT_NOT):
            self.sequence(argument[1], [])
            return open_
        if operator in (sre.AT, sre.GROUPREF):
            return open_
        raise AssertionError(f"{operator} is no operator of Python's patterns")

    def repeat(self, argument: Any, open_: list[Repetition]) -> list[Repetition]:
        low, high, body = argument
        is_loop = high - low >= UNBOUNDED
        self.loops += is_loop
        ends = self.sequence(body, open_)
        if is_loop:
            self.again(body, [one for one in ends if one not in open_])
        self.loops -= is_loop
        # In a loop even an optional piece is taken back and given to the next round.
        if high - low >= (1 if self.loops else UNBOUNDED):
            chars = self.all_chars(body)
            self.note(self.only(open_, ends), chars)
            ends = [*ends, Repetition(next(self.numbers), chars)]
        return list(dict.fromkeys([*(open_ if low == 0 else []), *ends]))

    def again(self, body: Any, ends: list[Repetition]) -> None:
        """Walks through one more round of a loop, after one that may end with `ends`."""
        before, self.found = self.found, self.multiplied
        self.sequence(body, ends)
        self.alternatives(body)
        self.found = before

    def note(self, overlapping: list[Repetition], chars: frozenset[str]) -> None:
        self.found += ["".join(sorted(one.chars & chars)) for one in overlapping]

    def possessive(self, argument: Any, open_: list[Repetition]) -> list[Repetition]:
        low, high, body = argument
        ends = self.only(open_, self.sequence(body, open_))
        if high - low >= UNBOUNDED:
            self.note(ends, self.all_chars(body))
        return open_ if low == 0 else ends

    def alternatives(self, nodes: Iterable[Any]) -> None:
        """Notes alternatives of a loop that may begin alike, unless they are a prefix code."""
        for operator, argument in nodes:
            if operator is sre.SUBPATTERN:
                self.alternatives(argument[-1])
            # Of `(?(1)a|b)` only one is open, so that it is no choice here.
            if operator is sre.BRANCH:
                for one, other in combinations(argument[1], 2):
                    firsts = self.all_chars(one[:1]) & self.all_chars(other[:1])
                    words = [_literal(one), _literal(other)]
                    if None in words and firsts:
                        self.multiplied.append("".join(sorted(firsts)))
                    elif None not in words and _is_prefix(*map(str, words)):
                        self.multiplied.append(str(words))

    def only(self, of: list[Repetition], ends: list[Repetition]) -> list[Repetition]:
        return [one for one in of if one in ends]

    def chars(self, operator: Any, argument: Any) -> frozenset[str]:
        single = parser.SubPattern(self.state, [(operator, argument)])
        matches = re._compiler.compile(single, self.state.flags & ~re.DEBUG).match  # type: ignore[attr-defined]
        return frozenset(filter(matches, self.alphabet))

    def all_chars(self, nodes: Iterable[Any]) -> frozenset[str]:
        return frozenset().union(*(self.chars(*atom) for atom in _atoms(nodes)))


def _atoms(nodes: Iterable[Any]) -> Iterator[tuple[Any, Any]]:
    for operator, argument in nodes:
        if operator in _ATOMS:
            yield operator, argument
        elif operator in (*_REPEATS, sre.POSSESSIVE_REPEAT, sre.SUBPATTERN):
            yield from _atoms(argument[-1])
        elif operator is sre.ATOMIC_GROUP:
            yield from _atoms(argument)
        elif operator in _CHOICES:
            for way in _ways(operator, argument):
                yield from _atoms(way)


def _ways(operator: Any, argument: Any) -> list[Any]:
    """The alternatives of `a|b`, or of `(?(1)a|b)`, which may lack the second."""
    return argument[1] if operator is sre.BRANCH else [argument[1], argument[2] or []]


def _literal(nodes: Iterable[Any]) -> str | None:
    """The text that a branch is, in lower case; None if it is more than that."""
    if any(operator is not sre.LITERAL for operator, _ in nodes):
        return None
    return "".join(chr(code) for _, code in nodes).lower()


def _is_prefix(one: str, other: str) -> bool:
    return one.startswith(other) or other.startswith(one)
