"""Error bars: closed forms, a second implementation, resampling, and coverage."""

import math
import random
from collections.abc import Sequence

import numpy as np
import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from ifbench_suite.metrics import Estimate, Metric, Pool, Resampling, Score, aggregate, combined
from ifbench_suite.metrics.aggregators import estimate_of, mean
from ifbench_suite.metrics.bootstrap import of_statistic
from ifbench_suite.metrics.estimate import Units, independent_mean
from ifbench_suite.metrics.sample import Sample
from tests.metric_samples import outcome
from tools.simulate_coverage import Shape, clustered, coverage, naive

LISTS = [[1], [1, 0, 0], [1, 1], [0], [0, 1], [1, 1, 1], [0, 0], [1]]


def pool(lists: Sequence[Sequence[int]]) -> Pool:
    return Pool.of((Units(i, sum(one), len(one)) for i, one in enumerate(lists)), "weighted_mean")


def test_of_a_mean_it_is_that_of_scipy() -> None:
    values = [0.2, 0.4, 1.0, 0.7, 0.1]
    found = aggregate([Score({"m": value}) for value in values])["m"]
    assert found.value == pytest.approx(np.mean(values))
    assert found.stderr == pytest.approx(scipy.stats.sem(values))
    low, high = scipy.stats.norm.interval(0.95, np.mean(values), scipy.stats.sem(values))
    assert found.interval == pytest.approx((low, high))


def test_of_a_ratio_it_is_the_worked_example_of_the_documentation() -> None:
    found = pool([[1], [1, 0, 0]]).estimate()
    # R = 2/4; residuals 1 - 0.5 and 1 - 1.5; sqrt(2/1 * (0.25 + 0.25)) / 4
    assert (found.value, found.stderr) == (0.5, 0.25)


def test_of_a_ratio_it_is_the_cluster_robust_error_of_statsmodels() -> None:
    api = pytest.importorskip("statsmodels.api")
    units = [float(one) for follow in LISTS for one in follow]
    clusters = [i for i, follow in enumerate(LISTS) for _ in follow]
    fit = api.OLS(units, np.ones(len(units))).fit(
        cov_type="cluster", cov_kwds={"groups": np.array(clusters)}
    )
    found = pool(LISTS).estimate()
    assert found.value == pytest.approx(fit.params[0])
    assert found.stderr == pytest.approx(fit.bse[0])
    assert found.interval == pytest.approx(tuple(fit.conf_int()[0]))


def test_one_cluster_has_no_error_bar() -> None:
    found = pool([[1, 0, 1]]).estimate()
    assert (found.value, found.stderr, found.interval) == (2 / 3, None, None)


def test_the_turns_of_a_conversation_are_one_cluster() -> None:
    metric = Metric("m", True, "rule", lambda o: all(o.strict), mean)
    together = [outcome("a", [1], turn=1), outcome("a", [1], turn=2), outcome("b", [0], turn=1)]
    apart = [outcome("a", [1]), outcome("c", [1]), outcome("b", [0])]
    assert metric.estimate(together).stderr == pytest.approx(math.sqrt(2 * 8 / 9) / 3)
    assert metric.estimate(apart).stderr == pytest.approx(1 / 3)


def test_a_share_has_an_interval_between_0_and_1() -> None:
    found = pool([[1], [1], [1], [0]]).estimate()
    assert found.interval is not None and found.interval[1] == 1.0


def test_parts_without_a_common_cluster_add_their_variances() -> None:
    first, second = pool(LISTS), pool([[1], [0], [0, 1]])
    other = Pool.of((Units(f"x{u.cluster}", u.followed, u.num) for u in second.units), "x")
    both = combined([(0.5, first), (0.5, other)], "macro")
    errors = [one.estimate().stderr or 0.0 for one in (first, other)]
    assert both.stderr == pytest.approx(math.hypot(*errors) / 2)
    mean_of_both = independent_mean([first.estimate(), other.estimate()], "macro")
    assert both.stderr == pytest.approx(mean_of_both.stderr or 0.0)


def test_a_part_with_itself_has_no_error() -> None:
    difference = combined([(1.0, pool(LISTS)), (-1.0, pool(LISTS))], "difference")
    assert (difference.value, difference.stderr) == (0, 0)


@pytest.mark.parametrize(
    "values", [[1e308, 1e308, -1e308], [math.inf, 1.0], [10.0**200, -(10.0**200)]]
)
def test_an_overflow_is_nan_with_a_warning(values: list[float]) -> None:
    with pytest.warns(RuntimeWarning, match="overflowed"):
        found = aggregate([Score({"m": value}) for value in values])["m"]
    assert math.isnan(found.value) or math.isnan(found.stderr or 0.0)
    assert None in (found.to_dict()["value"], found.to_dict()["stderr"])


def test_the_bootstrap_agrees_with_the_closed_form() -> None:
    many = pool(LISTS * 40)
    closed, resampled = many.estimate(), many.estimate(Resampling(4000))
    assert resampled.value == closed.value
    assert resampled.stderr == pytest.approx(closed.stderr, rel=0.05)
    assert resampled.interval == pytest.approx(closed.interval, abs=0.01)


def test_the_bootstrap_is_the_same_everywhere() -> None:
    # Computed once by a plain loop over the raw output of PCG64, without this package.
    found = pool(LISTS).estimate(Resampling())
    assert (found.stderr, found.interval) == plain_bootstrap(LISTS)


def plain_bootstrap(lists: Sequence[Sequence[int]]) -> tuple[float, tuple[float, float]]:
    bits = np.random.PCG64(0)
    values = []
    for _ in range(1000):
        drawn = [lists[((int(bits.random_raw()) >> 32) * len(lists)) >> 32] for _ in lists]
        values.append(sum(map(sum, drawn)) / sum(map(len, drawn)))
    low, high = np.quantile(values, (0.025, 0.975))
    error = np.std(values, ddof=1)
    return float(f"{error:.12g}"), (float(f"{low:.12g}"), float(f"{high:.12g}"))


def test_neither_the_order_nor_the_way_of_computing_moves_the_bootstrap() -> None:
    samples = [Sample((f"k{i}",), tuple(map(bool, one))) for i, one in enumerate(LISTS)]
    shuffled = random.Random(1).sample(samples, len(samples))

    def pooled_ratio(drawn: Sequence[Sample]) -> float:
        lists = [one.value for one in drawn if isinstance(one.value, tuple)]
        return sum(map(sum, lists)) / sum(map(len, lists))

    units = (Units(f"k{i}", sum(one), len(one)) for i, one in enumerate(LISTS))
    found = Pool.of(units, "m").estimate(Resampling())
    for order in (samples, shuffled):
        by_loop = of_statistic(order, pooled_ratio, Resampling())
        assert by_loop == (found.stderr, found.interval)


def test_a_statistic_without_a_closed_form_is_bootstrapped() -> None:
    def best_of_three(samples: Sequence[Sample]) -> float:
        return sum(sorted(one.number for one in samples)[-3:]) / 3

    samples = [Sample((i,), value) for i, value in enumerate([0.1, 0.5, 0.9, 0.4, 0.2])]
    found = estimate_of(best_of_three, samples)
    assert found.value == pytest.approx(0.6)
    assert found.aggregation == "best_of_three"
    assert found.stderr is not None and found.interval is not None
    assert found == estimate_of(best_of_three, samples[::-1])
    assert estimate_of(best_of_three, samples[:1]).stderr is None


def test_a_resample_without_one_of_the_parts_gives_its_weight_to_the_others() -> None:
    lone = Pool.of([Units("a", 1, 1), Units("b", 1, 1)], "m")
    other = Pool.of([Units("c", 2, 2), Units("d", 1, 1)], "m")
    found = combined([(0.5, lone), (0.5, other)], "macro", Resampling())
    assert (found.value, found.stderr, found.interval) == (1, 0, (1, 1))


follow_lists = st.lists(
    st.lists(st.integers(0, 1), min_size=1, max_size=4), min_size=2, max_size=12
)


@given(follow_lists)
def test_the_interval_holds_the_value(lists: list[list[int]]) -> None:
    found: Estimate = pool(lists).estimate()
    assert found.interval is not None and found.stderr is not None
    low, high = found.interval
    assert 0 <= low <= found.value <= high <= 1


@given(follow_lists)
def test_order_and_labels_are_no_matter(lists: list[list[int]]) -> None:
    forward, backward = pool(lists).estimate(), pool(lists[::-1]).estimate()
    assert (forward.value, forward.stderr) == (backward.value, backward.stderr)


def test_the_clustered_interval_covers_and_the_naive_one_does_not() -> None:
    shape = Shape("", (7,) * 150, rate=0.7, drop=0.0, correlation=0.4)
    assert 0.92 <= coverage(shape, clustered, 500) <= 0.98
    assert coverage(shape, naive, 500) < 0.80
