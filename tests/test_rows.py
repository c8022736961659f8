import json
from pathlib import Path
from typing import Any

import pytest

from checkers import IFEVAL
from ifbench_suite.errors import InputError
from ifbench_suite.loading import load_rows, load_rows_file
from ifbench_suite.rows import bind_all, content_hash
from tests.official import official

ROW: dict[str, Any] = {
    "key": 7,
    "prompt": "Write about the sea in at least 20 words.",
    "instruction_id_list": ["keywords:existence", "length_constraints:number_words"],
    "kwargs": [{"keywords": ["sea"]}, {"num_words": 20, "relation": "at least"}],
}


def written(tmp_path: Path, *rows: dict[str, Any]) -> Path:
    path = tmp_path / "rows.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.mark.parametrize(
    "kwargs",
    [
        ROW["kwargs"],
        [
            {"keywords": ["sea"], "num_words": None, "relation": None},
            {"keywords": None, "num_words": 20.0, "relation": "at least"},
        ],
        [json.dumps(one) for one in ROW["kwargs"]],
        json.dumps(ROW["kwargs"]),
    ],
    ids=["official", "hub: every parameter, with nulls", "each in JSON", "all in JSON"],
)
def test_every_form_of_kwargs_gives_the_same_row(tmp_path: Path, kwargs: Any) -> None:
    rows = load_rows_file(written(tmp_path, {**ROW, "kwargs": kwargs}))
    assert content_hash(rows) == content_hash(load_rows_file(written(tmp_path, ROW)))
    assert len(bind_all(rows, IFEVAL)) == 1


def test_a_zero_is_a_value_and_not_absent(tmp_path: Path) -> None:
    row = {**ROW, "instruction_id_list": ["detectable_format:number_bullet_lists"]}
    (loaded,) = load_rows_file(written(tmp_path, {**row, "kwargs": [{"num_bullets": 0}]}))
    assert loaded.kwargs == ({"num_bullets": 0},)


BAD: dict[str, tuple[dict[str, Any], str]] = {
    "no key": ({"key": None}, "rows.jsonl:2: field 'key': is null, not a whole number or a string"),
    "prompt": ({"prompt": 3}, "rows.jsonl:2: field 'prompt': is a whole number, not a string"),
    "ids": ({"instruction_id_list": "x"}, "rows.jsonl:2: field 'instruction_id_list': is a string"),
    "an id": ({"instruction_id_list": [1, "b"]}, "rows.jsonl:2: field 'instruction_id_list': 1 is"),
    "too few kwargs": ({"kwargs": [{}]}, "rows.jsonl:2: field 'kwargs': 1 for 2 instruction ids"),
    "kwargs": ({"kwargs": [{}, 3]}, "rows.jsonl:2: field 'kwargs': 3 is not an object"),
    "not JSON": ({"kwargs": ["{}", "{"]}, "rows.jsonl:2: field 'kwargs': not JSON"),
    "twice": (
        {"key": "7"},
        "rows.jsonl:2: field 'key': key 7: the key stands twice (first in line",
    ),
}


@pytest.mark.parametrize("name", BAD)
def test_a_malformed_row_is_named_with_file_line_and_field(tmp_path: Path, name: str) -> None:
    change, message = BAD[name]
    path = written(tmp_path, ROW, {**ROW, "key": 8, **change})
    with pytest.raises(InputError) as raised:
        load_rows_file(path)
    assert str(raised.value).startswith(f"{tmp_path}/{message}")


UNBOUND: dict[str, tuple[str, dict[str, Any], str]] = {
    "unknown id": ("keyword:existence", {}, "has no instruction 'keyword:existence'; close: keyw"),
    "missing": ("keywords:existence", {}, "keywords:existence: parameter 'keywords' is missing"),
    "unknown parameter": ("punctuation:no_comma", {"n": 1}, "unknown parameter 'n' (takes no para"),
    "type": (
        "length_constraints:number_words",
        {"num_words": "20", "relation": "at least"},
        "num_words='20' is not a number of 0 or more",
    ),
    "relation": (
        "length_constraints:number_words",
        {"num_words": 20, "relation": "exactly"},
        "relation='exactly' is not one of 'less than', 'at least'",
    ),
}


@pytest.mark.parametrize("name", UNBOUND)
def test_a_row_that_does_not_bind_names_key_id_and_parameter(tmp_path: Path, name: str) -> None:
    id, kwargs, message = UNBOUND[name]
    row = {**ROW, "instruction_id_list": [id], "kwargs": [kwargs]}
    with pytest.raises(InputError) as raised:
        bind_all(load_rows_file(written(tmp_path, row)), IFEVAL)
    assert "rows.jsonl:1: field " in str(raised.value)
    assert "key 7: " in str(raised.value)
    assert message in str(raised.value)


def test_all_rows_that_do_not_bind_are_named(tmp_path: Path) -> None:
    bad = {**ROW, "instruction_id_list": ["combination:repeat_prompt"], "kwargs": [{}]}
    path = written(tmp_path, ROW, {**bad, "key": 8}, {**bad, "key": 9}, {**bad, "key": 10})
    with pytest.raises(InputError, match="3 rows do not bind, the others: keys 9, 10"):
        bind_all(load_rows_file(path), IFEVAL)


def test_without_a_data_file_the_error_says_what_to_do(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("IFBENCH_SUITE_CACHE", str(tmp_path))
    with pytest.raises(InputError, match="fetch ifeval`, or pass its official file with --data"):
        load_rows("ifeval")


def test_an_unknown_benchmark_is_refused() -> None:
    with pytest.raises(InputError, match="no benchmark 'ifevil'; there are ifeval"):
        load_rows("ifevil")


@pytest.mark.parametrize("version", ["20231127", "20240611"])
def test_the_published_inputs_load_and_bind(version: str) -> None:
    rows = load_rows_file(official(f"data/ifeval_input_{version}.jsonl"))
    assert len(bind_all(rows, IFEVAL)) == 541
    assert sum(len(row.instruction_ids) for row in rows) == 834


def test_the_first_published_input_lacks_requests_to_repeat() -> None:
    path = official("data/ifeval_input_20231114.jsonl")
    lacking = [
        row["key"]
        for row in map(json.loads, path.read_text().splitlines())
        for id, kwargs in zip(row["instruction_id_list"], row["kwargs"], strict=True)
        if id == "combination:repeat_prompt" and not kwargs.get("prompt_to_repeat")
    ]
    assert len(lacking) > 1
    with pytest.raises(InputError) as raised:
        bind_all(load_rows_file(path), IFEVAL)
    assert "parameter 'prompt_to_repeat' is missing" in str(raised.value)
    assert all(str(key) in str(raised.value) for key in lacking)


def test_ground_truth_is_read_as_data(tmp_path: Path) -> None:
    row = {
        "key": "a",
        "messages": [
            {"role": "user", "content": "First."},
            {"role": "assistant", "content": "Yes?"},
            {"role": "user", "content": "Write about the sea."},
        ],
        "ground_truth": "[{'instruction_id': ['keywords:existence', 'punctuation:no_comma'], "
        "'kwargs': [{'keywords': ['sea'], 'n': None}, None]}]",
    }
    as_json = {**row, "ground_truth": json.dumps([json.dumps(_truth())])}
    first, second = load_rows_file(written(tmp_path, row, as_json))
    assert first.prompt == "Write about the sea."
    assert first.instruction_ids == ("keywords:existence", "punctuation:no_comma")
    assert first.kwargs == ({"keywords": ["sea"]}, {}) == second.kwargs
    assert (first.key, second.key) == ("a", "a#2")


def _truth() -> dict[str, Any]:
    return {
        "instruction_id": ["keywords:existence", "punctuation:no_comma"],
        "kwargs": [{"keywords": ["sea"]}, None],
    }


@pytest.mark.parametrize("truth", ["__import__('os')", "[1, 2]", "", "(" * 5000, "[{}"])
def test_ground_truth_that_is_no_rule_is_refused(tmp_path: Path, truth: str) -> None:
    row = {"key": 1, "messages": [{"role": "user", "content": "Hi."}], "ground_truth": truth}
    with pytest.raises(InputError, match="field 'ground_truth'"):
        load_rows_file(written(tmp_path, row))
