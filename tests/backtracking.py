"""A plain matcher that tries ways in the order in which `re` does, and counts its steps."""

import re
import re._constants as sre  # type: ignore[import-not-found]
import re._parser as parser  # type: ignore[import-not-found]
from collections.abc import Iterator, Sequence
from itertools import islice
from typing import Any

Nodes = Sequence[tuple[Any, Any]]
_ONE_CHARACTER = (sre.LITERAL, sre.NOT_LITERAL, sre.ANY, sre.IN)


class Backtracking:
    """All matches of a pattern without back references in a text, and the steps they took."""

    def __init__(self, pattern: str, text: str) -> None:
        self.text = text
        self.steps = 0
        self.spans = list(self._spans(parser.parse(pattern)))

    def _spans(self, nodes: Nodes) -> Iterator[tuple[int, int]]:
        start, is_after_empty = 0, False
        while start <= len(self.text):
            least = start + is_after_empty
            end = next((end for end in self.sequence(nodes, start) if end >= least), None)
            if end is None:
                start, is_after_empty = start + 1, False
                continue
            yield start, end
            start, is_after_empty = end, end == start

    def sequence(self, nodes: Nodes, at: int) -> Iterator[int]:
        if not nodes:
            yield at
            return
        for end in self.node(*nodes[0], at):
            yield from self.sequence(nodes[1:], end)

    def node(self, operator: Any, argument: Any, at: int) -> Iterator[int]:
        self.steps += 1
        if operator in _ONE_CHARACTER:
            if at < len(self.text) and self.holds(operator, argument, at):
                yield at + 1
        elif operator is sre.AT:
            if self.holds(operator, argument, at):
                yield at
        elif operator is sre.SUBPATTERN:
            yield from self.sequence(argument[-1], at)
        elif operator is sre.ATOMIC_GROUP:
            yield from islice(self.sequence(argument, at), 1)
        elif operator is sre.BRANCH:
            for way in argument[1]:
                yield from self.sequence(way, at)
        elif operator in (sre.ASSERT, sre.ASSERT_NOT):
            yield from self.assertion(at, operator, *argument)
        else:
            yield from self.repeat(at, operator, *argument)

    def assertion(self, at: int, operator: Any, direction: int, inside: Any) -> Iterator[int]:
        start = at - inside.getwidth()[0] if direction < 0 else at
        found = start >= 0 and next(self.sequence(inside, start), None) is not None
        if found is (operator is sre.ASSERT):
            yield at

    def repeat(self, at: int, operator: Any, low: int, high: int, body: Nodes) -> Iterator[int]:
        def rounds(number: int, at: int, last: int) -> Iterator[int]:
            if number < low:
                for end in self.sequence(body, at):
                    yield from rounds(number + 1, end, last)
                return
            if operator is sre.MIN_REPEAT:
                yield at
            if number < high and at != last:
                for end in self.sequence(body, at):
                    yield from rounds(number + 1, end, at)
            if operator is not sre.MIN_REPEAT:
                yield at

        ends = rounds(0, at, -1)
        yield from islice(ends, 1) if operator is sre.POSSESSIVE_REPEAT else ends

    def holds(self, operator: Any, argument: Any, at: int) -> bool:
        nodes = parser.SubPattern(parser.State(), [(operator, argument)])
        return bool(re._compiler.compile(nodes, 0).match(self.text, at))  # type: ignore[attr-defined]
