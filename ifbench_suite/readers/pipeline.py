"""Hugging Face `pipeline("text-generation")`, its results dumped as JSON."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ifbench_suite.readers.fields import answer, row_fields
from ifbench_suite.readers.messages import turns_of
from ifbench_suite.readers.registry import NoText, reader
from ifbench_suite.records import Record


@reader(
    "Hugging Face pipeline dump",
    path="generated.json",
    keys=("generated_text",),
    repeats=True,
    traps="A chat tells its prompt. A bare text tells nothing, and order is not trusted: save "
    "`key` or `prompt` beside it. A prompt that the text begins with is cut off.",
)
def pipeline(log: Sequence[Record]) -> Iterator[Record]:
    """One record per generated sequence."""
    for record in log:
        generated, row = record.value["generated_text"], row_fields(record.value)
        if isinstance(generated, list):
            last = turns_of(generated)[-1]
            yield answer(record.place, last.answer, {"prompt": last.prompt} | row)
        elif not row:
            raise NoText(
                "has neither key nor prompt; save one of them beside generated_text",
                file=record.place.file,
                line=record.place.line,
            )
        else:
            text = record.take("generated_text", str)
            yield answer(record.place, text.removeprefix(row.get("prompt", "")), row)
