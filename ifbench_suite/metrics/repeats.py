"""Several samples of one prompt: pass@k, all@k, avg@n, their like over cousin prompts, spread."""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from immutabledict import immutabledict

from ifbench_suite.errors import InputError
from ifbench_suite.metrics.estimate import Pool, Units
from ifbench_suite.metrics.sample import Group, Sample

_EXACT_UP_TO = 1000
"""Samples per prompt up to which binomial coefficients are taken in whole numbers."""


def pass_at_k(n: int, c: int, k: int) -> float:
    """The chance that at least one of `k` samples, drawn from `n` of which `c` pass, passes.

    1 - C(n-c, k) / C(n, k), the unbiased estimator of Chen et al. 2021 (arXiv 2107.03374), which
    never leaves the range of floats.
    """
    if n <= _EXACT_UP_TO:
        every = math.comb(n, k)
        return (every - math.comb(n - c, k)) / every
    return 1.0 if c > n - k else -math.expm1(_log_miss(n, c, k))


def all_at_k(n: int, c: int, k: int) -> float:
    """The chance that each of `k` samples, drawn from `n` of which `c` pass, passes."""
    return miss_at_k(n, n - c, k)


def average(n: int, c: int, k: int) -> float:
    """The share of `n` samples that pass; `k` is no matter."""
    return c / n


def miss_at_k(n: int, c: int, k: int) -> float:
    """C(n-c, k) / C(n, k): the chance that none of `k` samples passes."""
    if n <= _EXACT_UP_TO:
        return math.comb(n - c, k) / math.comb(n, k)
    return 0.0 if c > n - k else math.exp(_log_miss(n, c, k))


def _log_miss(n: int, c: int, k: int) -> float:
    few, many = sorted((c, k))
    return math.fsum(math.log1p(-many / (n - i)) for i in range(few))


def of_prompt(sample: Sample) -> Group:
    """The repeats of one prompt belong together."""
    return sample.group


@dataclass(frozen=True)
class Repeated:
    """An aggregator over groups of samples, each of which is n trials with c successes.

    Attributes:
        name: of the aggregation.
        estimator: (n, c, k) to the value of a group; the values are averaged over groups (at the
            instruction level over the instructions of all groups).
        k: how many samples are drawn.
        n: how many samples each group must have; None: any number from `k` on.
        group: what a sample belongs to; the first item of it is the cluster.

    Raises:
        InputError: (when called) a group has fewer samples than `k`, or not `n`.
    """

    name: str
    estimator: Callable[[int, int, int], float]
    k: int = 1
    n: int | None = None
    group: Callable[[Sample], Group] = of_prompt

    @property
    def crosses_prompts(self) -> bool:
        """Whether a group holds several prompts, which a part of the rows may tear apart."""
        return self.group is not of_prompt

    def __call__(self, samples: Sequence[Sample]) -> Pool:
        """The pool of the groups' values."""
        groups: defaultdict[Group, list[Sample]] = defaultdict(list)
        for sample in samples:
            if sample.counts:
                groups[self.group(sample)].append(sample)
        for members in groups.values():
            self._check_size(members)
        units = [self._units(members) for members in groups.values()]
        sizes = {_size(members) for members in groups.values()}
        return Pool.of(units, self.name, immutabledict(_sizes(sizes)))

    def _check_size(self, members: Sequence[Sample]) -> None:
        n = _size(members)
        name = f"{'group' if self.crosses_prompts else 'key'} {self.group(members[0])[0]}"
        if self.n is not None and n != self.n:
            raise InputError(f"{name} has {n} samples, not n={self.n}", field=self.name)
        if n < self.k:
            raise InputError(f"k={self.k}, but {name} has only {n} samples", field=self.name)

    def _units(self, members: Sequence[Sample]) -> Units:
        lists = [one.value if isinstance(one.value, tuple) else (one.value,) for one in members]
        times = [one.times for one in members]
        passes = [_passes(trials, times) for trials in zip(*lists, strict=True)]
        values = [self.estimator(_size(members), c, self.k) for c in passes]
        return Units(self.group(members[0])[0], math.fsum(values), len(values))


def _size(members: Sequence[Sample]) -> int:
    return sum(one.times for one in members)


def _passes(trials: Sequence[float], times: Sequence[int]) -> int:
    if any(trial not in (0, 1) for trial in trials):
        raise ValueError("samples that are drawn pass or do not: their values are 0 or 1")
    return sum(int(trial) * number for trial, number in zip(trials, times, strict=True))


def _sizes(sizes: set[int]) -> Mapping[str, int]:
    if len(sizes) == 1:
        return {"n": next(iter(sizes))}
    return {"n_min": min(sizes), "n_max": max(sizes)} if sizes else {}


@dataclass(frozen=True, slots=True)
class Spread:
    """One metric, run by run: sample i of every prompt is run i.

    Attributes:
        runs: the value of each run.
    """

    runs: tuple[float, ...]

    @property
    def std(self) -> float | None:
        """Their standard deviation, ddof 1; None for a single run."""
        if len(self.runs) < 2:
            return None
        mean = math.fsum(self.runs) / len(self.runs)
        squares = math.fsum((value - mean) ** 2 for value in self.runs)
        return math.sqrt(squares / (len(self.runs) - 1))

    def to_dict(self) -> dict[str, Any]:
        """As report.json has it."""
        return {
            "runs": list(self.runs),
            "std": self.std,
            "min": min(self.runs),
            "max": max(self.runs),
        }
