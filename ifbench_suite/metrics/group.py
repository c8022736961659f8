"""One number out of several subsets: what a group of a summary is, and how it is computed."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from immutabledict import immutabledict

from ifbench_suite.errors import InputError
from ifbench_suite.metrics.transform import Transform, transform

Values = Mapping[str, Mapping[str, float]]
"""Subset to metric to value."""
Pair = tuple[str, str]
MISSING = "error: missing metrics"
_ONE_OF = ("weights", "std", "sum", "harmonic_mean")
_FIELDS = frozenset({"name", "subsets", "metric", "transforms", *_ONE_OF})


@dataclass(frozen=True)
class Group:
    """How one number is made of several.

    Attributes:
        name: what the result is found under, by later groups and by rows too.
        subsets: (subset, metric) pairs, or subset names alone: then there is a result for every
            metric that all of them have.
        aggregation: "naive_average", "weighted_average", "standard_deviation", "sum" or
            "harmonic_mean".
        metric: name of the result; None: of pairs the aggregation, of names each shared metric.
        weights: by subset or "subset@metric".
        transforms: applied to the inputs first, by subset, "subset@metric" or "" (all others).
    """

    name: str
    subsets: tuple[str | Pair, ...]
    aggregation: str = "naive_average"
    metric: str | None = None
    weights: Mapping[str, float] = immutabledict()
    transforms: Mapping[str, Transform] = immutabledict()

    @classmethod
    def read(cls, value: Mapping[str, Any]) -> Group:
        """The group that a table of a TOML file, or a dict, describes.

        Raises:
            InputError: a field is missing, unknown, of the wrong form or at odds with another.
        """
        name = value.get("name")
        if not isinstance(name, str) or not name:
            raise InputError(f"needs a name (it has {', '.join(value) or 'nothing'})", field="name")
        if unknown := sorted(set(value) - _FIELDS):
            raise problem_of(name, f"unknown; there are {', '.join(sorted(_FIELDS))}", unknown[0])
        chosen = [field for field in _ONE_OF if value.get(field)]
        if len(chosen) > 1:
            raise problem_of(name, f"only one of {', '.join(_ONE_OF)} can be set", chosen[1])
        subsets = _subsets(name, value.get("subsets"))
        weights = _weights(name, value.get("weights") or {}, subsets)
        return cls(
            name,
            subsets,
            _AGGREGATION_OF[chosen[0]] if chosen else "naive_average",
            value.get("metric"),
            weights,
            immutabledict(_transforms(name, value.get("transforms") or {}, subsets)),
        )

    @property
    def inputs(self) -> Sequence[str]:
        """The names of the subsets, in their order."""
        return [subset if isinstance(subset, str) else subset[0] for subset in self.subsets]

    def results(self, values: Values) -> dict[str, float | str]:
        """The group's results by name; an input that is missing makes them an error."""
        pairs = [subset for subset in self.subsets if isinstance(subset, tuple)]
        if pairs:
            return {self.metric or self.aggregation: self._result(pairs, values)}
        shared = self._shared(values)
        if not shared:
            absent = [name for name in self.inputs if name not in values]
            names = ", ".join(absent) or "none is shared by all subsets"
            return {self.metric or self.aggregation: f"{MISSING}: {names}"}
        if self.metric and len(shared) > 1:
            problem = f"names one result, but the subsets share {', '.join(shared)}"
            raise problem_of(self.name, problem, "metric")
        return {
            self.metric or metric: self._result([(name, metric) for name in self.inputs], values)
            for metric in shared
        }

    def _shared(self, values: Values) -> list[str]:
        of_each = [set(values.get(name, ())) for name in self.inputs]
        return sorted(set.intersection(*of_each))

    def _result(self, pairs: Sequence[Pair], values: Values) -> float | str:
        found = {pair: values.get(pair[0], {}).get(pair[1], math.nan) for pair in pairs}
        if missing := [f"{s}@{m}" for (s, m), value in found.items() if not is_number(value)]:
            return f"{MISSING}: {', '.join(missing)}"
        inputs = [self._transformed(pair, value) for pair, value in found.items()]
        if any(math.isnan(value) for value in inputs):
            return "error: a transform gives no number"
        weights = [float(_looked_up(self.weights, pair, 1.0)) for pair in pairs]
        return _AGGREGATE[self.aggregation](inputs, weights)

    def _transformed(self, pair: Pair, value: float) -> float:
        apply: Transform = _looked_up(self.transforms, pair, self.transforms.get("", float))
        return apply(value)


def _naive(values: Sequence[float], weights: Sequence[float]) -> float:
    return math.fsum(values) / len(values)


def _weighted(values: Sequence[float], weights: Sequence[float]) -> float:
    products = (weight * value for weight, value in zip(weights, values, strict=True))
    return math.fsum(products) / math.fsum(weights)


def _deviation(values: Sequence[float], weights: Sequence[float]) -> float:
    mean = _naive(values, weights)
    return math.sqrt(math.fsum((value - mean) ** 2 for value in values) / len(values))


def _harmonic(values: Sequence[float], weights: Sequence[float]) -> float | str:
    if any(value < 0 for value in values):
        return "error: a harmonic mean of negative numbers"
    if not all(values):
        return 0.0
    return len(values) / math.fsum(1 / value for value in values)


_AGGREGATION_OF: Mapping[str, str] = immutabledict(
    weights="weighted_average",
    std="standard_deviation",
    sum="sum",
    harmonic_mean="harmonic_mean",
)
_AGGREGATE: Mapping[str, Callable[[Sequence[float], Sequence[float]], float | str]] = immutabledict(
    naive_average=_naive,
    weighted_average=_weighted,
    standard_deviation=_deviation,
    sum=lambda values, weights: math.fsum(values),
    harmonic_mean=_harmonic,
)


def _looked_up(by: Mapping[str, Any], pair: Pair, otherwise: Any) -> Any:
    return by.get("@".join(pair), by.get(pair[0], otherwise))


def is_number(value: object) -> bool:
    """Whether a value is there: a number, and not nan."""
    return isinstance(value, int | float) and not math.isnan(value)


def _subsets(name: str, value: Any) -> tuple[str | Pair, ...]:
    if not isinstance(value, list | tuple) or not value:
        raise problem_of(name, "needs a list of subsets", "subsets")
    if all(isinstance(item, str) for item in value):
        return tuple(value)
    pairs = [item for item in value if isinstance(item, list | tuple) and len(item) == 2]
    if len(pairs) < len(value) or not all(isinstance(part, str) for pair in pairs for part in pair):
        raise problem_of(name, "is neither all names nor all [subset, metric] pairs", "subsets")
    return tuple((subset, metric) for subset, metric in pairs)


def _weights(name: str, value: Any, subsets: Sequence[str | Pair]) -> immutabledict[str, float]:
    if not isinstance(value, Mapping):
        raise problem_of(name, "is not a table of subset = weight", "weights")
    for subset, weight in value.items():
        if isinstance(weight, bool) or not isinstance(weight, int | float) or not weight >= 0:
            raise problem_of(name, f"{subset}: {weight!r} is not a number of 0 or more", "weights")
    if value:
        _check_named(name, value, subsets, "weights")
        _check_weighted(name, value, subsets)
    return immutabledict(value)


def _check_named(
    name: str, given: Mapping[str, Any], subsets: Sequence[str | Pair], field: str
) -> None:
    """Every key names a subset, or a metric of one ("subset@metric")."""
    names = {subset for subset in subsets if isinstance(subset, str)}
    pairs = [subset for subset in subsets if isinstance(subset, tuple)]
    known = {*names, *(subset for subset, _ in pairs), *map("@".join, pairs)}
    for key in given:
        if key not in known and key.rpartition("@")[0] not in names:
            raise problem_of(name, f"{key!r} is not one of its subsets", field)


def _check_weighted(name: str, weights: Mapping[str, float], subsets: Sequence[str | Pair]) -> None:
    for subset in subsets:
        key = subset if isinstance(subset, str) else subset[0]
        if not any(given == key or given.startswith(f"{key}@") for given in weights):
            raise problem_of(name, f"{key!r} has no weight", "weights")
    if not any(weights.values()):
        raise problem_of(name, "are all zero", "weights")


def _transforms(
    name: str, value: Any, subsets: Sequence[str | Pair]
) -> Iterator[tuple[str, Transform]]:
    if isinstance(value, str):
        value = {"": value}
    elif isinstance(value, Mapping):
        _check_named(name, value, subsets, "transforms")
    else:
        raise problem_of(name, "is neither a formula nor a table of subset = formula", "transforms")
    for subset, formula in value.items():
        try:
            yield subset, transform(formula)
        except (ValueError, AttributeError, TypeError) as error:
            raise problem_of(name, str(error), "transforms") from None


def problem_of(name: str, problem: str, field: str) -> InputError:
    """The error that names a group and its field."""
    return InputError(f"group {name!r}: {problem}", field=field)
