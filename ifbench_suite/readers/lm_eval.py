"""lm-evaluation-harness: `samples_*.jsonl`, written with --log_samples."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ifbench_suite.readers.fields import answer, mapping, recorded_of, row_fields
from ifbench_suite.readers.registry import reader
from ifbench_suite.records import Record

_UNFILTERED = "none"
_NO_ANSWER = "None"
"""What the harness writes for an answer that a model refused to give."""


@reader(
    "lm-eval samples",
    path="OUT/MODEL/samples_ifeval_*.jsonl",
    keys=("doc", "resps"),
    traps="The prompt is that of `doc`, `arguments` hold it in the chat template. Of several "
    "filters `none` is read, else the first. A refused answer is the text `None` and counts as "
    "empty. kwargs hold every name, most of them null. Up to 0.4.2 the file is one JSON array.",
)
def lm_eval(log: Sequence[Record]) -> Iterator[Record]:
    """One record per sample of the filter that is read."""
    filters = [record.value.get("filter") for record in log]
    kept = _UNFILTERED if _UNFILTERED in filters else filters[0]
    for record, filter in zip(log, filters, strict=True):
        if filter != kept:
            continue
        row = row_fields(mapping(record.value["doc"]))
        if "key" not in row and "prompt" not in row:
            row["key"] = record.value.get("doc_id")
        texts = [_text(text, record) for text in _texts(record)]
        recorded = recorded_of(record.value) if len(texts) == 1 else None
        yield answer(record.place, texts[0] if len(texts) == 1 else texts, row, recorded=recorded)


def _texts(record: Record) -> list[Any]:
    """The answers: `filtered_resps[0]`, a list if there are repeats, else all of `resps`."""
    found = record.value.get("filtered_resps", record.value["resps"])
    first = found[0] if isinstance(found, list) and found else found
    return first if isinstance(first, list) and first else [first]


def _text(text: Any, record: Record) -> str | None:
    if text is not None and not isinstance(text, str):
        raise record.place.error("holds no text", "filtered_resps")
    return None if text == _NO_ANSWER else text
