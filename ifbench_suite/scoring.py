"""Rows and responses in, outcomes out. No input or output of its own."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from ifbench_suite.conversations import answers
from ifbench_suite.errors import InputError
from ifbench_suite.judged import refuse_judged
from ifbench_suite.matching import match
from ifbench_suite.outcome import Outcome
from ifbench_suite.responses import read_responses
from ifbench_suite.rows import Row, bind_all
from ifbench_suite.scorer import Jobs, Scorer
from ifbench_suite.workers import judge_all


def score(
    rows: Sequence[Row],
    responses: Iterable[Mapping[str, Any]],
    *,
    benchmark: str | None = None,
    corrected: bool = True,
    repeats: bool = False,
    workers: int = 1,
) -> list[Outcome]:
    """Judges responses against rows; the outcomes stand in the order of `rows`.

    Args:
        rows: from `load_rows`.
        responses: dicts with `key` or `prompt`, and `response` (or `responses`: several samples).
        benchmark: whose rules to judge by; None: the one that the rows were loaded for.
        corrected: judge by the corrected rules too; without them scoring takes less time.
        repeats: several responses to one row are its samples; else they are an error.
        workers: processes to judge in; the outcomes do not depend on it.

    Returns:
        One outcome per row, or per row and sample; a row without a response has one too.

    Raises:
        InputError: a row does not bind, a response is malformed or answers no row.
    """
    name = benchmark or _benchmark_of(rows)
    refuse_judged(name)
    scorer = Scorer(name, corrected)
    bound = bind_all(rows, scorer.registry)
    matches = match(rows, answers(read_responses(responses), rows), repeats=repeats)
    if matches.unmatched:
        lost = matches.unmatched[0]
        raise lost.place.error(f"{len(matches.unmatched)} responses answer no row; the first")
    return list(judge_all(scorer, Jobs(bound, matches.samples), workers=workers))


def _benchmark_of(rows: Sequence[Row]) -> str:
    names = {row.benchmark for row in rows}
    (name,) = names if len(names) == 1 else (None,)
    if name is None:
        raise InputError("the rows do not say which benchmark they are from; pass benchmark=NAME")
    return name
