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


class Mark(NamedTuple):
    """What decides whether an outcome is shown.

    Attributes:
        order: a hash of the outcome's name: smaller ones are shown first.
        is_telling: whether an instruction is not followed, by either rule set or in either mode;
            such outcomes are shown first.
        sizes: the characters that are shown of its texts, by each of `TEXT_LENGTHS`.
    """

    order: bytes
    is_telling: bool
    sizes: tuple[int, ...]

    @classmethod
    def of(cls, outcome: Outcome) -> Mark:
        """The mark of an outcome."""
        name = repr((str(outcome.key), outcome.turn, outcome.sample))
        order = hashlib.sha256(name.encode("utf-8", "backslashreplace")).digest()
        texts = len(outcome.prompt), len(outcome.response)
        sizes = tuple(min(texts[0], most) + min(texts[1], most) for most in TEXT_LENGTHS)
        return cls(order, _is_telling(outcome), sizes)


@dataclass
class _Smallest:
    """Those of the smallest hashes that could fill a page; the others cannot come to be shown."""

    entries: list[tuple[int, int, int]] = field(default_factory=list)
    size: int = 0

    def add(self, mark: Mark, index: int) -> None:
        size = mark.sizes[-1] + 1
        heappush(self.entries, (-int.from_bytes(mark.order), size, index))
        self.size += size
        while self.size - self.entries[0][1] >= LARGEST_BUDGET:
            self.size -= heappop(self.entries)[1]

    @property
    def indices(self) -> list[int]:
        return [index for _, _, index in sorted(self.entries, reverse=True)]


@dataclass
class Excerpt:
    """The outcomes that a page may show, by their number in the run; memory does not grow.

    Attributes:
        total: how many outcomes the run has.
        telling: how many of them are telling.
        sizes: the characters of the telling ones that are shown by each of `TEXT_LENGTHS`.
    """

    total: int = 0
    telling: int = 0
    sizes: tuple[int, ...] = (0,) * len(TEXT_LENGTHS)
    _failures: _Smallest = field(default_factory=_Smallest)
    _passes: _Smallest = field(default_factory=_Smallest)

    @classmethod
    def of(cls, outcomes: Iterable[Outcome]) -> Excerpt:
        """The excerpt of a run's outcomes."""
        excerpt = cls()
        for outcome in outcomes:
            excerpt.add(Mark.of(outcome))
        return excerpt

    def add(self, mark: Mark) -> None:
        """Takes the next outcome into account."""
        if mark.is_telling:
            self.telling += 1
            self.sizes = tuple(map(sum, zip(self.sizes, mark.sizes, strict=True)))
        (self._failures if mark.is_telling else self._passes).add(mark, self.total)
        self.total += 1

    @property
    def failures(self) -> list[int]:
        """Telling outcomes, in the order in which they are shown."""
        return self._failures.indices

    @property
    def passes(self) -> list[int]:
        """The others, in the order in which they are shown."""
        return self._passes.indices


def _is_telling(outcome: Outcome) -> bool:
    rule_sets = [one for one in (outcome.reference, outcome.corrected) if one is not None]
    return not all(all(one.strict) and all(one.loose) for one in rule_sets)
