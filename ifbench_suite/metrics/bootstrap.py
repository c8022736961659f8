"""Error bars by resampling clusters: seeded, the same on every machine.

Indices are made from the raw 64-bit output of PCG64, whose stream numpy promises never to change
(its higher-level draws may change between releases). Clusters are sorted by name first, so that
neither the order of the input nor the number of workers moves a result.
"""

from __future__ import annotations

import math
from collections.abc import Callable, Hashable, Iterator, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ifbench_suite.metrics.estimate import Interval, Weighted
from ifbench_suite.metrics.sample import Sample

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Numbers = NDArray[np.float64]

_CELLS = 2**22
"""Indices that are held in memory at a time."""
_DIGITS = 12
"""Significant digits kept: what lies below depends on the order of float additions."""


@dataclass(frozen=True, slots=True)
class Resampling:
    """How often clusters are drawn, and from which seed."""

    resamples: int = 1000
    seed: int = 0

    def __str__(self) -> str:
        return f"bootstrap, {self.resamples} resamples of clusters, seed {self.seed}"


def of_ratios(parts: Sequence[Weighted], resampling: Resampling) -> tuple[float, Interval]:
    """Standard error and 95 % percentile interval of a weighted sum of ratios.

    Clusters are drawn from all parts together. A part none of whose clusters is drawn leaves its
    weight to the others in that resample.
    """
    import numpy as np

    names = sorted({unit.cluster for _, pool in parts for unit in pool.units}, key=str)
    columns = _columns(parts, names)
    weights = np.array([weight for weight, _ in parts], dtype=float)
    values = [
        _weighted_ratios(counts @ columns, weights) for counts in _counts(len(names), resampling)
    ]
    return _summary(np.concatenate(values))


def of_statistic(
    samples: Sequence[Sample],
    statistic: Callable[[Sequence[Sample]], float],
    resampling: Resampling,
) -> tuple[float, Interval] | None:
    """Standard error and 95 % percentile interval of any statistic; None with one cluster.

    A cluster that is drawn twice is two clusters to the statistic.
    """
    import numpy as np

    clusters: dict[Hashable, list[Sample]] = {}
    for sample in sorted(samples, key=lambda one: tuple(map(str, one.group))):
        clusters.setdefault(sample.cluster, []).append(sample)
    if len(clusters) < 2:
        return None
    drawn = list(clusters.values())
    values = [
        statistic(_relabelled(drawn[i] for i in row))
        for indices in _indices(len(drawn), resampling)
        for row in indices.tolist()
    ]
    return _summary(np.array(values, dtype=float))


def _relabelled(drawn: Iterator[list[Sample]]) -> list[Sample]:
    return [
        sample._replace(group=((number, sample.cluster), *sample.group[1:]))
        for number, cluster in enumerate(drawn)
        for sample in cluster
    ]


def _columns(parts: Sequence[Weighted], names: Sequence[Hashable]) -> Numbers:
    """For each cluster: what is followed in each part, then the units of each part.

    Sums of whole numbers are exact in floats too (below 2**53), in any order of addition.
    """
    import numpy as np

    row_of = {name: i for i, name in enumerate(names)}
    columns = np.zeros((len(names), 2 * len(parts)))
    for j, (_, pool) in enumerate(parts):
        for unit in pool.units:
            columns[row_of[unit.cluster], j] = unit.followed
            columns[row_of[unit.cluster], len(parts) + j] = unit.num
    return columns


def _weighted_ratios(sums: Numbers, weights: Numbers) -> Numbers:
    import numpy as np

    followed, num = np.hsplit(sums, 2)
    present = num > 0
    ratios = np.divide(followed, num, out=np.zeros_like(followed), where=present)
    if present.all():
        combined: Numbers = (ratios * weights).sum(axis=1)
        return combined
    weight_present = (present * weights).sum(axis=1)
    scale = np.divide(
        weights.sum(), weight_present, out=np.zeros_like(weight_present), where=weight_present != 0
    )
    rescaled: Numbers = (ratios * present * weights).sum(axis=1) * scale
    return rescaled


def _counts(clusters: int, resampling: Resampling) -> Iterator[Numbers]:
    """How often each cluster is drawn: one row per resample, in blocks."""
    import numpy as np

    for indices in _indices(clusters, resampling):
        rows = len(indices)
        flat = (indices + np.arange(rows)[:, None] * clusters).ravel()
        yield np.bincount(flat, minlength=rows * clusters).reshape(rows, clusters).astype(float)


def _indices(clusters: int, resampling: Resampling) -> Iterator[NDArray[np.int64]]:
    import numpy as np

    bits = np.random.PCG64(resampling.seed)
    block = max(1, _CELLS // clusters)
    for start in range(0, resampling.resamples, block):
        rows = min(block, resampling.resamples - start)
        high = bits.random_raw(rows * clusters) >> np.uint64(32)
        scaled = (high * np.uint64(clusters)) >> np.uint64(32)
        yield scaled.astype(np.int64).reshape(rows, clusters)


def _summary(values: Numbers) -> tuple[float, Interval]:
    import numpy as np

    low, high = np.quantile(values, (0.025, 0.975))
    return _rounded(values.std(ddof=1)), (_rounded(low), _rounded(high))


def _rounded(value: float) -> float:
    return float(f"{value:.{_DIGITS}g}") if math.isfinite(value) else math.nan
