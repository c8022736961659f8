"""The same responses score the same, whichever format they come in."""

import json
import random
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from ifbench_suite import evaluate
from ifbench_suite.resources import data_file

LOGS = Path(__file__).parent / "logs"
ROWS = data_file("samples/ifeval_rows.jsonl")
SAMPLE = data_file("samples/ifeval_responses.jsonl")
Row = dict[str, Any]


def lines(path: Path) -> list[Row]:
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()]


def user(row: Row) -> Row:
    return {"role": "user", "content": row["prompt"]}


def said(text: str | None) -> Row:
    return {"role": "assistant", "content": text}


def chat(row: Row, text: str | None) -> list[Row]:
    return [user(row), said(text)] if text is not None else [user(row)]


def openai_id(row: Row, text: str | None) -> Row:
    body = {"choices": [{"message": said(text), "finish_reason": "stop"}]}
    return {"custom_id": f"ifeval-{row['key']}", "response": {"body": body}, "error": None}


def responses_api(row: Row, text: str | None) -> Row:
    content = [{"type": "output_text", "text": text}] if text is not None else []
    output = [{"type": "reasoning", "summary": []}, {"type": "message", "content": content}]
    return {"custom_id": str(row["key"]), "response": {"body": {"output": output}}}


def anthropic(row: Row, text: str | None) -> Row:
    content = [{"type": "thinking", "thinking": "a, b"}, {"type": "text", "text": text}]
    message = {"role": "assistant", "content": content if text is not None else []}
    return {"custom_id": str(row["key"]), "result": {"type": "succeeded", "message": message}}


def trace(row: Row, text: str | None) -> Row:
    nodes = [{"message": m, "sampled": m["role"] == "assistant"} for m in chat(row, text)]
    return {"task": {"data": {"id": str(row["key"])}}, "traces": [{"nodes": nodes}]}


def prediction(row: Row, text: str | None) -> Row:
    output = {"choices": [{"message": said(text), "stop_reason": "stop"}]}
    return {"index": 0, "model_output": output, "messages": chat(row, text), "metadata": row}


def review(row: Row, text: str | None) -> Row:
    sample = {"score": {"prediction": text}, "sample_metadata": row}
    return {"index": 0, "messages": chat(row, text), "sample_score": sample}


def inspect_sample(row: Row, text: str | None) -> Row:
    sample = {"id": row["key"], "epoch": 1, "input": row["prompt"], "metadata": row}
    return {**sample, "messages": chat(row, text), "output": {"completion": text or ""}}


def lighteval(row: Row, text: str | None) -> Row:
    return {"doc": {"query": row["prompt"], "id": "0"}, "model_response": {"text": [text]}}


EACH: dict[str, Callable[[Row, str | None], Row]] = {
    "official": lambda row, text: {"prompt": row["prompt"], "response": text},
    "lm-eval": lambda row, text: {"doc_id": 0, "doc": row, "resps": [[text]], "filter": "none"},
    "lighteval": lighteval,
    "lighteval 0.10": lambda row, text: {"example": row["prompt"], "predictions": [text]},
    "evalscope predictions": prediction,
    "evalscope reviews": review,
    "evalscope 0.x": lambda row, text: {"raw_input": row, "choices": [{"message": said(text)}]},
    "verifiers": trace,
    "verifiers 0.1": lambda row, text: {
        "example_id": 0,
        "prompt": [user(row)],
        "completion": [said(text)],
    },
    "verl": lambda row, text: {"input": "", "output": text, "gts": json.dumps(row)},
    "OpenAI": openai_id,
    "OpenAI, Responses API": responses_api,
    "Anthropic": anthropic,
    "pipeline": lambda row, text: {"generated_text": chat(row, text)},
    "official results": lambda row, text: {
        "follow_instruction_list": [],
        "prompt": row["prompt"],
        "response": text,
    },
}
WHOLE: dict[str, Callable[[list[tuple[Row, str | None]]], Row]] = {
    "inspect": lambda pairs: {
        "eval": {"dataset": {"samples": len(pairs)}},
        "samples": [inspect_sample(*pair) for pair in pairs],
    },
    "OpenCompass": lambda pairs: {
        str(i): {"origin_prompt": row["prompt"], "prediction": text}
        for i, (row, text) in enumerate(pairs)
    },
    "Evalution": lambda pairs: {
        "engine": {},
        "tests": [
            {
                "samples": [
                    {"prompt": "<user>", "prediction": text, "metadata": {"key": str(row["key"])}}
                    for row, text in pairs
                ]
            }
        ],
    },
}


@pytest.fixture(scope="module")
def pairs() -> list[tuple[Row, str | None]]:
    """The sample's rows with their responses, out of order, one of them null."""
    rows = {row["key"]: row for row in lines(ROWS)}
    found = [(rows[line["key"]], line["response"]) for line in lines(SAMPLE)]
    found[3] = (found[3][0], None)
    return random.Random(7).sample(found, len(found))


@pytest.fixture(scope="module")
def plain(pairs: list[tuple[Row, str | None]]) -> dict[str, Any]:
    answers = [{"key": row["key"], "response": text} for row, text in pairs]
    return evaluate(answers, data=ROWS).to_dict()


def scored(log: list[Any], tmp_path: Path) -> dict[str, Any]:
    path = tmp_path / "log"
    path.write_text("".join(json.dumps(one) + "\n" for one in log))
    return evaluate(path, data=ROWS).to_dict()


@pytest.mark.parametrize("name", [*EACH, *WHOLE])
def test_the_report_is_that_of_the_plain_file(
    name: str, pairs: list[tuple[Row, str | None]], plain: dict[str, Any], tmp_path: Path
) -> None:
    log = [EACH[name](*pair) for pair in pairs] if name in EACH else [WHOLE[name](pairs)]
    report = scored(log, tmp_path)
    assert report.pop("matched_by") in (
        {"key": len(pairs), "prompt": 0, "normalised prompt": 0},
        {"key": 0, "prompt": len(pairs), "normalised prompt": 0},
    )
    assert report == {name: found for name, found in plain.items() if name != "matched_by"}


ONE_TURN = [
    {
        "key": 1,
        "prompt": "Write a haiku without commas.",
        "instruction_id_list": ["punctuation:no_comma"],
        "kwargs": [{}],
    },
    {
        "key": 2,
        "prompt": "Say hi in lowercase, at most 5 words.",
        "instruction_id_list": ["change_case:english_lowercase", "length_constraints:number_words"],
        "kwargs": [{}, {"relation": "less than", "num_words": 5}],
    },
]
SINGLE = {
    "evalscope_reviews.jsonl",
    "inspect_log.json",
    "lighteval_details.parquet",
    "opencompass_predictions.json",
    "verifiers_0.1_results.jsonl",
    "samples_ifeval.jsonl",
}


CASES = [(name, own) for name in sorted(SINGLE) for own in (False, True)]


@pytest.mark.parametrize(("name", "own_rows"), [*CASES, ("evalution.json", False)])
def test_the_logs_of_one_turn(name: str, own_rows: bool, tmp_path: Path) -> None:
    data = tmp_path / "rows.jsonl"
    data.write_text("\n".join(map(json.dumps, ONE_TURN)))
    report = evaluate(LOGS / name, data=None if own_rows else data)
    # The model of lm-eval's log says "lol", which is not identified as English.
    is_english = name != "samples_ifeval.jsonl"
    found = {outcome.key: outcome.strict for outcome in report.outcomes}
    assert found == {1: (True,), 2: (is_english, True)}
    assert report.matched_by["key"] == 2


@pytest.mark.parametrize(
    "name",
    [
        "evalscope_predictions.jsonl",
        "inspect_multiturn.eval",
        "opencompass_multiround.json",
        "verifiers_0.4_traces.jsonl",
    ],
)
def test_the_logs_of_two_turns(name: str, tmp_path: Path) -> None:
    data = tmp_path / "rows.jsonl"
    rows = [{**row, "turn": turn} for row in ONE_TURN for turn in (1, 2)]
    data.write_text("\n".join(map(json.dumps, rows)))
    report = evaluate(LOGS / name, "multi_if", data=data)
    assert report.matched_by["key"] == 4
    assert report.metrics["prompt_level_strict"].value == 1
    assert (report.counts.missing, report.counts.unmatched) == (0, 0)


def test_the_official_step_file_brings_its_rows() -> None:
    report = evaluate(LOGS / "multi_if_official_step_2.csv", "multi_if")
    assert [(one.key, one.turn, one.language) for one in report.outcomes] == [
        ("1:1:en", 1, "English"),
        ("1:1:en", 2, "English"),
    ]
    assert report.metrics["prompt_level_strict"].value == 1


LESS = {"relation": "less than", "num_words": 5}
SHAPES: dict[str, Any] = {
    "list": [{}, LESS],
    "JSON text": json.dumps([{}, LESS]),
    "list of JSON texts": ["{}", json.dumps(LESS)],
    "by position": {"0": {}, "1": LESS},
    "by position, empty ones left out": {"1": LESS},
    "None-filled": [{"relation": None, "num_words": None, "letter": None}, LESS],
    "null for none": [None, LESS],
    "floats": [{}, {**LESS, "num_words": 5.0}],
}


@pytest.mark.parametrize("shape", SHAPES)
def test_kwargs_survive_every_road(shape: str) -> None:
    row = {**ONE_TURN[1], "kwargs": SHAPES[shape]}
    logs = [EACH["lm-eval"], EACH["verl"], EACH["evalscope reviews"]]
    for log in logs:
        outcomes = [evaluate([log(row, text)]).outcomes[0] for text in ("hi there", "a " * 5)]
        assert [outcome.strict[1] for outcome in outcomes] == [True, False]
