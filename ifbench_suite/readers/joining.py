"""The records of one or several files as one: copies, samples, and prompts of requests."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Iterable, Iterator, Sequence
from typing import TYPE_CHECKING, Any

from ifbench_suite.readers.registry import NoText
from ifbench_suite.records import Record

if TYPE_CHECKING:
    from ifbench_suite.readers.files import Read


def joined(files: Sequence[Sequence[Read]]) -> list[Record]:
    """The records of files that belong together, each answer once.

    - An answer that stands in files of two formats, or in two of a format that is read together,
      is one.
    - Where some records of a harness's log have a turn, the others are of the first.
    - Records with a `sample` number, and repeated ones of a format that has repeats, become one
      record with `responses`, and `recorded` then lists what was recorded for each.
    - Requests give their prompts to the answers of the same `custom_id`.

    Raises:
        InputError: there are only requests, or one sample of a prompt stands twice.
    """
    answers = [one for file in files for one in _numbered(_with_turns(file))]
    requests = {
        one.record.value["custom_id"]: one.record.value["prompt"]
        for one in answers
        if not one.format.has_text
    }
    answers = [one for one in answers if one.format.has_text]
    if requests and not answers:
        raise NoText("these are requests; pass the output of the batch too")
    records = _without_copies(answers)
    records = [_prompted(record, requests) for record in records]
    return list(_with_samples(records))


def _with_turns(file: Sequence[Read]) -> Iterator[Read]:
    has_turns = any("turn" in one.record.value for one in file if not one.format.as_is)
    for one in file:
        lacks = has_turns and not one.format.as_is and "turn" not in one.record.value
        yield one._replace(record=_with(one.record, turn=1)) if lacks else one


def _with(record: Record, **fields: Any) -> Record:
    return Record(record.place, {**record.value, **fields})


def _numbered(file: Iterable[Read]) -> Iterator[Read]:
    """Repeated answers of a format that has repeats, with their sample numbers."""
    seen: Counter[Hashable] = Counter()
    for one in file:
        if one.format.repeats and "sample" not in one.record.value:
            question = _question(one.record)
            one = one._replace(record=_with(one.record, sample=seen[question]))
            seen[question] += 1
        yield one


def _question(record: Record) -> Hashable:
    value = record.value
    key = value.get("key")
    asked = repr(value.get("prompt")) if key is None else str(key)
    return repr(value.get("model")), asked, repr(value.get("turn"))


def _without_copies(answers: Iterable[Read]) -> list[Record]:
    answers = list(answers)
    records: list[Record] = []
    if len({one.record.place.file for one in answers}) < 2:
        return [one.record for one in answers]
    first: dict[Hashable, tuple[int, Read]] = {}
    for one in answers:
        content = _content(one.record)
        at, earlier = first.setdefault(content, (len(records), one))
        if earlier is not one and _are_copies(earlier, one):
            records[at] = _merged(records[at], one.record)
        else:
            records.append(one.record)
    return records


def _content(record: Record) -> Hashable:
    value = record.value
    asked = value["prompt"] if value.get("prompt") is not None else value.get("key")
    return tuple(map(repr, (asked, *map(value.get, ("turn", "response", "responses")))))


def _are_copies(one: Read, other: Read) -> bool:
    if one.record.place.file == other.record.place.file:
        return False
    models = {one.record.value.get("model"), other.record.value.get("model")} - {None}
    if len(models) > 1:
        return False
    return one.format is not other.format or one.format.together


def _merged(record: Record, copy: Record) -> Record:
    recorded = {**(copy.value.get("recorded") or {}), **(record.value.get("recorded") or {})}
    both = {**copy.value, **record.value}
    return Record(record.place, both | ({"recorded": recorded} if recorded else {}))


def _prompted(record: Record, requests: dict[Any, Any]) -> Record:
    id = record.value.get("custom_id")
    if id is None:
        return record
    value = {name: found for name, found in record.value.items() if name != "custom_id"}
    if requests.get(id) is None:
        return Record(record.place, value)
    if value.get("key") == id:  # not one of our ids, but one that only the requests explain
        del value["key"]
    return Record(record.place, {**value, "prompt": requests[id]})


def _with_samples(records: Iterable[Record]) -> Iterator[Record]:
    grouped: dict[Hashable, list[Record]] = {}
    for record in records:
        sample = record.value.get("sample")
        is_sample = isinstance(sample, int) and "responses" not in record.value
        group = ("sample", _question(record)) if is_sample else len(grouped)
        grouped.setdefault(group, []).append(record)
    for samples in grouped.values():
        if len(samples) == 1:
            yield _alone(samples[0])
        else:
            yield _one_of(sorted(samples, key=_number))


def _number(record: Record) -> int:
    number: int = record.value.get("sample", 0)
    return number


def _alone(record: Record) -> Record:
    if "sample" not in record.value:
        return record
    value = {name: found for name, found in record.value.items() if name != "sample"}
    return Record(record.place, value)


def _one_of(samples: Sequence[Record]) -> Record:
    first = _alone(samples[0]).value
    numbers = [_number(sample) for sample in samples]
    if len(set(numbers)) < len(numbers):
        repeated = next(s for s, n in zip(samples, numbers, strict=True) if numbers.count(n) > 1)
        raise repeated.place.error(f"sample {_number(repeated)} of a prompt stands twice", "sample")
    value: dict[str, Any] = {name: f for name, f in first.items() if name != "response"}
    value["responses"] = [sample.value.get("response") for sample in samples]
    reasons = [sample.value.get("finish_reason") for sample in samples]
    if (reason := next((r for r in reasons if r in ("length", "max_tokens")), None)) is not None:
        value["finish_reason"] = reason
    if any(sample.value.get("recorded") for sample in samples):
        value["recorded"] = [sample.value.get("recorded") for sample in samples]
    return Record(samples[0].place, value)
