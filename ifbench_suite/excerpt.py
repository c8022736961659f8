"""Which of a run's outcomes its page may show: chosen while they come, without keeping them."""

from __future__ import annotations

import hashlib
from collections.abc import Iterable
from dataclasses import dataclass, field
from heapq import heappop, heappush
from typing import NamedTuple

from ifbench_suite.outcome import Outcome

LARGEST_BUDGET = 5_000_000
"""Bytes of outcomes that a page holds at most."""
TEXT_LENGTHS = (100_000, 20_000, 6_000, 2_000)
"""Characters of a prompt or response that are shown, the most that lets all failures in."""


class Candidate(NamedTuple):
    """An outcome that may be shown.

    Attributes:
        order: minus a hash of its name: larger ones are shown first.
        size: the characters that are shown of its texts at least, and one more.
        number: of the outcome in the run, from 0.
        start: of its line in outcomes.jsonl, in bytes, where it is in a file.
    """

    order: int
    size: int
    number: int
    start: int


@dataclass
class _First:
    """The first candidates that could fill a page; the others cannot come to be shown.

    They are bare tuples, which are handed to another process in half the time.
    """

    heap: list[tuple[int, int, int, int]] = field(default_factory=list)
    size: int = 0

    def add(self, order: int, size: int, number: int, start: int) -> None:
        if self.size >= LARGEST_BUDGET and order < self.heap[0][0]:
            return
        heappush(self.heap, (order, size, number, start))
        self.size += size
        while self.size - self.heap[0][1] >= LARGEST_BUDGET:
            self.size -= heappop(self.heap)[1]

    @property
    def in_order(self) -> list[Candidate]:
        return list(map(Candidate._make, sorted(self.heap, reverse=True)))


@dataclass
class Excerpt:
    """The outcomes that a page may show; memory does not grow with the others.

    An outcome is telling if an instruction is not followed, by either rule set or in either mode;
    such outcomes are shown first.

    Attributes:
        total: how many outcomes the run has.
        length: of their lines in outcomes.jsonl, in bytes.
        telling: how many of them are telling.
        sizes: the characters of the telling ones that are shown by each of `TEXT_LENGTHS`.
    """

    total: int = 0
    length: int = 0
    telling: int = 0
    sizes: tuple[int, ...] = (0,) * len(TEXT_LENGTHS)
    _failures: _First = field(default_factory=_First)
    _passes: _First = field(default_factory=_First)

    @classmethod
    def of(cls, outcomes: Iterable[Outcome]) -> Excerpt:
        """The excerpt of outcomes in memory."""
        excerpt = cls()
        for outcome in outcomes:
            excerpt.add(outcome)
        return excerpt

    def add(self, outcome: Outcome, length: int = 0) -> None:
        """Takes the next outcome into account, and the bytes of its line."""
        name = repr((str(outcome.key), outcome.turn, outcome.sample))
        digest = hashlib.sha256(name.encode("utf-8", "backslashreplace")).digest()
        texts = len(outcome.prompt), len(outcome.response)
        sizes = tuple([min(texts[0], most) + min(texts[1], most) for most in TEXT_LENGTHS])
        is_telling = _is_telling(outcome)
        if is_telling:
            self.telling += 1
            self.sizes = tuple(map(sum, zip(self.sizes, sizes, strict=True)))
        first = self._failures if is_telling else self._passes
        first.add(-int.from_bytes(digest[:8]), sizes[-1] + 1, self.total, self.length)
        self.total += 1
        self.length += length

    def merge(self, other: Excerpt) -> None:
        """Takes the outcomes of `other` into account, which come after these."""
        self.sizes = tuple(map(sum, zip(self.sizes, other.sizes, strict=True)))
        self.telling += other.telling
        for mine, others in ((self._failures, other._failures), (self._passes, other._passes)):
            for order, size, number, start in others.heap:
                mine.add(order, size, self.total + number, self.length + start)
        self.total += other.total
        self.length += other.length

    @property
    def failures(self) -> list[Candidate]:
        """Telling outcomes, in the order in which they are shown."""
        return self._failures.in_order

    @property
    def passes(self) -> list[Candidate]:
        """The others, in the order in which they are shown."""
        return self._passes.in_order


def _is_telling(outcome: Outcome) -> bool:
    rule_sets = [one for one in (outcome.reference, outcome.corrected) if one is not None]
    return not all(all(one.strict) and all(one.loose) for one in rule_sets)
