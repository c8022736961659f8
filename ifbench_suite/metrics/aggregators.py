"""Corpus-level aggregators: the samples of one metric in, its value out.

An aggregator returns a `Pool`, whose error bar has a closed form, or just a number, whose error
bar is then bootstrapped.
"""

from __future__ import annotations

import math
import warnings
from collections.abc import Callable, Sequence
from dataclasses import replace
from numbers import Real

from immutabledict import immutabledict

from ifbench_suite.metrics.bootstrap import Resampling, of_statistic
from ifbench_suite.metrics.estimate import Estimate, Pool, Units, guarded, total
from ifbench_suite.metrics.sample import LARGEST_WHOLE, Sample

Aggregator = Callable[[Sequence[Sample]], Pool | float]


def mean(samples: Sequence[Sample]) -> Pool:
    """Each sample counts the same; a follow list counts as the share that is followed."""
    counted = [sample for sample in samples if sample.counts]
    return Pool.of((_times(one, one.number, 1) for one in counted), "mean")


def weighted_mean(samples: Sequence[Sample]) -> Pool:
    """Pools units: sum w v / sum w, where the weight w of a sample is its number of units.

    A follow list declares its length as its weight; a sample that declares nothing weighs 1.
    `num` is the unit total. Where weights are malformed (no finite number, or negative) or all
    zero the mean of the samples is returned instead, under that name, with a warning.
    """
    counted = [sample for sample in samples if sample.counts]
    weights = [_weight(sample) for sample in counted]
    sound = all(map(_is_sound, weights)) and (any(weights) or not weights)
    if not sound:
        warnings.warn("malformed weights: the unweighted mean is given", stacklevel=2)
    pool = mean(counted) if not sound else _pooled(counted, weights)
    weighed = list(zip(counted, weights if sound else [1] * len(counted), strict=True))
    metadata = {
        "weighted": sound and any(map(_declares, counted)),
        "samples": sum(sample.times for sample, weight in weighed if weight),
        "total_weight": total([sample.times * weight for sample, weight in weighed]),
    }
    return replace(pool, metadata=immutabledict(metadata))


def estimate_of(
    aggregator: Aggregator,
    samples: Sequence[Sample],
    *,
    resampling: Resampling | None = None,
    dropped: int = 0,
) -> Estimate:
    """The aggregator's value with its error bar.

    Args:
        aggregator: applied to `samples`.
        samples: those that have a value.
        resampling: bootstrap the error bar even where there is a closed form.
        dropped: how many samples have no value; told in the metadata.
    """
    result = aggregator(samples)
    if isinstance(result, Pool):
        estimate = result.estimate(resampling)
    else:
        estimate = _bootstrapped(aggregator, samples, float(result), resampling or Resampling())
    if not dropped:
        return estimate
    return replace(estimate, metadata=immutabledict(estimate.metadata, dropped=dropped))


def _bootstrapped(
    aggregator: Aggregator, samples: Sequence[Sample], value: float, resampling: Resampling
) -> Estimate:
    def statistic(drawn: Sequence[Sample]) -> float:
        return guarded(lambda: float(aggregator(drawn)))  # type: ignore[arg-type]

    name = getattr(aggregator, "__name__", type(aggregator).__name__)
    value = value if math.isnan(value) else guarded(lambda: value)
    error = of_statistic(samples, statistic, resampling)
    stderr, interval = error or (None, None)
    is_share = all(0 <= number <= 1 for number in (value, *(one.number for one in samples)))
    return Estimate(value, stderr, len(samples), name, interval, is_share=is_share)


def _pooled(samples: Sequence[Sample], weights: Sequence[float]) -> Pool:
    return Pool.of(map(_units, samples, weights), "weighted_mean")


def _units(sample: Sample, weight: float) -> Units:
    if sample.weight is None and isinstance(sample.value, tuple):
        return _times(sample, sum(sample.value), len(sample.value))
    return _times(sample, _whole(sample.number * weight), _whole(weight))


def _times(sample: Sample, followed: float, num: float) -> Units:
    return Units(sample.cluster, sample.times * followed, sample.times * num)


def _whole(number: float) -> float:
    """A share of a whole number of units is whole; this takes back what the division lost."""
    if abs(number) >= LARGEST_WHOLE or not math.isfinite(number):
        return number
    nearest = round(number)
    return nearest if abs(number - nearest) <= 1e-9 * max(1, abs(nearest)) else number


def _declares(sample: Sample) -> bool:
    return sample.weight is not None or isinstance(sample.value, tuple)


def _weight(sample: Sample) -> float:
    if sample.weight is not None:
        return sample.weight  # type: ignore[no-any-return]
    return len(sample.value) if isinstance(sample.value, tuple) else 1


def _is_sound(weight: object) -> bool:
    if type(weight) is int:
        return weight >= 0
    if isinstance(weight, bool) or not isinstance(weight, Real):
        return False
    return math.isfinite(weight) and float(weight) >= 0
