import json
from pathlib import Path

import pytest
from markdown_it import MarkdownIt

from ifbench_suite.cli import main
from ifbench_suite.report.files import save
from ifbench_suite.report.markdown import code, escaped, markdown
from ifbench_suite.resources import data_file
from tests.hostile import KEYS, hostile_report

ROWS = data_file("samples/ifeval_rows.jsonl")
RESPONSES = data_file("samples/ifeval_responses.jsonl")
ARGUMENTS = ["explain", "--key", "6", str(RESPONSES), "--data", str(ROWS)]


def test_a_row_is_explained_with_what_was_found_and_wanted(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert main(ARGUMENTS) == 0
    shown = capsys.readouterr().out
    assert shown.startswith("ifeval, key 6: 0 of 1 followed\n\nPrompt\n")
    assert "not followed length_constraints:number_sentences" in shown
    assert "found 3 sentences; wanted at least 4" in shown
    assert "\x1b" not in shown


@pytest.mark.parametrize("name", ["", "outcomes.jsonl", "alone/outcomes.jsonl"])
def test_a_saved_run_is_explained_alike(
    name: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert (
        main(["--responses", str(RESPONSES), "--data", str(ROWS), f"--output_dir={tmp_path}"]) == 0
    )
    (tmp_path / "alone").mkdir()
    (tmp_path / "alone" / "outcomes.jsonl").write_bytes((tmp_path / "outcomes.jsonl").read_bytes())
    capsys.readouterr()
    assert main(ARGUMENTS) == 0
    fresh = capsys.readouterr().out
    assert main(["explain", "--key", "6", str(tmp_path / name)]) == 0
    assert capsys.readouterr().out == fresh


def test_only_one_turn_is_shown_where_asked_for(capsys: pytest.CaptureFixture[str]) -> None:
    rows, responses = (
        data_file(f"samples/multi_if_{kind}.jsonl") for kind in ("rows", "responses")
    )
    key = json.loads(rows.read_text().split("\n")[0])["key"]
    flags = [str(responses), "--benchmark=multi_if", f"--data={rows}", f"--key={key}"]
    assert main(["explain", *flags]) == 0
    every = capsys.readouterr().out
    assert main(["explain", *flags, "--turn", "2"]) == 0
    assert f"key {key}, turn 2" in capsys.readouterr().out
    assert every.count("\nResponse\n") == 3


@pytest.mark.parametrize(
    ("more", "message"),
    [
        (["--key", "999"], "no row has the key '999'; the first are 1, 2, 3"),
        (["--turn", "2"], "key 6 has no turn 2"),
    ],
)
def test_what_is_not_there_is_one_line(
    more: list[str], message: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main([*ARGUMENTS, *more]) == 2
    assert capsys.readouterr().err == f"error: {RESPONSES}: {message}\n"


@pytest.mark.parametrize("number", range(len(KEYS)))
def test_hostile_text_is_inert_in_a_terminal(
    number: int, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = hostile_report()
    save(report, tmp_path)
    assert main(["explain", "--key", str(report.outcomes[number].key), str(tmp_path)]) == 0
    shown = capsys.readouterr().out
    assert not [char for char in set(shown) if not char.isprintable() and char != "\n"]


def test_hostile_text_is_inert_in_markdown() -> None:
    shown = markdown(hostile_report())
    assert not [char for char in set(shown) if not char.isprintable() and char != "\n"]
    blocks = MarkdownIt("commonmark").enable("table").parse(shown)
    kinds = {one.type for block in blocks for one in (block, *(block.children or ()))}
    assert {"table_open", "code_inline", "text"} <= kinds
    assert not kinds & {"html_block", "html_inline", "link_open", "image", "fence", "em_open"}


def test_signs_of_markdown_are_escaped() -> None:
    assert escaped("a|b <i> [x](y) &lt; ~~z~~\n\u202e") == (
        "a\\|b \\<i\\> \\[x\\](y) \\&lt; \\~\\~z\\~\\~ \\\\u202e"
    )
    assert code("`<b>`\n") == "`'<b>'`"
