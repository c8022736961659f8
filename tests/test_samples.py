"""The samples in data/samples: every id, in the official form, and scored without a download."""

import json
from pathlib import Path

import pytest

import ifbench_suite as suite
from checkers import REGISTRIES
from checkers.ifbench import tagger
from ifbench_suite.cli import main
from ifbench_suite.loading import load_rows_file
from ifbench_suite.resources import data_file

NEEDS_TAGGER = {"words:start_verb"}
SAMPLES = ("ifbench", "ifbench_start_verb", "if_rlvr")


def rows_and_responses(name: str) -> tuple[Path, Path]:
    return data_file(f"samples/{name}_rows.jsonl"), data_file(f"samples/{name}_responses.jsonl")


def ids(name: str) -> set[str]:
    rows = load_rows_file(rows_and_responses(name)[0])
    return {id for row in rows for id in row.instruction_ids}


@pytest.fixture
def no_tagger(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tagger, "folders", list)
    monkeypatch.setattr(tagger, "installed", tagger.installed.__wrapped__)


def test_every_id_is_in_a_sample() -> None:
    assert ids("ifbench") == set(REGISTRIES["ifbench"].own) - NEEDS_TAGGER
    assert ids("ifbench_start_verb") == NEEDS_TAGGER
    assert ids("if_rlvr") == set(REGISTRIES["if_rlvr"])
    assert (len(ids("ifbench")), len(ids("if_rlvr"))) == (57, 54)


@pytest.mark.usefixtures("no_tagger")
@pytest.mark.parametrize("benchmark", ["ifbench", "if_rlvr"])
def test_it_is_scored_without_a_download(
    benchmark: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--benchmark", benchmark, "--output_dir", str(tmp_path)]) == 0
    report = json.loads((tmp_path / "report.json").read_text(encoding="utf-8"))
    assert report["signature"]["benchmark"] == benchmark
    assert benchmark in capsys.readouterr().out


@pytest.mark.parametrize(
    ("benchmark", "prompts", "instructions"),
    [("ifbench", (34, 37), (36, 39)), ("if_rlvr", (13, 17), (30, 34))],
)
def test_about_half_is_followed(
    benchmark: str, prompts: tuple[int, int], instructions: tuple[int, int]
) -> None:
    rows, responses = rows_and_responses(benchmark)
    report = suite.evaluate(responses, benchmark, data=rows)
    followed = [round(one.value * one.num) for one in report.metrics.values()]
    assert tuple(followed[::2]) == prompts
    assert tuple(followed[1::2]) == instructions
    assert report.counts.empty == 1
    assert report.counts.checker_errors == 0
    assert sum(outcome.trace.value == "removed" for outcome in report.outcomes) == 1


@pytest.mark.usefixtures("no_tagger")
def test_without_the_tagger_the_run_stops_before_scoring(
    capsys: pytest.CaptureFixture[str],
) -> None:
    rows, responses = map(str, rows_and_responses("ifbench_start_verb"))
    assert main(["--benchmark", "ifbench", "--data", rows, "--responses", responses]) == 2
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.count("\n") == 1
    assert "words:start_verb needs the English perceptron tagger; run `python -m" in captured.err


def test_the_tagger_decides_on_its_sample() -> None:
    try:
        tagger.require()
    except tagger.MissingTagger as missing:
        pytest.skip(str(missing))
    rows, responses = rows_and_responses("ifbench_start_verb")
    outcomes = suite.evaluate(responses, "ifbench", data=rows).outcomes
    assert [o.strict + o.loose for o in outcomes] == [
        (True, True),
        *[(False, False)] * 2,
        (False, True),
    ]
    assert [o.corrected.strict[0] for o in outcomes if o.corrected] == [True, False, True, False]


def test_ifbench_rows_are_in_the_published_form() -> None:
    for name in ("ifbench", "ifbench_start_verb"):
        for line in rows_and_responses(name)[0].read_text(encoding="utf-8").splitlines():
            row = json.loads(line)
            assert list(row) == ["key", "prompt", "instruction_id_list", "kwargs"]
            assert all(len(kwargs) == 42 for kwargs in row["kwargs"])
            whole = {n for k in row["kwargs"] for n, v in k.items() if isinstance(v, int)}
            assert whole <= {"m", "n", "n_end", "n_start"}


def test_training_rows_are_in_the_published_form() -> None:
    fields = ["key", "messages", "ground_truth", "dataset", "constraint_type", "constraint"]
    for line in rows_and_responses("if_rlvr")[0].read_text(encoding="utf-8").splitlines():
        row = json.loads(line)
        assert list(row) == fields
        assert row["ground_truth"].startswith("[{'instruction_id': [")
        assert 1 <= len(row["constraint"].split("\t")) <= 5


@pytest.mark.parametrize("name", SAMPLES)
def test_each_response_answers_its_row(name: str) -> None:
    rows, responses = rows_and_responses(name)
    answers = [json.loads(line) for line in responses.read_text(encoding="utf-8").splitlines()]
    loaded = load_rows_file(rows)
    assert [(answer["key"], answer["prompt"]) for answer in answers] == [
        (row.key, row.prompt) for row in loaded
    ]
