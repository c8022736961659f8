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


class Repetition(NamedTuple):
    """An unbounded repetition that may take back what it took."""

    number: int
    chars: frozenset[str]


def ambiguities(pattern: str, flags: int = 0) -> list[str]:
    """The characters over which repetitions of `pattern` overlap, a string per overlap."""
    parsed = parser.parse(pattern, flags)
    walk = _Walk(parsed.state, sorted({*_ALPHABET, *pattern, *pattern.upper(), *pattern.lower()}))
    walk.sequence(parsed, [])
    return walk.found


class _Walk:
    def __init__(self, state: Any, alphabet: list[str]) -> None:
        self.state = state
        self.alphabet = alphabet
        self.found: list[str] = []
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
        if operator is sre.BRANCH:
            ends = [one for branch in argument[1] for one in self.sequence(branch, open_)]
            return list(dict.fromkeys(ends))
        if operator in (sre.ASSERT, sre.ASSERT_NOT):
            self.sequence(argument[1], [])
            return open_
        if operator in (sre.AT, sre.GROUPREF):
            return open_
        raise NotImplementedError(f"{operator}: say here what it does to overlaps")

    def repeat(self, argument: Any, open_: list[Repetition]) -> list[Repetition]:
        low, high, body = argument
        ends = self.sequence(body, open_)
        if high - low < UNBOUNDED:
            return list(dict.fromkeys([*(open_ if low == 0 else []), *ends]))
        for one in self.only(open_, ends):
            self.found.append("".join(sorted(one.chars & self.all_chars(body))))
        self.sequence(body, self.fresh(open_, ends))
        self.alternatives(body)
        itself = Repetition(next(self.numbers), self.all_chars(body))
        return list(dict.fromkeys([*(open_ if low == 0 else []), *ends, itself]))

    def possessive(self, argument: Any, open_: list[Repetition]) -> list[Repetition]:
        low, high, body = argument
        ends = self.only(open_, self.sequence(body, open_))
        if high - low >= UNBOUNDED:
            for one in ends:
                self.found.append("".join(sorted(one.chars & self.all_chars(body))))
        return open_ if low == 0 else ends

    def alternatives(self, nodes: Iterable[Any]) -> None:
        """Notes alternatives of a repeated group that begin alike."""
        for operator, argument in nodes:
            if operator is sre.SUBPATTERN:
                self.alternatives(argument[-1])
            if operator is sre.BRANCH:
                firsts = [self.all_chars(branch[:1]) for branch in argument[1]]
                pairs = combinations(firsts, 2)
                self.found += ["".join(sorted(one & other)) for one, other in pairs if one & other]

    def only(self, of: list[Repetition], ends: list[Repetition]) -> list[Repetition]:
        return [one for one in of if one in ends]

    def fresh(self, before: list[Repetition], ends: list[Repetition]) -> list[Repetition]:
        return [one for one in ends if one not in before]

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
        elif operator is sre.BRANCH:
            for branch in argument[1]:
                yield from _atoms(branch)
