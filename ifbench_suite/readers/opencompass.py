"""OpenCompass: predictions/, one object with "0", "1", ... for its rows."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ifbench_suite.readers.fields import answer, listed, row_fields
from ifbench_suite.readers.messages import text_of
from ifbench_suite.readers.registry import reader
from ifbench_suite.records import Place, Record

_USERS = ("HUMAN", "user")


@reader(
    "OpenCompass predictions",
    path="OUT/DATE/predictions/MODEL/ifeval*.json",
    keys=("*.origin_prompt", "*.prediction"),
    repeats=True,
    traps="A partitioned run writes NAME_0.json, NAME_1.json, ...: pass all of them. The key is "
    "that of `gold`, if that is the row. A list of predictions is the turns of a chat if the "
    "prompt has as many, else the samples.",
)
def opencompass(log: Sequence[Record]) -> Iterator[Record]:
    """One record per row, or per turn."""
    for record in log:
        for number, item in enumerate(record.value.values()):
            place = Place(record.place.file, record.place.line + number)
            yield from _answers(item, place)


def _answers(item: Mapping[str, Any], place: Place) -> Iterator[Record]:
    row = row_fields(item.get("gold"))
    prompts, texts = _prompts(item["origin_prompt"], place), item["prediction"]
    if isinstance(texts, list) and len(texts) == len(prompts) > 1:
        for turn, (prompt, text) in enumerate(zip(prompts, texts, strict=True), start=1):
            yield answer(place, text, key=row.get("key"), prompt=prompt, turn=turn)
        return
    if isinstance(texts, list):
        texts = texts[0] if len(texts) == 1 else texts or None
    yield answer(place, texts, {"prompt": prompts[-1] if prompts else None} | row)


def _prompts(prompt: Any, place: Place) -> list[str | None]:
    if isinstance(prompt, str):
        return [prompt]
    return [
        text_of(message.get("prompt", message.get("content")))
        for message in listed(prompt, place, "origin_prompt")
        if isinstance(message, Mapping) and message.get("role") in _USERS
    ]
