"""A response file in, a report out."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence, Sized
from contextlib import suppress
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path
from typing import Any, Protocol, TypeVar

from ifbench_suite.conversations import answers
from ifbench_suite.errors import InputError
from ifbench_suite.interruption import Interrupted
from ifbench_suite.judge_replies import JudgeReplies
from ifbench_suite.judged import JudgedScorer, check_some_judged, scorer_of, signed
from ifbench_suite.known_rows import with_known
from ifbench_suite.loading import load_rows, load_rows_file
from ifbench_suite.matching import Matches, match
from ifbench_suite.metrics.totals import Totals
from ifbench_suite.outcome import Outcome
from ifbench_suite.outcome_files import OutcomeFiles, Part, totals_of
from ifbench_suite.pieces import match_in_pieces
from ifbench_suite.postprocess import Postprocessing
from ifbench_suite.readers import read
from ifbench_suite.readers.streaming import NotAlone, Streamed
from ifbench_suite.recorded import compared
from ifbench_suite.report import Report, Reporting
from ifbench_suite.responses import Answered, Records, Seen, read_responses, rows_within
from ifbench_suite.rows import Row, bind_all, content_hash, named
from ifbench_suite.scorer import Jobs, Scorer
from ifbench_suite.signature import Signature, checkers_of
from ifbench_suite.spool import Spool
from ifbench_suite.thinking import Trace
from ifbench_suite.workers import judge_parts

_Part = TypeVar("_Part", bound=Sized)


class Progress(Protocol):
    """Passes parts of the outcomes on, one by one, and shows how many of a total have come."""

    def __call__(self, parts: Iterator[_Part], total: int) -> Iterator[_Part]:
        """The same parts."""


def _silent(parts: Iterator[_Part], total: int) -> Iterator[_Part]:
    return parts


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
    return evaluation.of_source(responses)


@dataclass(frozen=True)
class Evaluation:
    """How responses are scored; the arguments of `evaluate`, to be used more than once.

    Attributes:
        drafts: a folder, for as long as the report is used, in whose files outcomes are kept, so
            that memory does not grow with them; None: they are kept in memory.
        gzipped: whether those files are gzipped.
    """

    benchmark: str = "ifeval"
    data: str | Path | None = None
    corrected: bool = True
    repeats: bool = False
    workers: int = 1
    postprocessing: Postprocessing = field(default_factory=Postprocessing)
    reporting: Reporting = field(default_factory=Reporting)
    judging: JudgeReplies | None = None
    progress: Progress = _silent
    drafts: Path | None = None
    gzipped: bool = False

    def of(self, records: Records) -> Report:
        """The report on the records of one run.

        Raises:
            InputError: as `evaluate`.
            Interrupted: Ctrl-C; it holds the finished outcomes.
        """
        scorer = scorer_of(self.benchmark, self.corrected, self.postprocessing, self.judging)
        self.reporting.check(judged=isinstance(scorer, JudgedScorer))
        rows = _rows(self.benchmark, self.data, records)
        bound = bind_all(rows, scorer.registry)
        seen = Seen()
        matches = self._match(rows, records, seen)
        outcomes = self._judged(scorer, Jobs(bound, matches.samples))
        if isinstance(scorer, JudgedScorer):
            check_some_judged(outcomes, scorer.replies)
        return Report(
            outcomes,
            signature_of(scorer, rows, totals_of(outcomes), seen.sampling),
            matched_by=matches.by,
            unmatched=[named_answer(answer) for answer in matches.unmatched],
            reporting=self.reporting,
            notes=compared(outcomes, records).notices if isinstance(records, list) else (),
        )

    def of_source(self, source: str | Path | Iterable[Mapping[str, Any]]) -> Report:
        """The report on the responses in a source, see `read_responses`.

        Raises:
            InputError: as `evaluate`.
            Interrupted: Ctrl-C; it holds the finished outcomes.
        """
        if isinstance(source, str | Path) and Path(source).is_file():
            # Most often its records stand alone, so that no look at all of them is needed first.
            with suppress(NotAlone):
                return self.of(Streamed(source))
            return self.of(read(source))
        return self.of(read_responses(source))

    def matched(self, records: Records) -> tuple[list[Row], Matches]:
        """The rows that responses are for, and the responses to each.

        Raises:
            InputError: rows or responses are not sound, or no response answers a row.
        """
        rows = _rows(self.benchmark, self.data, records)
        return rows, self._match(rows, records, Seen())

    def _match(self, rows: Sequence[Row], records: Records, seen: Seen) -> Matches:
        matches = self._in_pieces(rows, records, seen)
        if matches is None:
            samples = None if isinstance(records, list) else Spool(len(rows))
            given = answers(seen.passing(records), rows)
            matches = match(rows, given, repeats=self.repeats, samples=samples)
        if not matches.first:
            raise InputError(
                f"none of its {seen.count} responses answers one of the {len(rows)} rows "
                "(by key or prompt); is it for another benchmark or version of the data?",
                file=seen.file,
            )
        return matches

    def _in_pieces(self, rows: Sequence[Row], records: Records, seen: Seen) -> Matches | None:
        if self.workers == 1 or isinstance(records, list):
            return None
        found = match_in_pieces(rows, records, self.workers, repeats=self.repeats)
        if found is None:
            return None
        seen.merge(found[1])
        return found[0]

    def _judged(self, scorer: Scorer, work: Jobs) -> Sequence[Outcome]:
        """The outcomes, in memory or in files."""
        if self.drafts is None:
            outcomes: list[Outcome] = []
            parts = judge_parts(scorer, work, list, workers=self.workers)
            self._take(parts, len(work), outcomes.extend, outcomes)
            return outcomes
        rows = [replace(one.row, benchmark=scorer.benchmark) for one in work.bound]
        files = OutcomeFiles(self.drafts, Totals.over(rows), self.gzipped)
        folder = files.folder if self.workers > 1 else None
        part_of = partial(Part.of, gzipped=self.gzipped, folder=folder)
        parts_in_files = judge_parts(scorer, work, part_of, workers=self.workers)
        self._take(parts_in_files, len(work), files.append, files)
        return files

    def _take(
        self,
        parts: Iterator[_Part],
        total: int,
        keep: Callable[[_Part], None],
        kept: Sequence[Outcome],
    ) -> None:
        try:
            for part in self.progress(parts, total):
                keep(part)
        except KeyboardInterrupt:
            raise Interrupted(kept, total) from None


def _rows(benchmark: str, data: str | Path | None, records: Records) -> list[Row]:
    if data is not None:
        return load_rows_file(data)
    within = rows_within(records)
    return with_known(within, benchmark) if within else load_rows(benchmark)


def signature_of(
    scorer: Scorer, rows: Sequence[Row], totals: Totals, sampling: str | None = None
) -> Signature:
    """What a score was made from and with."""
    traces = totals.traces
    signature = Signature(
        benchmark=scorer.benchmark,
        rows=len(rows),
        data=content_hash(rows)[:8],
        checkers=checkers_of(scorer.registry),
        postprocess=str(scorer.postprocessing),
        samples=totals.samples,
        thinking=f"{traces[Trace.REMOVED]}/{traces[Trace.UNCLOSED]}",
        sampling=sampling,
    )
    return signed(signature, scorer, rows)


def named_answer(answer: Answered) -> str:
    """An answer for a message; without the line it stood in, which a shuffled file changes."""
    if answer.key is not None:
        return named(answer.key, answer.turn)
    prompt = answer.prompt or next(iter(answer.opening), "")
    return f"prompt {prompt[:60]!r}" + ("…" if len(prompt) > 60 else "")
