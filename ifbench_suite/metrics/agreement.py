"""How far two graders of the same items agree."""

from __future__ import annotations

import math
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Agreement:
    """The 2 x 2 table of two graders who each say yes or no of every item.

    Attributes:
        both: items that both say are followed.
        only_first: items that only the first says are.
        only_second: items that only the second says are.
        neither: items that both say are not.
    """

    both: int
    only_first: int
    only_second: int
    neither: int

    @classmethod
    def of(cls, pairs: Iterable[tuple[bool, bool]]) -> Agreement:
        """The table of the graders' verdicts, item by item."""
        counted = list(pairs)
        return cls(*(counted.count(cell) for cell in _CELLS))

    @property
    def num(self) -> int:
        """The number of items."""
        return self.both + self.only_first + self.only_second + self.neither

    @property
    def accuracy(self) -> float:
        """The share of items of which both say the same; nan without items."""
        return _ratio(self.both + self.neither, self.num)

    @property
    def kappa(self) -> float:
        """Cohen's kappa (1960): agreement beyond chance; nan where chance alone agrees on all."""
        n = self.num
        first, second = self.both + self.only_first, self.both + self.only_second
        by_chance = first * second + (n - first) * (n - second)
        return _ratio(n * (self.both + self.neither) - by_chance, n * n - by_chance)

    @property
    def macro_f1(self) -> float:
        """The mean of F1 over the verdicts that occur, yes and no; nan without items."""
        differ = self.only_first + self.only_second
        scores = [
            2 * hits / (2 * hits + differ) for hits in (self.both, self.neither) if hits or differ
        ]
        return math.fsum(scores) / len(scores) if scores else math.nan

    @property
    def mcc(self) -> float:
        """Matthews correlation; 0 where a grader says the same of every item."""
        covariance = self.both * self.neither - self.only_first * self.only_second
        first, second = self.both + self.only_first, self.both + self.only_second
        spread = first * (self.num - first) * second * (self.num - second)
        return covariance / math.sqrt(spread) if spread else 0.0

    def to_dict(self) -> dict[str, Any]:
        """Counts and measures; nan becomes null."""
        measures = {name: getattr(self, name) for name in MEASURES}
        return {
            "num": self.num,
            "both": self.both,
            "only_first": self.only_first,
            "only_second": self.only_second,
            "neither": self.neither,
            **{name: None if math.isnan(value) else value for name, value in measures.items()},
        }


MEASURES = ("accuracy", "kappa", "macro_f1", "mcc")
_CELLS = ((True, True), (True, False), (False, True), (False, False))


def _ratio(numerator: int, denominator: int) -> float:
    return numerator / denominator if denominator else math.nan
