"""verifiers: traces.jsonl, and results.jsonl of the API before 0.4."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ifbench_suite.readers.fields import (
    answer,
    conversation,
    first_of,
    key_of,
    listed,
    mapping,
    row_fields,
)
from ifbench_suite.readers.messages import last_prompt, turns_of
from ifbench_suite.readers.registry import reader
from ifbench_suite.records import Record


@reader(
    "verifiers traces",
    path="outputs/RUN/traces.jsonl",
    keys=("traces", "task"),
    repeats=True,
    traps="Rows stand in the order in which they were completed. The key is that of "
    "`task.data.row`, else `task.data.id`. Of several agents the first one's trace is read.",
)
def traces(log: Sequence[Record]) -> Iterator[Record]:
    """One record per trace, or per answered turn."""
    for record in log:
        data = mapping(mapping(record.value.get("task")).get("data"))
        row = {"key": key_of(data.get("id"))} | row_fields(data.get("row"))
        trace = first_of(record.value["traces"])
        turns = turns_of([_message(n) for n in listed(trace.get("nodes"), record.place, "nodes")])
        if len(turns) > 1:
            yield from conversation(record.place, turns, row)
        else:
            fields = {"prompt": turns[0].prompt} | row
            yield answer(record.place, turns[0].answer, fields, finish_reason=_finish(trace))


@reader(
    "verifiers results, before 0.4",
    path="outputs/evals/ENV--MODEL/ID/results.jsonl",
    keys=("example_id", "completion"),
    repeats=True,
    traps="Rows stand in the order in which they were completed, and `example_id` only counts "
    "them: the key is that of the row in `info`, else the prompt tells.",
)
def results(log: Sequence[Record]) -> Iterator[Record]:
    """One record per completion, or per answered turn."""
    for record in log:
        info = mapping(record.value.get("info"))
        row = row_fields(info.get("row", info))
        prompt, completion = record.value.get("prompt"), record.value["completion"]
        if isinstance(completion, str) or completion is None:
            yield answer(record.place, completion, {"prompt": last_prompt(prompt)} | row)
            continue
        turns = turns_of([*_given(prompt), *listed(completion, record.place, "completion")])
        if len(turns) > 1:
            yield from conversation(record.place, turns, row)
        else:
            yield answer(record.place, turns[0].answer, {"prompt": turns[0].prompt} | row)


def _message(node: Any) -> Mapping[str, Any]:
    """The message of a node; what was not sampled came with the prompt."""
    node = mapping(node)
    source = "generate" if node.get("sampled") else "input"
    return {**mapping(node.get("message")), "source": source}


def _finish(trace: Mapping[str, Any]) -> str | None:
    calls = trace.get("calls")
    reason = first_of(calls[::-1]).get("finish_reason") if isinstance(calls, list) else None
    return reason if isinstance(reason, str) else None


def _given(prompt: Any) -> list[Mapping[str, Any]]:
    if isinstance(prompt, str):
        return [{"role": "user", "content": prompt}]
    given = prompt if isinstance(prompt, list) else []
    return [{**mapping(message), "source": "input"} for message in given]
