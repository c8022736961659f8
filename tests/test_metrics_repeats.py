import math
from collections.abc import Sequence

import pytest
import scipy.stats
from hypothesis import given
from hypothesis import strategies as st

from ifbench_suite.errors import InputError
from ifbench_suite.metrics import METRICS
from ifbench_suite.metrics.repeats import all_at_k, pass_at_k
from ifbench_suite.metrics.totals import Totals
from ifbench_suite.outcome import Outcome
from tests.metric_samples import outcome


def sampled(*prompts: Sequence[Sequence[int]]) -> list[Outcome]:
    """Prompts, each with the follow lists of its samples."""
    return [
        outcome(key, follow, sample=i)
        for key, samples in enumerate(prompts)
        for i, follow in enumerate(samples)
    ]


@pytest.mark.parametrize(
    ("n", "c", "k", "value"),
    [
        (4, 1, 1, 1 / 4),
        (4, 1, 2, 1 / 2),  # 1 - C(3,2)/C(4,2) = 1 - 3/6
        (5, 2, 3, 9 / 10),  # 1 - C(3,3)/C(5,3) = 1 - 1/10
        (3, 0, 2, 0),
        (3, 2, 2, 1),
        (100_000, 1, 10, 10 / 100_000),
        (100_000, 99_995, 6, 1),
    ],
)
def test_pass_at_k(n: int, c: int, k: int, value: float) -> None:
    assert pass_at_k(n, c, k) == pytest.approx(value, rel=1e-12)


@pytest.mark.parametrize(("c", "k"), [(3, 50_000), (50_000, 3), (20_000, 40), (7, 99_990)])
def test_pass_at_k_of_a_hundred_thousand_samples_is_scipys(c: int, k: int) -> None:
    drawn = scipy.stats.hypergeom(100_000, c, k)
    assert pass_at_k(100_000, c, k) == pytest.approx(1 - drawn.pmf(0), rel=1e-9)
    assert all_at_k(100_000, c, k) == pytest.approx(drawn.pmf(k), rel=1e-9)


@given(st.integers(1, 60), st.data())
def test_the_two_ways_of_computing_agree(n: int, data: st.DataObject) -> None:
    c, k = data.draw(st.integers(0, n)), data.draw(st.integers(1, n))
    exact = 1 - math.comb(n - c, k) / math.comb(n, k)
    assert pass_at_k(n, c, k) == pytest.approx(exact, abs=1e-12)
    assert all_at_k(n, c, k) <= c / n + 1e-12 <= pass_at_k(n, c, k) + 2e-12


def test_by_prompt_and_by_instruction() -> None:
    judged = sampled([[1, 1], [1, 0]], [[0, 1], [1, 0]])
    values = {
        spec: METRICS.get(spec).estimate(judged).value
        for spec in (
            "avg@n",
            "pass@k:k=1",
            "pass@k:k=2",
            "all@k:k=2",
            "avg@n:level=inst",
            "pass@k:k=2&level=inst",
            "all@k:k=2&level=inst",
        )
    }
    assert list(values.values()) == [1 / 4, 1 / 4, 1 / 2, 0, 5 / 8, 1, 1 / 4]


def test_the_error_is_clustered_by_prompt() -> None:
    judged = sampled([[1], [1]], [[0], [0]], [[1], [0]])
    found = METRICS.get("avg@n:n=2").estimate(judged)
    assert (found.value, found.num, found.metadata) == (0.5, 3, {"n": 2})
    assert found.stderr == pytest.approx(math.sqrt(0.25) / math.sqrt(3))


def test_unequal_numbers_of_samples_are_stated() -> None:
    judged = sampled([[1], [0], [1]], [[1], [0]])
    found = METRICS.get("pass@k:k=2").estimate(judged)
    assert (found.value, dict(found.metadata)) == (1, {"n_min": 2, "n_max": 3})


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("pass@k:k=3", "field 'pass@k': k=3, but key 1 has only 2 samples"),
        ("all@k:k=9", "field 'all@k': k=9, but key 0 has only 3 samples"),
        ("pass@k:k=2&n=3", "field 'pass@k': key 1 has 2 samples, not n=3"),
    ],
)
def test_more_than_there_are_is_an_error(spec: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        METRICS.get(spec).estimate(sampled([[1], [0], [1]], [[1], [0]]))
    assert str(caught.value) == message


COUSINS = [
    outcome(key, follow, cousins=family)
    for key, family, follow in [
        (1, "a", [1, 1]),
        (2, "a", [1]),
        (3, "a", [1]),
        (4, "b", [1]),
        (5, "b", [0]),
        (6, "b", [1]),
    ]
]


def test_reliable_at_k_over_cousin_prompts() -> None:
    whole = METRICS.get("reliable@k:k=3&field=cousins").estimate(COUSINS)
    assert (whole.value, whole.num) == (1 / 2, 2)
    pairs = METRICS.get("reliable@k:k=2&field=cousins").estimate(COUSINS)
    assert pairs.value == pytest.approx((1 + 1 / 3) / 2)


def test_reliable_at_k_names_the_group_or_field_that_lacks() -> None:
    with pytest.raises(InputError, match="k=4, but group a has only 3 samples"):
        METRICS.get("reliable@k:k=4&field=cousins").estimate(COUSINS)
    with pytest.raises(InputError, match="key 1 has no field 'kin' to group by"):
        METRICS.get("reliable@k:k=2&field=kin").estimate(COUSINS)


def test_the_spread_over_runs() -> None:
    runs = Totals.of(sampled([[1], [0]], [[1], [1]])).spread()["prompt_level_strict"]
    assert list(runs.runs) == [1, 0.5]
    assert runs.std == pytest.approx(math.sqrt(0.125))
