"""lighteval: the Parquet details, written with --save-details."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from ifbench_suite.readers.fields import answer, mapping, recorded_of, row_fields
from ifbench_suite.readers.registry import reader
from ifbench_suite.records import Record


@reader(
    "lighteval details",
    path="OUT/details/MODEL/DATE/details_*.parquet",
    keys=("doc", "model_response"),
    traps="Rows are shuffled and `doc.id` only counts them, so they are matched by prompt, unless "
    "`doc.specific` has a key. The text is the post-processed one, from which lighteval removed "
    "the thinking trace, where there is one. Needs the extra `parquet`.",
)
def lighteval(log: Sequence[Record]) -> Iterator[Record]:
    """One record per row of the details."""
    for record in log:
        doc, response = mapping(record.value["doc"]), mapping(record.value["model_response"])
        row = {"prompt": doc.get("query"), **row_fields(doc.get("specific"))}
        texts = response.get("text_post_processed") or response.get("text")
        recorded = recorded_of(record.value.get("metric"))
        yield answer(record.place, _one_or_all(texts), row, recorded=recorded)


@reader(
    "lighteval details, up to 0.10",
    path="OUT/details/MODEL/DATE/details_*.parquet",
    keys=("example", "predictions"),
    traps="There is no key: rows are matched by prompt. Needs the extra `parquet`.",
)
def lighteval_old(log: Sequence[Record]) -> Iterator[Record]:
    """One record per row of the details."""
    for record in log:
        row = {"prompt": record.value["example"], **row_fields(record.value.get("specifics"))}
        recorded = recorded_of(record.value.get("metrics"))
        texts = _one_or_all(record.value["predictions"])
        yield answer(record.place, texts, row, recorded=recorded)


def _one_or_all(texts: Any) -> Any:
    """The one text of a list, or the list of several samples."""
    if not isinstance(texts, list):
        return texts
    return texts[0] if len(texts) == 1 else texts or None
