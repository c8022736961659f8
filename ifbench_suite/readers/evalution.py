"""Evalution: one result file with the samples of every suite that ran."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ifbench_suite.readers.fields import answer, listed, mapping, recorded_of, row_fields
from ifbench_suite.readers.registry import NoText, reader
from ifbench_suite.records import Place, Record


@reader(
    "Evalution result",
    path="result.json",
    keys=("tests", "engine"),
    repeats=True,
    traps="The prompt may be in the chat template, so the key, in `metadata`, comes first. Its "
    "ifeval is a re-implementation with rules of its own.",
)
def evalution(log: Sequence[Record]) -> Iterator[Record]:
    """One record per sample of every suite."""
    for record in log:
        place = record.place
        tests = map(mapping, listed(record.value["tests"], place, "tests"))
        samples = [s for test in tests for s in listed(test.get("samples"), place, "samples")]
        if not samples:
            raise NoText("holds no samples, only metrics", file=place.file)
        for number, sample in enumerate(map(mapping, samples)):
            yield answer(
                Place(place.file, place.line + number),
                sample.get("prediction"),
                {"prompt": sample.get("prompt")} | row_fields(sample.get("metadata")),
                recorded=recorded_of(sample.get("scores")),
                model=mapping(record.value.get("model")).get("path"),
            )
