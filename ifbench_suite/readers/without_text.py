"""Formats that hold no text to score, and what to do instead."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from ifbench_suite.readers.registry import NoText, reader
from ifbench_suite.records import Record


@reader(
    "open-instruct rollouts",
    path="RUN_rollouts_000001.jsonl",
    keys=("response_tokens",),
    has_text=False,
    traps="Refused: only token ids; decode them with the tokenizer of the run and save key and "
    "response.",
)
def open_instruct(log: Sequence[Record]) -> Iterable[Record]:
    """Refuses."""
    raise _refusal(
        log,
        "holds token ids, not text; decode them with the run's tokenizer and save each text as "
        "response beside key or prompt",
    )


@reader(
    "lm-eval results",
    path="OUT/MODEL/results_DATE.json",
    keys=("results", "configs"),
    has_text=False,
    traps="Refused: only scores; pass the samples_*.jsonl that --log_samples writes beside it.",
)
def lm_eval_results(log: Sequence[Record]) -> Iterable[Record]:
    """Refuses."""
    raise _refusal(log, "holds only scores; pass the samples_*.jsonl that --log_samples writes")


@reader(
    "our own report",
    path="OUT/report.json",
    keys=("signature", "metrics", "counts"),
    has_text=False,
    traps="Refused: only scores; pass outcomes.jsonl, which stands beside it.",
)
def report(log: Sequence[Record]) -> Iterable[Record]:
    """Refuses."""
    raise _refusal(log, "holds scores, no responses; pass outcomes.jsonl, which stands beside it")


def _refusal(log: Sequence[Record], problem: str) -> NoText:
    return NoText(problem, file=log[0].place.file)
