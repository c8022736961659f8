"""Parts and roll-ups of a report, and how its numbers read."""

import json
import math
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from ifbench_suite.cli import main
from ifbench_suite.metrics import Estimate, Metric, Resampling, mean
from ifbench_suite.metrics.four import FOUR
from ifbench_suite.metrics.split import macro, parts_of, rollups, value_of
from ifbench_suite.outcome import Outcome
from ifbench_suite.report import Report, Reporting
from ifbench_suite.report.runs import benchmark_average, runs_dict
from ifbench_suite.report.tables import numbers_table
from ifbench_suite.report.values import values_of
from ifbench_suite.report.wording import gap, interval, points, with_error
from ifbench_suite.resources import data_file
from ifbench_suite.signature import Signature
from ifbench_suite.summary import Summary
from tests.metric_samples import outcome

TURNS: list[Outcome] = [
    outcome("a", [1, 1], turn=1, language="English", level="easy"),
    outcome("a", [1, 0], turn=2, language="English", level="hard"),
    outcome("b", [0], turn=1, language="English", level="easy"),
    outcome("b", [1, 1, 1], turn=2, language="English", level="hard"),
    outcome("c", [1], turn=1, language="French", level="hard"),
    outcome("c", [0, 0], turn=2, language="French", level="hard"),
]
PROMPT, INSTRUCTION = FOUR[0], FOUR[1]


def report(outcomes: list[Outcome], benchmark: str = "ifeval", **reporting: Any) -> Report:
    signature = Signature(benchmark, len(outcomes), "0", "c")
    return Report(outcomes, signature, reporting=Reporting(**reporting))


def test_micro_pools_and_macro_is_the_mean_of_the_parts() -> None:
    rolled = rollups(parts_of(TURNS, "language"))
    micro, mean = (rolled[kind]["inst_level_strict"] for kind in ("micro", "macro"))
    assert (micro.value, micro.num, micro.aggregation) == (7 / 11, 11, "weighted_mean")
    assert mean.value == pytest.approx((6 / 8 + 1 / 3) / 2)
    assert (mean.num, mean.aggregation, mean.metadata) == (
        11,
        "macro_weighted_mean",
        {"subsets": 2},
    )
    prompts = rolled["macro"]["prompt_level_strict"]
    assert (prompts.value, prompts.aggregation) == (0.5, "macro_mean")
    assert rolled["micro"] == rollups({"all": TURNS})["micro"]


def test_parts_that_share_conversations_are_not_taken_for_independent() -> None:
    many = [
        outcome(key, [follows], turn=turn)
        for key in range(40)
        for turn, follows in ((1, key % 2), (2, key % 2))
    ]
    parts = parts_of(many, "turn")
    both = macro(parts, PROMPT)
    lone = PROMPT.estimate(parts["1"])
    assert both is not None and both.stderr == pytest.approx(lone.stderr)
    resampled = macro(parts, PROMPT, Resampling())
    assert resampled is not None and resampled.stderr == pytest.approx(lone.stderr, rel=0.1)


def test_any_field_splits_and_numbers_stand_in_their_order() -> None:
    judged = [outcome(i, [1], size=size) for i, size in enumerate([10, 9, 9])]
    assert {value: len(part) for value, part in parts_of(judged, "size").items()} == {
        "9": 2,
        "10": 1,
    }
    assert list(parts_of(TURNS, "language+turn")) == [
        "language=English/turn=1",
        "language=English/turn=2",
        "language=French/turn=1",
        "language=French/turn=2",
    ]
    assert value_of(outcome(1, [1], instruction_types="T"), "type") == "T"
    assert value_of(outcome(1, [1]), "size") is None
    assert parts_of(judged, "absent") == {}


def test_families_part_the_instructions_of_a_prompt() -> None:
    judged = [outcome(1, [1, 0, 0], ids=["a:x", "b:x", "a:y"])]
    parts = parts_of(judged, "family")
    assert {name: part[0].strict for name, part in parts.items()} == {
        "a": (True, False),
        "b": (False,),
    }
    assert list(parts_of(judged, "instruction")) == ["a:x", "a:y", "b:x"]


def test_a_report_holds_the_parts_and_their_roll_ups() -> None:
    made = report(TURNS, split_by=["level"])
    assert list(made.subsets) == ["language", "turn", "type", "level"]
    assert list(made.rollups) == ["language", "turn", "level"]
    assert made.by_family["family"]["strict_stderr"] == made.metrics["inst_level_strict"].stderr
    values = values_of(made)
    assert values["ifeval/level=easy"]["prompt_level_strict"] == 50
    assert values["ifeval"]["inst_level_strict"] == pytest.approx(700 / 11)


def test_a_summary_names_joined_fields() -> None:
    subsets = [[f"ifeval/language=French/turn={turn}", "prompt_level_strict"] for turn in (1, 2)]
    groups = [
        {"name": "French", "subsets": subsets, "weights": {subsets[0][0]: 3, subsets[1][0]: 1}}
    ]
    made = report(TURNS, summary=Summary.read(groups))
    assert made.summarised == {"French": {"weighted_average": 75}}
    assert made.to_dict()["summary"] == made.summarised


def test_an_average_over_benchmarks() -> None:
    one, other = report(TURNS[:4]), report(TURNS[2:], "ifbench")
    average = benchmark_average({"x": one, "y": other})["prompt_level_strict"]
    errors = [made.metrics["prompt_level_strict"].stderr or 0.0 for made in (one, other)]
    assert average.value == 0.5
    assert average.stderr == pytest.approx(math.hypot(*errors) / 2)
    assert average.aggregation == "mean_of_2_benchmarks"
    assert benchmark_average({"x": one, "y": one}) == {}
    assert runs_dict({"x": one, "y": other})["average"]["prompt_level_strict"]["value"] == 0.5


@pytest.mark.parametrize(
    ("value", "stderr", "text"),
    [
        (0.770799, 0.018099, "77.1 ± 1.8"),
        (0.770799, 0.00181, "77.08 ± 0.18"),
        (0.770799, 0.181, "77 ± 18"),
        (0.770799, 0.0000181, "77.08 ± 0.00"),
        (0.770799, None, "77.08"),
        (1.0, 0.0, "100.00"),
        (math.nan, None, "-"),
    ],
)
def test_numbers_are_rounded_to_what_the_error_bar_supports(
    value: float, stderr: float | None, text: str
) -> None:
    assert with_error(Estimate(value, stderr, 1, "mean")) == text


def test_intervals_and_differences_read_alike() -> None:
    found = Estimate(-0.0312, 0.012, 541, "difference", (-0.0549, -0.0002))
    assert interval(found) == gap(replace(found, is_share=False)) == "-5.5 to 0.0"
    assert points(found) == "-3.1"
    assert points(Estimate(0.0, 0.012, 541, "difference")) == "+0.0"
    assert interval(Estimate(0.5, None, 1, "mean")) == "-"


def test_what_is_no_share_is_not_shown_in_percent() -> None:
    words = Metric("words", False, "rule", lambda o: 10.0 * o.reference.strict.count(True), mean)
    made = report(TURNS, metrics=[words])
    row = numbers_table(made).rows[-1]
    assert row == ["words, not %", "11.7 ± 3.3", "5.1 to 18.2", "n = 6"]
    assert values_of(made)["ifeval"]["words"] == pytest.approx(70 / 6)


def repeated(folder: Path) -> list[str]:
    """The sample with three responses to each row but the first, which has two."""
    rows = data_file("samples/ifeval_rows.jsonl").read_text().splitlines()
    grouped = [{**json.loads(row), "kin": i // 2} for i, row in enumerate(rows)]
    (folder / "rows.jsonl").write_text("\n".join(map(json.dumps, grouped)))
    text = data_file("samples/ifeval_responses.jsonl").read_text().splitlines()
    answers = [(one["key"], one["response"]) for one in map(json.loads, text)]
    several = [
        {"key": key, "responses": [response, "", response][: 3 if i else 2]}
        for i, (key, response) in enumerate(answers)
    ]
    (folder / "out.jsonl").write_text("\n".join(map(json.dumps, several)))
    return ["--responses", str(folder / "out.jsonl"), "--data", str(folder / "rows.jsonl")]


def test_the_command_shows_repeats_parts_and_summary(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    (tmp_path / "g.toml").write_text(
        '[[groups]]\nname = "kin"\nsubsets = ["ifeval/kin=0", "ifeval/kin=1"]\nmetric = "m"\n'
        '[[groups]]\nname = "bench"\nsubsets = [["ifeval", "prompt_level_strict"]]\n'
    )
    summary = ["--split", "kin", "--summary", str(tmp_path / "g.toml")]
    flags = [*repeated(tmp_path), "--output_dir", str(tmp_path / "o"), *summary]
    metrics = ["pass@k:k=2", "reliable@k:k=2&field=kin", "inst_level_strict_macro"]
    asked = [flag for name in metrics for flag in ("--metric", name)]
    assert main([*flags, *asked]) == 2
    assert "names one result, but the subsets share" in capsys.readouterr().err
    (tmp_path / "g.toml").write_text(
        (tmp_path / "g.toml").read_text().replace('metric = "m"\n', "")
    )
    assert main([*flags, *asked]) == 0
    shown = capsys.readouterr().out
    for part in ("Repeats", "Run by run", "By kin", "micro", "macro", "Summary", "unequal repeats"):
        assert part in shown
    assert all(len(line) <= 80 for line in shown.splitlines() if "benchmark:" not in line)
    written = json.loads((tmp_path / "o" / "report.json").read_text())
    schema = json.loads(data_file("schemas/report.schema.json").read_text())
    Draft202012Validator(schema).validate(written)
    assert list(written["metrics"])[4:] == metrics
    assert written["repeats"]["spread"]["prompt_level_strict"]["runs"][1] == 0
    assert written["error_bars"] == "clustered by key"
    assert set(written["rollups"]["kin"]) == {"micro", "macro"}


def test_the_bootstrap_is_the_same_for_any_number_of_workers(tmp_path: Path) -> None:
    flags = [*repeated(tmp_path), "--bootstrap", "--seed", "7"]
    for workers in ("1", "2"):
        folder = str(tmp_path / workers)
        assert main([*flags, "--workers", workers, "--output_dir", folder]) == 0
    one, two = ((tmp_path / workers / "report.json").read_bytes() for workers in ("1", "2"))
    assert one == two
    assert b'"error_bars": "bootstrap, 1000 resamples of clusters, seed 7"' in one


def test_several_response_files_are_one_table(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    flags = repeated(tmp_path)
    sample = str(data_file("samples/ifeval_responses.jsonl"))
    folder = str(tmp_path / "o")
    assert main([flags[0], flags[1], sample, *flags[2:], "--output_dir", folder]) == 0
    shown = capsys.readouterr().out.splitlines()
    assert shown[1].split()[-2:] == ["out", "ifeval_responses"]
    names = {path.name for path in Path(folder).iterdir()}
    assert names >= {"ifeval_responses", "out", "runs.json", "runs.md"}
    assert main([*flags, "--benchmark", "ifeval", "--benchmark", "ifbench"]) == 2
    assert "given 2 times for 1 response files" in capsys.readouterr().err
