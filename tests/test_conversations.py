"""Responses to conversations: every form, what is missing, repeats, and matching by prompt."""

import csv
import json
from pathlib import Path
from typing import Any

import pytest

import ifbench_suite as suite
from ifbench_suite.conversations import answers
from ifbench_suite.errors import InputError
from ifbench_suite.matching import Matches, match
from ifbench_suite.outcome import Status
from ifbench_suite.responses import read_responses, rows_within
from ifbench_suite.rows import Row
from tests.matched import texts, truncated
from tests.official import official

ID = ("punctuation:no_comma",)


def conversation(key: str, *prompts: str) -> list[Row]:
    return [Row(key, prompt, ID, ({},), "English", turn) for turn, prompt in enumerate(prompts, 1)]


ROWS = [
    *conversation("a", "Sing.", "Louder.", "Stop."),
    *conversation("b", "Sing.", "Softly.", "Stop."),
    *conversation("c", "Dance.", "Louder."),
]


def matched(records: list[dict[str, Any]], *, repeats: bool = False) -> Matches:
    return match(ROWS, answers(read_responses(records), ROWS), repeats=repeats)


def samples(records: list[dict[str, Any]], *, repeats: bool = False) -> dict[str, Any]:
    found = texts(matched(records, repeats=repeats))
    return {
        f"{r.key}{r.turn}": s for r, s in zip(ROWS, found, strict=True) if s not in ((), (None,))
    }


def chat(*texts: str | None) -> list[dict[str, Any]]:
    roles = ["user", "assistant"]
    return [
        {"role": roles[i % 2], "content": text} for i, text in enumerate(texts) if text is not None
    ]


SAME = {"a1": ("la",), "a2": ("LA",), "a3": ("",)}
FORMS: list[list[dict[str, Any]]] = [
    [{"key": "a", "responses": ["la", "LA", ""]}],
    [
        {"key": "a", "turn": turn, "response": text}
        for turn, text in [(2, "LA"), (1, "la"), (3, "")]
    ],
    [{"key": "a", "turn": "1", "response": "la"}, {"key": "a", "responses": [None, "LA", ""]}],
    [{"key": "a", "messages": chat("Sing.", "la", "Louder.", "LA", "Stop.", "")}],
    [{"messages": chat("Sing.", "la", "Louder.", "LA", "Stop.", "")}],
    [
        {"messages": [{"role": "system"}, *chat("Sing. ", "la", "Louder.", "LA")]},
        {"key": "a", "turn": 3, "response": ""},
    ],
    [{"key": "a", "responses": [["la"], ["LA"], [""]]}],
]


@pytest.mark.parametrize("records", FORMS)
def test_every_form_gives_the_same_samples(records: list[dict[str, Any]]) -> None:
    assert samples(records) == SAME


def test_a_missing_turn_of_an_answered_conversation_is_a_missing_response() -> None:
    records: list[dict[str, Any]] = [
        {"key": "a", "responses": ["la", None]},
        {"key": "c", "responses": ["hop", "jump"]},
    ]
    outcomes = suite.score(ROWS, records, benchmark="multi_if")
    assert [outcome.status for outcome in outcomes] == [
        *[Status.ANSWERED, Status.MISSING, Status.MISSING],
        *[Status.MISSING] * 3,
        *[Status.ANSWERED] * 2,
    ]
    assert [outcome.strict for outcome in outcomes] == [(True,), *[(False,)] * 5, *[(True,)] * 2]


def test_an_answer_to_a_turn_that_there_is_not_is_unmatched() -> None:
    found = matched([{"key": "c", "responses": ["hop", "jump", "fall"]}])
    assert [(one.key, one.turn) for one in found.unmatched] == [("c", 3)]
    assert found.by == {"key": 2, "prompt": 0, "normalised prompt": 0}


def test_prompts_match_where_they_are_unambiguous() -> None:
    assert samples([{"prompt": "Dance.", "response": "hop"}]) == {"c1": ("hop",)}
    assert samples([{"prompt": "Softly.", "turn": 2, "response": "la"}]) == {"b2": ("la",)}
    assert samples([{"prompt": "Dance.", "responses": ["hop", "jump"]}]) == {
        "c1": ("hop",),
        "c2": ("jump",),
    }
    for ambiguous in (
        {"prompt": "Sing.", "response": "la"},
        {"prompt": "Stop.", "turn": 3, "response": "la"},
        {"prompt": "Sing.", "responses": ["la", "LA"]},
        {"messages": chat("Sing.", "la")},
    ):
        assert samples([ambiguous]) == {}
        assert matched([ambiguous]).unmatched
    found = matched([{"messages": chat("Sing.  ", "la", "Softly.", "lu")}])
    assert found.by == {"key": 0, "prompt": 0, "normalised prompt": 2}


def test_repeats_are_samples_of_each_turn_and_keep_their_places() -> None:
    records: list[dict[str, Any]] = [
        {"key": "a", "responses": ["la", "LA"]},
        {"key": "a", "responses": ["lo", "LO", "end"]},
    ]
    with pytest.raises(InputError, match="a second response for key a, turn 1"):
        samples(records)
    assert samples(records, repeats=True) == {
        "a1": ("la", "lo"),
        "a2": ("LA", "LO"),
        "a3": (None, "end"),
    }
    several = [{"key": "a", "responses": [["la", "lo"], ["LA", "LO"], [None, "end"]]}]
    assert samples(several) == samples(records, repeats=True)
    by_turn = [{"key": "a", "turn": 1, "responses": ["la", "lo"]}]
    assert samples(by_turn) == {"a1": ("la", "lo")}


def test_the_turn_that_was_cut_off_is_truncated() -> None:
    lists = matched([{"key": "a", "responses": ["x", "y"], "finish_reason": ["length", "stop"]}])
    assert truncated(lists)[:3] == [True, False, False]
    last = matched([{"key": "a", "responses": ["x", "y"], "finish_reason": "length"}])
    assert truncated(last)[:3] == [False, True, False]
    turn = matched([{"key": "a", "turn": 3, "response": "x", "finish_reason": "max_tokens"}])
    assert truncated(turn)[:3] == [False, False, True]


BAD: list[tuple[dict[str, Any], str]] = [
    ({"key": "a", "response": "la"}, "field 'turn': missing: these rows have turns"),
    ({"key": "a", "responses": []}, "field 'responses': is an empty list"),
    ({"key": "a", "responses": ["la", 3]}, "turn 2 is neither a text nor a list of texts"),
    ({"key": "a", "responses": ["la", []]}, "turn 2 is neither a text nor a list of texts"),
    ({"responses": ["la"]}, "needs 'key' or 'prompt' to be matched"),
    ({"key": "a", "turn": 0, "response": "la"}, "field 'turn': 0 is not a turn: 1 or more"),
    ({"key": "a", "turn": "two", "response": "la"}, "field 'turn': 'two' is not a turn"),
    ({"key": "a", "messages": []}, "field 'messages': holds no user turn"),
]


@pytest.mark.parametrize(("record", "message"), BAD)
def test_what_cannot_be_told_apart_is_an_error(record: dict[str, Any], message: str) -> None:
    with pytest.raises(InputError, match=message):
        matched([record])


def test_without_turns_responses_are_samples() -> None:
    row = Row("a", "Sing.", ID, ({},))
    found = match([row], answers(read_responses([{"key": "a", "responses": ["x", "y"]}]), [row]))
    assert texts(found) == [("x", "y")]


def cells(number: int, **more: Any) -> dict[str, str]:
    """The columns of the data for a conversation of so many turns."""
    row: dict[str, Any] = {"key": "1:1:en", "language": "English"}
    for turn in (1, 2, 3):
        there = turn <= number
        row[f"turn_{turn}_prompt"] = json.dumps({"role": "user", "content": f"P{turn}"})
        row[f"turn_{turn}_instruction_id_list"] = json.dumps(ID)
        row[f"turn_{turn}_kwargs"] = '["{}"]'
        if not there:
            row |= {name: "" for name in row if name.startswith(f"turn_{turn}_")}
    return {**row, **more}


def step(number: int, turns: int = 3, **more: Any) -> dict[str, str]:
    """A record of the step file of a turn as the official driver writes it."""
    texts = [text for turn in range(1, number) for text in (f"P{turn}", f"R{turn}")]
    history = json.dumps(chat(*texts, f"P{number}"))
    return cells(turns, turns=history, responses=f"R{number}", turn_index=str(number), **more)


def write_steps(folder: Path, *steps: list[dict[str, str]]) -> Path:
    for number, records in enumerate(steps, start=1):
        with (folder / f"run_step_{number}.csv").open("w", newline="") as file:
            writer = csv.DictWriter(file, records[0])
            writer.writeheader()
            writer.writerows(records)
    return folder


def by_turn(source: Any) -> dict[str, Any]:
    return {
        f"{record.value['key']} {record.value['turn']}": record.value["response"]
        for record in read_responses(source)
    }


def test_the_official_step_file_holds_the_answers_up_to_its_turn() -> None:
    path = official("logs/multi_if_official_step_2.csv")
    assert by_turn(path) == {"1:1:en 1": "R1", "1:1:en 2": "R2"}
    report = suite.evaluate(path, "multi_if")
    assert [(o.turn, o.response, o.strict) for o in report.outcomes] == [
        (1, "R1", (True,)),
        (2, "R2", (True,)),
    ]


def test_a_folder_of_step_files_is_one_run(tmp_path: Path) -> None:
    folder = write_steps(tmp_path, [step(1)], [step(2)], [step(3)])
    report = suite.evaluate(folder, "multi_if")
    assert [outcome.response for outcome in report.outcomes] == ["R1", "R2", "R3"]


@pytest.mark.parametrize("more", [{}, {"status": "success"}])
def test_step_3_of_a_conversation_of_two_turns_loses_answers(
    tmp_path: Path, more: dict[str, Any]
) -> None:
    """The local driver asks "None" without a history; that for endpoints keeps step 2's history."""
    lost = step(3, 2, **more)
    lost["turns"] = step(2)["turns"] if more else json.dumps(chat("None"))
    alone = suite.evaluate([lost, step(3, key="2:1:en", **more)], "multi_if")
    assert [outcome.status for outcome in alone.outcomes] == [
        Status.ANSWERED if more else Status.MISSING,
        Status.MISSING,
        *[Status.ANSWERED] * 3,
    ]
    folder = write_steps(tmp_path, [step(1, 2, **more)], [step(2, 2, **more)], [lost])
    whole = suite.evaluate(folder, "multi_if")
    assert [outcome.response for outcome in whole.outcomes] == ["R1", "R2"]


FAILED = [
    ("[MAX_RETRY=0] Failed.", {}, None),
    ("Exception: no such model", {"status": "failed"}, None),
    ("Exception: the exception proves the rule", {}, "Exception: the exception proves the rule"),
]


@pytest.mark.parametrize(("text", "more", "response"), FAILED)
def test_what_the_driver_writes_for_a_failed_call_is_no_response(
    text: str, more: dict[str, str], response: str | None
) -> None:
    assert by_turn([{**step(1), "responses": text, **more}]) == {"1:1:en 1": response}


def test_responses_are_unwrapped_only_where_all_are_wrapped() -> None:
    wrapped = {**step(1), "responses": json.dumps([{"response": "la"}])}
    plain = {**step(1), "key": "2:1:en"}
    assert by_turn([wrapped, {**wrapped, "key": "2:1:en"}]) == {"1:1:en 1": "la", "2:1:en 1": "la"}
    assert by_turn([wrapped, plain]) == {"1:1:en 1": '[{"response": "la"}]', "2:1:en 1": "R1"}


BAD_STEPS = [
    ({"turn_index": "2"}, "field 'turns': holds 1 user messages, but turn_index is 2"),
    ({"turn_index": "0"}, "field 'turn': '0' is not a turn: 1 or more"),
    ({"turns": "{"}, "field 'turns': is not a list of chat messages"),
    ({"turns": "{}"}, "field 'turns': is not a list of chat messages"),
]


@pytest.mark.parametrize(("change", "message"), BAD_STEPS)
def test_a_damaged_step_is_an_error(change: dict[str, str], message: str) -> None:
    with pytest.raises(InputError, match=message):
        by_turn([{**step(1), **change}])


def test_the_data_completed_by_responses_carries_its_rows() -> None:
    records = read_responses([cells(2, responses=["R1", "R2"])])
    rows = rows_within(records)
    assert rows is not None
    assert [(row.key, row.turn, row.prompt) for row in rows] == [
        ("1:1:en", 1, "P1"),
        ("1:1:en", 2, "P2"),
    ]
    of_data = cells(2, responses=["R1", "R2"], turns="", turn_index="0")
    report = suite.evaluate([of_data], "multi_if")
    assert [outcome.response for outcome in report.outcomes] == ["R1", "R2"]
