"""Generation against a real server on loopback: turns, samples, journals, interruptions."""

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import ifbench_suite as suite
from ifbench_suite import client as client_module
from ifbench_suite.client import Client, Endpoint
from ifbench_suite.generate import Generation, Tally, conversations, generate, opening, remembered
from ifbench_suite.journal import Journal
from ifbench_suite.resources import data_file
from ifbench_suite.rows import Row
from tests.chat_server import ChatServer, Fault, chatting

ROWS = data_file("samples/ifeval_rows.jsonl")
KEY = "sk-very-secret-0123456789"


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ChatServer]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setenv("OPENAI_API_KEY", KEY)
    monkeypatch.setattr(client_module, "_FIRST_WAIT", 0.01)
    with chatting() as server:
        yield server


def row(key: int, turn: int | None = None, **extra: Any) -> Row:
    prompt = f"Prompt {key}" + (f", turn {turn}" if turn else "")
    return Row(key, prompt, ("punctuation:no_comma",), ({},), turn=turn, extra=extra)


CONVERSATIONS = [row(1, 2), row(1, 1), row(1, 3), row(2, 1), row(2, 2)]
"""The second has two turns only; the first does not stand in the order of its turns."""


def generated(
    server: ChatServer, path: Path, rows: list[Row], limit: int | None = None, **more: Any
) -> Tally:
    generation = Generation("m", **more)
    client = Client(Endpoint("m", server.url, KEY, concurrency=3, retries=1))
    with Journal(path, print) as journal:
        return generate(conversations(rows, generation.samples, limit), generation, client, journal)


def objects(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


def test_an_answer_says_all_that_is_known_of_it(server: ChatServer, tmp_path: Path) -> None:
    tally = generated(server, tmp_path / "out.jsonl", [row(7)], sampling={"temperature": 0.5})
    (entry,) = objects(tmp_path / "out.jsonl")
    assert len(entry.pop("request")) == 64
    assert entry == {
        "key": 7,
        "sample": 0,
        "prompt": "Prompt 7",
        "response": "You said: Prompt 7",
        "finish_reason": "stop",
        "model": "m",
        "sampling": {"temperature": 0.5, "reasoning_history": "none"},
        "usage": {"prompt_tokens": 7, "completion_tokens": 3},
    }
    assert (tally.total, tally.answered, tally.prompt_tokens) == (1, 1, 7)
    assert server.asked[0] == {
        "model": "m",
        "temperature": 0.5,
        "messages": [{"role": "user", "content": "Prompt 7"}],
    }


def test_turns_are_asked_in_order_with_the_answers_before_them(
    server: ChatServer, tmp_path: Path
) -> None:
    tally = generated(server, tmp_path / "out.jsonl", CONVERSATIONS)
    assert tally.total == tally.answered == 5
    entries = objects(tmp_path / "out.jsonl")
    assert [(e["key"], e["turn"]) for e in entries] == [(1, 1), (1, 2), (1, 3), (2, 1), (2, 2)]
    (last,) = [body for body in server.asked if len(body["messages"]) == 5]
    assert [message["content"] for message in last["messages"]] == [
        "Prompt 1, turn 1",
        "You said: Prompt 1, turn 1",
        "Prompt 1, turn 2",
        "You said: Prompt 1, turn 2",
        "Prompt 1, turn 3",
    ]


HISTORIES = [
    ("none", "<think>a</think>b", None, {"content": "b"}),
    ("none", "b", "a", {"content": "b"}),
    ("none", "<think>a", None, {"content": ""}),
    ("tags", "<think>a</think>b", None, {"content": "<think>a</think>b"}),
    ("tags", "b", "a", {"content": "<think>\na\n</think>\n\nb"}),
    ("field", "b", "a", {"content": "b", "reasoning_content": "a"}),
    ("field", "b", None, {"content": "b"}),
]


@pytest.mark.parametrize(("history", "response", "reasoning", "message"), HISTORIES)
def test_later_turns_see_as_much_thinking_as_was_asked_for(
    history: Any, response: str, reasoning: str | None, message: dict[str, str]
) -> None:
    entry = {"response": response, "reasoning_content": reasoning}
    assert remembered(entry, history) == {"role": "assistant", **message}


def test_the_servers_reasoning_is_kept_apart(server: ChatServer, tmp_path: Path) -> None:
    server.answer = lambda body: {"message": {"content": "b", "reasoning_content": "a"}}
    generated(server, tmp_path / "out.jsonl", CONVERSATIONS[:2])
    assert {(e["response"], e["reasoning_content"]) for e in objects(tmp_path / "out.jsonl")} == {
        ("b", "a")
    }
    assert server.asked[-1]["messages"][1] == {"role": "assistant", "content": "b"}


def test_messages_before_the_last_user_turn_are_part_of_the_prompt() -> None:
    messages = [
        {"role": "user", "content": "a"},
        {"role": "assistant", "content": "b"},
        {"role": "user", "content": "c"},
        {"role": "assistant", "content": "not to be seen"},
    ]
    assert opening(row(1, messages=messages)) == messages[:3]
    assert opening(row(1, messages=messages[:1])) == [{"role": "user", "content": "Prompt 1"}]


def test_rows_with_messages_are_asked_with_those_before_the_answer(
    server: ChatServer, tmp_path: Path
) -> None:
    said = [("user", "a"), ("assistant", "b"), ("user", "c")]
    messages = [{"role": role, "content": text} for role, text in said]
    rows = tmp_path / "rows.jsonl"
    checks = {"instruction_id_list": ["punctuation:no_comma"], "kwargs": [{}]}
    rows.write_text(json.dumps({"key": 1, "prompt": "c", "messages": messages, **checks}))
    generated(server, tmp_path / "out.jsonl", suite.load_rows("ifbench", rows))
    assert server.asked[0]["messages"] == messages


def test_samples_have_seeds_of_their_own(server: ChatServer, tmp_path: Path) -> None:
    generated(server, tmp_path / "out.jsonl", [row(1)], samples=3, sampling={"seed": 5})
    assert sorted(body["seed"] for body in server.asked) == [5, 6, 7]
    assert [entry["sample"] for entry in objects(tmp_path / "out.jsonl")] == [0, 1, 2]


def test_a_limit_counts_conversations(server: ChatServer, tmp_path: Path) -> None:
    assert generated(server, tmp_path / "out.jsonl", CONVERSATIONS, limit=1).total == 3


def test_a_failure_is_no_answer_and_is_asked_again(server: ChatServer, tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    server.faults.extend([None, Fault(500), Fault(500)])
    tally = generated(server, path, CONVERSATIONS[:3])
    assert (tally.answered, tally.failed) == (1, 2)
    assert tally.failures == ["key 1 turn 2 sample 0: status 500: scripted (2 attempts)"]
    assert [entry["turn"] for entry in objects(path)] == [1]
    tally = generated(server, path, CONVERSATIONS[:3])
    assert (tally.kept, tally.answered, tally.failed) == (1, 2, 0)


def test_empty_and_truncated_answers_stay_what_they_are(server: ChatServer, tmp_path: Path) -> None:
    server.answer = lambda body: {"message": {"content": None}, "finish_reason": "length"}
    generated(server, tmp_path / "out.jsonl", [row(1)], sampling={"temperature": 1})
    rows = tmp_path / "rows.jsonl"
    prompt = {"key": 1, "prompt": "Prompt 1", "kwargs": [{}]}
    rows.write_text(json.dumps({**prompt, "instruction_id_list": ["punctuation:no_comma"]}))
    report = suite.evaluate(tmp_path / "out.jsonl", data=rows)
    assert (report.counts.empty, report.counts.truncated, report.counts.missing) == (1, 1, 0)
    assert report.signature.sampling == "reasoning_history=none,temperature=1"


def test_what_was_answered_is_not_asked_again(server: ChatServer, tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    generated(server, path, CONVERSATIONS)
    before, asked = path.read_bytes(), len(server.asked)
    tally = generated(server, path, CONVERSATIONS)
    assert (tally.kept, tally.answered) == (5, 0)
    assert (path.read_bytes(), len(server.asked)) == (before, asked)


def test_answers_to_other_prompts_or_settings_are_refused(
    server: ChatServer, tmp_path: Path
) -> None:
    path = tmp_path / "out.jsonl"
    generated(server, path, [row(1)], sampling={"temperature": 0.5})
    with pytest.raises(suite.InputError, match=r"out.jsonl:1: was made with temperature 0.5, not"):
        generated(server, path, [row(1)], sampling={"temperature": 1})
    other = Row(1, "Another", (), ())
    with pytest.raises(suite.InputError, match="holds an answer to another prompt for key 1 samp"):
        generated(server, path, [other], sampling={"temperature": 0.5})
    path.write_text('{"key": 1, "response": "mine"}\n')
    with pytest.raises(suite.InputError, match="holds lines that `generate` did not write"):
        generated(server, path, [row(1)])


def test_a_lone_surrogate_goes_through(server: ChatServer, tmp_path: Path) -> None:
    server.answer = lambda body: "\ud800"
    tally = generated(server, tmp_path / "out.jsonl", CONVERSATIONS[:2])
    assert tally.failed == 0
    assert objects(tmp_path / "out.jsonl")[0]["response"] == "\ud800"
