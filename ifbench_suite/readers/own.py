"""Our own form, which official response files have too: key or prompt, and response."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ifbench_suite.readers.registry import reader
from ifbench_suite.records import Record


@reader(
    "official response file",
    path="responses.jsonl",
    as_is=True,
    keys=("prompt", "response"),
    traps="The files of IFEval and IFBench. Prompts are compared as they are, then with white "
    "space normalised. IFBench's have an empty response where the API failed.",
)
def by_prompt(log: Sequence[Record]) -> Iterable[Record]:
    """The records as they are."""
    return log


@reader(
    "our own form",
    path="responses.jsonl",
    as_is=True,
    keys=("key", "response"),
    traps="Described in [file-formats.md](file-formats.md).",
)
def by_key(log: Sequence[Record]) -> Iterable[Record]:
    """The records as they are."""
    return log


@reader(
    "our own form, samples",
    path="responses.jsonl",
    as_is=True,
    keys=("responses",),
    traps="`responses` lists the samples of a prompt; it needs `key` or `prompt` too.",
)
def samples(log: Sequence[Record]) -> Iterable[Record]:
    """The records as they are."""
    return log
