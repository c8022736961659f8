from typing import Any

import pytest

from ifbench_suite.errors import InputError
from ifbench_suite.matching import match
from ifbench_suite.responses import answered, read_responses, rows_within
from ifbench_suite.rows import Row
from tests.matched import texts
from tests.matched import truncated as was_cut_off


def row(key: int | str, prompt: str) -> Row:
    return Row(key, prompt, ("punctuation:no_comma",), ({},))


ROWS = [row(1, "Write a line."), row("two", "Write  a\nlist. "), row(3, "Sing.")]


def answers(*records: dict[str, Any]) -> list[Any]:
    return [answered(record) for record in read_responses(records)]


def test_key_comes_before_prompt_and_prompt_before_its_normalised_form() -> None:
    matches = match(
        ROWS,
        answers(
            {"key": "1", "prompt": "Sing.", "response": "by key"},
            {"prompt": "Write a list.", "response": "by normalised prompt"},
            {"key": "unknown", "prompt": "Sing.", "response": "by prompt"},
        ),
    )
    assert texts(matches) == [("by key",), ("by normalised prompt",), ("by prompt",)]
    assert matches.by == {"key": 1, "prompt": 1, "normalised prompt": 1}
    assert matches.unmatched == ()


def test_what_answers_no_row_is_kept_and_what_is_not_answered_has_no_sample() -> None:
    matches = match(ROWS, answers({"key": 9, "response": "x"}, {"key": 3, "response": None}))
    assert texts(matches) == [(), (), ("",)]
    assert [lost.key for lost in matches.unmatched] == [9]


def test_a_prompt_that_two_rows_share_matches_neither() -> None:
    rows = [row(1, "Sing."), row(2, "Sing.")]
    assert len(match(rows, answers({"prompt": "Sing.", "response": "la"})).unmatched) == 1


def test_a_second_response_is_an_error_unless_repeats_are_asked_for() -> None:
    twice = answers({"key": 3, "response": "la"}, {"prompt": "Sing.", "response": "lo"})
    with pytest.raises(InputError, match="row 2: field 'prompt': a second response for key 3"):
        match(ROWS, twice)
    assert texts(match(ROWS, twice, repeats=True))[2] == ("la", "lo")


def test_a_list_of_responses_is_several_samples() -> None:
    matches = match(ROWS, answers({"key": 3, "responses": ["la", None, "lo"]}))
    assert texts(matches)[2] == ("la", "", "lo")


@pytest.mark.parametrize(
    ("reason", "truncated"), [("length", True), ("stop", False), (None, False)]
)
def test_a_finish_reason_says_whether_the_model_was_cut_off(reason: Any, truncated: bool) -> None:
    matches = match(ROWS, answers({"key": 3, "response": "la", "finish_reason": reason}))
    assert was_cut_off(matches) == [False, False, truncated]


BAD = [
    ({"response": "x"}, r"row 1: needs 'key' or 'prompt' to be matched \(the row has response\)"),
    ({"key": 1}, "row 1: field 'response': missing"),
    ({"key": 1.5, "response": "x"}, "row 1: field 'key': is a number, not a whole number or a str"),
    ({"key": True, "response": "x"}, "row 1: field 'key': is true or false"),
    ({"key": 1, "response": ["x"]}, "row 1: field 'response': is a list, not a string or null"),
    ({"key": 1, "responses": []}, "row 1: field 'responses': is an empty list"),
    ({"key": 1, "responses": ["x", 2]}, "row 1: field 'responses': item 2 is not a string"),
]


@pytest.mark.parametrize(("record", "message"), BAD)
def test_a_malformed_response_is_named(record: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        answers(record)


OWN = {
    "prompt": "Sing.",
    "instruction_id_list": ["punctuation:no_comma"],
    "kwargs": [{}],
    "response": "la",
}


def test_responses_can_carry_their_rows() -> None:
    rows = rows_within(read_responses([OWN, {**OWN, "key": 5, "prompt": "Hum."}]))
    assert rows is not None
    assert [row.key for row in rows] == ["Sing.", 5]


def test_repeats_carry_the_same_row_once() -> None:
    rows = rows_within(read_responses([OWN, {**OWN, "response": "lo"}]))
    assert rows is not None
    assert len(rows) == 1


def test_rows_that_only_some_responses_carry_are_refused() -> None:
    with pytest.raises(InputError, match="row 2: field 'instruction_id_list': missing, though"):
        rows_within(read_responses([OWN, {"key": 1, "response": "x"}]))


def test_two_rows_under_one_key_are_refused() -> None:
    other = {**OWN, "key": 1, "prompt": "Hum."}
    with pytest.raises(InputError, match="the key stands twice"):
        rows_within(read_responses([{**OWN, "key": 1}, other]))
