"""The four numbers of instruction following: prompt and instruction level, strict and loose."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Literal

from ifbench_suite.metrics.aggregators import mean, weighted_mean
from ifbench_suite.metrics.bootstrap import Resampling
from ifbench_suite.metrics.contract import Metric
from ifbench_suite.metrics.estimate import Estimate
from ifbench_suite.metrics.sample import SampleFunction, Value
from ifbench_suite.outcome import Outcome, Verdicts

RuleSet = Callable[[Outcome], Verdicts]
FollowList = Callable[[Outcome], Sequence[bool]]
Level = Literal["prompt", "inst"]
Mode = Literal["strict", "loose"]


def reference(outcome: Outcome) -> Verdicts:
    """The verdicts of the official rules."""
    return outcome.reference


def corrected(outcome: Outcome) -> Verdicts:
    """The verdicts of the corrected rules.

    Raises:
        ValueError: they were not asked for when the outcome was made.
    """
    if outcome.corrected is None:
        raise ValueError(f"key {outcome.key} was scored without the corrected rules")
    return outcome.corrected


def follow_list(rules: RuleSet, mode: Mode) -> Callable[[Outcome], tuple[bool, ...]]:
    """The sample-level function of the instruction level: one verdict per instruction."""
    if mode == "strict":
        return lambda outcome: rules(outcome).strict
    return lambda outcome: rules(outcome).loose


def follows_all(rules: RuleSet, mode: Mode) -> Callable[[Outcome], bool]:
    """The sample-level function of the prompt level: whether every instruction is followed."""
    follow = follow_list(rules, mode)
    return lambda outcome: all(follow(outcome))


def sample_function(
    level: Level, mode: Mode, rules: RuleSet = reference
) -> Callable[[Outcome], bool | tuple[bool, ...]]:
    """What one sample is worth at a level: a bool per prompt, or one per instruction."""
    return follows_all(rules, mode) if level == "prompt" else follow_list(rules, mode)


def _judged_mean(sample: SampleFunction) -> SampleFunction:
    """`sample`, but where the mean of a judge's verdicts counts, that."""

    def value(outcome: Outcome) -> Value | None:
        judgement = outcome.judgement
        if judgement is None or judgement.share is None:
            return sample(outcome)
        return judgement.share

    return value


def _four(rules: RuleSet) -> tuple[Metric, ...]:
    return tuple(
        Metric(
            f"{level}_level_{mode}",
            higher_is_better=True,
            category="rule",
            sample=_judged_mean(sample_function(level, mode, rules)),
            corpus=mean if level == "prompt" else weighted_mean,
        )
        for mode in ("strict", "loose")
        for level in ("prompt", "inst")
    )


FOUR = _four(reference)
"""prompt_level_strict, inst_level_strict, prompt_level_loose and inst_level_loose."""
FOUR_CORRECTED = _four(corrected)
"""The same, by the corrected rules."""


def four_of(rules: RuleSet) -> tuple[Metric, ...]:
    """The four metrics of a rule set."""
    if rules is reference:
        return FOUR
    return FOUR_CORRECTED if rules is corrected else _four(rules)


def prompt_level(outcomes: Iterable[Outcome], follow: FollowList) -> Estimate:
    """The share of outcomes all of whose instructions are followed (IFEval, arXiv 2311.07911)."""
    metric = Metric("prompt_level", True, "rule", lambda o: all(follow(o)), mean)
    return metric.estimate(outcomes)


def inst_level(outcomes: Iterable[Outcome], follow: FollowList) -> Estimate:
    """The share of all instructions that are followed, pooled over outcomes (a micro-average)."""
    metric = Metric("inst_level", True, "rule", lambda o: tuple(follow(o)), weighted_mean)
    return metric.estimate(outcomes)


def four_numbers(
    outcomes: Sequence[Outcome], rules: RuleSet = reference, resampling: Resampling | None = None
) -> dict[str, Estimate]:
    """prompt_level_strict, inst_level_strict, prompt_level_loose and inst_level_loose."""
    return {one.name: one.estimate(outcomes, resampling) for one in four_of(rules)}
