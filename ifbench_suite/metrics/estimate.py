"""A value with its error bar: ratios of sums over clusters that succeed and fail together."""

from __future__ import annotations

import math
import warnings
from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from statistics import NormalDist
from typing import TYPE_CHECKING, Any, NamedTuple

from immutabledict import immutabledict

if TYPE_CHECKING:
    from ifbench_suite.metrics.bootstrap import Resampling

Interval = tuple[float, float]
Z95 = NormalDist().inv_cdf(0.975)
"""Standard errors on each side of a value that make its 95 % interval."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """The value of one metric.

    Attributes:
        value: nan where nothing counts, or where a sum overflowed.
        stderr: its standard error; None where there are fewer than two clusters.
        num: how many units `value` is over.
        aggregation: how the units were put together.
        interval: the 95 % interval; None where there is no standard error.
        metadata: what else a reader of the value should know, say how many samples had no value.
        is_share: whether it can only be between 0 and 1, and is shown in percent.
    """

    value: float
    stderr: float | None
    num: float
    aggregation: str
    interval: Interval | None = None
    metadata: Mapping[str, Any] = immutabledict()
    is_share: bool = True

    def to_dict(self) -> dict[str, Any]:
        """As report.json has it; nan becomes null."""
        return {
            "value": _or_none(self.value),
            "stderr": self.stderr if self.stderr is None else _or_none(self.stderr),
            "interval": self.interval and [_or_none(end) for end in self.interval],
            "num": self.num,
            "aggregation": self.aggregation,
            **({"metadata": dict(self.metadata)} if self.metadata else {}),
        }


class Units(NamedTuple):
    """`followed` out of `num` units, within `cluster`."""

    cluster: Hashable
    followed: float
    num: float


@dataclass(frozen=True)
class Pool:
    """Units that a ratio of sums is taken of.

    Attributes:
        units: one per cluster that has any, in the order of the clusters' names.
        aggregation: the name of the ratio.
        metadata: for the estimate.
    """

    units: tuple[Units, ...]
    aggregation: str
    metadata: Mapping[str, Any] = immutabledict()

    @classmethod
    def of(
        cls,
        samples: Iterable[Units],
        aggregation: str,
        metadata: Mapping[str, Any] = immutabledict(),
    ) -> Pool:
        """The pool of `samples`, added up by cluster; exact, so that their order is no matter."""
        sums: dict[Hashable, Units] = {}
        broken: defaultdict[Hashable, list[Units]] = defaultdict(list)
        for unit in samples:
            cluster, followed, num = unit
            if type(followed) is not int or type(num) is not int:
                broken[cluster].append(unit)
            elif (known := sums.get(cluster)) is None:
                sums[cluster] = unit
            else:
                sums[cluster] = Units(cluster, known.followed + followed, known.num + num)
        for cluster, units in broken.items():
            whole = [sums[cluster]] if cluster in sums else []
            sums[cluster] = Units(
                cluster,
                total([unit.followed for unit in (*whole, *units)]),
                total([unit.num for unit in (*whole, *units)]),
            )
        by_name = (sums[cluster] for cluster in sorted(sums, key=str))
        return cls(tuple(unit for unit in by_name if unit.num), aggregation, metadata)

    @cached_property
    def num(self) -> float:
        """The number of units."""
        return total([unit.num for unit in self.units])

    @cached_property
    def ratio(self) -> float:
        """The share of the units that are followed; nan if there are none."""
        if not self.units:
            return math.nan
        return guarded(lambda: total([unit.followed for unit in self.units]) / self.num)

    @cached_property
    def is_share(self) -> bool:
        """Whether the ratio can only be between 0 and 1."""
        return all(0 <= followed <= num for _, followed, num in self.units)

    def estimate(self, resampling: Resampling | None = None) -> Estimate:
        """The ratio with its error: clustered, or by the bootstrap where `resampling` is given."""
        return combined([(1, self)], self.aggregation, resampling, self.metadata)


Weighted = tuple[float, Pool]


def pooled(samples: Iterable[Units], aggregation: str) -> Estimate:
    """The share of units that are followed, with the clustered error of a ratio."""
    return Pool.of(samples, aggregation).estimate()


def combined(
    parts: Sequence[Weighted],
    aggregation: str,
    resampling: Resampling | None = None,
    metadata: Mapping[str, Any] = immutabledict(),
) -> Estimate:
    """A weighted sum of ratios: a ratio itself, a mean of subsets, a paired difference.

    stderr = sqrt(sum over clusters of r^2), where a cluster with m_j units in part j, y_j of them
    followed, has r = sum over j of w_j sqrt(C_j / (C_j - 1)) (y_j - R_j m_j) / M_j, for C_j
    clusters and M_j units in part j, and R_j its ratio: the linearised ratio estimator (Cochran
    1977, Sampling Techniques, 6.3; for evaluations Miller 2024, arXiv 2411.00640). A cluster
    that stands in several parts counts once, so that what parts share is not taken for
    independent. One part with one unit per cluster has s / sqrt(N), ddof 1.
    """
    terms = [weight * pool.ratio for weight, pool in parts]
    value = terms[0] if len(terms) == 1 else guarded(lambda: math.fsum(terms))
    num = total([pool.num for _, pool in parts])
    is_share = _is_mean_of_shares(parts)
    if any(len(pool.units) < 2 for _, pool in parts) or math.isnan(value):
        return Estimate(value, None, num, aggregation, None, metadata, is_share)
    if resampling:
        from ifbench_suite.metrics.bootstrap import of_ratios

        stderr, interval = of_ratios(parts, resampling)
    else:
        stderr = guarded(lambda: _linearised_error(parts))
        interval = normal_interval(value, stderr, is_share)
    return Estimate(value, stderr, num, aggregation, interval, metadata, is_share)


def independent_mean(estimates: Sequence[Estimate], aggregation: str) -> Estimate:
    """The unweighted mean of estimates that share no cluster, say of several benchmarks."""
    count = len(estimates)
    value = guarded(lambda: math.fsum(one.value for one in estimates) / count)
    num = total([one.num for one in estimates])
    is_share = all(one.is_share for one in estimates)
    errors = [one.stderr for one in estimates if one.stderr is not None]
    if len(errors) < count:
        return Estimate(value, None, num, aggregation, is_share=is_share)
    stderr = math.sqrt(math.fsum(error * error for error in errors)) / count
    interval = normal_interval(value, stderr, is_share)
    return Estimate(value, stderr, num, aggregation, interval, is_share=is_share)


def normal_interval(value: float, stderr: float, is_share: bool) -> Interval:
    """The 95 % interval of a normal distribution, cut at 0 and 1 for a share."""
    low, high = value - Z95 * stderr, value + Z95 * stderr
    return (max(low, 0.0), min(high, 1.0)) if is_share else (low, high)


def total(values: Sequence[float]) -> float:
    """The sum, whole where all values are; floats are added exactly and rounded once."""
    if all(issubclass(kind, int) for kind in set(map(type, values))):
        return sum(values)
    return guarded(lambda: math.fsum(values))


def guarded(compute: Callable[[], float]) -> float:
    """What `compute` returns; nan, with a warning, where it overflows."""
    try:
        value = compute()
    except (OverflowError, ValueError):
        value = math.nan
    if not math.isfinite(value):
        warnings.warn("a sum overflowed; its metric is nan", RuntimeWarning, stacklevel=2)
        return math.nan
    return value


def _linearised_error(parts: Sequence[Weighted]) -> float:
    if len(parts) == 1:
        return math.sqrt(math.fsum(one * one for one in _residuals(*parts[0])))
    residuals: defaultdict[Hashable, list[float]] = defaultdict(list)
    for weight, pool in parts:
        for unit, residual in zip(pool.units, _residuals(weight, pool), strict=True):
            residuals[unit.cluster].append(residual)
    sums = (one[0] if len(one) == 1 else math.fsum(one) for one in residuals.values())
    return math.sqrt(math.fsum(one * one for one in sums))


def _residuals(weight: float, pool: Pool) -> list[float]:
    ratio, clusters = pool.ratio, len(pool.units)
    scale = weight * math.sqrt(clusters / (clusters - 1)) / pool.num
    return [scale * (followed - ratio * num) for _, followed, num in pool.units]


def _is_mean_of_shares(parts: Sequence[Weighted]) -> bool:
    return all(weight >= 0 and pool.is_share for weight, pool in parts)


def _or_none(value: float) -> float | None:
    return None if math.isnan(value) else value
