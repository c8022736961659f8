"""How often a 95 % interval covers the truth, where instructions of one prompt stand together.

Prints the table of docs/metrics.md: `python -m tools.simulate_coverage [DATA_SETS]`. Some minutes
on one core.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ifbench_suite.metrics import Estimate, Resampling
from ifbench_suite.metrics.estimate import Z95, Interval, Pool, Units
from ifbench_suite.metrics.paired import difference

Generator = np.random.Generator
Counts = NDArray[np.int64]


@dataclass(frozen=True)
class Shape:
    """A benchmark to draw data sets of.

    Attributes:
        name: of the line in the table.
        lengths: instructions of each cluster (prompt or conversation).
        rate: the chance that an instruction of a cluster with one instruction is followed.
        drop: how much lower that is for each instruction more.
        correlation: of two instructions in one cluster.
    """

    name: str
    lengths: tuple[int, ...]
    rate: float
    drop: float
    correlation: float

    @property
    def rates(self) -> NDArray[np.float64]:
        """The chance of each cluster's instructions, before the cluster's own share in it."""
        rates: NDArray[np.float64] = self.rate - self.drop * (np.array(self.lengths) - 1)
        return rates

    @property
    def truth(self) -> float:
        """What instruction-level accuracy estimates."""
        lengths = np.array(self.lengths)
        return float((self.rates * lengths).sum() / lengths.sum())

    def draw(self, random: Generator) -> tuple[Counts, Counts]:
        """Lengths and followed instructions of the clusters of one data set.

        The clusters are a sample too: they are drawn anew from the shape's, with their lengths.
        """
        chosen = random.integers(len(self.lengths), size=len(self.lengths))
        lengths, rates = np.array(self.lengths)[chosen], self.rates[chosen]
        strength = 1 / self.correlation - 1
        own = random.beta(rates * strength, (1 - rates) * strength)
        return lengths, random.binomial(lengths, own)


SHAPES = (
    Shape(
        "IFEval: 541 prompts, 834 instructions",
        (1,) * 305 + (2,) * 179 + (3,) * 57,
        0.85,
        0.05,
        0.5,
    ),
    Shape("IFBench: 300 prompts, 344 instructions", (1,) * 256 + (2,) * 44, 0.35, 0.05, 0.5),
    Shape("Multi-IF, Chinese: 454 conversations, 3,178 instructions", (7,) * 454, 0.7, 0.0, 0.4),
    Shape(
        "a small set: 50 prompts, 80 instructions",
        (1,) * 25 + (2,) * 20 + (3,) * 5,
        0.75,
        0.05,
        0.5,
    ),
)


def naive(pool: Pool) -> Interval:
    """The interval that takes every instruction for an independent one."""
    ratio, num = pool.ratio, pool.num
    half = Z95 * math.sqrt(ratio * (1 - ratio) / num)
    return ratio - half, ratio + half


def clustered(pool: Pool) -> Interval:
    """The interval that reports have."""
    return _interval(pool.estimate())


def bootstrapped(pool: Pool) -> Interval:
    """The interval of `--bootstrap`."""
    return _interval(pool.estimate(Resampling()))


METHODS: dict[str, Callable[[Pool], Interval]] = {
    "instructions as independent": naive,
    "clustered": clustered,
    "bootstrap": bootstrapped,
}


def coverage(
    shape: Shape, method: Callable[[Pool], Interval], data_sets: int, seed: int = 0
) -> float:
    """The share of data sets whose interval holds the truth."""
    random = np.random.default_rng(seed)
    intervals = (method(pool_of(*shape.draw(random))) for _ in range(data_sets))
    return sum(low <= shape.truth <= high for low, high in intervals) / data_sets


def pool_of(lengths: Counts, followed: Counts) -> Pool:
    """The data set as a report pools it."""
    pairs = enumerate(zip(followed.tolist(), lengths.tolist(), strict=True))
    return Pool.of((Units(cluster, y, m) for cluster, (y, m) in pairs), "weighted_mean")


def paired_coverage(data_sets: int, *, paired: bool, seed: int = 0) -> float:
    """The share of data sets whose interval of B - A holds the true difference.

    541 prompts, each with a difficulty that both models share; the models are equally good.
    """
    random = np.random.default_rng(seed)
    covered = 0
    for _ in range(data_sets):
        first, second = (pool_of(*one) for one in _two_models(random))
        low, high = _interval(difference(first, second)) if paired else _unpaired(first, second)
        covered += low <= 0 <= high
    return covered / data_sets


def _two_models(random: Generator) -> Iterator[tuple[Counts, Counts]]:
    easy = random.beta(0.8, 0.4, size=541)
    ones = np.ones(541, dtype=np.int64)
    for _ in range(2):
        yield ones, random.binomial(1, easy)


def _unpaired(first: Pool, second: Pool) -> Interval:
    errors = [one.estimate().stderr or 0.0 for one in (first, second)]
    half = Z95 * math.hypot(*errors)
    return second.ratio - first.ratio - half, second.ratio - first.ratio + half


def _interval(estimate: Estimate) -> Interval:
    if estimate.interval is None:
        raise ValueError("one cluster has no interval")
    return estimate.interval


def main(data_sets: int) -> None:
    """Prints the table."""
    print(f"| {data_sets:,} data sets each | {' | '.join(METHODS)} |")
    print("|---|" + "---:|" * len(METHODS))
    for shape in SHAPES:
        shares = (coverage(shape, method, data_sets) for method in METHODS.values())
        print(
            f"| {shape.name} | {' | '.join(f'{100 * share:.1f} %' for share in shares)} |",
            flush=True,
        )
    for name, paired in (("as two independent runs", False), ("paired", True)):
        share = paired_coverage(data_sets, paired=paired)
        print(f"difference of two models on 541 prompts, {name}: {100 * share:.1f} %")


if __name__ == "__main__":
    main(int(sys.argv[1]) if len(sys.argv) > 1 else 2000)
