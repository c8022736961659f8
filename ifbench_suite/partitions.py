"""A run in parts: each judged wherever there is a processor, and one report on all of them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import Any, NamedTuple

from ifbench_suite.conversations import answers
from ifbench_suite.errors import InputError
from ifbench_suite.evaluation import named_answer, signature_of
from ifbench_suite.matching import RowIndex
from ifbench_suite.metrics.totals import Totals
from ifbench_suite.records import Record, in_memory
from ifbench_suite.report import Report
from ifbench_suite.responses import Answered, Seen
from ifbench_suite.rows import BoundRow, Row, bind_all
from ifbench_suite.scorer import Job, Scorer

_MOST_SAMPLES = 1_000_000


class AnsweredSamples(NamedTuple):
    """Which samples of a row are answered.

    Attributes:
        samples: their numbers, as the bits of a whole number.
        first: the least of them.
        way: how its row was found.
    """

    samples: int
    first: int
    way: str


@dataclass
class JudgedPart:
    """What some of a run's responses come to; parts add up to the whole in any order.

    Attributes:
        totals: what their outcomes add up to.
        answers: by number of the row.
        unmatched: the responses that answer no row.
        seen: how they were sampled.
    """

    totals: Totals = field(default_factory=Totals)
    answers: dict[int, AnsweredSamples] = field(default_factory=dict)
    unmatched: list[str] = field(default_factory=list)
    seen: Seen = field(default_factory=Seen)


@dataclass(frozen=True)
class Partitioned:
    """How the parts of a run are scored, on whatever machine.

    Attributes:
        rows: all rows of the run.
        scorer: judges the responses to them.
    """

    rows: Sequence[Row]
    scorer: Scorer

    def part(self, responses: Iterable[Mapping[str, Any]]) -> JudgedPart:
        """Judges some of the responses.

        Args:
            responses: as `evaluate` takes them. Where a row has several, each has its number, from
                0, in `sample`.

        Raises:
            InputError: a response is malformed, or one sample of a row stands twice.
        """
        part = JudgedPart()
        for record in part.seen.passing(in_memory(iter(responses))):
            given = Record(record.place, _given(record.value))
            number = given.take("sample", int, default=0)
            if not 0 <= number < _MOST_SAMPLES:
                raise given.place.error(
                    f"{number} is not from 0 to {_MOST_SAMPLES - 1:,}", "sample"
                )
            for answer in answers([given], self.rows):
                self._judge(answer, number, part)
        return part

    def merged(self, parts: Iterable[JudgedPart]) -> JudgedPart:
        """The parts as one.

        Raises:
            InputError: one sample of a row stands in two.
        """
        whole = JudgedPart(Totals.over(self._named_rows))
        for part in parts:
            whole.totals.merge(part.totals)
            whole.unmatched += part.unmatched
            whole.seen.merge(part.seen)
            for row, found in part.answers.items():
                self._answered(whole, row, found)
        return whole

    def report(self, parts: Iterable[JudgedPart]) -> Report:
        """The report on all parts: that of `evaluate` on all responses, but without outcomes.

        Raises:
            InputError: one sample of a row stands in two, or no response answers a row.
        """
        whole = self.merged(parts)
        if not whole.answers:
            problem = (
                f"none of the {whole.seen.count} responses answers one of the {len(self.rows)} rows"
            )
            raise InputError(f"{problem} (by key or prompt)")
        self._add_missing(whole)
        ways = [found.way for found in whole.answers.values()]
        return Report(
            (),
            signature_of(self.scorer, self.rows, whole.totals, whole.seen.sampling),
            matched_by={way: ways.count(way) for way in ("key", "prompt", "normalised prompt")},
            unmatched=whole.unmatched,
            counted=whole.totals,
        )

    def _judge(self, answer: Answered, number: int, part: JudgedPart) -> None:
        if answer.samples in ((), (None,)):
            return
        row, way = self._index.find(answer)
        if row is None:
            part.unmatched.append(named_answer(answer))
            return
        for i, text in enumerate(answer.samples, start=number):
            self._answered(part, row, AnsweredSamples(1 << i, i, way))
            job = Job(self._bound[row], text, answer.truncated, i)
            part.totals.add(self.scorer.judge(job))

    def _answered(self, part: JudgedPart, row: int, found: AnsweredSamples) -> None:
        known = part.answers.get(row, AnsweredSamples(0, found.first, found.way))
        if known.samples & found.samples:
            raise InputError(
                f"{self.rows[row].name}: two responses for one sample; number those of a row "
                "from 0 on",
                field="sample",
            )
        first = min(known, found, key=lambda one: one.first)
        part.answers[row] = first._replace(samples=known.samples | found.samples)

    def _add_missing(self, whole: JudgedPart) -> None:
        most = max(found.samples.bit_length() for found in whole.answers.values())
        for number, row in enumerate(self._bound):
            answered = whole.answers[number].samples if number in whole.answers else 0
            for sample in range(most):
                if not answered >> sample & 1:
                    whole.totals.add(self.scorer.judge(Job(row, None, sample=sample)))

    @cached_property
    def _bound(self) -> Sequence[BoundRow]:
        return bind_all(self.rows, self.scorer.registry)

    @cached_property
    def _index(self) -> RowIndex:
        return RowIndex(self.rows)

    @property
    def _named_rows(self) -> list[Row]:
        return [replace(row, benchmark=self.scorer.benchmark) for row in self.rows]

    def __getstate__(self) -> dict[str, Any]:
        """What is sent to another process: it binds the rows itself."""
        return {"rows": self.rows, "scorer": self.scorer}


def _given(record: Mapping[str, Any]) -> dict[str, Any]:
    """The record without the columns of a table that are null in it; a null response counts."""
    return {name: v for name, v in record.items() if v is not None or name == "response"}
