"""What a metric is, and where metrics are looked up by name."""

from __future__ import annotations

import importlib
import inspect
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import Any, Literal, get_args, get_type_hints

from ifbench_suite.errors import InputError
from ifbench_suite.metrics.aggregators import Aggregator, estimate_of
from ifbench_suite.metrics.bootstrap import Resampling
from ifbench_suite.metrics.estimate import Estimate, Pool
from ifbench_suite.metrics.sample import SampleFunction, samples_of
from ifbench_suite.outcome import Outcome

Category = Literal["rule", "judge"]


@dataclass(frozen=True, slots=True)
class Metric:
    """A metric: five parts and nothing else.

    Attributes:
        name: what it is called in every report; parameters stand in it ("pass@k:k=4&n=16").
        higher_is_better: which way to read a difference.
        category: what a sample needs: "rule" (checkers) or "judge" (a judge model's verdict).
        sample: an outcome to its value; None for one that does not count.
        corpus: the values of all samples to one number.
    """

    name: str
    higher_is_better: bool
    category: Category
    sample: SampleFunction
    corpus: Aggregator

    def estimate(
        self, outcomes: Iterable[Outcome], resampling: Resampling | None = None
    ) -> Estimate:
        """The metric's value on `outcomes`; bootstrapped where that is asked for or needed."""
        samples, dropped = samples_of(outcomes, self.sample)
        return estimate_of(self.corpus, samples, resampling=resampling, dropped=dropped)

    def pool(self, outcomes: Iterable[Outcome]) -> Pool | None:
        """The units behind the value; None for a metric that is no ratio."""
        result = self.corpus(samples_of(outcomes, self.sample)[0])
        return result if isinstance(result, Pool) else None


Factory = Callable[..., Metric]
"""Makes a metric of keyword-only parameters; one without a default must stand in the name."""


class Metrics:
    """Metrics by name; a factory's are made on request from the parameters in the name."""

    def __init__(self) -> None:
        self._made: dict[str, Metric] = {}
        self._factories: dict[str, Factory] = {}

    def add(self, metric: Metric) -> Metric:
        """Registers a metric and returns it.

        Raises:
            ValueError: the name is taken.
        """
        self._refuse_taken(metric.name)
        self._made[metric.name] = metric
        return metric

    def family(self, name: str) -> Callable[[Factory], Factory]:
        """Registers the decorated factory, whose signature is the schema of the parameters.

        Raises:
            ValueError: the name is taken.
        """
        self._refuse_taken(name)

        def register(factory: Factory) -> Factory:
            self._factories[name] = factory
            return factory

        return register

    def get(self, spec: str) -> Metric:
        """The metric that `spec` names: "NAME", "NAME:PARAMETER=VALUE&..." or "module:ATTRIBUTE".

        Raises:
            InputError: there is none, or a parameter is missing, unknown or of the wrong type.
        """
        name, _, parameters = spec.partition(":")
        if spec in self._made:
            return self._made[spec]
        if name in self._factories:
            return self._from_factory(name, parameters)
        if parameters.isidentifier():
            return _imported(name, parameters)
        near = get_close_matches(name, list(self)) or list(self)
        raise InputError(f"no metric {spec!r}; there are {', '.join(near)}", field="metric")

    def __iter__(self) -> Iterator[str]:
        return iter([*self._made, *self._factories])

    def _from_factory(self, name: str, parameters: str) -> Metric:
        factory = self._factories[name]
        given = _parsed(name, parameters)
        spec = name + (":" if given else "") + "&".join(f"{k}={v}" for k, v in given.items())
        return replace(factory(**_bound(name, factory, given)), name=spec)

    def _refuse_taken(self, name: str) -> None:
        if name in self._made or name in self._factories:
            raise ValueError(f"there is a metric {name!r} already")


def _parsed(name: str, parameters: str) -> Mapping[str, str]:
    pairs = [pair.partition("=") for pair in parameters.split("&")] if parameters else []
    for parameter, equals, value in pairs:
        if not (parameter and equals and value):
            raise InputError(f"{parameters!r} is not PARAMETER=VALUE&...", field=name)
    return {parameter: value for parameter, _, value in pairs}


def _bound(name: str, factory: Factory, given: Mapping[str, str]) -> dict[str, Any]:
    schema = inspect.signature(factory).parameters
    kinds = get_type_hints(factory)
    if unknown := [parameter for parameter in given if parameter not in schema]:
        takes = ", ".join(schema)
        raise InputError(f"takes no parameter {unknown[0]!r}; it takes {takes}", field=name)
    needed = [p.name for p in schema.values() if p.default is p.empty and p.name not in given]
    if needed:
        raise InputError(
            f"needs the parameter {needed[0]!r}, as in {name}:{needed[0]}=VALUE", field=name
        )
    return {k: _converted(name, k, value, kinds[k]) for k, value in given.items()}


def _converted(name: str, parameter: str, text: str, kind: Any) -> Any:
    if choices := [choice for choice in get_args(kind) if isinstance(choice, str)]:
        if text not in choices:
            wanted = " or ".join(choices)
            raise InputError(f"{parameter}={text} is not {wanted}", field=name)
        return text
    if kind is str:
        return text
    if not text.isdecimal() or int(text) < 1:
        raise InputError(f"{parameter}={text} is not a whole number of 1 or more", field=name)
    return int(text)


def _imported(module: str, attribute: str) -> Metric:
    try:
        metric = getattr(importlib.import_module(module), attribute)
    except (ImportError, AttributeError) as error:
        problem = f"{module}:{attribute} cannot be imported: {error}"
        raise InputError(problem, field="metric") from None
    if not isinstance(metric, Metric):
        raise InputError(f"{module}:{attribute} is not a Metric", field="metric")
    return metric
