"""Counts the ways through a pattern that one text has, see `checkers.pattern_steps`.

The pattern is walked through once, with all places of the text at the same time: at each of its
nodes stand the places where a search may have arrived there, each with the number of ways. Only a
repeated group is walked through anew for every round.
"""

from __future__ import annotations

import re
import re._constants as sre  # type: ignore[import-not-found]
import re._parser as parser  # type: ignore[import-not-found]
from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from checkers.pattern_steps import (
    ASSERTIONS,
    ATOMS,
    MOST_STEPS,
    REPEATS,
    Nodes,
    alternatives,
    atom_of,
    that_may_fail,
    too_many_groups,
)

T = TypeVar("T")
VISIT = 2000
"""Steps that each node costs besides: the count itself takes time."""
_Ints = NDArray[np.int64]
_Mask = NDArray[np.bool_]


class TooManySteps(Exception):
    """A search may take more than `MOST_STEPS`."""


class Arrivals(NamedTuple):
    """Places of a text, ascending, and the number of ways that lead to each."""

    at: _Ints
    ways: _Ints

    def where(self, chosen: _Mask, *, advance: int = 0) -> Arrivals:
        """Those that are `chosen`, moved on by `advance` characters."""
        return Arrivals(self.at[chosen] + advance, self.ways[chosen])


def is_affordable(pattern: re.Pattern[str], text: str) -> bool:
    """Whether to find all matches of `pattern` in `text` takes at most `MOST_STEPS`."""
    try:
        steps(pattern, text)
    except TooManySteps:
        return False
    return True


def steps(pattern: re.Pattern[str], text: str) -> int:
    """At most so many steps it takes to find all matches of `pattern` in `text`.

    Raises:
        TooManySteps: more than `MOST_STEPS`.
    """
    if too_many_groups(pattern):
        raise TooManySteps
    parsed = parser.parse(pattern.pattern, pattern.flags)
    count = _Count(_Characters(text), parsed.state.groupwidths)
    starts = Arrivals(np.arange(len(text) + 1), np.ones(len(text) + 1, np.int64))
    count.sequence(that_may_fail(parsed), starts, parsed.state.flags)
    return count.steps


class _Characters:
    """What the atoms of a pattern match in a text."""

    def __init__(self, text: str) -> None:
        self.text = text
        self.used = sorted(set(text))
        self.codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")
        self.found: dict[tuple[str, str], Any] = {}

    def matched(self, node: Any, flags: int) -> _Mask:
        """For each character, and for the end of the text, whether an atom matches it."""
        return self._once(self._matched, node, flags)

    def _matched(self, node: Any, flags: int) -> _Mask:
        matches = _compiled(node, flags).match
        is_matched = np.zeros(ord(self.used[-1]) + 1 if self.used else 0, bool)
        is_matched[[ord(char) for char in self.used if matches(char)]] = True
        return np.append(is_matched[self.codes], False)

    def run_ends(self, node: Any, flags: int) -> _Ints:
        """For each place, where the run of characters that an atom matches is over."""
        return self._once(self._run_ends, node, flags)

    def _run_ends(self, node: Any, flags: int) -> _Ints:
        others = np.flatnonzero(~self.matched(node, flags))
        lengths = np.diff(others, prepend=-1)
        return np.repeat(others, lengths)

    def holds(self, node: Any, flags: int) -> _Mask:
        """For each place, whether a condition such as `^` holds there."""
        return self._once(self._holds, node, flags)

    def _holds(self, node: Any, flags: int) -> _Mask:
        held = np.zeros(len(self.text) + 1, bool)
        held[[match.start() for match in _compiled(node, flags).finditer(self.text)]] = True
        return held

    def _once(self, find: Callable[[Any, int], T], node: Any, flags: int) -> T:
        key = (find.__name__, f"{node} {flags}")
        if key not in self.found:
            self.found[key] = find(node, flags)
        found: T = self.found[key]
        return found


class _Count:
    def __init__(self, characters: _Characters, group_widths: list[tuple[int, int]]) -> None:
        self.characters = characters
        self.length = len(characters.text)
        self.group_widths = group_widths
        self.reads = True
        self.steps = 0

    def pay(self, steps: int | np.int64) -> None:
        self.steps += int(steps)
        if self.steps > MOST_STEPS:
            raise TooManySteps

    def sequence(self, nodes: Nodes, arrivals: Arrivals, flags: int) -> Arrivals:
        """The arrivals after `nodes`, given those before."""
        for operator, argument in nodes:
            if not arrivals.at.size:
                break
            self.pay(VISIT + arrivals.ways.sum())
            arrivals = self.node(operator, argument, arrivals, flags)
        return arrivals

    def node(self, operator: Any, argument: Any, arrivals: Arrivals, flags: int) -> Arrivals:
        if operator in ATOMS:
            matched = self.characters.matched((operator, argument), flags)
            return arrivals.where(matched[arrivals.at] & self.reads, advance=1)
        if operator is sre.AT:
            held = self.characters.holds((operator, argument), flags)
            return arrivals.where(held[arrivals.at])
        if operator in REPEATS:
            return self.repeat(arrivals, flags, *argument)
        if operator is sre.GROUPREF:
            anything = np.full(self.length + 1, self.length)
            return self.loop(arrivals, anything, *self.group_widths[argument])
        return self.nested(operator, argument, arrivals, flags)

    def nested(self, operator: Any, argument: Any, arrivals: Arrivals, flags: int) -> Arrivals:
        if operator is sre.SUBPATTERN:
            _, added, removed, inside = argument
            return self.sequence(inside, arrivals, _combined(flags, added, removed))
        if operator is sre.ATOMIC_GROUP:
            return self.sequence(argument, arrivals, flags)
        if operator in ASSERTIONS:
            return self.assertion(arrivals, flags, *argument)
        if operator is sre.FAILURE:
            return _none()
        ways = alternatives(operator, argument)
        return _together([self.sequence(way, arrivals, flags) for way in ways])

    def assertion(self, arrivals: Arrivals, flags: int, direction: int, inside: Any) -> Arrivals:
        back = inside.getwidth()[0] if direction < 0 else 0
        self.sequence(inside, arrivals.where(arrivals.at >= back, advance=-back), flags)
        return arrivals

    def repeat(self, arrivals: Arrivals, flags: int, low: int, high: int, body: Any) -> Arrivals:
        if atom := atom_of(body):
            return self.loop(arrivals, self.characters.run_ends(atom, flags), low, high)
        ends = [arrivals] if low == 0 else []
        number = kept = 0
        while arrivals.at.size and number < high:
            self.pay(VISIT)
            number += 1
            before, arrivals = arrivals, self.sequence(body, arrivals, flags)
            if number >= low:
                ends.append(arrivals)
                kept += arrivals.at.size
                if kept > 4 * self.length:
                    ends, kept = [_together(ends)], 0
            if number > low:
                arrivals = self.moved(arrivals, body, before, flags)
        return _together(ends)

    def moved(self, arrivals: Arrivals, body: Any, before: Arrivals, flags: int) -> Arrivals:
        """The arrivals but those that read nothing in `body`: `re` gives these no more rounds.

        It does after the rounds that have to be, where it has not yet noted a place.
        """
        if body.getwidth()[0]:
            return arrivals
        reads, self.reads = self.reads, False
        unmoved = self.sequence(body, before, flags)
        self.reads = reads
        ways = arrivals.ways.copy()
        ways[np.searchsorted(arrivals.at, unmoved.at)] -= unmoved.ways
        return Arrivals(arrivals.at, ways).where(ways > 0)

    def loop(self, arrivals: Arrivals, run_ends: _Ints, low: int, high: int) -> Arrivals:
        """The arrivals after `low` to `high` characters of a run."""
        low, high = min(low, self.length + 1), min(high, self.length if self.reads else 0)
        reach = np.minimum(run_ends[arrivals.at], arrivals.at + high)
        self.pay(np.dot(arrivals.ways, reach - arrivals.at))
        is_enough = reach >= arrivals.at + low
        first, ways = arrivals.where(is_enough, advance=low)
        beyond = reach[is_enough] + 1
        self.pay(np.dot(ways, beyond - first))
        return _spread(first, beyond, ways)


def _spread(first: _Ints, beyond: _Ints, ways: _Ints) -> Arrivals:
    """Arrivals at every place from a `first` to before its `beyond`, both ascending."""
    if not first.size:
        return _none()
    begins = np.append(True, first[1:] > beyond[:-1])
    starts, stops = first[begins], beyond[np.append(begins[1:], True)]
    lengths = stops - starts
    gaps = starts - (np.cumsum(lengths) - lengths)
    at = np.arange(lengths.sum()) + np.repeat(gaps, lengths)
    gap = gaps[np.cumsum(begins) - 1]
    change = -np.bincount(beyond - gap, ways, at.size + 1).astype(np.int64)
    change[first - gap] += ways
    return Arrivals(at, np.cumsum(change[:-1]))


def _together(several: list[Arrivals]) -> Arrivals:
    if len(several) < 2:
        return several[0] if several else _none()
    at, ways = (np.concatenate(each) for each in zip(*several, strict=True))
    order = np.argsort(at, kind="stable")
    at, ways = at[order], ways[order]
    first = np.flatnonzero(np.diff(at, prepend=-1))
    return Arrivals(at[first], np.add.reduceat(ways, first)) if first.size else _none()


def _none() -> Arrivals:
    return Arrivals(np.empty(0, np.int64), np.empty(0, np.int64))


def _compiled(node: Any, flags: int) -> re.Pattern[str]:
    state = parser.State()
    state.flags = flags
    found: re.Pattern[str] = re._compiler.compile(  # type: ignore[attr-defined]
        parser.SubPattern(state, [node]), flags
    )
    return found


def _combined(flags: int, added: int, removed: int) -> int:
    """The flags within `(?i-s:...)`; one of the three kinds of characters takes another's place."""
    kinds = parser.TYPE_FLAGS
    return int((flags & ~kinds if added & kinds else flags) | added) & ~removed
