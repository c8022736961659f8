"""Is run B better than run A, by how much, where, and could this benchmark have shown it?"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any

from ifbench_suite.errors import InputError
from ifbench_suite.metrics import Estimate, Metric, Resampling
from ifbench_suite.metrics.four import FOUR, Follow, Mode, reference
from ifbench_suite.metrics.paired import (
    difference,
    holm,
    is_distinguishable,
    mcnemar,
    smallest_detectable,
)
from ifbench_suite.metrics.split import natural, parts_of
from ifbench_suite.outcome import Outcome
from ifbench_suite.report import Report
from ifbench_suite.signature import Signature

OF_THE_MODEL = frozenset({"thinking", "sampling"})
"""Fields of the signature that say something of the responses, not of how they were scored."""
FIELDS = ("language", "turn", "type", "family", "instruction")
_Place = tuple[str, int | None, int]


@dataclass(frozen=True, slots=True)
class Contrast:
    """One metric of two runs, on all prompts or on a part of them.

    Attributes:
        first: the value of the first run.
        second: that of the second.
        difference: second minus first, with the interval of the paired bootstrap.
        only_first: prompts that only the first run passes; None where prompts have several samples.
        only_second: prompts that only the second run passes.
        p_value: of the exact McNemar test on these.
        p_holm: the same, adjusted for the number of parts that were looked at.
    """

    first: float
    second: float
    difference: Estimate
    only_first: int | None = None
    only_second: int | None = None
    p_value: float | None = None
    p_holm: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """As comparison.json has it."""
        return {
            "first": self.first,
            "second": self.second,
            "difference": self.difference.to_dict(),
            "only_first": self.only_first,
            "only_second": self.only_second,
            "p_value": self.p_value,
            "p_holm": self.p_holm,
        }


@dataclass(frozen=True, slots=True)
class Flip:
    """A prompt that one run passes and the other does not."""

    key: int | str
    turn: int | None
    instructions: tuple[str, ...]
    """Those that only the passing run follows."""

    def to_dict(self) -> dict[str, Any]:
        """As comparison.json has it."""
        return {"key": self.key, "turn": self.turn, "instructions": list(self.instructions)}


@dataclass(frozen=True)
class Comparison:
    """Two runs on the same prompts.

    Attributes:
        first_name: of the first run, the baseline.
        second_name: of the run that is held against it.
        first: its report.
        second: its report.
        mode: "strict" or "loose": what the parts and the flips are told of.
        resampling: the paired bootstrap.

    Raises:
        InputError: the reports were not made alike; says in which field.
    """

    first_name: str
    second_name: str
    first: Report
    second: Report
    mode: Mode = "strict"
    resampling: Resampling = field(default_factory=Resampling)

    def __post_init__(self) -> None:
        names = (self.first_name, self.second_name)
        check_comparable(names, self.first.signature, self.second.signature)
        check_same_prompts(names, self.first.outcomes, self.second.outcomes)

    @cached_property
    def metrics(self) -> Mapping[str, Contrast]:
        """The four numbers; a McNemar test of the two at prompt level."""
        others = {m.name: self._whole(m) for m in FOUR if m is not self._decisive}
        found = {**others, self._decisive.name: self.headline}
        return {metric.name: found[metric.name] for metric in FOUR}

    @cached_property
    def headline(self) -> Contrast:
        """The prompt level, by which the runs are said to differ or not."""
        return self._whole(self._decisive)

    @cached_property
    def parts(self) -> Mapping[str, Mapping[str, Contrast]]:
        """By field and value: prompt level; of families and instructions the instruction level.

        The McNemar test is of prompts everywhere: of a family, a prompt passes if it follows all
        of its instructions of that family. Holm's adjustment is over the parts of one field.
        """
        fields = dict.fromkeys((*FIELDS, *self.first.reporting.split_by))
        return {name: parts for name in fields if (parts := self._by(name))}

    @cached_property
    def only_first(self) -> Sequence[Flip]:
        """The prompts that only the first run passes, by key."""
        return list(self._flips(self.first.outcomes, self.second.outcomes))

    @cached_property
    def only_second(self) -> Sequence[Flip]:
        """The prompts that only the second run passes, by key."""
        return list(self._flips(self.second.outcomes, self.first.outcomes))

    @property
    def smallest_detectable(self) -> float | None:
        """The smallest true difference that this benchmark would show with 80 % power."""
        stderr = self.headline.difference.stderr
        return None if stderr is None else smallest_detectable(stderr)

    @property
    def is_distinguishable(self) -> bool:
        """Whether the interval of the headline leaves out zero."""
        return is_distinguishable(self.headline.difference)

    def to_dict(self) -> dict[str, Any]:
        """As comparison.json has it; see docs/metrics.md."""
        return {
            "first": {"name": self.first_name, "signature": self.first.signature.to_dict()},
            "second": {"name": self.second_name, "signature": self.second.signature.to_dict()},
            "mode": self.mode,
            "error_bars": str(self.resampling),
            "distinguishable": self.is_distinguishable,
            "smallest_detectable": self.smallest_detectable,
            "metrics": {name: one.to_dict() for name, one in self.metrics.items()},
            "parts": {
                name: {value: one.to_dict() for value, one in parts.items()}
                for name, parts in self.parts.items()
            },
            "only_first": [flip.to_dict() for flip in self.only_first],
            "only_second": [flip.to_dict() for flip in self.only_second],
        }

    @property
    def _decisive(self) -> Metric:
        return next(metric for metric in FOUR if metric.name == f"prompt_level_{self.mode}")

    def _whole(self, metric: Metric) -> Contrast:
        return self._contrast(metric, self.first.outcomes, self.second.outcomes)

    def _by(self, name: str) -> dict[str, Contrast]:
        level = "inst" if name in ("family", "instruction") else "prompt"
        metric = next(m for m in FOUR if m.name == f"{level}_level_{self.mode}")
        first = parts_of(self.first.outcomes, name)
        second = parts_of(self.second.outcomes, name)
        found = {value: self._contrast(metric, first[value], second[value]) for value in first}
        tested = [value for value, one in found.items() if one.p_value is not None]
        adjusted = holm([found[value].p_value or 0.0 for value in tested])
        for value, p_holm in zip(tested, adjusted, strict=True):
            found[value] = replace(found[value], p_holm=p_holm)
        return found

    def _contrast(
        self, metric: Metric, first: Sequence[Outcome], second: Sequence[Outcome]
    ) -> Contrast:
        pools = metric.pool(first), metric.pool(second)
        if pools[0] is None or pools[1] is None:
            raise ValueError(f"{metric.name} is no ratio")
        values = pools[0].ratio, pools[1].ratio
        mode: Mode = "loose" if metric.name.endswith("loose") else "strict"
        found = Contrast(*values, difference(pools[0], pools[1], self.resampling))
        if self.first.signature.samples > 1 or _has_shares(first):
            return found
        if metric.name.startswith("inst_level") and first is self.first.outcomes:
            return found
        passes = zip(_passes(first, mode), _passes(second, mode), strict=True)
        splits = [one - other for (_, one), (_, other) in passes]
        won, lost = splits.count(1), splits.count(-1)
        return replace(found, only_first=won, only_second=lost, p_value=mcnemar(won, lost))

    def _flips(self, passing: Sequence[Outcome], failing: Sequence[Outcome]) -> Iterator[Flip]:
        if self.first.signature.samples > 1 or _has_shares(passing):
            return
        follow = Follow(reference, self.mode)
        others = {_place(outcome): outcome for outcome in failing}
        for outcome in sorted(passing, key=lambda o: (natural(str(o.key)), o.turn or 0)):
            other = others[_place(outcome)]
            if all(follow(outcome)) and not all(follow(other)):
                lost = [
                    id
                    for id, followed in zip(other.instruction_ids, follow(other), strict=True)
                    if not followed
                ]
                yield Flip(outcome.key, outcome.turn, tuple(lost))


def _has_shares(outcomes: Sequence[Outcome]) -> bool:
    """Whether the mean of a judge's verdicts counts, so that no prompt passes or fails."""
    return any(one.judgement and one.judgement.share is not None for one in outcomes)


def check_comparable(names: Sequence[str], first: Signature, second: Signature) -> None:
    """Makes sure that two scores were made alike.

    Raises:
        InputError: their signatures differ in more than what the responses are like.
    """
    one, other = first.to_dict(), second.to_dict()
    differing = [name for name in one if one[name] != other[name] and name not in OF_THE_MODEL]
    if differing:
        name = differing[0]
        others = f" (and in {', '.join(differing[1:])})" if differing[1:] else ""
        raise InputError(
            f"{names[0]} and {names[1]} cannot be compared: their signatures differ in {name!r}, "
            f"{one[name]} and {other[name]}{others}"
        )


def check_same_prompts(
    names: Sequence[str], first: Sequence[Outcome], second: Sequence[Outcome]
) -> None:
    """Makes sure that two runs answer the same prompts.

    Raises:
        InputError: a row stands in one of them only.
    """
    places = [{_place(outcome) for outcome in outcomes} for outcomes in (first, second)]
    if lost := sorted(places[0] ^ places[1], key=str):
        raise InputError(f"key {lost[0][0]} stands only in one of {names[0]} and {names[1]}")


def _passes(outcomes: Sequence[Outcome], mode: Mode) -> list[tuple[str, bool]]:
    follow = Follow(reference, mode)
    return sorted((str(_place(outcome)), all(follow(outcome))) for outcome in outcomes)


def _place(outcome: Outcome) -> _Place:
    return str(outcome.key), outcome.turn, outcome.sample
