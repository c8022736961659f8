"""Two runs on the same prompts."""

import json
from collections import defaultdict
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import scipy.stats

import ifbench_suite as suite
from ifbench_suite.cli import main
from ifbench_suite.comparison import Comparison
from ifbench_suite.errors import InputError
from ifbench_suite.evaluation import Evaluation
from ifbench_suite.metrics import Pool, Resampling
from ifbench_suite.metrics.estimate import Units
from ifbench_suite.metrics.paired import difference, holm, mcnemar, smallest_detectable
from ifbench_suite.outcome import Outcome
from ifbench_suite.report import Report
from ifbench_suite.report.comparison import flips_sentence, power_sentence, sentence, sentences
from ifbench_suite.report.runs import lines_table, runs_dict
from ifbench_suite.report.saved import load_report
from ifbench_suite.resources import data_file
from ifbench_suite.runs import Source, runs_of
from ifbench_suite.signature import Signature
from tests.metric_samples import outcome
from tests.official import lines, official

RESPONSES = "data/ifeval_responses_17models.jsonl.gz"
ROWS = "data/ifeval_input_20240611.jsonl"
MODELS = ("claude-3-haiku-20240307", "gpt-4o-mini-2024-07-18")


@pytest.mark.parametrize("table", [(0, 0), (0, 1), (1, 1), (3, 9), (34, 98), (400, 330), (5, 5)])
def test_mcnemar_is_scipys_and_statsmodels(table: tuple[int, int]) -> None:
    from statsmodels.stats.contingency_tables import mcnemar as second_opinion

    only_first, only_second = table
    expected = second_opinion([[7, only_first], [only_second, 3]], exact=True).pvalue
    assert mcnemar(only_first, only_second) == pytest.approx(expected, rel=1e-9)
    if sum(table):
        tested = scipy.stats.binomtest(only_first, sum(table), 0.5)
        assert mcnemar(only_first, only_second) == pytest.approx(tested.pvalue, rel=1e-9)


def test_holm_is_statsmodels() -> None:
    from statsmodels.stats.multitest import multipletests

    draw = np.random.default_rng(2)
    for size in (1, 2, 25):
        p_values = (draw.random(size) ** 3).tolist()
        expected = multipletests(p_values, method="holm")[1]
        assert holm(p_values) == pytest.approx(expected.tolist())
    assert holm([]) == []


def test_the_smallest_detectable_difference_is_found_with_its_power() -> None:
    smallest = smallest_detectable(1.0)
    assert smallest == pytest.approx(2.8016, abs=1e-4)
    assert scipy.stats.norm.sf(1.959964 - smallest) == pytest.approx(0.8, abs=1e-4)


def test_the_error_of_a_difference_is_that_of_the_paired_differences() -> None:
    first, second = [1, 0, 1, 1, 0, 1], [1, 1, 1, 0, 1, 1]
    pools = [
        Pool.of((Units(i, y, 1) for i, y in enumerate(one)), "mean") for one in (first, second)
    ]
    found = difference(pools[0], pools[1])
    paired = np.subtract(second, first)
    assert found.value == pytest.approx(paired.mean())
    assert found.stderr == pytest.approx(scipy.stats.sem(paired))
    assert found.num == 6


def report(outcomes: list[Outcome], **different: Any) -> Report:
    fields = {
        "benchmark": "ifeval",
        "rows": len(outcomes),
        "data": "0",
        "checkers": "c",
        **different,
    }
    return Report(outcomes, Signature(**fields))


def two_runs(first: list[list[int]], second: list[list[int]], **fields: Any) -> Comparison:
    ids = [f"odd:{i % 2}" for i in range(3)]
    runs = [
        report(
            [outcome(k, follow, ids=ids[: len(follow)]) for k, follow in enumerate(one)], **fields
        )
        for one in (first, second)
    ]
    return Comparison("old", "new", runs[0], runs[1], resampling=Resampling(200))


def test_a_difference_that_is_none_is_said_to_be_none() -> None:
    found = two_runs([[1], [0], [1], [1]] * 5, [[1], [1], [1], [0]] * 5)
    assert found.headline.difference.value == 0
    assert not found.is_distinguishable
    assert sentence(found).startswith(
        "new and old are not distinguishable on these 20 prompts at prompt level, strict: "
        "difference +0 points, 95 % interval "
    )
    assert power_sentence(found).endswith(" points.")
    assert flips_sentence(found) == (
        "5 prompts are passed only by new (keys 1, 5, 9, 13, 17), "
        "5 only by old (keys 3, 7, 11, 15, 19)."
    )


def test_a_difference_that_is_one_is_named() -> None:
    found = two_runs([[1, 1], [0, 0], [0, 1]] * 10, [[1, 1], [1, 1], [0, 1]] * 10)
    assert found.is_distinguishable
    assert sentence(found).startswith("new is better than old by 33.3 points on these 30 prompts")
    assert sentence(found).endswith(", p = 0.002).")
    assert found.headline.p_value == pytest.approx(2 / 2**10)
    assert (found.headline.only_first, found.headline.only_second) == (0, 10)
    worse = two_runs([[1], [1], [1]] * 10, [[1], [0], [0]] * 10)
    assert sentence(worse).startswith("new is worse than old by 66.7 points")


def test_parts_and_flips() -> None:
    found = two_runs([[1, 1], [0, 0], [1, 1]], [[1, 1], [1, 0], [1, 0]])
    assert list(found.parts) == ["family", "instruction"]
    parts = found.parts["instruction"]
    assert {id: one.difference.value for id, one in parts.items()} == {
        "odd:0": pytest.approx(1 / 3),
        "odd:1": pytest.approx(-1 / 3),
    }
    assert (parts["odd:0"].only_first, parts["odd:0"].only_second) == (0, 1)
    assert [p.p_holm for p in parts.values()] == [1, 1]
    assert [flip.to_dict() for flip in found.only_first] == [
        {"key": 2, "turn": None, "instructions": ["odd:1"]}
    ]
    assert found.only_second == []


def test_several_samples_have_no_mcnemar_test() -> None:
    judged = [outcome(k, [k % 2], sample=i) for k in range(4) for i in range(2)]
    found = Comparison("a", "b", report(judged, samples=2), report(judged, samples=2))
    assert found.headline.p_value is None
    assert (found.only_first, found.only_second) == ([], [])
    assert "no prompt is said to flip" in flips_sentence(found)


@pytest.mark.parametrize(
    ("field", "other"),
    [
        ("benchmark", "ifbench"),
        ("data", "1"),
        ("checkers", "d"),
        ("sentences", "other"),
        ("language", "other"),
        ("postprocess", "none"),
        ("samples", 2),
        ("judge", "someone"),
        ("version", "0"),
    ],
)
def test_reports_that_were_not_made_alike_are_refused(field: str, other: Any) -> None:
    judged = [outcome(1, [1])]
    with pytest.raises(InputError, match=f"a and b cannot be compared: .* differ in '{field}'"):
        Comparison("a", "b", report(judged), report(judged, **{field: other}))


def test_what_only_says_how_the_responses_are_is_no_hindrance() -> None:
    judged = [outcome(1, [1]), outcome(2, [0])]
    other = report(judged, thinking="2/0", sampling="temperature=1")
    found = Comparison("a", "b", report(judged), other)
    assert found.headline.difference.value == 0
    assert sentences(found)[-1] == (
        "The responses were sampled differently: a with unknown, b with temperature=1."
    )


def test_other_prompts_are_refused() -> None:
    with pytest.raises(InputError, match="key 1 stands only in one of a and b"):
        Comparison("a", "b", report([outcome(1, [1])]), report([outcome(2, [1])]))


@pytest.fixture
def saved(tmp_path: Path) -> Path:
    samples = [data_file(f"samples/ifeval_{kind}.jsonl") for kind in ("responses", "rows")]
    suite.evaluate(samples[0], data=samples[1]).save(tmp_path / "saved")
    return tmp_path / "saved"


def test_a_saved_report_is_read_back_as_it_was(saved: Path) -> None:
    written = json.loads((saved / "report.json").read_text())
    assert load_report(saved).to_dict() == written


def test_the_command_takes_response_files_and_saved_reports(
    saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    worse = tmp_path / "worse.jsonl"
    text = data_file("samples/ifeval_responses.jsonl").read_text().splitlines()
    blank = [json.dumps({**json.loads(line), "response": ""}) for line in text[:20]]
    worse.write_text("\n".join([*blank, *text[20:]]))
    flags = ["--data", str(data_file("samples/ifeval_rows.jsonl")), "--output_dir"]
    sources = [str(saved / "outcomes.jsonl"), str(worse), str(saved / "report.json")]
    assert main(["compare", sources[0], sources[1], *flags, str(tmp_path / "out")]) == 0
    shown = capsys.readouterr().out
    assert "A = saved, B = worse" in shown
    assert "worse is worse than saved by" in " ".join(shown.split())
    assert all(len(line) <= 80 for line in shown.splitlines() if "benchmark:" not in line)
    (found,) = json.loads((tmp_path / "out" / "comparison.json").read_text())["comparisons"]
    assert (found["first"]["name"], found["distinguishable"]) == ("saved", True)
    assert "## By instruction" in (tmp_path / "out" / "comparison.md").read_text()


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["saved"], "error: nothing to compare saved with"),
        (["saved", "saved"], "error: saved: two runs are called 'saved'"),
        (["saved", "x", "--models", "a"], "error: field '--models': needs --model_field"),
        (["rows.jsonl", "--model_field", "m", "--models", "c"], "error: rows.jsonl: field 'm': no"),
        (["rows.jsonl", "--model_field", "n"], "error: rows.jsonl:1: field 'n': missing"),
    ],
)
def test_what_cannot_be_compared_is_one_line(
    arguments: list[str],
    message: str,
    saved: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(saved.parent)
    Path("rows.jsonl").write_text('{"m": "a", "key": 1, "response": "x"}\n')
    assert main(["compare", *arguments]) == 2
    shown = capsys.readouterr().err
    assert shown.startswith(message)
    assert shown.count("\n") == 1


@cache
def by_model(name: str) -> dict[str, list[dict[str, Any]]]:
    models: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for row in lines(name):
        models[row["model"]].append(row)
    return models


@cache
def golden(model: str) -> dict[int, dict[str, list[bool]]]:
    """The recorded verdicts; those that the official code draws at random are judged by us."""
    recorded = {row["key"]: row for row in by_model("golden/ifeval_17models.jsonl.gz")[model]}
    drawn = [key for key, row in recorded.items() if None in row["strict"] + row["loose"]]
    rows = [row for row in suite.load_rows("ifeval", official(ROWS)) if row.key in drawn]
    answers = [row for row in by_model(RESPONSES)[model] if row["key"] in drawn]
    for judged in suite.score(rows, answers, corrected=False) if drawn else ():
        ours = {"strict": list(judged.strict), "loose": list(judged.loose)}
        recorded[judged.key] = {**recorded[judged.key], **ours}
    return recorded


def frame(model: str, mode: str) -> Any:
    import pandas

    units = [
        {"key": key, "followed": float(verdict)}
        for key, row in golden(model).items()
        for verdict in row[mode]
    ]
    return pandas.DataFrame(units).sort_values("key", kind="stable").reset_index(drop=True)


def clustered_ols(values: Any, groups: Any) -> tuple[float, float]:
    from statsmodels.api import OLS

    fit = OLS(values.to_numpy(), np.ones(len(values))).fit(
        cov_type="cluster", cov_kwds={"groups": groups.to_numpy()}
    )
    return fit.params[0], fit.bse[0]


@pytest.mark.slow
def test_a_comparison_of_two_models_is_recomputed_from_the_recorded_verdicts(
    tmp_path: Path,
) -> None:
    from statsmodels.stats.contingency_tables import mcnemar as second_opinion

    flags = ["--model_field", "model", "--models", ",".join(MODELS), "--data", str(official(ROWS))]
    assert (
        main(["compare", str(official(RESPONSES)), *flags, "--output_dir", str(tmp_path / "o")])
        == 0
    )
    (found,) = json.loads((tmp_path / "o" / "comparison.json").read_text())["comparisons"]
    for mode in ("strict", "loose"):
        first, second = (frame(model, mode) for model in MODELS)
        passed = [one.groupby("key").followed.min() for one in (first, second)]
        contrast = found["metrics"][f"prompt_level_{mode}"]
        gap = passed[1] - passed[0]
        assert contrast["difference"]["value"] == pytest.approx(gap.mean())
        assert contrast["difference"]["stderr"] == pytest.approx(gap.sem())
        draw = np.random.default_rng(9).integers(len(gap), size=(4000, len(gap)))
        low, high = np.quantile(gap.to_numpy()[draw].mean(axis=1), (0.025, 0.975))
        assert contrast["difference"]["interval"] == pytest.approx([low, high], abs=0.008)
        table = [[sum((passed[0] == a) & (passed[1] == b)) for b in (1, 0)] for a in (1, 0)]
        expected = second_opinion(table, exact=True).pvalue
        assert contrast["p_value"] == pytest.approx(expected, rel=1e-6)
        assert [contrast["only_first"], contrast["only_second"]] == [table[0][1], table[1][0]]
        units = found["metrics"][f"inst_level_{mode}"]["difference"]
        expected_units = clustered_ols(second.followed - first.followed, first.key)
        assert (units["value"], units["stderr"]) == pytest.approx(expected_units)
        if mode == "strict":
            assert [flip["key"] for flip in found["only_second"]] == sorted(gap[gap == 1].index)
            assert [flip["key"] for flip in found["only_first"]] == sorted(gap[gap == -1].index)


@pytest.mark.slow
def test_the_table_of_twelve_models_is_recomputed_from_the_recorded_verdicts() -> None:
    evaluation = Evaluation(data=official(ROWS), corrected=False)
    source = Source(str(official(RESPONSES)), evaluation)
    reports = runs_of([source], model_field="model")
    runs = runs_dict(reports)["runs"]
    assert len(runs) == 12
    assert ["claude-3-5-sonnet-20240620", "82.1 ± 1.7", "88.0 ± 1.1", "89.5 ± 1.3"] in [
        list(row[:4]) for row in lines_table(reports).rows
    ]
    for model, run in runs.items():
        for mode in ("strict", "loose"):
            units = frame(model, mode)
            passed = units.groupby("key").followed.min()
            prompts = run["metrics"][f"prompt_level_{mode}"]
            assert prompts["value"] == pytest.approx(passed.mean())
            assert prompts["stderr"] == pytest.approx(passed.sem())
            pooled = run["metrics"][f"inst_level_{mode}"]
            value, stderr = clustered_ols(units.followed, units.key)
            assert pooled["value"] == pytest.approx(value)
            assert pooled["stderr"] == pytest.approx(stderr)
