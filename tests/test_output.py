import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest
from rich.console import Console

import ifbench_suite as suite
from ifbench_suite.cli import main
from ifbench_suite.commands import flags
from ifbench_suite.report.output import output_of
from ifbench_suite.resources import data_file
from tests.hostile import hostile_report

ROWS = str(data_file("samples/ifeval_rows.jsonl"))
RESPONSES = str(data_file("samples/ifeval_responses.jsonl"))
SCORE = ["--responses", RESPONSES, "--data", ROWS]
BENCHMARKS = ["ifeval", "ifbench", "if_rlvr", "multi_if", "inverse_ifeval"]


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return suite.evaluate(RESPONSES, data=ROWS).save(tmp_path_factory.mktemp("saved") / "out")


def printed(capsys: pytest.CaptureFixture[str], *arguments: str) -> str:
    assert main(list(arguments)) == 0
    shown = capsys.readouterr()
    assert shown.err == ""
    return shown.out


def test_json_is_the_content_of_report_json(
    saved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = printed(capsys, *SCORE, "--format", "json")
    assert json.loads(shown) == json.loads((saved / "report.json").read_text())


def test_md_is_report_md(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert printed(capsys, *SCORE, "--format", "md") == (saved / "report.md").read_text()


def test_csv_holds_the_metrics_of_every_run(
    saved: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    shown = printed(capsys, "--responses", str(saved), RESPONSES, "--data", ROWS, "--format", "csv")
    rows = list(csv.DictReader(io.StringIO(shown)))
    assert list(dict.fromkeys(row["run"] for row in rows)) == ["out", "ifeval_responses"]
    values = [row["value"] for row in rows if row["metric"] == "prompt_level_strict"]
    assert float(values[0]) == 21 / 26


def test_several_runs_have_every_format(saved: Path, capsys: pytest.CaptureFixture[str]) -> None:
    several = ["--responses", str(saved), RESPONSES, "--data", ROWS]
    assert list(json.loads(printed(capsys, *several, "--format", "json"))["runs"]) == [
        "out",
        "ifeval_responses",
    ]
    assert printed(capsys, *several, "--format", "md").startswith("# ifeval, 26 rows")
    assert "prompt" in printed(capsys, *several, "--format", "table")


@pytest.mark.parametrize("command", ["compare", "agree"])
def test_comparisons_have_every_format(
    command: str, saved: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    other = suite.evaluate(RESPONSES, data=ROWS).save(tmp_path / "other")
    runs = [command, str(saved), str(other)]
    assert main([*runs, "--output_dir", str(tmp_path / "out"), "--quiet"]) == 0
    assert capsys.readouterr() == ("", "")
    name = {"compare": "comparison", "agree": "agreement"}[command]
    content = json.loads((tmp_path / "out" / f"{name}.json").read_text())
    assert json.loads(printed(capsys, *runs, "--format", "json")) == content
    text = (tmp_path / "out" / f"{name}.md").read_text()
    assert printed(capsys, *runs, "--format", "md") == text
    rows = list(csv.DictReader(io.StringIO(printed(capsys, *runs, "--format", "csv"))))
    if command == "compare":
        (headline,) = (r for r in rows if (r["field"], r["metric"]) == ("", "prompt_level_strict"))
        assert (float(headline["difference"]), headline["only_first"]) == (0.0, "0")
        assert {row["field"] for row in rows} == {"", *content["comparisons"][0]["parts"]}
    else:
        assert (rows[0]["instruction"], rows[0]["num"], rows[0]["accuracy"]) == ("", "30", "1.0")
        assert len(rows) == 1 + len(content["by_instruction"])


def test_quiet_says_nothing_but_errors(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([*SCORE, "--quiet", "--output_dir", str(tmp_path / "out")]) == 0
    assert capsys.readouterr() == ("", "")
    assert (tmp_path / "out" / "report.json").is_file()
    assert main([*SCORE, "--quiet", "--format", "json"]) == 0
    assert capsys.readouterr().out.startswith("{")
    assert main(["--quiet", "--responses", "absent.jsonl"]) == 2
    assert capsys.readouterr().err.startswith("error: ")


@pytest.mark.parametrize("benchmark", BENCHMARKS)
def test_a_table_fits_80_columns_without_colour(
    benchmark: str, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setenv("COLUMNS", "80")
    shown = printed(capsys, "--benchmark", benchmark)
    too_wide = [line for line in shown.splitlines() if len(line) > 80]
    assert all(line.startswith("benchmark:") for line in too_wide)
    assert "\x1b" not in shown


@pytest.mark.parametrize("format", flags.FORMATS)
def test_hostile_text_is_inert_on_standard_output(
    format: str, capsys: pytest.CaptureFixture[str]
) -> None:
    output_of({"run\x1b[31m": hostile_report()}).put(format)
    shown = capsys.readouterr().out
    assert not [char for char in set(shown) if not char.isprintable() and char != "\n"]


def shown_progress(
    times: list[float], monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> str:
    """What stderr, a terminal, gets while work goes on until these times."""
    monkeypatch.setattr(Console, "is_terminal", True)
    clock = iter([0.0, *times, *[times[-1]] * 10])
    parts = [[number] for number in range(len(times))]

    with monkeypatch.context() as patch:
        patch.setattr(flags, "clock", lambda: next(clock))
        assert list(flags._progress(iter(parts), len(times))) == parts
    return capsys.readouterr().err


def test_a_progress_bar_is_shown_only_after_a_second(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    assert shown_progress([0.1, 0.5, 0.9], monkeypatch, capsys) == ""
    assert "scoring" in shown_progress([0.5, 1.5, 2.0], monkeypatch, capsys)


def test_drawing_a_chart_leaves_no_finder_behind() -> None:
    code = (
        "import sys\n"
        "from ifbench_suite.report.charts import Bar, Series, bar_chart\n"
        "bar_chart('t', ['a'], [Series('s', [Bar(1.0, None, None, 'x')])], 'percent')\n"
        "assert 'pygal' in sys.modules\n"
        "assert 'pygal' not in {type(finder).__module__ for finder in sys.meta_path}\n"
        "import wave\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error", "-c", code], capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (0, "")
