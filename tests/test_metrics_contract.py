import subprocess
import sys
from collections.abc import Sequence

import pytest

import ifbench_suite as suite
from ifbench_suite.errors import InputError
from ifbench_suite.metrics import METRICS, Metric, mean
from ifbench_suite.metrics.contract import Metrics
from ifbench_suite.metrics.sample import Sample
from ifbench_suite.report import Reporting
from tests.metric_samples import outcomes


def longest(samples: Sequence[Sample]) -> float:
    return max(one.number for one in samples)


words = Metric("words", False, "rule", lambda o: float(len(o.response.split())), mean)
opinion = Metric("opinion", True, "judge", lambda o: None, mean)


def test_built_in_metrics_are_instances_and_families() -> None:
    assert list(METRICS) == [
        "prompt_level_strict",
        "inst_level_strict",
        "prompt_level_loose",
        "inst_level_loose",
        "inst_level_strict_macro",
        "inst_level_loose_macro",
        "avg@n",
        "pass@k",
        "all@k",
        "reliable@k",
    ]
    found = METRICS.get("inst_level_strict")
    assert (found.name, found.higher_is_better, found.category) == (
        "inst_level_strict",
        True,
        "rule",
    )


def test_parameters_stand_in_the_name() -> None:
    assert METRICS.get("pass@k:k=4&n=16").name == "pass@k:k=4&n=16"
    assert METRICS.get("avg@n").name == "avg@n"


@pytest.mark.parametrize(
    ("spec", "message"),
    [
        ("pass@k", "field 'pass@k': needs the parameter 'k', as in pass@k:k=VALUE"),
        ("reliable@k:k=2", "field 'reliable@k': needs the parameter 'field'"),
        ("pass@k:k=0", "field 'pass@k': k=0 is not a whole number of 1 or more"),
        ("pass@k:k=four", "field 'pass@k': k=four is not a whole number"),
        ("pass@k:k=2&level=row", "field 'pass@k': level=row is not prompt or inst"),
        ("pass@k:k=2&mood=loose", "field 'pass@k': takes no parameter 'mood'; it takes k, n,"),
        ("pass@k:k", "field 'pass@k': 'k' is not PARAMETER=VALUE"),
        ("pass@k:k=", "field 'pass@k': 'k=' is not PARAMETER=VALUE"),
        ("pass@", "field 'metric': no metric 'pass@'; there are pass@k"),
        ("os:path", "field 'metric': os:path is not a Metric"),
        ("os:absent", "field 'metric': os:absent cannot be imported"),
    ],
)
def test_a_wrong_name_says_what_is_wrong(spec: str, message: str) -> None:
    with pytest.raises(InputError) as caught:
        METRICS.get(spec)
    assert str(caught.value).startswith(message)


def test_a_users_metric_is_one_more() -> None:
    own = Metrics()
    assert own.add(words) is own.get("words")
    assert METRICS.get("tests.test_metrics_contract:words") is words
    assert words.estimate(outcomes([1], [0])).value == 1
    with pytest.raises(ValueError, match="there is a metric 'words' already"):
        own.add(words)
    with pytest.raises(ValueError, match="already"):
        own.family("words")


def test_an_outcome_without_a_value_drops_out_and_is_counted() -> None:
    metric = Metric("m", True, "rule", lambda o: 1.0 if o.key else None, mean)
    found = metric.estimate(outcomes([1], [1], [1]))
    assert (found.value, found.num, found.metadata["dropped"]) == (1, 2, 1)


def test_a_metric_that_is_no_ratio_has_no_pool() -> None:
    assert Metric("m", True, "rule", lambda o: 1.0, longest).pool(outcomes([1])) is None


def test_a_metric_that_needs_a_judge_is_refused_before_anything_is_scored() -> None:
    asked = Reporting.of(["tests.test_metrics_contract:opinion"])
    with pytest.raises(InputError, match="opinion needs a judge, and rules decide"):
        suite.evaluate([{"key": 1, "response": "x"}], data="absent.jsonl", reporting=asked)


def test_the_metrics_need_no_numpy_until_something_is_resampled() -> None:
    code = (
        "import sys, ifbench_suite\nfrom ifbench_suite.metrics import *\n"
        "print(aggregate([Score({'m': 1.0}), Score({'m': 0.0})])['m'].stderr)\n"
        "assert 'numpy' not in sys.modules"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stdout, done.stderr) == (0, "0.5\n", "")
