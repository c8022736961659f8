"""Our own form for conversations, as chat messages."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ifbench_suite.readers.registry import reader
from ifbench_suite.records import Record


@reader(
    "our own form, conversation",
    path="responses.jsonl",
    as_is=True,
    keys=("messages",),
    traps="A chat whose assistant messages are the responses, for benchmarks with turns.",
)
def conversations(log: Sequence[Record]) -> Iterable[Record]:
    """The records as they are."""
    return log
