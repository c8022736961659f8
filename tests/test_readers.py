import json
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import pytest

from ifbench_suite.errors import InputError
from ifbench_suite.readers import FORMATS
from ifbench_suite.readers.messages import turns_of
from ifbench_suite.readers.registry import NoText, UnknownFormat, format_of
from ifbench_suite.records import Place, Record
from ifbench_suite.responses import answered, read_responses
from tests.reader_cases import HAND_MADE, LM_EVAL, SAMPLE, inspect

LOGS = Path(__file__).parent / "logs"
HAIKU, HI = "Write a haiku without commas.", "Say hi in lowercase, at most 5 words."
BOTH = [(1, None, HAIKU, "hello there all"), (2, None, HI, "hello there all")]
ALL = {"prompt_level_strict": True}
READ: dict[str, list[tuple[Any, Any, Any, Any]]] = {
    "anthropic_batch.jsonl": [("1000", None, None, "hello A")],
    "evalscope_predictions.jsonl": [
        (1, 1, HAIKU, "hello there all"),
        (1, 2, "Now in lowercase.", "hello there all"),
        (2, 1, HI, "hello there all"),
        (2, 2, "Now in lowercase.", "hello there all"),
    ],
    "evalscope_reviews.jsonl": BOTH,
    "evalution.json": BOTH,
    "inspect_log.json": BOTH,
    "inspect_multiturn.eval": [
        (1, 1, HAIKU, "hello there all"),
        (1, 2, "Now again in lowercase.", "hello there all"),
        (2, 1, HI, "hello there all"),
        (2, 2, "Now again in lowercase.", "hello there all"),
    ],
    "lighteval_details.parquet": BOTH[::-1],
    "multi_if_official_step_2.csv": [("1:1:en", 1, "P1", "R1"), ("1:1:en", 2, "P2", "R2")],
    "openai_batch.jsonl": [
        ("1000", None, None, "hello"),
        ("1001", None, None, None),
        ("1002", None, None, "hello R"),
    ],
    "opencompass_multiround.json": [
        (1, 1, HAIKU, "hello there all"),
        (1, 2, "Again, lowercase.", "hello there all"),
        (2, 1, HI, "hello there all"),
        (2, 2, "Again, lowercase.", "hello there all"),
    ],
    "opencompass_predictions.json": BOTH,
    "samples_ifeval.jsonl": [(1, None, HAIKU, "lol"), (2, None, HI, "lol")],
    "verifiers_0.1_results.jsonl": BOTH,
    "verifiers_0.4_traces.jsonl": [
        (1, 1, HAIKU, "hello there all"),
        (1, 2, "Again, lowercase.", "hello there all"),
        (2, 1, HI, "hello there all"),
        (2, 2, "Again, lowercase.", "hello there all"),
    ],
    "verl_dump_7.jsonl": [(1, None, None, "hello there all")],
}
RECORDED: dict[str, list[dict[str, Any]]] = {
    "evalscope_reviews.jsonl": [{**ALL, "inst_level_strict": 1.0}] * 2,
    "evalution.json": [ALL] * 2,
    "inspect_log.json": [{**ALL, "strict": [True]}, {**ALL, "strict": [True, True]}],
    "lighteval_details.parquet": [{**ALL, "strict": [True, True]}, {**ALL, "strict": [True]}],
    "samples_ifeval.jsonl": [{**ALL, "strict": [True]}, {**ALL, "strict": [True, True]}],
}
WITH_ROWS = {name for name, read in READ.items() if read in (BOTH, BOTH[::-1])} - {"evalution.json"}


def test_every_log_is_tested() -> None:
    assert set(READ) == {path.name for path in LOGS.iterdir()}


@pytest.mark.parametrize("name", READ)
def test_keys_turns_prompts_and_texts_of_a_log(name: str) -> None:
    records = [record.value for record in read_responses(LOGS / name)]
    fields = ("key", "turn", "prompt", "response")
    assert [tuple(map(record.get, fields)) for record in records] == READ[name]


@pytest.mark.parametrize("name", READ)
def test_a_log_under_another_name_is_the_same(name: str, tmp_path: Path) -> None:
    other = tmp_path / "responses.txt"
    other.write_bytes((LOGS / name).read_bytes())
    values = [record.value for record in read_responses(other)]
    assert values == [record.value for record in read_responses(LOGS / name)]


@pytest.mark.parametrize("name", READ)
def test_the_verdicts_of_a_log(name: str) -> None:
    records = list(read_responses(LOGS / name))
    expected: Sequence[Any] = RECORDED.get(name, [None] * len(records))
    assert [record.value.get("recorded") for record in records] == expected


@pytest.mark.parametrize("name", sorted(WITH_ROWS | {"samples_ifeval.jsonl"}))
def test_the_rows_of_a_log(name: str) -> None:
    rows = {record.value["key"]: record.value for record in read_responses(LOGS / name)}
    assert rows[1]["instruction_id_list"] == ["punctuation:no_comma"]
    found = [{k: v for k, v in one.items() if v is not None} for one in rows[2]["kwargs"]]
    assert found == [{}, {"relation": "less than", "num_words": 5}]


@pytest.mark.parametrize("name", READ)
def test_a_log_is_of_one_format(name: str) -> None:
    from ifbench_suite.records import read_records

    record = next(read_records(LOGS / name))
    telling = [format.name for format in FORMATS if format.tells(record.value)]
    general = {"our own form, samples", "our own form, conversation"}
    assert len([name for name in telling if name not in general]) == 1


def of(*objects: Any) -> list[dict[str, Any]]:
    return [dict(record.value) for record in read_responses(objects)]


@pytest.mark.parametrize(("name", "log", "expected"), HAND_MADE, ids=[c[0] for c in HAND_MADE])
def test_hand_made_logs(name: str, log: list[Any], expected: list[dict[str, Any]]) -> None:
    assert of(*log) == expected


def test_answers_that_came_with_the_prompt_are_not_responses() -> None:
    messages = [
        {"role": "user", "content": "Hi.", "source": "input"},
        {"role": "assistant", "content": "Hello.", "source": "input"},
        {"role": "user", "content": "Sing.", "source": "input"},
        {"role": "assistant", "content": "la", "source": "generate"},
    ]
    (record,) = of(inspect({**SAMPLE, "input": messages[:3], "messages": messages, "output": {}}))
    assert (record["prompt"], record["response"], record.get("turn")) == ("Sing.", "la", None)


def test_a_chat_of_one_turn_among_longer_ones_is_of_the_first_turn() -> None:
    longer = json.loads((LOGS / "evalscope_predictions.jsonl").read_text().splitlines()[0])
    shorter = {**longer, "messages": longer["messages"][:2], "metadata": {"key": 9}}
    assert [(r["key"], r["turn"]) for r in of(longer, shorter)] == [(1, 1), (1, 2), (9, 1)]


REFUSED = [
    ({"response_tokens": [1], "prompt_tokens": [2]}, "holds token ids, not text; decode them"),
    ({"results": {}, "configs": {}}, "holds only scores; pass the samples_.*--log_samples"),
    ({"signature": {}, "metrics": {}, "counts": {}}, "holds scores, no responses; pass outcomes"),
    (inspect(), "holds no samples; the run must be made with log_samples on"),
    ({"model": {}, "engine": {}, "tests": [{"metrics": {}}]}, "holds no samples, only metrics"),
    ({"input": "…", "output": "la", "gts": "[]"}, "'gts': names neither key nor prompt"),
    ({"generated_text": "la"}, "has neither key nor prompt; save one of them"),
    ({"custom_id": "a", "body": {"messages": []}}, "these are requests; pass the output of"),
]


@pytest.mark.parametrize(("value", "message"), REFUSED, ids=[m for _, m in REFUSED])
def test_what_holds_no_text_is_refused_with_what_to_do(value: Any, message: str) -> None:
    with pytest.raises(NoText, match=message):
        of(value)


def test_an_unknown_format_shows_its_keys_and_the_formats_known() -> None:
    with pytest.raises(UnknownFormat) as raised:
        of({"question": "Sing.", "model_answer": "la"})
    message = str(raised.value)
    assert message.startswith("row 1: no known format of responses (keys found: question, model_")
    for format in FORMATS:
        assert (format.name in message) is format.has_text


def test_a_format_is_told_whatever_the_order_of_its_keys() -> None:
    value = dict(reversed(LM_EVAL.items()))
    assert format_of(Record(Place(None, 1), value)).name == "lm-eval samples"


def test_kwargs_may_be_json_text_and_keep_zero_and_false() -> None:
    row = {"key": 7, "prompt": "Sing.", "instruction_id_list": ["a"]}
    kwargs = '[{"n_start": 0, "strict": false, "note": null}]'
    (record,) = of({**LM_EVAL, "doc": {**row, "kwargs": kwargs}})
    assert record["kwargs"] == [{"n_start": 0, "strict": False, "note": None}]


def test_an_empty_answer_keeps_its_turn() -> None:
    row = json.loads((LOGS / "evalscope_predictions.jsonl").read_text().splitlines()[0])
    row["messages"][1]["content"] = ""
    assert [(r["turn"], r["response"]) for r in of(row)] == [(1, None), (2, "hello there all")]


def test_messages_around_a_tool_call_are_one_turn() -> None:
    messages = [
        {"role": "user", "content": "Sing."},
        {"role": "assistant", "content": "", "tool_calls": [{}]},
        {"role": "tool", "content": "a tune"},
        {"role": "assistant", "content": "la"},
        {"role": "user", "content": "Again."},
        {"role": "assistant", "content": "lo"},
        {"role": "user", "content": "And again."},
    ]
    assert [tuple(turn) for turn in turns_of(messages)] == [("Sing.", "la"), ("Again.", "lo")]


def test_records_of_our_own_form_get_no_turn() -> None:
    log = [{"key": 1, "turn": 2, "response": "b"}, {"key": 2, "responses": ["a", "b"]}]
    assert of(*log) == log


ODD: list[Any] = [
    None,
    3,
    1.5,
    True,
    "x",
    "",
    "[1]",
    '{"a": 1}',
    [],
    [None],
    [1],
    [[]],
    {},
    {"a": 1},
]


def paths(value: Any, path: tuple[Any, ...] = ()) -> Iterator[tuple[Any, ...]]:
    if path:
        yield path
    named = dict(enumerate(value)) if isinstance(value, list) else value
    for name, item in named.items() if isinstance(named, dict) else ():
        yield from paths(item, (*path, name))


def put(value: Any, path: tuple[Any, ...], item: Any) -> Any:
    if not path:
        return item
    copy = value.copy()
    copy[path[0]] = put(value[path[0]], path[1:], item)
    return copy


@pytest.mark.parametrize(("name", "log", "expected"), HAND_MADE, ids=[c[0] for c in HAND_MADE])
def test_odd_values_are_read_or_refused_in_one_line(
    name: str, log: list[Any], expected: list[dict[str, Any]]
) -> None:
    for path in paths(log[0]):
        for odd in ODD:
            try:
                for record in read_responses([put(log[0], path, odd), *log[1:]]):
                    answered(record)
            except InputError as error:
                assert "\n" not in str(error)


def test_two_samples_of_one_number_are_an_error() -> None:
    with pytest.raises(InputError, match="row 1: field 'sample': sample 0 of a prompt stands"):
        of({"key": 7, "sample": 0, "response": "a"}, {"key": 7, "sample": 0, "response": "b"})
