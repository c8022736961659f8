import json
import re
from pathlib import Path
from typing import Any

import pytest

from ifbench_suite.evaluation import Evaluation
from ifbench_suite.recorded import RecordedComparison, compared
from ifbench_suite.report.wording import notices
from ifbench_suite.responses import read_responses

NO_COMMA: dict[str, Any] = {"instruction_id_list": ["punctuation:no_comma"], "kwargs": [{}]}
WORDS: dict[str, Any] = {
    "instruction_id_list": ["length_constraints:number_words"],
    "kwargs": [{"relation": "at least", "num_words": 3}],
}


def comparison(
    *records: dict[str, Any], benchmark: str = "ifeval", **of: Any
) -> RecordedComparison:
    given = read_responses([{"prompt": f"Prompt {i}.", **one} for i, one in enumerate(records)])
    return compared(Evaluation(benchmark, **of).of(given).outcomes, given)


def reason(record: dict[str, Any], **of: Any) -> str:
    (difference,) = comparison(record, **of).differences
    return difference.reason


def test_verdicts_that_are_the_same() -> None:
    found = comparison(
        {**NO_COMMA, "response": "la", "recorded": {"strict": [True], "loose": [None]}},
        {**NO_COMMA, "response": "l,a", "recorded": {"prompt_level_strict": False}},
        {**NO_COMMA, "response": "la", "recorded": {"inst_level_loose": 1.0}},
        {**NO_COMMA, "response": "la"},
    )
    assert (found.responses, found.differences, found.notes) == (3, [], [])
    assert found.notices == ["The log's own verdicts: 0 of 3 rows differ."]


def test_a_difference_says_which_instructions() -> None:
    row = {
        "key": 7,
        "instruction_id_list": NO_COMMA["instruction_id_list"] + WORDS["instruction_id_list"],
        "kwargs": NO_COMMA["kwargs"] + WORDS["kwargs"],
    }
    recorded = {"strict": [False, False], "prompt_level_strict": False}
    found = comparison({**row, "response": "la lo", "recorded": recorded})
    (one,) = found.differences
    assert (one.key, one.turn, one.sample, one.mode) == (7, None, 0, "strict")
    assert (one.recorded, one.ours) == ((False, False), (True, False))
    assert one.instruction_ids == ("punctuation:no_comma",)
    assert found.notices == ["The log's own verdicts: 1 of 1 rows differ."]


def test_the_thinking_trace_is_tried_out() -> None:
    record = {**NO_COMMA, "response": "<think>la, la</think>lo"}
    why = "thinking trace: the log judges the text with its trace"
    assert reason({**record, "recorded": {"strict": [False]}}) == why
    assert reason({**record, "recorded": {"prompt_level_strict": False}}) == why
    without = {**NO_COMMA, "response": "<think>la</think>lo", "recorded": {"strict": [False]}}
    assert reason(without).startswith("perhaps another checker version")


def test_the_kwargs_of_the_log_are_tried_out(tmp_path: Path) -> None:
    data = tmp_path / "data.jsonl"
    kwargs = [{"relation": "at least", "num_words": 9}]
    data.write_text(json.dumps({**WORDS, "key": 1, "prompt": "Prompt 0.", "kwargs": kwargs}))
    record = {**WORDS, "response": "one two three", "recorded": {"strict": [True]}}
    assert reason(record, data=data) == "kwargs: the log's are not those of the data"


def test_the_corrected_rules_are_looked_at() -> None:
    record = {
        "instruction_id_list": ["keywords:existence"],
        "kwargs": [{"keywords": ["art"]}],
        "response": "A party.",
        "recorded": {"strict": [False]},
    }
    assert reason(record) == "another checker version: the corrected rules say the same"


LETTER = {"letter": "#", "let_frequency": 2, "let_relation": "at least"}
SPAN = {"n_start": 0, "n_end": 2, "prompt_to_repeat": "one two three"}
UNTRIED = [
    (
        "ifeval",
        "keywords:letter_frequency",
        LETTER,
        "# #",
        "perhaps a random draw: the official co",
    ),
    ("ifbench", "repeat:repeat_span", SPAN, "four", "perhaps a random draw: some harnesses drop 0"),
    (
        "ifeval",
        "change_case:english_lowercase",
        {},
        "the boats are late today",
        "perhaps a random draw: .* without a seed",
    ),
    ("ifeval", "punctuation:no_comma", {}, "so", "perhaps another checker version"),
]


@pytest.mark.parametrize(("benchmark", "id", "kwargs", "response", "why"), UNTRIED)
def test_what_cannot_be_tried_out_is_only_a_guess(
    benchmark: str, id: str, kwargs: dict[str, Any], response: str, why: str
) -> None:
    record = {"instruction_id_list": [id], "kwargs": [kwargs], "response": response}
    (ours,) = comparison({**record, "recorded": {"strict": []}}, benchmark=benchmark).differences
    recorded = {"strict": [not ours.ours[0]]}
    assert re.match(why, reason({**record, "recorded": recorded}, benchmark=benchmark))


def test_other_data_and_blank_responses() -> None:
    assert reason({**NO_COMMA, "response": "la", "recorded": {"strict": [True, True]}}) == (
        "another number of instructions: other data"
    )
    assert reason({**NO_COMMA, "response": None, "recorded": {"loose": [True]}}) == (
        "no response: a blank one follows nothing here"
    )


def test_samples_have_their_own_verdicts() -> None:
    recorded = [{"strict": [True]}, None, {"strict": [True]}]
    found = comparison({**NO_COMMA, "responses": ["la", "l,a", "l,o"], "recorded": recorded})
    assert found.responses == 2
    assert [one.sample for one in found.differences] == [2]


def test_the_average_of_shares_is_shown_beside_the_pooled_number() -> None:
    three = {
        "instruction_id_list": ["punctuation:no_comma", *WORDS["instruction_id_list"] * 2],
        "kwargs": [{}, *WORDS["kwargs"] * 2],
    }
    found = comparison(
        {**NO_COMMA, "response": "la", "recorded": {"inst_level_strict": 1.0}},
        {**three, "response": "la", "recorded": {"inst_level_strict": 1 / 3}},
    )
    assert found.differences == []
    assert found.notes == [
        "The log's inst_level_strict is each row's share; their average is 66.67, "
        "pooled over instructions they make 50.00."
    ]


def test_a_log_without_verdicts_is_not_spoken_of() -> None:
    assert comparison({**NO_COMMA, "response": "la"}).notices == []


def test_the_report_says_how_many_differ() -> None:
    given = read_responses(
        [{**NO_COMMA, "prompt": "Sing.", "response": "la", "recorded": {"strict": [False]}}]
    )
    report = Evaluation("ifeval").of(given)
    assert "The log's own verdicts: 1 of 1 rows differ." in list(notices(report))
