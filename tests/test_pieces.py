"""A file that several processes read: what one process makes of it, whatever is in it."""

import json
import os
import signal
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ifbench_suite as suite
from ifbench_suite import pieces
from ifbench_suite.cli import main
from ifbench_suite.conversations import answers
from ifbench_suite.errors import InputError
from ifbench_suite.evaluation import Evaluation, named_answer
from ifbench_suite.matching import Matches, match
from ifbench_suite.pieces import match_in_pieces
from ifbench_suite.readers.streaming import Streamed
from ifbench_suite.records import read_records
from ifbench_suite.resources import data_file
from ifbench_suite.responses import Seen
from ifbench_suite.rows import Row
from tests.hostile import HOSTILE

ROWS_FILE = data_file("samples/ifeval_rows.jsonl")
ROWS = suite.load_rows("ifeval", ROWS_FILE)
CONVERSATIONS = [Row(key, f"Turn {turn}.", (), (), turn=turn) for key in "ab" for turn in (1, 2, 3)]
TEXTS = [*HOSTILE, "", "é" * 300, "\ud800", "日本語" * 100]
REPEATED = [
    {"key": row.key, "response": f"{i} {text}", "finish_reason": "length" if i % 3 else "stop"}
    for i, text in enumerate(TEXTS)
    for row in ROWS[i % 5 :: 2]
]
NUMBERED = [{**one, "sample": -i} for i, one in enumerate(REPEATED)]
ONCE = [{"prompt": row.prompt + " " * (i % 2), "response": "x"} for i, row in enumerate(ROWS[3:])]
LISTS = [{"key": row.key, "responses": ["a", None, "b" * i]} for i, row in enumerate(ROWS * 3)]
UNMATCHED = [{"key": f"no {i}", "response": "x", "sampling": {"top_p": i // 9}} for i in range(20)]
TURNS = [
    {"key": key, "turn": turn, "response": f"{key} {turn} {i}"}
    for i in range(9)
    for key in "ab"
    for turn in (1, 3)
]


@pytest.fixture(autouse=True)
def small_pieces(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(pieces, "PIECE", 500)


def written(folder: Path, records: Sequence[Any], end: str = "\n") -> Path:
    path = folder / "responses.jsonl"
    lines = [one if isinstance(one, str) else json.dumps(one) for one in records]
    path.write_bytes(end.join(lines).encode())
    return path


def facts(matches: Matches, seen: Seen) -> list[Any]:
    unmatched = [named_answer(answer) for answer in matches.unmatched]
    return [list(matches.samples), matches.by, unmatched, seen.count, seen.file, seen.sampling]


def of_one_process(rows: Sequence[Row], path: Path, repeats: bool) -> list[Any]:
    seen = Seen()
    given = answers(seen.passing(Streamed(path)), rows)
    return facts(match(rows, given, repeats=repeats), seen)


@pytest.mark.parametrize("end", ["\n", "\r\n", "\n\n \n"])
@pytest.mark.parametrize(
    ("rows", "records", "repeats"),
    [
        (ROWS, REPEATED, True),
        (ROWS, REPEATED + UNMATCHED, True),
        (ROWS, NUMBERED, False),
        (ROWS, ONCE, False),
        (ROWS, LISTS, True),
        (CONVERSATIONS, TURNS, True),
    ],
    ids=["repeated", "unmatched", "numbered", "once", "lists", "turns"],
)
def test_several_processes_find_what_one_finds(
    rows: Sequence[Row], records: list[Any], repeats: bool, end: str, tmp_path: Path
) -> None:
    path = written(tmp_path, records, end)
    found = match_in_pieces(rows, Streamed(path), 2, repeats=repeats)
    assert found is not None
    assert facts(*found) == of_one_process(rows, path, repeats)


LINES = st.lists(
    st.one_of(st.just(""), st.text(max_size=30).map(lambda text: json.dumps({"response": text}))),
    min_size=1,
    max_size=20,
)


@given(LINES, st.integers(1, 40), st.booleans())
def test_the_pieces_of_a_file_have_each_of_its_lines_once(
    tmp_path_factory: pytest.TempPathFactory, lines: list[str], size: int, is_closed: bool
) -> None:
    path = tmp_path_factory.mktemp("lines") / "file"
    path.write_text("\n".join([*lines, '{"response": 0}']) + "\n" * is_closed, "utf-8")
    found = [record.value for piece in Streamed(path).pieces(size) for record in piece]
    assert found == [record.value for record in read_records(path)]


def evaluated(path: Path, workers: int, **more: Any) -> Any:
    try:
        return Evaluation(data=ROWS_FILE, workers=workers, **more).of_source(path).to_dict()
    except InputError as error:
        return str(error)


@pytest.mark.parametrize(
    ("records", "says"),
    [
        (REPEATED, ":27: field 'key': a second response for key"),
        ([*ONCE, *ONCE], ":24: field 'prompt': a second response for key"),
        ([*ONCE, "{", *ONCE], ":24: not JSON"),
        ([*ONCE, "[1]"], ":1: is a whole number, not a JSON object"),
        ([*ONCE, {"key": 1, "response": 7}], ":24: field 'response': is a whole number"),
        ([*ONCE, {"key": 1}], ":24: field 'response': missing"),
        ([*NUMBERED, NUMBERED[0]], "field 'sample': sample 0 of a prompt stands twice"),
        (UNMATCHED, "none of its 20 responses answers one of the 26 rows"),
    ],
)
def test_what_is_not_in_order_is_the_error_of_one_process(
    records: list[Any], says: str, tmp_path: Path
) -> None:
    path = written(tmp_path, records)
    assert evaluated(path, 2) == evaluated(path, 1)
    assert says in evaluated(path, 2)


@pytest.mark.parametrize(
    "records",
    [
        [*NUMBERED[:20], {"key": ROWS[0].key, "responses": ["a", "b"]}],
        [{**one, "model": "m"} for one in NUMBERED[:20]] + NUMBERED[20:],
        [json.dumps([one for one in ONCE], indent=1)],
        [json.dumps(ONCE)],
        [json.dumps(ONCE[:9]), *ONCE[9:]],
    ],
    ids=["two kinds", "two models", "array over lines", "array", "array and lines"],
)
def test_what_does_not_stand_alone_is_read_by_one_process(
    records: list[Any], tmp_path: Path
) -> None:
    path = written(tmp_path, records)
    assert match_in_pieces(ROWS, Streamed(path), 2, repeats=True) is None
    assert evaluated(path, 2, repeats=True) == evaluated(path, 1, repeats=True)


def test_a_process_that_dies_while_it_reads_leaves_it_to_another(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    parent, path = os.getpid(), written(tmp_path, ONCE)

    def dies(*given: Any, **more: Any) -> Any:
        assert os.getpid() != parent
        os.kill(os.getpid(), signal.SIGKILL)

    monkeypatch.setattr(pieces, "match", dies)
    assert match_in_pieces(ROWS, Streamed(path), 2) is None
    assert evaluated(path, 2) == evaluated(path, 1)


def test_a_large_file_is_read_by_several_processes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def refuse(*given: Any, **more: Any) -> Any:
        raise AssertionError("this process need not read it")

    path = written(tmp_path, REPEATED)
    wanted = evaluated(path, 1, repeats=True)
    monkeypatch.setattr("ifbench_suite.evaluation.match", refuse)
    assert evaluated(path, 2, repeats=True) == wanted


def test_temporary_files_are_gone_with_what_needed_them(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = written(tmp_path, REPEATED)
    (tmp_path / "temporary").mkdir()
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path / "temporary"))
    found = match_in_pieces(ROWS, Streamed(path), 2, repeats=True)
    assert found is not None and len(list((tmp_path / "temporary").rglob("samples-*"))) in (1, 2)
    del found
    assert list((tmp_path / "temporary").iterdir()) == []


SPAWNED = """
import multiprocessing, sys
if __name__ == "__main__":
    multiprocessing.set_start_method(sys.argv[1])
    from ifbench_suite import pieces
    from ifbench_suite.cli import main
    pieces.PIECE = 500
    sys.exit(main(sys.argv[2:]))
"""


@pytest.mark.parametrize("method", ["fork", "forkserver", "spawn"])
def test_however_processes_are_started_the_files_are_the_same(method: str, tmp_path: Path) -> None:
    (tmp_path / "script.py").write_text(SPAWNED)
    given = ["--repeats", "--quiet", "--data", str(ROWS_FILE), "--responses"]
    given.append(str(written(tmp_path, REPEATED)))
    several = [*given, "--workers", "2", "--output_dir", str(tmp_path / "several")]
    command = [sys.executable, str(tmp_path / "script.py"), method, *several]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    assert main([*given, "--output_dir", str(tmp_path / "one")]) == 0
    for path in (tmp_path / "one").iterdir():
        assert (tmp_path / "several" / path.name).read_bytes() == path.read_bytes()
