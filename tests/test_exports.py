import csv
import json
import re
from pathlib import Path
from typing import Any

import pytest
from huggingface_hub.repocard import metadata_load
from huggingface_hub.repocard_data import EvalResult, model_index_to_eval_results
from hypothesis import given
from hypothesis import strategies as st
from pyarrow import parquet

import ifbench_suite as suite
from ifbench_suite.cli import main
from ifbench_suite.errors import InputError
from ifbench_suite.report import Report, exports
from ifbench_suite.report.exports import csv_text
from ifbench_suite.report.flat import flat_tables, metrics_table
from ifbench_suite.report.inert import printable, spreadsheet_text
from ifbench_suite.report.model_card import model_card
from ifbench_suite.resources import data_file
from tests.hostile import HOSTILE, KEYS, hostile_report

TABLES = ("metrics", "outcomes", "verdicts")
WIDE_SIGNS = "\uff1d\uff0b\uff0d\uff20"


def sample(name: str) -> Report:
    rows, responses = (data_file(f"samples/{name}_{kind}.jsonl") for kind in ("rows", "responses"))
    return suite.evaluate(responses, benchmark=name, data=rows)


def lines(path: Path) -> list[dict[str, str]]:
    with path.open(encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


def read_card(path: Path) -> tuple[str, list[EvalResult]]:
    """What the hub takes from a model card: the name of the model, and its results."""
    metadata = metadata_load(path)
    assert metadata is not None
    return model_index_to_eval_results(metadata["model-index"])


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("exports") / "out"
    return sample("ifeval").save(target, exports=exports.EXPORTS, name="My Model")


@pytest.fixture(scope="module")
def hostile(tmp_path_factory: pytest.TempPathFactory) -> Path:
    target = tmp_path_factory.mktemp("hostile") / "out"
    return hostile_report().save(target, exports=exports.EXPORTS, name=HOSTILE[7])


def test_every_export_has_the_lines_of_the_run(folder: Path) -> None:
    for name, count in (("outcomes", 26), ("verdicts", 30)):
        assert len(lines(folder / f"{name}.csv")) == count
        assert parquet.read_metadata(folder / f"{name}.parquet").num_rows == count
    (failed,) = (one for one in lines(folder / "verdicts.csv") if one["key"] == "6")
    assert (failed["strict"], failed["loose"]) == ("false", "false")
    assert (failed["found"], failed["wanted"]) == ("3 sentences", "at least 4")


def test_the_metrics_are_those_of_report_json(folder: Path) -> None:
    report = json.loads((folder / "report.json").read_text())
    found = {
        (one["rules"], one["field"], one["part"], one["metric"]): one
        for one in lines(folder / "metrics.csv")
    }
    for rules, numbers in (("reference", report["metrics"]), ("corrected", report["corrected"])):
        for metric in report["metrics"]:
            one, number = found[rules, "", "", metric], numbers[metric]
            cells = [float(one[name]) for name in ("value", "stderr", "low", "high", "num")]
            assert cells == [number["value"], number["stderr"], *number["interval"], number["num"]]
            assert one["run"] == "My Model"
    for id, group in report["by_instruction"].items():
        one = found["reference", "instruction", id, "inst_level_strict"]
        assert (float(one["value"]), float(one["num"])) == (group["strict"], group["num"])
        one = found["corrected", "instruction", id, "inst_level_loose"]
        assert float(one["value"]) == group["corrected_loose"]


def test_every_number_of_conversations_is_in_the_metrics() -> None:
    report = sample("multi_if")
    rows = [row[1:] for row in metrics_table({"run": report}).rows]
    assert len({row[:4] for row in rows}) == len(rows)
    found = {row[:4]: row[4] for row in rows}
    of = report.to_dict()["conversations"]["corrected"]
    for turn, languages in of["turn_language"].items():
        for language, numbers in languages.items():
            place = ("corrected", "turn+language", f"turn={turn}/language={language}")
            assert found[*place, "overall"] == numbers["overall"]["value"]
    macro = of["total"]["macro"]["overall"]["value"]
    assert found["corrected", "turn+language", "macro", "overall"] == macro
    forgotten = of["changes"]["all"]["ifr_strict"]["value"]
    assert found["corrected", "turn or language", "all", "ifr_strict"] == forgotten


@pytest.mark.parametrize("name", TABLES)
def test_parquet_says_what_csv_says(folder: Path, name: str) -> None:
    table = parquet.read_table(folder / f"{name}.parquet")
    assert table.schema.metadata[b"signature"].startswith(b"benchmark:ifeval|rows:26|")
    for told, value in zip(lines(folder / f"{name}.csv"), table.to_pylist(), strict=True):
        assert list(told) == list(value)
        for column, cell in value.items():
            assert_same(told[column], cell)


def assert_same(told: str, cell: Any) -> None:
    if isinstance(cell, bool):
        assert told == str(cell).lower()
    elif isinstance(cell, int | float):
        assert float(told) == cell
    else:
        assert told == spreadsheet_text(cell or "")


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("=1+1", "'=1+1"),
        ("+1", "'+1"),
        ("-1", "'-1"),
        ("@SUM(A1)", "'@SUM(A1)"),
        (" \n=1", "' \n=1"),
        ("'=1", "''=1"),
        ("\t=1", "\\u0009=1"),
        ("\r=1", "\\u000d=1"),
        (f"{WIDE_SIGNS[0]}1", f"'{WIDE_SIGNS[0]}1"),
        ("1 = 1", "1 = 1"),
        ("", ""),
        ("\u202edrow", "\\u202edrow"),
        ("\U000e0041", "\\U000e0041"),
    ],
)
def test_a_cell_is_no_formula(text: str, cell: str) -> None:
    assert spreadsheet_text(text) == cell


@given(st.text())
def test_one_apostrophe_is_all_that_is_added(text: str) -> None:
    cell = spreadsheet_text(text)
    assert not re.match(rf"\s*[=+\-@{WIDE_SIGNS}]", cell)
    assert cell.removeprefix("'") == printable(text)


def test_hostile_text_is_inert_in_csv(hostile: Path) -> None:
    for name in TABLES:
        content = (hostile / f"{name}.csv").read_text(encoding="utf-8")
        assert not [char for char in set(content) if not char.isprintable() and char != "\n"]
        for line in lines(hostile / f"{name}.csv"):
            assert None not in line
            for cell in line.values():
                assert not re.match(r"\s*[=+\-@]", cell)
    keys = [line["key"] for line in lines(hostile / "outcomes.csv")]
    assert keys == [spreadsheet_text(key) for key in KEYS]


def test_hostile_text_comes_back_from_parquet(hostile: Path) -> None:
    table = parquet.read_table(hostile / "outcomes.parquet").to_pylist()
    expected = [f"{text}, and again {text}" for text in HOSTILE]
    for row, response in zip(table, expected, strict=True):
        assert row["response"].encode() == response.encode("utf-8", "backslashreplace")


def test_the_hub_reads_the_model_card(folder: Path) -> None:
    name, results = read_card(folder / "model-card.md")
    report = json.loads((folder / "report.json").read_text())
    assert name == "My Model"
    assert [one.metric_type for one in results] == list(report["metrics"])
    for one in results:
        assert (one.task_type, one.dataset_type) == ("text-generation", "google/IFEval")
        assert one.dataset_name == "IFEval"
        assert (one.dataset_args or {})["data"] == report["signature"]["data"]
        number = report["metrics"][one.metric_type]
        assert one.metric_value == pytest.approx(100 * number["value"], abs=1e-4)
        told = one.metric_args or {}
        assert told["n"] == number["num"]
        assert told["stderr"] == pytest.approx(100 * number["stderr"], abs=1e-4)
    body = (folder / "model-card.md").read_text().split("\n---\n\n")[1]
    assert body == (folder / "report.md").read_text()


@pytest.mark.parametrize("model", [*HOSTILE, "---\n- x: y", "null", "# a: b", "\\", "a\n---\nb"])
def test_no_name_of_a_model_breaks_the_card(model: str, tmp_path: Path) -> None:
    card = tmp_path / "card.md"
    card.write_text(model_card(sample("ifeval"), model), encoding="utf-8")
    name, results = read_card(card)
    assert (name, len(results)) == (printable(model), 4)


def test_bad_exports_are_refused_before_anything_is_scored(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["--export", "csv"]) == 2
    assert main(["--export", "csv,xls", "--output_dir", str(tmp_path / "out")]) == 2
    monkeypatch.setattr(exports, "find_spec", lambda name: None)
    assert main(["--export", "parquet", "--output_dir", str(tmp_path / "out")]) == 2
    shown = capsys.readouterr()
    assert shown.out == ""
    assert shown.err.splitlines() == [
        "error: field '--export': needs --output_dir DIR",
        "error: field '--export': 'xls' is none of csv, parquet, model-card",
        "error: field '--export': writing Parquet needs pip install 'ifbench-suite[parquet]'",
    ]
    with pytest.raises(InputError, match="Parquet"):
        sample("ifeval").save(tmp_path / "out", exports=["parquet"])
    assert not list(tmp_path.iterdir())


def test_the_command_line_writes_exports_for_each_run(tmp_path: Path) -> None:
    source = tmp_path / "responses.jsonl"
    records = data_file("samples/ifeval_responses.jsonl").read_text().splitlines()
    source.write_text(
        "".join(
            json.dumps({**json.loads(record), "model": model}) + "\n"
            for model in ("=one", "two")
            for record in records
        )
    )
    data = str(data_file("samples/ifeval_rows.jsonl"))
    flags = ["--responses", str(source), "--data", data, "--model_field", "model", "--quiet"]
    target = tmp_path / "out"
    assert main([*flags, "--output_dir", str(target), "--export", "csv,model-card"]) == 0
    assert {one["run"] for one in lines(target / "one" / "metrics.csv")} == {"'=one"}
    assert read_card(target / "one" / "model-card.md")[0] == "=one"


def test_numbers_are_no_text_and_negative_ones_stay(folder: Path) -> None:
    table = flat_tables(sample("ifeval"), "run")["metrics"]
    assert '"-0.25"' in csv_text(table._replace(rows=[(-0.25,)]))
