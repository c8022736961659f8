"""The result files of the official code (IFEval's, IFBench's, M-IFEval's), and our own outcomes."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from ifbench_suite.readers.fields import answer, row_fields
from ifbench_suite.readers.registry import reader
from ifbench_suite.records import Record

NO_RESPONSE = "missing"
"""The `status` of an outcome without a response, and of the record made of it."""


@reader(
    "official result file",
    path="eval_results_strict.jsonl",
    keys=("follow_instruction_list", "response"),
    together=True,
    traps="The verdicts are the loose ones if the file's name has `loose` in it, else the strict "
    "ones. M-IFEval's ids begin with `en:`. There are no kwargs, so the data must be at hand.",
)
def official_results(log: Sequence[Record]) -> Iterator[Record]:
    """One record per line, with its verdicts."""
    for record in log:
        mode = "loose" if "loose" in Path(record.place.file or "").name else "strict"
        follow = record.take("follow_instruction_list", list)
        recorded: dict[str, Any] = {mode: follow}
        if "follow_all_instructions" in record.value:
            recorded[f"prompt_level_{mode}"] = bool(record.value["follow_all_instructions"])
        row = row_fields(record.value)
        ids = [str(id).removeprefix("en:") for id in row.pop("instruction_id_list", ())]
        row.pop("kwargs", None)
        yield answer(
            record.place,
            record.take("response", str, type(None)),
            row | {"instruction_id_list": ids},
            recorded=recorded,
            model=record.value.get("model"),
        )


@reader(
    "our own outcomes",
    path="OUT/outcomes.jsonl",
    keys=("status", "strict", "loose", "findings", "response"),
    together=True,
    traps="Responses stand there after post-processing, without their thinking traces. Rows "
    "without a response stay missing.",
)
def outcomes(log: Sequence[Record]) -> Iterator[Record]:
    """One record per outcome; of those without a response the first of each row."""
    for record in log:
        value = record.value
        is_missing = value["status"] == NO_RESPONSE
        if is_missing and value.get("sample"):
            continue
        yield answer(
            record.place,
            None if is_missing else record.take("response", str, type(None)),
            row_fields(value),
            turn=value.get("turn"),
            sample=None if is_missing else value.get("sample"),
            status=NO_RESPONSE if is_missing else None,
            finish_reason="length" if value.get("truncated") else None,
            recorded={mode: value[mode] for mode in ("strict", "loose")},
        )
