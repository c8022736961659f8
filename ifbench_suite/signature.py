"""Everything that can move a score, in one line."""

from __future__ import annotations

from dataclasses import asdict, dataclass, fields

from checkers import Registry
from ifbench_suite.version import __version__


@dataclass(frozen=True, slots=True)
class Signature:
    """What a score was made from and with; two equal signatures promise comparable scores.

    Attributes:
        benchmark: name of the benchmark.
        rows: how many rows the score is over.
        data: first 8 hex digits of the sha256 of the rows' content (`rows.content_hash`).
        checkers: the official code whose verdicts are reproduced.
        sentences: the sentence splitter.
        language: the language identification.
        postprocess: what was done to each response before it was judged.
        samples: responses per row.
        thinking: how many responses had a thinking trace removed / never closed it.
        sampling: how the responses were sampled, where their file says it.
        judge: the judge model, where one decides.
        judge_prompts: first 8 hex digits of the sha256 of the judge prompts and references.
        judge_parser: how the verdict is read from a reply.
        judge_sampling: how the judge was sampled.
        version: of this package.
    """

    benchmark: str
    rows: int
    data: str
    checkers: str
    sentences: str = "nltk-3.9.1/punkt_tab-english"
    language: str = "langdetect-1.0.9/seed-0"
    postprocess: str = "thinking-removed"
    samples: int = 1
    thinking: str = "0/0"
    sampling: str | None = None
    judge: str | None = None
    judge_prompts: str | None = None
    judge_parser: str | None = None
    judge_sampling: str | None = None
    version: str = __version__

    def __str__(self) -> str:
        pairs = ((f.name, getattr(self, f.name)) for f in fields(self))
        return "|".join(f"{name}:{value}" for name, value in pairs if value is not None)

    def to_dict(self) -> dict[str, object]:
        """Field by field, as report.json has it."""
        return asdict(self)


def checkers_of(registry: Registry) -> str:
    """The official code that a registry reproduces, as the signature names it."""
    return f"reference/{registry.reference}"
