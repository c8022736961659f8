"""A response file in, a report out."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import Any

from ifbench_suite.conversations import answers
from ifbench_suite.errors import InputError
from ifbench_suite.interruption import Interrupted
from ifbench_suite.judge_replies import JudgeReplies
from ifbench_suite.judged import JudgedScorer, check_some_judged, scorer_of, signed
from ifbench_suite.known_rows import with_known
from ifbench_suite.loading import load_rows, load_rows_file
from ifbench_suite.matching import Matches, match
from ifbench_suite.outcome import Outcome
from ifbench_suite.postprocess import Postprocessing
from ifbench_suite.recorded import compared
from ifbench_suite.records import Record
from ifbench_suite.report import Report, Reporting
from ifbench_suite.responses import Answered, read_responses, rows_within, sampling_of
from ifbench_suite.rows import Row, bind_all, content_hash, named
from ifbench_suite.scorer import Scorer, jobs
from ifbench_suite.signature import Signature, checkers_of
from ifbench_suite.thinking import Trace
from ifbench_suite.workers import judge_all

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
    reporting: Reporting | None = None,
    judging: JudgeReplies | str | Path | None = None,
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
        reporting: further metrics, subsets and error bars; None: what a report always has.
        judging: the judge's replies or their file, where a judge model decides.
        progress: shown the outcomes as they come.

    Raises:
        InputError: rows or responses are not sound, or no response answers a row.
    """
    evaluation = Evaluation(
        benchmark,
        data=data,
        corrected=corrected,
        repeats=repeats,
        workers=workers,
        postprocessing=postprocessing or Postprocessing(),
        reporting=reporting or Reporting(),
        judging=JudgeReplies.read(judging) if isinstance(judging, str | Path) else judging,
        progress=progress,
    )
    return evaluation.of(read_responses(responses))


@dataclass(frozen=True)
class Evaluation:
    """How responses are scored; the arguments of `evaluate`, to be used more than once."""

    benchmark: str = "ifeval"
    data: str | Path | None = None
    corrected: bool = True
    repeats: bool = False
    workers: int = 1
    postprocessing: Postprocessing = field(default_factory=Postprocessing)
    reporting: Reporting = field(default_factory=Reporting)
    judging: JudgeReplies | None = None
    progress: Progress = _silent

    def of(self, records: Sequence[Record]) -> Report:
        """The report on the records of one run.

        Raises:
            InputError: as `evaluate`.
            Interrupted: Ctrl-C; it holds the finished outcomes.
        """
        scorer = scorer_of(self.benchmark, self.corrected, self.postprocessing, self.judging)
        self.reporting.check(judged=isinstance(scorer, JudgedScorer))
        rows = _rows(self.benchmark, self.data, records)
        bound = bind_all(rows, scorer.registry)
        matches = _match(rows, records, self.repeats)
        work = jobs(bound, matches)
        judged = judge_all(scorer, work, workers=self.workers)
        outcomes = _all_of(self.progress(judged, len(work)), len(work))
        if isinstance(scorer, JudgedScorer):
            check_some_judged(outcomes, scorer.replies)
        signature = replace(_signature(scorer, rows, outcomes), sampling=sampling_of(records))
        return Report(
            outcomes,
            signed(signature, scorer, rows),
            matched_by=matches.by,
            unmatched=[_named(answer) for answer in matches.unmatched],
            reporting=self.reporting,
            notes=compared(outcomes, records).notices,
        )

    def matched(self, records: Sequence[Record]) -> tuple[list[Row], Matches]:
        """The rows that responses are for, and the responses to each.

        Raises:
            InputError: rows or responses are not sound, or no response answers a row.
        """
        rows = _rows(self.benchmark, self.data, records)
        return rows, _match(rows, records, self.repeats)


def _all_of(judged: Iterator[Outcome], total: int) -> list[Outcome]:
    outcomes = []
    try:
        for outcome in judged:
            outcomes.append(outcome)
    except KeyboardInterrupt:
        raise Interrupted(outcomes, total) from None
    return outcomes


def _rows(benchmark: str, data: str | Path | None, records: Sequence[Record]) -> list[Row]:
    if data is not None:
        return load_rows_file(data)
    within = rows_within(records)
    return with_known(within, benchmark) if within else load_rows(benchmark)


def _match(rows: Sequence[Row], records: Sequence[Record], repeats: bool) -> Matches:
    matches = match(rows, answers(records, rows), repeats=repeats)
    if not sum(matches.by.values()):
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
        return named(answer.key, answer.turn)
    prompt = answer.prompt or next(iter(answer.opening), "")
    return f"prompt {prompt[:60]!r}" + ("…" if len(prompt) > 60 else "")
