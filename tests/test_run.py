"""`run`: every step in one command, each of them resumable."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ifbench_suite import client as client_module
from ifbench_suite.cli import main
from ifbench_suite.resources import data_file
from tests.chat_server import Body, ChatServer, Fault, chatting

KEY = "sk-very-secret-0123456789"


def judge_or_model(body: Body) -> str:
    if body["model"] == "judge":
        return 'Fine.\n【JSON】\n```json\n{"answer_score": 1}\n```'
    return "An answer."


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ChatServer]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setattr(client_module, "_FIRST_WAIT", 0.01)
    with chatting() as server:
        server.answer = judge_or_model
        yield server


def flags(server: ChatServer, folder: Path, benchmark: str, *more: str) -> list[str]:
    rows = str(data_file(f"samples/{benchmark}_rows.jsonl"))
    what = ["--benchmark", benchmark, "--data", rows, "--output_dir", str(folder)]
    return ["run", *what, "--base_url", server.url, "--model", "m", *more]


def test_a_benchmark_of_rules_is_generated_and_scored(
    server: ChatServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(flags(server, tmp_path, "ifeval")) == 0
    assert "ifeval, 26 rows" in capsys.readouterr().out
    asked = len(server.asked)
    assert main(flags(server, tmp_path, "ifeval")) == 0
    assert len(server.asked) == asked == 26


def test_a_judged_benchmark_is_judged_in_between(
    server: ChatServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    judge = ("--judge_model", "judge", "--n", "2")
    assert main(flags(server, tmp_path, "inverse_ifeval", *judge)) == 0
    shown = " ".join(capsys.readouterr().out.split())
    assert "32/32" in shown
    assert "|samples:2|" in shown and "|judge:judge|" in shown
    for file in tmp_path.rglob("*"):
        assert KEY.encode() not in file.read_bytes()


def test_a_step_with_failures_is_the_last(
    server: ChatServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    server.faults.append(Fault(400))
    judge = ("--judge_model", "judge")
    assert main(flags(server, tmp_path, "inverse_ifeval", *judge)) == 1
    assert not any(body["model"] == "judge" for body in server.asked)
    assert main(flags(server, tmp_path, "inverse_ifeval", *judge)) == 0
    assert "16/16" in capsys.readouterr().out
    assert len(server.asked) == 1 + 16 + 16


def test_a_judged_benchmark_needs_a_judge_before_anything_is_asked(
    server: ChatServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(flags(server, tmp_path, "inverse_ifeval")) == 2
    assert "who judges?" in capsys.readouterr().err
    assert server.asked == []
