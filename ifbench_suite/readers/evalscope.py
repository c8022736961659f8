"""evalscope: predictions/ and reviews/."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ifbench_suite.readers.fields import (
    answer,
    completed,
    conversation,
    first_of,
    mapping,
    recorded_of,
    row_fields,
)
from ifbench_suite.readers.messages import text_of, turns_of
from ifbench_suite.readers.registry import reader
from ifbench_suite.records import Record

_JOIN = "\n"
"""What evalscope puts between several text parts of a message."""


@reader(
    "evalscope predictions",
    path="OUT/predictions/MODEL/ifeval_default.jsonl",
    keys=("model_output", "messages"),
    repeats=True,
    traps="Rows stand in the order in which they were completed; `index` only counts them, the "
    "key is `metadata.key`. A chat of several turns gives one response for each.",
)
def predictions(log: Sequence[Record]) -> Iterator[Record]:
    """One record per prediction, or per answered turn."""
    for record in log:
        output = mapping(record.value["model_output"])
        choice = first_of(output.get("choices"))
        text = text_of(mapping(choice.get("message")).get("content"), _JOIN)
        row = row_fields(record.value.get("metadata"))
        for one in _answers(record, row, text, None):
            yield completed(
                one, model=record.value.get("model"), finish_reason=choice.get("stop_reason")
            )


@reader(
    "evalscope reviews",
    path="OUT/reviews/MODEL/ifeval_default.jsonl",
    keys=("sample_score",),
    repeats=True,
    traps="As predictions, with evalscope's own verdicts: its instruction level is the mean of "
    "each row's share unless the benchmark declares weights.",
)
def reviews(log: Sequence[Record]) -> Iterator[Record]:
    """One record per review, or per answered turn."""
    for record in log:
        sample = mapping(record.value["sample_score"])
        score = mapping(sample.get("score"))
        row = row_fields(sample.get("sample_metadata"))
        recorded = recorded_of(score.get("value"))
        yield from _answers(record, row, score.get("prediction"), recorded)


@reader(
    "evalscope predictions, 0.x",
    path="OUT/predictions/MODEL/ifeval_default.jsonl",
    keys=("raw_input", "choices"),
    repeats=True,
    traps="The row is `raw_input`.",
)
def predictions_old(log: Sequence[Record]) -> Iterator[Record]:
    """One record per prediction."""
    for record in log:
        choice = first_of(record.value["choices"])
        text = text_of(mapping(choice.get("message")).get("content"))
        yield answer(
            record.place,
            text,
            row_fields(record.value["raw_input"]),
            finish_reason=choice.get("finish_reason"),
        )


def _answers(
    record: Record, row: Mapping[str, Any], text: str | None, recorded: dict[str, Any] | None
) -> Iterator[Record]:
    turns = turns_of(record.value.get("messages"), _JOIN)
    if len(turns) > 1:
        return conversation(record.place, turns, row)
    last = turns[0]
    fields = {"prompt": last.prompt, **row}
    return iter(
        [answer(record.place, last.answer if text is None else text, fields, recorded=recorded)]
    )
