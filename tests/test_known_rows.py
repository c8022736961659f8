import json
from pathlib import Path
from typing import Any

import pytest

from ifbench_suite.evaluation import Evaluation
from ifbench_suite.known_rows import with_known
from ifbench_suite.responses import read_responses, rows_within
from ifbench_suite.rows import Row

DATA = [
    {
        "key": 1000,
        "prompt": "Sing.",
        "instruction_id_list": ["length_constraints:number_words"],
        "kwargs": [{"relation": "at least", "num_words": 2}],
    },
    {
        "key": 1001,
        "prompt": "Hum.",
        "instruction_id_list": ["punctuation:no_comma"],
        "kwargs": [{}],
    },
]


@pytest.fixture
def fetched(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    path = tmp_path / "fetched.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in DATA))
    monkeypatch.setattr("ifbench_suite.sources.cached", lambda name: path)
    return path


def within(*records: dict[str, Any]) -> list[Row]:
    rows = rows_within(read_responses([{"response": "la", **record} for record in records]))
    assert rows is not None
    return rows


def test_the_kwargs_of_known_rows_win_and_the_log_says_which_rows_there_are(fetched: Path) -> None:
    log = within({**DATA[0], "kwargs": [{"num_words": 9}], "prompt": " Sing.\n"})
    (row,) = with_known(log, "ifeval")
    assert (row.key, row.prompt) == (1000, "Sing.")
    assert row.kwargs == ({"relation": "at least", "num_words": 2},)


def test_a_row_without_a_key_gets_that_of_the_data_and_one_with_a_key_keeps_it(
    fetched: Path,
) -> None:
    own = {name: value for name, value in DATA[1].items() if name != "key"}
    assert [row.key for row in with_known(within(own), "ifeval")] == [1001]
    assert [row.key for row in with_known(within({**own, "key": "a"}), "ifeval")] == ["a"]


@pytest.mark.parametrize(
    "change", [{"prompt": "Whistle."}, {"instruction_id_list": ["keywords:existence"]}]
)
def test_a_row_of_another_prompt_or_other_ids_is_not_the_known_one_of_its_key(
    fetched: Path, change: dict[str, Any]
) -> None:
    log = within({**DATA[0], **change})
    assert with_known(log, "ifeval") == log


def test_without_fetched_data_the_log_is_all_there_is(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ifbench_suite.sources.cached", lambda name: None)
    log = within(DATA[1])
    assert with_known(log, "ifeval") == log


def test_scoring_a_log_uses_them(fetched: Path) -> None:
    doc = {**DATA[0], "kwargs": [{"relation": "at least", "num_words": 9}]}
    records = read_responses([{"doc": doc, "resps": [["la la"]]}])
    assert Evaluation("ifeval").of(records).metrics["prompt_level_strict"].value == 1
