"""A response file in, a report out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ifbench_suite.errors import InputError
from ifbench_suite.matching import Matches, match
from ifbench_suite.outcome import Outcome
from ifbench_suite.postprocess import Postprocessing
from ifbench_suite.records import Record
from ifbench_suite.report import Report
from ifbench_suite.responses import Answered, answered, read_responses, rows_within
from ifbench_suite.rows import Row, bind_all, content_hash, load_rows, load_rows_file
from ifbench_suite.scoring import Scorer, jobs, judge_all
from ifbench_suite.signature import Signature, checkers_of
from ifbench_suite.thinking import Trace

Progress = Callable[[Iterator[Outcome], int], Iterator[Outcome]]
"""Passes outcomes on, one by one, and shows how many of a total have come."""


def _silent(outcomes: Iterator[Outcome], total: int) -> Iterator[Outcome]:
    return outcomes


def evaluate(
    responses: str | Path | Iterable[Mapping[str, Any]],
    benchmark: str = "ifeval",
    *,
    data: str | Path | None = None,
    corrected: bool = True,
    repeats: bool = False,
    workers: int = 1,
    postprocessing: Postprocessing | None = None,
    progress: Progress = _silent,
) -> Report:
    """Scores a response file.

    Args:
        responses: a file of JSON objects ("-": standard input), or an iterable of dicts; each has
            `key` or `prompt`, and `response` or `responses`.
        benchmark: name of the benchmark.
        data: the benchmark's official file; None: the rows in the response file, or else the
            file that `fetch` brought.
        corrected: judge by the corrected rules too.
        repeats: several records for one row are its samples; else they are an error.
        workers: processes to judge in; the report does not depend on it.
        postprocessing: what is done to a response first; None: its thinking trace is removed.
        progress: shown the outcomes as they come.

    Raises:
        InputError: rows or responses are not sound, or no response answers a row.
    """
    scorer = Scorer(benchmark, corrected, postprocessing or Postprocessing())
    records = read_responses(responses)
    rows = _rows(benchmark, data, records)
    bound = bind_all(rows, scorer.registry)
    matches = _match(rows, records, repeats)
    work = jobs(bound, matches)
    outcomes = list(progress(judge_all(scorer, work, workers=workers), len(work)))
    return Report(
        outcomes,
        _signature(scorer, rows, outcomes),
        matched_by=matches.by,
        unmatched=[_named(answer) for answer in matches.unmatched],
    )


def _rows(benchmark: str, data: str | Path | None, records: Sequence[Record]) -> list[Row]:
    if data is not None:
        return load_rows_file(data)
    return rows_within(records) or load_rows(benchmark)


def _match(rows: Sequence[Row], records: Sequence[Record], repeats: bool) -> Matches:
    matches = match(rows, map(answered, records), repeats=repeats)
    if not any(matches.samples):
        place = records[0].place
        raise InputError(
            f"none of its {len(records)} responses answers one of the {len(rows)} rows "
            "(by key or prompt); is it for another benchmark or version of the data?",
            file=place.file,
        )
    return matches


def _signature(scorer: Scorer, rows: Sequence[Row], outcomes: Sequence[Outcome]) -> Signature:
    traces = Counter(outcome.trace for outcome in outcomes)
    return Signature(
        benchmark=scorer.benchmark,
        rows=len(rows),
        data=content_hash(rows)[:8],
        checkers=checkers_of(scorer.registry),
        postprocess=str(scorer.postprocessing),
        samples=len(outcomes) // len(rows),
        thinking=f"{traces[Trace.REMOVED]}/{traces[Trace.UNCLOSED]}",
    )


def _named(answer: Answered) -> str:
    """An answer for a message; without the line it stood in, which a shuffled file changes."""
    if answer.key is not None:
        return f"key {answer.key}"
    prompt = answer.prompt or ""
    return f"prompt {prompt[:60]!r}" + ("…" if len(prompt) > 60 else "")
