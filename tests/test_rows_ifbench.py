"""IFBench's rows in both published versions and with several turns, and IF-RLVR's rows."""

import json
from collections import Counter
from pathlib import Path
from typing import Any

import pytest

import ifbench_suite as suite
from checkers import IF_RLVR, IFBENCH
from ifbench_suite.errors import InputError
from ifbench_suite.loading import load_rows_file
from ifbench_suite.matching import match
from ifbench_suite.responses import answered, read_responses
from ifbench_suite.rows import Row, content_hash
from tests.matched import texts
from tests.official import lines, official

NEW, OLD = "data/ifbench_test_300.jsonl", "data/ifbench_test_294_old.jsonl"


def written(path: Path, *rows: dict[str, Any]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.mark.parametrize(
    ("name", "rows", "pairs", "instructions", "lacking"),
    [(NEW, 300, 44, 344, set()), (OLD, 294, 41, 335, {"custom:character_reverse"})],
)
def test_both_published_versions_load_and_fit(
    name: str, rows: int, pairs: int, instructions: int, lacking: set[str]
) -> None:
    loaded = load_rows_file(official(name))
    assert [row.key for row in loaded] == sorted((row.key for row in loaded), key=int)
    assert Counter(len(row.instruction_ids) for row in loaded) == {1: rows - pairs, 2: pairs}
    assert sum(len(row.instruction_ids) for row in loaded) == instructions
    assert set(IFBENCH.own) - {id for row in loaded for id in row.instruction_ids} == lacking
    for row in loaded:
        for id, kwargs in zip(row.instruction_ids, row.kwargs, strict=True):
            arguments = IFBENCH.get(id).arguments(kwargs)
            assert set(arguments) == set(kwargs), row.key
            assert not any(isinstance(value, float) for value in arguments.values()), row.key


def test_what_changed_from_294_to_300_rows() -> None:
    new, old = ({row.key: row for row in load_rows_file(official(n))} for n in (NEW, OLD))
    assert set(new) - set(old) == {str(key) for key in range(269, 275)}
    changed = {key for key in old if _content(old[key]) != _content(new[key])}
    assert changed == {"0", "1", "153", "268"}
    assert old["268"].instruction_ids == ("custom:csv_city",)
    assert new["268"].instruction_ids == ("words:vowel",)
    assert all(old[key].prompt.rstrip() == new[key].prompt for key in ("0", "1", "153"))


def _content(row: Row) -> tuple[Any, ...]:
    return row.prompt, row.instruction_ids, row.kwargs


def test_every_row_has_42_parameters_most_of_them_null() -> None:
    rows = lines(NEW)
    assert {len(kwargs) for row in rows for kwargs in row["kwargs"]} == {42}
    floats = {
        name
        for row in rows
        for kwargs in row["kwargs"]
        for name, value in kwargs.items()
        if isinstance(value, float)
    }
    assert floats == {"N", "percentage", "small_n", "max_words", "min_words"}


TURNS = [
    {"role": "user", "content": "Name two rivers."},
    {"role": "assistant", "content": "The Elbe, and the Oder."},
    {"role": "user", "content": "Say it again with exactly 2 numbers in the response."},
]
ROW: dict[str, Any] = {
    "key": "7",
    "messages": TURNS,
    "instruction_id_list": ["count:numbers", "words:vowel"],
    "kwargs": [{"N": 2.0, "keyword": None}, {"N": None, "keyword": None}],
}


def test_with_several_turns_the_last_user_turn_is_the_prompt(tmp_path: Path) -> None:
    (row,) = load_rows_file(written(tmp_path / "rows", ROW))
    assert row.prompt == TURNS[2]["content"]
    assert row.kwargs == ({"N": 2.0}, {})
    assert row.extra == {"messages": TURNS}
    response = {"key": "7", "response": "1 a, 2 a."}
    (outcome,) = suite.score([row], [response], benchmark="ifbench")
    assert outcome.strict == (True, True)


def test_a_prompt_beside_the_turns_is_the_prompt(tmp_path: Path) -> None:
    (row,) = load_rows_file(written(tmp_path / "rows", {**ROW, "prompt": "Say it again."}))
    assert row.prompt == "Say it again."


@pytest.mark.parametrize("messages", [[], [{"role": "assistant", "content": "Hi."}], ["Hi."]])
def test_turns_without_a_user_are_refused(tmp_path: Path, messages: list[Any]) -> None:
    with pytest.raises(InputError, match="rows:1: field 'messages': holds no user turn"):
        load_rows_file(written(tmp_path / "rows", {**ROW, "messages": messages}))


TRUTH = "[{'instruction_id': ['count:count_unique', 'copy:copy'], 'kwargs': [None, {'N': None, "
TRAINING: dict[str, Any] = {
    "key": "k",
    "messages": [{"content": 'Say "it\'s" twice.', "role": "user"}],
    "ground_truth": TRUTH + "'prompt_to_repeat': 'Say \"it\\'s\" twice.'}]}]",
    "dataset": "ifeval",
    "constraint_type": "multi",
    "constraint": "Only use unique words.\tCopy the request.",
}


def test_a_training_row_in_its_published_form(tmp_path: Path) -> None:
    (row,) = load_rows_file(written(tmp_path / "rows", TRAINING))
    assert row.instruction_ids == ("count:count_unique", "copy:copy")
    assert row.kwargs == ({}, {"prompt_to_repeat": 'Say "it\'s" twice.'})
    assert all(id in IF_RLVR for id in row.instruction_ids)


def test_keys_that_the_training_set_uses_twice_are_numbered(tmp_path: Path) -> None:
    rows = [TRAINING, {**TRAINING, "key": "other"}, TRAINING, TRAINING]
    loaded = load_rows_file(written(tmp_path / "rows", *rows))
    assert [row.key for row in loaded] == ["k", "other", "k#2", "k#3"]
    assert len(content_hash(loaded)) == 64
    answers = [{"key": "k#2", "response": "second"}, {"key": "k", "response": "first"}]
    matches = match(loaded, map(answered, read_responses(answers)))
    assert texts(matches) == [("first",), (), ("second",), ()]


def test_a_key_twice_in_ifbench_is_refused(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"the key stands twice \(first in line 1\)"):
        load_rows_file(written(tmp_path / "rows", ROW, ROW))
