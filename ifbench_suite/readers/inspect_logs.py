"""inspect_ai: `.eval` (a zip) and `.json` logs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ifbench_suite.readers.fields import (
    answer,
    completed,
    conversation,
    first_of,
    listed,
    mapping,
    recorded_of,
    row_fields,
)
from ifbench_suite.readers.messages import last_prompt, turns_of
from ifbench_suite.readers.registry import NoText, reader
from ifbench_suite.records import Place, Record

_ATTACHMENT = "attachment://"
_JOIN = "\n"
"""What inspect puts between several text parts of a message."""


@reader(
    "inspect log",
    path="logs/DATE_TASK_ID.eval",
    keys=("eval", "samples"),
    traps="An `.eval` file is a zip, compressed with Zstandard since 0.3.206: needs the extra "
    "`inspect`, or `inspect log convert LOG --to json --output-dir DIR`, as do chunked samples. "
    "Epochs are samples. Ids that only count (1, 2, ...) are not taken for keys; the key is that "
    "of `metadata`, or the id. Reasoning parts and answers in the prompt are left out.",
)
def inspect_log(log: Sequence[Record]) -> Iterator[Record]:
    """One record per sample, or per answered turn."""
    for record in log:
        about = mapping(record.value["eval"])
        samples = listed(record.value["samples"], record.place, "samples")
        if not samples:
            problem = "holds no samples; the run must be made with log_samples on"
            raise NoText(problem, file=record.place.file)
        for number, sample in enumerate(map(mapping, samples)):
            place = Place(record.place.file, record.place.line + number)
            yield from _answers(_attached(sample, mapping(sample.get("attachments"))), about, place)


def _answers(sample: Mapping[str, Any], about: Mapping[str, Any], place: Place) -> Iterator[Record]:
    row = {"prompt": last_prompt(sample.get("input"), _JOIN)} | row_fields(sample.get("metadata"))
    row.setdefault("key", _telling_id(sample.get("id"), about))
    turns = turns_of(sample.get("messages"), _JOIN)
    output, epoch = mapping(sample.get("output")), sample.get("epoch")
    if len(turns) == 1:
        text = turns[0].answer if turns[0].answer is not None else output.get("completion")
        records = iter([answer(place, text or None, row, recorded=_recorded(sample))])
    else:
        records = conversation(place, turns, row)
    for record in records:
        yield completed(
            record,
            model=about.get("model"),
            sample=epoch - 1 if isinstance(epoch, int) else None,
            finish_reason=first_of(output.get("choices")).get("stop_reason"),
        )


def _telling_id(id: Any, about: Mapping[str, Any]) -> Any:
    """The id of a sample, unless it can be the number that inspect gives to one without an id."""
    number = mapping(about.get("dataset")).get("samples")
    counts = isinstance(number, int) and str(id).isdecimal() and 1 <= int(id) <= number
    return None if counts else id


def _recorded(sample: Mapping[str, Any]) -> dict[str, Any] | None:
    for score in mapping(sample.get("scores")).values():
        found = recorded_of(mapping(score).get("value"))
        if found is not None:
            follow = mapping(mapping(score).get("metadata")).get("follow_instruction_list")
            return found | ({"strict": follow} if isinstance(follow, list) else {})
    return None


def _attached(value: Any, attachments: Mapping[str, Any]) -> Any:
    """`value` with the texts that inspect stores apart put back in their places."""
    if not attachments:
        return value
    if isinstance(value, str) and value.startswith(_ATTACHMENT):
        return attachments.get(value.removeprefix(_ATTACHMENT), value)
    if isinstance(value, list):
        return [_attached(item, attachments) for item in value]
    if isinstance(value, dict):
        return {
            name: item if name in ("attachments", "events") else _attached(item, attachments)
            for name, item in value.items()
        }
    return value
