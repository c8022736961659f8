import json
import os
import random
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from jsonschema import Draft202012Validator

from ifbench_suite.cli import COMMANDS, main
from ifbench_suite.resources import data_file

ROWS = data_file("samples/ifeval_rows.jsonl")
RESPONSES = data_file("samples/ifeval_responses.jsonl")
FILES = [
    "eval_results_loose.jsonl",
    "eval_results_strict.jsonl",
    "outcomes.jsonl",
    "report.html",
    "report.json",
    "report.md",
]


def run(*arguments: str | Path, **environment: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "ifbench_suite", *map(str, arguments)],
        capture_output=True,
        text=True,
        env={**os.environ, "COLUMNS": "80", **environment},
        timeout=120,
    )


def objects(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.fixture(scope="module")
def output(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("run") / "new" / "out"
    assert (
        main(["--responses", str(RESPONSES), "--data", str(ROWS), "--output_dir", str(folder)]) == 0
    )
    return folder


def test_without_flags_the_sample_is_scored(capsys: pytest.CaptureFixture[str]) -> None:
    assert main([]) == 0
    shown = capsys.readouterr().out
    assert "ifeval, 26 rows" in shown
    assert "1 thinking trace removed" in shown
    assert "|checkers:reference/google-research/" in shown
    assert all(len(line) <= 80 for line in shown.splitlines() if "benchmark:" not in line)


def test_an_output_folder_holds_every_file_and_no_draft(output: Path) -> None:
    assert sorted(path.name for path in output.iterdir()) == FILES
    assert [path.name for path in output.parent.iterdir()] == ["out"]


def test_report_and_outcomes_hold_to_their_schemas(output: Path) -> None:
    schemas = {
        name: Draft202012Validator(json.loads(data_file(f"schemas/{name}.schema.json").read_text()))
        for name in ("report", "outcome")
    }
    schemas["report"].validate(json.loads((output / "report.json").read_text()))
    for outcome in objects(output / "outcomes.jsonl"):
        schemas["outcome"].validate(outcome)


def test_a_failed_row_says_what_was_found_and_wanted(output: Path) -> None:
    (outcome,) = (row for row in objects(output / "outcomes.jsonl") if row["key"] == 6)
    assert outcome["strict"] == [False]
    assert outcome["findings"] == [
        {"followed": False, "found": "3 sentences", "wanted": "at least 4"}
    ]


def test_the_official_files_have_the_official_fields(output: Path) -> None:
    for mode in ("strict", "loose"):
        rows = objects(output / f"eval_results_{mode}.jsonl")
        assert len(rows) == 26
        assert list(rows[0]) == [
            "follow_all_instructions",
            "follow_instruction_list",
            "instruction_id_list",
            "prompt",
            "response",
        ]
        assert all(
            row["follow_all_instructions"] is all(row["follow_instruction_list"]) for row in rows
        )


def test_counts_of_parts_equal_the_whole(output: Path) -> None:
    report = json.loads((output / "report.json").read_text())
    for groups in (report["by_family"], report["by_instruction"]):
        assert (
            sum(g["num"] for g in groups.values()) == report["metrics"]["inst_level_strict"]["num"]
        )
        followed = sum(g["num"] * g["strict"] for g in groups.values())
        whole = report["metrics"]["inst_level_strict"]
        assert followed == pytest.approx(whole["value"] * whole["num"])


@pytest.mark.parametrize(
    "change", ["again", "hash seed", "workers", "shuffled", "array", "official"]
)
def test_the_report_is_the_same_byte_for_byte(output: Path, tmp_path: Path, change: str) -> None:
    responses, data = RESPONSES, ROWS
    more: list[str] = []
    environment: dict[str, str] = {}
    if change == "hash seed":
        environment = {"PYTHONHASHSEED": "4"}
    if change == "workers":
        more = ["--workers", "2"]
    if change == "shuffled":
        responses, data = shuffled(RESPONSES, tmp_path), shuffled(ROWS, tmp_path)
    if change == "array":
        responses = tmp_path / "array.json"
        responses.write_text(json.dumps(objects(RESPONSES)))
    flags: list[str | Path] = ["--responses", responses, "--data", data]
    if change == "official":
        flags = [f"--input_response_data={responses}", f"--input_data={data}"]
    done = run(*flags, "--output_dir", tmp_path / "out", *more, **environment)
    assert (done.returncode, done.stderr) == (0, f"written to {tmp_path / 'out'}\n")
    assert (tmp_path / "out" / "report.json").read_bytes() == (output / "report.json").read_bytes()


def shuffled(path: Path, folder: Path) -> Path:
    lines = path.read_text().splitlines(keepends=True)
    target = folder / path.name
    target.write_text("".join(random.Random(5).sample(lines, len(lines))))
    return target


def test_standard_input_and_rows_within_responses(output: Path) -> None:
    rows = {row["key"]: row for row in objects(ROWS)}
    both = "".join(json.dumps({**rows[r["key"]], **r}) + "\n" for r in objects(RESPONSES))
    done = subprocess.run(
        [sys.executable, "-m", "ifbench_suite", "--responses", "-"],
        input=both,
        capture_output=True,
        text=True,
    )
    assert (done.returncode, done.stderr) == (0, "")
    signature = json.loads((output / "report.json").read_text())["signature"]
    assert f"|data:{signature['data']}|" in done.stdout


BAD = [
    (["--responses", "absent.jsonl"], "error: absent.jsonl: no such file or directory"),
    (["--responses", "."], "error: bad.jsonl:2: not JSON: Expecting value (column 1)"),
    (["--responses", "bad.jsonl"], "error: bad.jsonl:2: not JSON: Expecting value (column 1)"),
    (["--responses", "other.jsonl"], "error: other.jsonl: none of its 1 responses answers one of"),
    (["--benchmark", "ifevil"], "error: no benchmark 'ifevil'; there are ifeval"),
    (["--data", "absent.jsonl"], "error: --data is given without --responses"),
    (["--workers", "0"], "error: argument --workers: '0' is not a whole number of 1 or more"),
    (["--respones", "x"], "error: unrecognized arguments: --respones x (see python -m ifbench"),
    (["fech", "ifeval"], "error: unrecognized arguments: fech ifeval"),
    (["--thinking_tags", "<a>"], "error: field '--thinking_tags': '<a>' is not OPEN,CLOSE"),
    (["--postprocess", "os"], "error: field '--postprocess': 'os' is not package.module:function"),
    (["--postprocess", "os:no"], "error: field '--postprocess': os:no cannot be imported"),
    (["--output_dir", "other.jsonl"], "error: other.jsonl: is a file, not a folder"),
    (["show", "keywords:existance"], "error: no benchmark has no instruction"),
    (["check", "--benchmark", "x"], "error: no vectors for 'x'; there are some for "),
]


@pytest.mark.parametrize(("arguments", "message"), BAD, ids=[" ".join(a) for a, _ in BAD])
def test_bad_input_is_one_line_and_status_2_and_nothing_is_written(
    arguments: list[str],
    message: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("bad.jsonl").write_text('{"key": 1, "response": "x"}\n]\n')
    Path("other.jsonl").write_text('{"key": 99, "response": "x"}\n')
    scores = arguments[0] == "--responses"
    extra = ["--data", str(ROWS), "--output_dir", "out"] if scores else []
    assert main([*arguments, *extra]) == 2
    shown = capsys.readouterr()
    assert (shown.out, shown.err.count("\n")) == ("", 1)
    assert shown.err.startswith(message)
    assert sorted(path.name for path in tmp_path.iterdir()) == ["bad.jsonl", "other.jsonl"]


def test_a_second_post_processor_of_the_same_name_is_an_error(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(["--postprocess", "textwrap:dedent", "--postprocess", "textwrap:dedent"]) == 2
    assert "textwrap:dedent is named twice" in capsys.readouterr().err


def test_a_post_processor_is_applied_and_signed(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--postprocess", "textwrap:dedent"]) == 0
    assert "|postprocess:thinking-removed+textwrap:dedent|" in capsys.readouterr().out


def test_show_says_everything_about_an_instruction(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["show", "keywords:existence"]) == 0
    shown = capsys.readouterr().out
    for part in (
        "Reference:",
        "Parameters:",
        "keywords: ",
        "Corrected:",
        "Examples",
        "not followed",
    ):
        assert part in shown


def test_list_has_every_instruction(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["list", "--benchmark", "ifeval"]) == 0
    shown = capsys.readouterr().out
    assert "ifeval: 25 instructions" in shown
    assert "punctuation:no_comma" in shown


def test_check_says_that_the_installation_conforms(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["check", "--benchmark", "ifeval"]) == 0
    assert capsys.readouterr().out == "ifeval.jsonl: 537 vectors, 0 differ\n"


@pytest.mark.parametrize("command", [[], *([name] for name in COMMANDS)])
def test_help_needs_no_heavy_library(command: list[str]) -> None:
    code = (
        "import sys\nfrom ifbench_suite.cli import main\n"
        f"try: main({[*command, '--help']!r})\nexcept SystemExit as stop: assert not stop.code\n"
        "heavy = {'numpy', 'punkt', 'regex', 'emoji', 'rich', 'checkers', 'openai', 'tenacity'}\n"
        "sys.exit(str(heavy & set(sys.modules)) if heavy & set(sys.modules) else 0)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.startswith("usage: python -m ifbench_suite")
