"""The four numbers of instruction following: prompt and instruction level, strict and loose."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from typing import Literal

from ifbench_suite.metrics.aggregators import mean, weighted_mean
from ifbench_suite.metrics.bootstrap import Resampling
from ifbench_suite.metrics.contract import Metric
from ifbench_suite.metrics.estimate import Estimate
from ifbench_suite.metrics.sample import Value
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


class OfVerdicts(ABC):
    """A sample function that reads nothing of an outcome but verdicts, which tallies have too."""

    @abstractmethod
    def __call__(self, outcome: Outcome) -> Value | None:
        """The value of one outcome."""


@dataclass(frozen=True, slots=True)
class Follow(OfVerdicts):
    """The sample-level function of the instruction level: one verdict per instruction."""

    rules: RuleSet
    mode: Mode

    def __call__(self, outcome: Outcome) -> tuple[bool, ...]:
        """The follow list."""
        verdicts = self.rules(outcome)
        return verdicts.strict if self.mode == "strict" else verdicts.loose


@dataclass(frozen=True, slots=True)
class FollowAll(OfVerdicts):
    """The sample-level function of the prompt level: whether every instruction is followed."""

    follow: Follow

    def __call__(self, outcome: Outcome) -> bool:
        """Whether all of the follow list is true."""
        return all(self.follow(outcome))


@dataclass(frozen=True, slots=True)
class JudgedShare(OfVerdicts):
    """Another sample function, but where the mean of a judge's verdicts counts, that."""

    otherwise: OfVerdicts

    def __call__(self, outcome: Outcome) -> Value | None:
        """The mean of the judge's verdicts, if there is one."""
        judgement = outcome.judgement
        if judgement is None or judgement.share is None:
            return self.otherwise(outcome)
        return judgement.share


def sample_function(level: Level, mode: Mode, rules: RuleSet = reference) -> Follow | FollowAll:
    """What one sample is worth at a level: a bool per prompt, or one per instruction."""
    follow = Follow(rules, mode)
    return FollowAll(follow) if level == "prompt" else follow


def _four(rules: RuleSet) -> tuple[Metric, ...]:
    return tuple(
        Metric(
            f"{level}_level_{mode}",
            higher_is_better=True,
            category="rule",
            sample=JudgedShare(sample_function(level, mode, rules)),
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
