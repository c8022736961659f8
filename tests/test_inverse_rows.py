"""Inverse IFEval's rows, and what a judge is sent."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ifbench_suite as suite
from checkers.inverse_ifeval import TYPES, parse_verdict
from ifbench_suite.inverse_rows import judge_messages, judge_prompts_hash, messages_hash
from ifbench_suite.resources import data_file
from ifbench_suite.rows import Row
from tests.official import lines

SAMPLE = data_file("samples/inverse_ifeval_rows.jsonl")


def rows_of(folder: Path, *rows: dict[str, Any]) -> list[Row]:
    path = folder / "rows.json"
    path.write_text(json.dumps(rows))
    return suite.load_rows("inverse_ifeval", path)


def columns(**changed: Any) -> dict[str, Any]:
    """A row in the six columns of the hub's file."""
    return {
        "instruction_types": "Counterfactual Answering",
        "prompt": "Where do whales live?",
        "response_reference": "In trees.",
        "language": "english",
        "judge_prompt_template": "Q {prompt} R {response_reference} A {response}",
        "judge_system_prompt": "Be strict.",
        **changed,
    }


def test_the_six_columns_become_a_row(tmp_path: Path) -> None:
    (row,) = rows_of(tmp_path, columns())
    assert row.key == "inverse-4d9b3f1f6a44" or str(row.key).startswith("inverse-")
    assert (row.instruction_ids, row.kwargs) == (("inverse:CA",), ({},))
    assert (row.language, row.turn) == ("english", None)
    assert row.extra["instruction_types"] == "Counterfactual Answering"


def test_keys_follow_from_prompts_and_not_from_the_order(tmp_path: Path) -> None:
    one, two = columns(), columns(prompt="Where do birds swim?")
    keys = {row.prompt: row.key for row in rows_of(tmp_path, one, two)}
    assert keys == {row.prompt: row.key for row in rows_of(tmp_path, two, one)}
    twice = [row.key for row in rows_of(tmp_path, one, one)]
    assert twice == [keys[one["prompt"]], f"{keys[one['prompt']]}#2"]


WRONG = [
    ({"instruction_types": "Lexical Constraints"}, "field 'instruction_types': 'Lexical Constra"),
    ({"prompt": None}, "field 'prompt': is null, not a string"),
    ({"judge_prompt_template": "Mark {prompt}."}, "template': has no {response} slot"),
    ({"judge_prompt_template": 1}, "field 'judge_prompt_template': is a whole number, not a str"),
]


@pytest.mark.parametrize(("changed", "message"), WRONG, ids=[m for _, m in WRONG])
def test_a_row_that_is_not_sound_is_refused(
    tmp_path: Path, changed: dict[str, Any], message: str
) -> None:
    with pytest.raises(suite.InputError) as error:
        rows_of(tmp_path, columns(), columns(**changed))
    assert ":2: " in str(error.value) and message in str(error.value)


def content(row: Row, answer: str) -> str:
    return judge_messages(row, answer)[-1]["content"]


def test_slots_are_filled_once(tmp_path: Path) -> None:
    (row,) = rows_of(tmp_path, columns(prompt="Say {response}."))
    answer = "{prompt} {response_reference} {} {0} {x!r}"
    assert judge_messages(row, answer) == [
        {"role": "system", "content": "Be strict."},
        {"role": "user", "content": f"Q Say {{response}}. R In trees. A {answer}"},
    ]


@given(st.text())
def test_any_answer_stands_in_the_judge_prompt_as_it_is(answer: str) -> None:
    (row,) = suite.load_rows("inverse_ifeval", SAMPLE)[:1]
    before, after = content(row, "@@").split("@@")
    assert content(row, answer) == before + answer + after


def test_a_row_without_judge_prompts_gets_the_fallback(tmp_path: Path) -> None:
    bare = {"judge_prompt_template": None, "judge_system_prompt": None, "response_reference": None}
    (row,) = rows_of(tmp_path, columns(**bare))
    system, user = judge_messages(row, "In trees {prompt}.")
    for part in ("Where do whales live?", "In trees {prompt}.", "(none)", "taken from the given"):
        assert part in user["content"]
    assert "【JSON】" in system["content"]
    assert parse_verdict(system["content"]) is None


def test_a_row_with_a_template_and_no_system_prompt_has_no_system_message(tmp_path: Path) -> None:
    (row,) = rows_of(tmp_path, columns(judge_system_prompt=None))
    assert [message["role"] for message in judge_messages(row, "a")] == ["user"]


def test_the_hash_of_the_judge_prompts_follows_them_and_not_the_order(tmp_path: Path) -> None:
    one, two = columns(), columns(prompt="Where do birds swim?")
    known = judge_prompts_hash(rows_of(tmp_path, one, two))
    assert judge_prompts_hash(rows_of(tmp_path, two, one)) == known
    for field in ("judge_prompt_template", "judge_system_prompt", "response_reference"):
        changed = columns(**{field: "x {response}"})
        assert judge_prompts_hash(rows_of(tmp_path, changed, two)) != known


def test_the_sample_has_every_type_in_both_languages() -> None:
    rows = suite.load_rows("inverse_ifeval", SAMPLE)
    assert {(row.extra["instruction_types"], row.language) for row in rows} == {
        (type, language) for type in TYPES for language in ("english", "chinese")
    }


def test_recorded_replies_of_the_sample_are_to_its_answers() -> None:
    rows = {row.key: row for row in suite.load_rows("inverse_ifeval", SAMPLE)}
    answers = _objects("inverse_ifeval_responses.jsonl")
    known = {one["key"]: one["response"].rpartition("</think>")[2] for one in answers}
    for reply in _objects("inverse_ifeval_judge_replies.jsonl"):
        key = reply["key"]
        assert reply["prompt_sha256"] == messages_hash(judge_messages(rows[key], known[key]))


def _objects(name: str) -> list[dict[str, Any]]:
    return [json.loads(line) for line in data_file(f"samples/{name}").read_text().splitlines()]


def test_the_rows_of_the_paper_and_of_nemo_gym_can_be_judged(tmp_path: Path) -> None:
    official = lines("data/inverse_ifeval_rows.jsonl")
    known = [row for row in official if row["instruction_types"] in TYPES]
    assert (len(official), len(known)) == (23, 21)
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in known))
    for row in suite.load_rows("inverse_ifeval", path):
        sent = content(row, "THE ANSWER")
        assert "THE ANSWER" in sent
        assert not {"{model_response}", "{response}", "{criteria}"} & set(sent.split())
