import math
from collections.abc import Sequence
from types import SimpleNamespace
from typing import Any

import pytest

from ifbench_suite.metrics import (
    METRIC_WEIGHTS_KEY,
    METRICS,
    Score,
    aggregate,
    four_numbers,
    score_of,
)
from ifbench_suite.outcome import Outcome
from tests.metric_samples import outcome, outcomes

HAND_COMPUTED = [
    # follow lists, pooled, mean of fractions, num, prompt level
    ([[1], [1, 0, 0]], 1 / 2, 2 / 3, 4, 1 / 2),
    ([[0], [1, 0, 0]], 1 / 4, 1 / 6, 4, 0),
    ([[1], [1], [1], [0, 0, 0]], 1 / 2, 3 / 4, 6, 3 / 4),
    ([[0], [0], [0], [1, 1, 1]], 1 / 2, 1 / 4, 6, 1 / 4),
    ([[1, 1], []], 1, 1, 2, 1),
]


@pytest.mark.parametrize(("lists", "pooled", "macro", "num", "prompt"), HAND_COMPUTED)
def test_hand_computed(
    lists: Sequence[Sequence[int]], pooled: float, macro: float, num: int, prompt: float
) -> None:
    judged = outcomes(*lists)
    numbers = four_numbers(judged)
    assert numbers["inst_level_strict"].value == pooled
    assert numbers["inst_level_strict"].num == num
    assert numbers["inst_level_strict"].aggregation == "weighted_mean"
    assert numbers["prompt_level_strict"].value == prompt
    assert numbers["prompt_level_strict"].num == len(lists)
    extra = METRICS.get("inst_level_strict_macro").estimate(judged)
    assert extra.value == pytest.approx(macro, abs=1e-15)
    assert extra.aggregation == "mean"


@pytest.mark.parametrize(("lists", "pooled", "macro", "num", "prompt"), HAND_COMPUTED)
def test_a_harness_gets_the_same_from_its_own_scores(
    lists: Sequence[Sequence[int]], pooled: float, macro: float, num: int, prompt: float
) -> None:
    found = aggregate(score_of(one) for one in outcomes(*lists))
    assert found["inst_level_strict"].value == pooled
    assert found["inst_level_strict"].num == num
    assert found["inst_level_strict"].aggregation == "weighted_mean"
    assert found["prompt_level_strict"].value == prompt
    assert found["prompt_level_strict"].aggregation == "mean"


def scores(values: Sequence[Any], weights: Sequence[Any]) -> list[Score]:
    return [
        Score({"m": value}, {} if weight is None else {METRIC_WEIGHTS_KEY: {"m": weight}})
        for value, weight in zip(values, weights, strict=True)
    ]


def test_being_declared_decides_even_where_every_weight_is_one() -> None:
    found = aggregate(scores([1.0, 0.0], [1, 1]))["m"]
    assert found.aggregation == "weighted_mean"
    assert found.metadata == {"weighted": True, "samples": 2, "total_weight": 2}
    assert aggregate(scores([1.0, 0.0], [None, None]))["m"].aggregation == "mean"


def test_an_undeclared_sample_weighs_one() -> None:
    found = aggregate(scores([1.0, 0.0], [3, None]))["m"]
    assert (found.value, found.num) == (0.75, 4)


def test_weights_need_not_be_whole() -> None:
    found = aggregate(scores([1.0, 0.5], [0.5, 1.5]))["m"]
    assert (found.value, found.num) == (0.625, 2)


@pytest.mark.parametrize(
    "weights", [["2", 1], [-1, 2], [math.nan, 1], [math.inf, 1], [True, 1], [0, 0], [[1], 1]]
)
def test_malformed_or_zero_weights_fall_back_to_the_mean(weights: list[Any]) -> None:
    with pytest.warns(UserWarning, match="unweighted mean"):
        found = aggregate(scores([1.0, 0.5], weights))["m"]
    assert (found.value, found.num, found.aggregation) == (0.75, 2, "mean")
    assert found.metadata == {"weighted": False, "samples": 2, "total_weight": 2}


def test_a_sample_of_no_units_drops_out() -> None:
    found = aggregate(scores([1.0, 0.0, 0.0], [2, 0, None]))["m"]
    assert (found.value, found.num, dict(found.metadata)["samples"]) == (2 / 3, 3, 2)


def test_weights_that_are_no_mapping_are_malformed() -> None:
    odd = [Score({"m": 1.0}, {METRIC_WEIGHTS_KEY: 3}), Score({"m": 0.0})]
    with pytest.warns(UserWarning, match="unweighted mean"):
        assert aggregate(odd)["m"].value == 0.5


@pytest.mark.parametrize("lost", [None, math.nan])
def test_a_sample_whose_scorer_failed_drops_out_of_that_metric_and_is_counted(
    lost: float | None,
) -> None:
    found = aggregate(
        [Score({"m": 1.0, "n": 0.0}), Score({"m": lost, "n": 1.0}), Score({"n": 1.0})]
    )
    assert (found["m"].value, found["m"].num, found["m"].metadata["dropped"]) == (1, 1, 2)
    assert (found["n"].num, "dropped" in found["n"].metadata) == (3, False)


def test_weighted_and_unweighted_metrics_live_in_one_score() -> None:
    both = [
        Score({"w": 1.0, "u": 1.0}, {METRIC_WEIGHTS_KEY: {"w": 1}}),
        Score({"w": 0.0, "u": 0.0}, {METRIC_WEIGHTS_KEY: {"w": 3}}),
    ]
    found = aggregate(both)
    assert (found["w"].value, found["u"].value) == (0.25, 0.5)
    assert (found["w"].aggregation, found["u"].aggregation) == ("weighted_mean", "mean")


def test_an_object_of_another_library_will_do() -> None:
    foreign = SimpleNamespace(value={"m": True}, metadata=None)
    assert aggregate([foreign, foreign])["m"].value == 1


def test_nothing_that_counts_is_nan_without_an_error_bar() -> None:
    found = four_numbers(outcomes([], []))["inst_level_strict"]
    assert math.isnan(found.value)
    assert (found.stderr, found.interval, found.num) == (None, None, 0)
    assert found.to_dict()["value"] is None


def test_clusters_must_be_as_many_as_scores() -> None:
    with pytest.raises(ValueError, match="1 clusters for 2 scores"):
        aggregate(scores([1, 0], [None, None]), clusters=["a"])


def test_the_sum_is_the_same_in_any_order() -> None:
    third: list[Outcome] = [outcome(key, [1, 0, 0]) for key in range(301)]
    macro = METRICS.get("inst_level_strict_macro")
    assert macro.estimate(third) == macro.estimate(third[::-1])
