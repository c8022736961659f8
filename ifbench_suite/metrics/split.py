"""Parts of a run, by any field of its rows, and the roll-ups over them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial

from immutabledict import immutabledict

from ifbench_suite.metrics.bootstrap import Resampling
from ifbench_suite.metrics.contract import Metric
from ifbench_suite.metrics.estimate import Estimate, Units, combined, pooled
from ifbench_suite.metrics.four import FOUR, Follow, FollowList, corrected, reference
from ifbench_suite.outcome import Outcome, Verdicts

Parts = Mapping[str, Sequence[Outcome]]
_TYPE_FIELDS = ("type", "instruction_types")
"""Where a row says its type; the second is Inverse IFEval's name for it."""
_MODES: Mapping[str, FollowList] = immutabledict(
    strict=Follow(reference, "strict"),
    loose=Follow(reference, "loose"),
    corrected_strict=Follow(corrected, "strict"),
    corrected_loose=Follow(corrected, "loose"),
)
_Placed = tuple[Outcome, Sequence[int]]
"""An outcome, and where among its instructions those in question stand."""


def family(id: str) -> str:
    """The family of an instruction: its id before the colon."""
    return id.split(":")[0]


def value_of(outcome: Outcome, field: str) -> str | None:
    """The value of a row's field as text; None where the row does not have it.

    Several fields joined by "+" are one: "language=english/type=Question Correction".
    """
    if "+" in field:
        values = {name: value_of(outcome, name) for name in field.split("+")}
        if None in values.values():
            return None
        return "/".join(f"{name}={value}" for name, value in values.items())
    value = _field(outcome, field)
    return None if value is None else str(value)


def _field(outcome: Outcome, field: str) -> object:
    if field == "type":
        return next((outcome.extra[f] for f in _TYPE_FIELDS if f in outcome.extra), None)
    if field in ("language", "turn", "sample", "status", "key"):
        value = getattr(outcome, field)
        return getattr(value, "value", value)
    return outcome.extra.get(field)


def parts_of(outcomes: Iterable[Outcome], field: str) -> Parts:
    """The outcomes by the value of a field, in the values' order; those without it left out.

    The fields "family" and "instruction" part the instructions of a prompt; an outcome then
    stands in each part with the instructions that belong there.
    """
    if field == "family":
        return _by_instruction(outcomes, family)
    if field == "instruction":
        return _by_instruction(outcomes, lambda id: id)
    parts: defaultdict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        if (value := value_of(outcome, field)) is not None:
            parts[value].append(outcome)
    return {value: parts[value] for value in sorted(parts, key=natural)}


def natural(text: str) -> tuple[int, str]:
    """Sorts "2" before "10", and both before words."""
    return (int(text), "") if text.isdecimal() and len(text) < 19 else (10**19, text)


def split(
    parts: Parts,
    metrics: Sequence[Metric] = FOUR,
    resampling: Resampling | None = None,
) -> dict[str, dict[str, Estimate]]:
    """Each metric of each part."""
    return {
        value: {metric.name: metric.estimate(part, resampling) for metric in metrics}
        for value, part in parts.items()
    }


def rollups(
    parts: Parts,
    metrics: Sequence[Metric] = FOUR,
    resampling: Resampling | None = None,
) -> dict[str, dict[str, Estimate]]:
    """Each metric over all parts: "micro" pools their units, "macro" is the mean of the parts.

    Metrics that are no ratio have no "macro".
    """
    everything = [outcome for part in parts.values() for outcome in part]
    macros = {metric.name: macro(parts, metric, resampling) for metric in metrics}
    return {
        "micro": {metric.name: metric.estimate(everything, resampling) for metric in metrics},
        "macro": {name: estimate for name, estimate in macros.items() if estimate is not None},
    }


def macro(parts: Parts, metric: Metric, resampling: Resampling | None = None) -> Estimate | None:
    """The unweighted mean of a ratio over parts; None for a metric that is no ratio."""
    pools = [pool for part in parts.values() if (pool := metric.pool(part)) is not None]
    if not pools or len(pools) < len(parts):
        return None
    return combined(
        [(1 / len(pools), pool) for pool in pools],
        f"macro_{pools[0].aggregation}",
        resampling,
        immutabledict(subsets=len(pools)),
    )


def restricted(outcome: Outcome, keep: Callable[[str], bool]) -> Outcome:
    """The outcome with only those instructions whose id is to be kept."""
    kept = [i for i, id in enumerate(outcome.instruction_ids) if keep(id)]
    return replace(
        outcome,
        instruction_ids=tuple(outcome.instruction_ids[i] for i in kept),
        kwargs=tuple(outcome.kwargs[i] for i in kept),
        reference=_chosen(outcome.reference, kept),
        corrected=outcome.corrected and _chosen(outcome.corrected, kept),
    )


def accuracies(
    outcomes: Sequence[Outcome], field: str, with_corrected: bool
) -> dict[str, dict[str, float | None]]:
    """Strict and loose accuracy of each "family" or "instruction", as report.json has it.

    Each has "num", "strict", "loose" and their standard errors, "strict_stderr" and
    "loose_stderr"; by the corrected rules "corrected_strict" and "corrected_loose".
    """
    name_of = family if field == "family" else str
    places_of = cache(partial(_places, name_of=name_of))
    groups: defaultdict[str, list[_Placed]] = defaultdict(list)
    for outcome in outcomes:
        for name, where in places_of(outcome.instruction_ids).items():
            groups[name].append((outcome, where))
    return {name: _accuracy(groups[name], with_corrected) for name in sorted(groups)}


def _places(ids: Sequence[str], name_of: Callable[[str], str]) -> Mapping[str, Sequence[int]]:
    places: defaultdict[str, list[int]] = defaultdict(list)
    for i, id in enumerate(ids):
        places[name_of(id)].append(i)
    return places


def _accuracy(group: Sequence[_Placed], with_corrected: bool) -> dict[str, float | None]:
    found: dict[str, float | None] = {"num": sum(o.times * len(where) for o, where in group)}
    for mode, follow in _MODES.items():
        if mode.startswith("corrected_") and not with_corrected:
            continue
        estimate = pooled(_units(group, follow), "weighted_mean")
        found[mode] = estimate.value
        if not mode.startswith("corrected_"):
            found[f"{mode}_stderr"] = estimate.stderr
    return found


def _units(group: Sequence[_Placed], follow: FollowList) -> Iterator[Units]:
    for outcome, where in group:
        verdicts = follow(outcome)
        followed = sum([verdicts[i] for i in where])
        yield Units(str(outcome.key), outcome.times * followed, outcome.times * len(where))


def _by_instruction(outcomes: Iterable[Outcome], name_of: Callable[[str], str]) -> Parts:
    parts: defaultdict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        for name in dict.fromkeys(map(name_of, outcome.instruction_ids)):
            parts[name].append(restricted(outcome, lambda id, name=name: name_of(id) == name))  # type: ignore[misc]
    return {name: parts[name] for name in sorted(parts)}


def _chosen(verdicts: Verdicts, kept: Sequence[int]) -> Verdicts:
    return Verdicts(
        strict=tuple(verdicts.strict[i] for i in kept),
        loose=tuple(verdicts.loose[i] for i in kept),
        findings=tuple(verdicts.findings[i] for i in kept),
    )
