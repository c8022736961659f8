"""Batch output of OpenAI's API, of `vllm run-batch` and of Anthropic's API; OpenAI's requests."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import Any

from checkers import REGISTRIES
from ifbench_suite.readers.fields import answer, listed, mapping
from ifbench_suite.readers.messages import last_prompt, text_of
from ifbench_suite.readers.registry import reader
from ifbench_suite.records import Record

_ID = re.compile(rf"(?:(?:{'|'.join(REGISTRIES)}|multi_if|inverse_ifeval)-)?(.+?)(?:-turn([1-9]))?")


@reader(
    "OpenAI batch requests",
    path="requests.jsonl",
    keys=("custom_id", "body"),
    has_text=False,
    traps="Holds no responses; beside the output it tells the prompt of each `custom_id`, so that "
    "any ids can be matched.",
)
def requests(log: Sequence[Record]) -> Iterator[Record]:
    """The prompt of each id."""
    for record in log:
        prompt = last_prompt(mapping(record.value["body"]).get("messages"))
        yield Record(record.place, {"custom_id": record.take("custom_id", str), "prompt": prompt})


@reader(
    "OpenAI batch output, vLLM run-batch",
    path="output.jsonl",
    keys=("custom_id", "response"),
    traps="`custom_id` is BENCHMARK-KEY, BENCHMARK-KEY-turn2, or the key; `--make_requests "
    "openai` writes such requests. With other ids pass the request file too. A failed request "
    "has no response and counts as empty. Chat completions and the Responses API are read.",
)
def openai(log: Sequence[Record]) -> Iterator[Record]:
    """One record per request."""
    for record in log:
        if isinstance(record.value["response"], str):  # by hand: the text alone
            yield answer(record.place, record.value["response"], _named(record))
            continue
        body = mapping(mapping(record.value["response"]).get("body"))
        choices = listed(body.get("choices"), record.place, "choices")
        choices = [mapping(one) for one in choices] or [{}]
        texts = [text_of(mapping(one.get("message")).get("content")) for one in choices]
        if "output" in body:
            texts = [_responses_api(listed(body["output"], record.place, "output"))]
        yield answer(
            record.place,
            texts[0] if len(texts) == 1 else texts,
            _named(record),
            finish_reason=choices[0].get("finish_reason"),
            model=body.get("model"),
        )


@reader(
    "Anthropic batch results",
    path="results.jsonl",
    keys=("custom_id", "result"),
    traps="`custom_id` as OpenAI's. Thinking blocks are left out; what did not succeed counts as "
    "empty. Read from the documented schema, not from a real file.",
)
def anthropic(log: Sequence[Record]) -> Iterator[Record]:
    """One record per request."""
    for record in log:
        message = mapping(mapping(record.value["result"]).get("message"))
        yield answer(
            record.place,
            text_of(message.get("content")),
            _named(record),
            finish_reason=message.get("stop_reason"),
            model=message.get("model"),
        )


def _named(record: Record) -> dict[str, Any]:
    """Key and turn that a `custom_id` names, and the id itself."""
    id = record.take("custom_id", str)
    found = _ID.fullmatch(id)
    key, turn = found.groups() if found else (id, None)
    return {"custom_id": id, "key": key} | ({"turn": int(turn)} if turn else {})


def _responses_api(output: Sequence[Any]) -> str | None:
    messages = [item for item in map(mapping, output) if item.get("type") == "message"]
    return "".join(text_of(item.get("content")) or "" for item in messages) or None
