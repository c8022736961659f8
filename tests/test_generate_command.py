"""The command `generate`: usage, keys, kills and interruptions, against a server on loopback."""

import json
import os
import random
import re
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ifbench_suite as suite
from ifbench_suite import client as client_module
from ifbench_suite.cli import main
from ifbench_suite.resources import data_file
from ifbench_suite.responses import read_responses
from tests.chat_server import ChatServer, Fault, chatting
from tests.killed_runs import KilledRuns, troubles

ROWS = data_file("samples/ifeval_rows.jsonl")
KEY = "sk-very-secret-0123456789"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ChatServer]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setattr(client_module, "_FIRST_WAIT", 0.01)
    with chatting() as server:
        yield server


def objects(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def flags(server: ChatServer, path: Path, *more: str) -> list[str]:
    data = ["--benchmark", "ifeval", "--data", str(ROWS)]
    return [
        "generate",
        *data,
        "--base_url",
        server.url,
        "--model",
        "m",
        "--output",
        str(path),
        *more,
    ]


def test_the_command_writes_what_scoring_reads(
    server: ChatServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "new" / "out.jsonl"
    assert main(flags(server, path, "--temperature", "0.6", "--max_tokens", "99")) == 0
    assert capsys.readouterr().err == f"26 answers in {path}; 182 + 78 tokens\n"
    assert len(list(read_responses(path))) == 26
    assert main(["--responses", str(path), "--data", str(ROWS)]) == 0
    shown = capsys.readouterr().out
    assert "ifeval, 26 rows" in shown and "missing" not in shown
    assert "|sampling:max_tokens=99,reasoning_history=none,temperature=0.6|" in shown


def test_several_samples_are_repeats(server: ChatServer, tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    assert main(flags(server, path, "--n", "2", "--limit", "3")) == 0
    report = suite.evaluate(path, data=ROWS, repeats=True)
    assert report.signature.samples == 2


def test_limits_hold(server: ChatServer, tmp_path: Path) -> None:
    server.delay = 0.1
    limits = ("--concurrency", "3", "--requests_per_minute", "1500", "--limit", "12")
    assert main(flags(server, tmp_path / "out.jsonl", *limits)) == 0
    assert server.most_at_once <= 3
    assert server.times[-1] - server.times[0] >= 11 * 60 / 1500 - 0.05


def test_the_bar_shows_answers_failures_and_tokens(
    server: ChatServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.setenv("FORCE_COLOR", "1")
    monkeypatch.setenv("COLUMNS", "120")
    server.faults.append(Fault(400))
    assert main(flags(server, tmp_path / "out.jsonl", "--concurrency", "1")) == 1
    shown = capsys.readouterr().err
    assert "asking, 175 + 75 tokens, 1 failed" in shown
    assert "26/26" in re.sub(r"\x1b\[[0-9;?]*[a-zA-Z]", "", shown)


def test_failures_are_said_and_give_status_1(
    server: ChatServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "out.jsonl"
    server.faults.append(Fault(400))
    assert main(flags(server, path, "--concurrency", "1", "--retries", "0")) == 1
    shown = capsys.readouterr().err.splitlines()
    assert shown[1] == "failed: key 1 sample 0: status 400: scripted"
    assert shown[2] == "1 of 26 failed; the same command asks for them again"
    assert len(objects(path)) == 25


WRONG: list[tuple[list[str], str]] = [
    (["--base_url", "localhost:1"], "field '--base_url': is not a URL such as http://localhost:8"),
    (["--base_url", "http://u:p@localhost/v1"], "field '--base_url': holds a user name or pass"),
    (["--api_key_file", "absent"], "absent: no such file or directory"),
    (
        ["--api_key_env", "NO_SUCH", "--base_url", "https://example.org/v1"],
        "no API key in $NO_SUCH",
    ),
    (["--model", ""], "field '--model': which model is to be asked?"),
    (["--n", "0"], "argument --n: '0' is not a whole number of 1 or more"),
    (["--timeout", "-1"], "argument --timeout: '-1' is not a number above 0"),
    (["--request", "[]"], "argument --request: '[]' is not a JSON object"),
    (["--request", '{"Api-Key": "sk"}'], "field '--request': 'Api-Key': keys come from the env"),
    (["--request", '{"n": 2}'], "field '--request': 'n' is the flag --n"),
    (["--benchmark", "x"], "no benchmark 'x'"),
    (["--output", "."], ".: cannot be written (Is a directory)"),
]


@pytest.mark.parametrize(("more", "message"), WRONG, ids=[m for _, m in WRONG])
def test_wrong_usage_is_one_line(
    server: ChatServer,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    more: list[str],
    message: str,
) -> None:
    monkeypatch.chdir(tmp_path)
    assert main(flags(server, Path("out.jsonl"), *more)) == 2
    shown = capsys.readouterr().err
    assert shown.startswith(f"error: {message}") and shown.count("\n") == 1
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("status", [401, 404])
def test_a_refused_key_or_model_is_one_line_and_leaves_nothing(
    server: ChatServer, tmp_path: Path, capsys: pytest.CaptureFixture[str], status: int
) -> None:
    server.faults.extend(
        [Fault(status, body=b'{"error": {"message": "' + KEY.encode() + b'"}}')] * 26
    )
    assert main(flags(server, tmp_path / "out.jsonl")) == 2
    shown = capsys.readouterr().err
    assert shown.startswith("error: http://127.0.0.1") and shown.count("\n") == 1
    assert KEY not in shown
    assert list(tmp_path.iterdir()) == []


def test_a_key_from_a_file_goes_out_and_into_no_file(server: ChatServer, tmp_path: Path) -> None:
    secret = tmp_path / "key"
    secret.write_text("sk-from-a-file\n")
    out = tmp_path / "out"
    server.faults.extend([Fault(500), Fault(400, body=b'{"error": {"message": "sk-from-a-file"}}')])
    main(flags(server, out / "out.jsonl", "--api_key_file", str(secret)))
    assert server.headers[0]["authorization"] == "Bearer sk-from-a-file"
    for file in out.rglob("*"):
        assert b"sk-" not in file.read_bytes()


def started(server: ChatServer, path: Path, *more: str) -> subprocess.Popen[str]:
    command = [sys.executable, "-m", "ifbench_suite", *flags(server, path, "--n", "4", *more)]
    environment = {**os.environ, "OPENAI_API_KEY": KEY, "NO_PROXY": "127.0.0.1"}
    return subprocess.Popen(command, stderr=subprocess.PIPE, text=True, env=environment)


def wait_until_asked(server: ChatServer, number: int) -> None:
    deadline = time.monotonic() + 60
    while len(server.asked) < number and time.monotonic() < deadline:
        time.sleep(0.002)


def test_killed_ten_times_a_run_ends_like_an_undisturbed_one(
    server: ChatServer, tmp_path: Path
) -> None:
    server.delay = 0.02
    server.faults.extend(troubles(random.Random(2), 400))
    broken, whole = tmp_path / "broken.jsonl", tmp_path / "whole.jsonl"
    often = ("--n", "4", "--retries", "40")
    chance = random.Random(11)
    with KilledRuns({"OPENAI_API_KEY": KEY, "NO_PROXY": "127.0.0.1"}) as runs:
        for _ in range(10):
            runs.killed(flags(server, broken, *often), server, chance)
        assert 0 < broken.read_bytes().count(b"\n") < 104
        assert runs.whole(flags(server, broken, *often)) == 0
        assert runs.whole(flags(server, whole, *often)) == 0
    assert broken.read_bytes() == whole.read_bytes()
    identities = [(entry["key"], entry["sample"]) for entry in objects(whole)]
    assert len(identities) == len(set(identities)) == 104
    assert server.most_at_once <= 16
    assert KEY.encode() not in broken.read_bytes()


def test_an_interrupted_run_keeps_what_is_finished(server: ChatServer, tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    server.delay = 0.1
    run = started(server, path, "--concurrency", "2")
    wait_until_asked(server, 7)
    run.send_signal(signal.SIGINT)
    _, said = run.communicate(timeout=30)
    assert run.returncode == 130
    assert said == f"interrupted; the answers so far are in {path}, the same command goes on\n"
    assert 4 <= len(objects(path)) < 104
