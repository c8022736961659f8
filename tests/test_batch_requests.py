import json
from pathlib import Path
from typing import Any

import pytest

from ifbench_suite import evaluate
from ifbench_suite.batch_requests import openai_requests
from ifbench_suite.cli import main
from ifbench_suite.errors import InputError
from ifbench_suite.loading import load_rows
from ifbench_suite.resources import data_file
from ifbench_suite.responses import read_responses
from ifbench_suite.rows import Row

ROWS = data_file("samples/ifeval_rows.jsonl")
FLAGS = ["--make_requests", "openai", "--request_model", "m", "--data", str(ROWS)]


def printed(capsys: pytest.CaptureFixture[str]) -> list[dict[str, Any]]:
    return [json.loads(line) for line in capsys.readouterr().out.splitlines()]


def output_of(request: dict[str, Any], text: str) -> dict[str, Any]:
    """What the API writes for a request."""
    body = {"choices": [{"index": 0, "message": {"role": "assistant", "content": text}}]}
    return {"custom_id": request["custom_id"], "response": {"body": body}, "error": None}


def test_the_output_of_the_requests_is_matched_by_key(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(FLAGS) == 0
    requests = printed(capsys)
    rows = load_rows("ifeval", ROWS)
    assert [one["body"]["messages"][0]["content"] for one in requests] == [r.prompt for r in rows]
    assert requests[0]["custom_id"] == f"ifeval-{rows[0].key}"
    assert requests[0]["body"]["model"] == "m"
    assert (requests[0]["method"], requests[0]["url"]) == ("POST", "/v1/chat/completions")
    output = [output_of(one, "Hello.") for one in reversed(requests)]
    assert evaluate(output, data=ROWS).matched_by["key"] == len(rows)


def turns() -> list[Row]:
    return [Row("1:1:en", f"Prompt {turn}.", ("a",), ({},), turn=turn) for turn in (2, 1, 3)]


def test_the_first_turn_is_asked_first() -> None:
    (request,) = openai_requests("multi_if", turns(), [None] * 3, model="m")
    assert request["custom_id"] == "multi_if-1:1:en-turn1"
    assert request["body"]["messages"] == [{"role": "user", "content": "Prompt 1."}]


def test_the_next_turn_has_the_history_without_its_thinking() -> None:
    given = [None, "<think>hm</think>One.", None]
    (request,) = openai_requests("multi_if", turns(), given, model="m")
    assert request["body"]["messages"] == [
        {"role": "user", "content": "Prompt 1."},
        {"role": "assistant", "content": "One."},
        {"role": "user", "content": "Prompt 2."},
    ]
    (record,) = read_responses([output_of(request, "Two.")])
    assert record.value == {"key": "1:1:en", "turn": 2, "response": "Two."}


def test_a_finished_conversation_is_not_asked() -> None:
    assert list(openai_requests("multi_if", turns(), ["a", "b", "c"], model="m")) == []


def test_with_responses_only_the_rest_is_asked(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    rows = load_rows("ifeval", ROWS)
    path = tmp_path / "given.jsonl"
    path.write_text(json.dumps({"key": rows[0].key, "response": "Hello."}))
    assert main([*FLAGS, "--responses", str(path)]) == 0
    assert len(printed(capsys)) == len(rows) - 1


def test_a_key_beyond_what_an_id_may_hold_is_refused() -> None:
    row = Row("k" * 600, "Sing.", ("a",), ({},))
    with pytest.raises(InputError, match="the key is too long"):
        list(openai_requests("ifeval", [row], [None], model="m"))


@pytest.mark.parametrize(
    ("flags", "message"),
    [
        (["--make_requests", "openai"], "error: field '--make_requests': needs --request_model"),
        ([*FLAGS, "--responses", "a", "b"], "error: field '--make_requests': takes one benchmark"),
    ],
)
def test_usage(flags: list[str], message: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(flags) == 2
    assert capsys.readouterr().err.startswith(message)
