"""The metrics that come with the package, by name."""

from __future__ import annotations

from collections.abc import Callable

from ifbench_suite.errors import InputError
from ifbench_suite.metrics.aggregators import Aggregator, mean
from ifbench_suite.metrics.contract import Metric, Metrics
from ifbench_suite.metrics.four import FOUR, Follow, Level, Mode, reference, sample_function
from ifbench_suite.metrics.repeats import Repeated, all_at_k, average, pass_at_k
from ifbench_suite.metrics.sample import Group, Sample
from ifbench_suite.metrics.split import value_of

METRICS = Metrics()
"""Every metric by name; `METRICS.add(Metric(...))` adds one's own."""

for _metric in FOUR:
    METRICS.add(_metric)


def _macro(mode: Mode) -> Metric:
    return _rule(f"inst_level_{mode}_macro", Follow(reference, mode), mean)


def _rule(name: str, sample: Callable[..., float | tuple[bool, ...]], corpus: Aggregator) -> Metric:
    return Metric(name, higher_is_better=True, category="rule", sample=sample, corpus=corpus)


METRICS.add(_macro("strict"))
METRICS.add(_macro("loose"))


@METRICS.family("avg@n")
def avg_at_n(*, n: int | None = None, level: Level = "prompt", mode: Mode = "strict") -> Metric:
    """The mean over prompts of the share of its samples that pass."""
    return _rule("avg@n", sample_function(level, mode), Repeated("avg@n", average, n=n))


@METRICS.family("pass@k")
def pass_of_k(
    *, k: int, n: int | None = None, level: Level = "prompt", mode: Mode = "strict"
) -> Metric:
    """The chance that one of `k` samples passes."""
    return _rule("pass@k", sample_function(level, mode), Repeated("pass@k", pass_at_k, k, n))


@METRICS.family("all@k")
def all_of_k(
    *, k: int, n: int | None = None, level: Level = "prompt", mode: Mode = "strict"
) -> Metric:
    """The chance that each of `k` samples passes."""
    return _rule("all@k", sample_function(level, mode), Repeated("all@k", all_at_k, k, n))


@METRICS.family("reliable@k")
def reliable_at_k(*, k: int, field: str, mode: Mode = "strict") -> Metric:
    """The chance that each of `k` prompts that share the row's `field` is followed.

    With as many cousins as `k` it is the share of families all of whose prompts are followed
    (IFEval++, arXiv 2512.14754). Repeats: sample i of every cousin is one trial of the family.
    """
    aggregator = Repeated("reliable@k", all_at_k, k, group=_family_of(field))
    return _rule("reliable@k", sample_function("prompt", mode), aggregator)


def _family_of(field: str) -> Callable[[Sample], Group]:
    def family(sample: Sample) -> Group:
        outcome = sample.outcome
        if outcome is None or (value := value_of(outcome, field)) is None:
            key = outcome.key if outcome else sample.cluster
            raise InputError(f"key {key} has no field {field!r} to group by", field="reliable@k")
        return (value, outcome.sample)

    return family
