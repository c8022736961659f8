"""Metrics over verdicts that a harness made itself: one `Score` per sample, no outcomes needed."""

from __future__ import annotations

import math
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from numbers import Real
from typing import Any, Protocol

from immutabledict import immutabledict

from ifbench_suite.metrics.aggregators import Aggregator, estimate_of, mean, weighted_mean
from ifbench_suite.metrics.bootstrap import Resampling
from ifbench_suite.metrics.estimate import Estimate
from ifbench_suite.metrics.sample import Sample
from ifbench_suite.outcome import Outcome

METRIC_WEIGHTS_KEY = "metric_weights"
"""Where a score's metadata declares the weight of its metrics: {metric: weight}."""


class ScoreLike(Protocol):
    """Anything with a sample's values and metadata, say evalscope's own `Score`."""

    @property
    def value(self) -> Mapping[str, Any]:
        """Metric to value; None, nan or absent: the scorer gave none."""

    @property
    def metadata(self) -> Mapping[str, Any] | None:
        """Whatever else; weights stand under METRIC_WEIGHTS_KEY."""


@dataclass(frozen=True, slots=True)
class Score:
    """The values of one sample.

    Attributes:
        value: metric to value; None where the scorer failed.
        metadata: whatever else; `metadata[METRIC_WEIGHTS_KEY]` maps those metrics that are
            weighted to the sample's weight, its number of units.
    """

    value: Mapping[str, float | None]
    metadata: Mapping[str, Any] = immutabledict()


def aggregate(
    scores: Iterable[ScoreLike],
    *,
    clusters: Sequence[Hashable] | None = None,
    aggregators: Mapping[str, Aggregator] = immutabledict(),
    resampling: Resampling | None = None,
) -> dict[str, Estimate]:
    """Every metric that stands in `scores`, by name, in alphabetic order.

    A metric for which any sample declares a weight is a `weighted_mean`, whatever the weights
    are; any other is a `mean`. A sample without a value for a metric drops out of that metric and
    is counted in its metadata, as "dropped".

    Args:
        scores: one per sample.
        clusters: for each sample, what it shares with those that it succeeds and fails with, say
            its prompt; None: samples are independent.
        aggregators: metrics that are put together in another way.
        resampling: bootstrap every error bar.

    Raises:
        ValueError: there are not as many clusters as scores.
    """
    every = list(scores)
    groups = [(i,) for i in range(len(every))] if clusters is None else [(c,) for c in clusters]
    if len(groups) != len(every):
        raise ValueError(f"{len(groups)} clusters for {len(every)} scores")
    estimates = {}
    for name in sorted({name for score in every for name in score.value}):
        samples = [
            Sample(group, float(score.value[name]), _declared(score, name))
            for score, group in zip(every, groups, strict=True)
            if _has_value(score, name)
        ]
        aggregator = aggregators.get(name) or _default(samples)
        dropped = len(every) - len(samples)
        estimates[name] = estimate_of(aggregator, samples, resampling=resampling, dropped=dropped)
    return estimates


def score_of(outcome: Outcome) -> Score:
    """The four numbers of an outcome, with the weights that a harness needs to pool them.

    An outcome without instructions weighs nothing at the instruction level.
    """
    return Score(
        dict(_values(outcome)),
        {
            METRIC_WEIGHTS_KEY: {
                "inst_level_strict": len(outcome.strict),
                "inst_level_loose": len(outcome.loose),
            }
        },
    )


def _values(outcome: Outcome) -> Iterator[tuple[str, float]]:
    for mode, follow in (("strict", outcome.strict), ("loose", outcome.loose)):
        yield f"prompt_level_{mode}", float(all(follow))
        yield f"inst_level_{mode}", sum(follow) / len(follow) if follow else 0.0


def _default(samples: Sequence[Sample]) -> Aggregator:
    return weighted_mean if any(sample.weight is not None for sample in samples) else mean


def _has_value(score: ScoreLike, name: str) -> bool:
    value = score.value.get(name)
    return isinstance(value, Real) and not math.isnan(value)


def _declared(score: ScoreLike, name: str) -> Any:
    """The weight that is declared for a metric; None: none is; nan: what is there is no table."""
    weights = (score.metadata or {}).get(METRIC_WEIGHTS_KEY)
    if weights is None:
        return None
    return weights.get(name) if isinstance(weights, Mapping) else math.nan
