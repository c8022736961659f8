"""How one response is judged: jobs in, outcomes out."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import chain, repeat
from typing import Any, TypeAlias

from checkers import Finding, Registry
from checkers.requirement import MissingRequirement
from ifbench_suite.errors import InputError
from ifbench_suite.languages import asked_language
from ifbench_suite.outcome import Outcome, Status, Verdicts
from ifbench_suite.postprocess import Postprocessing
from ifbench_suite.response import Response
from ifbench_suite.rows import BoundRow, registry_of
from ifbench_suite.samples import Samples
from ifbench_suite.verdict import BoundRule

_Judged = tuple[Finding, bool]
"""The strict finding and the loose verdict."""


@dataclass(frozen=True, slots=True)
class Job:
    """One sample to judge; `response` is None where the row has no response."""

    bound: BoundRow
    response: str | None
    truncated: bool = False
    sample: int = 0


@dataclass(frozen=True)
class Scorer:
    """How responses are judged: by which rules, after which post-processing.

    Attributes:
        benchmark: name of the registry.
        corrected: whether to judge by the corrected rules too.
        postprocessing: what is done to a response before it is judged.
    """

    benchmark: str
    corrected: bool = True
    postprocessing: Postprocessing = field(default_factory=Postprocessing)

    @property
    def registry(self) -> Registry:
        """The benchmark's registry."""
        return registry_of(self.benchmark)

    def judge(self, job: Job) -> Outcome:
        """The outcome of one job."""
        row = job.bound.row
        answer = self.postprocessing(job.response or "")
        response = Response(
            answer.text,
            text_view=self.registry.view,
            prompt=row.prompt,
            asked_language=asked_language(row),
        )
        errors: list[str] = []
        reference = [
            _judged(rule, response, id, errors)
            for id, rule in zip(row.instruction_ids, job.bound.reference, strict=True)
        ]
        corrected = self._corrected(job.bound, response, reference, errors)
        return Outcome(
            key=row.key,
            benchmark=self.benchmark,
            prompt=row.prompt,
            response=answer.text,
            instruction_ids=row.instruction_ids,
            kwargs=row.kwargs,
            reference=_verdicts(reference),
            corrected=_verdicts(corrected) if self.corrected else None,
            status=_status(job, answer.text),
            trace=answer.trace,
            truncated=job.truncated,
            errors=tuple(errors),
            language=row.language,
            turn=row.turn,
            sample=job.sample,
            extra=row.extra,
        )

    def _corrected(
        self, bound: BoundRow, response: Response, reference: list[_Judged], errors: list[str]
    ) -> list[_Judged]:
        """The corrected judgements; where an instruction has no correction, the reference's."""
        if not self.corrected:
            return []
        rules = zip(bound.row.instruction_ids, bound.reference, bound.corrected, strict=True)
        return [
            exact if rule is fixed else _judged(fixed, response, id, errors)
            for (id, rule, fixed), exact in zip(rules, reference, strict=True)
        ]


Ticket: TypeAlias = tuple[int, int, Any]
"""A job by what tells it from others, for a process that has the rest: the numbers of its row and
its sample, and the handle of the sample (see `Samples.handles`), None where the row has none."""


@dataclass(frozen=True)
class Jobs:
    """What there is to judge: every row as often as the row with the most samples has samples.

    Attributes:
        bound: the rows.
        samples: theirs.
    """

    bound: Sequence[BoundRow]
    samples: Samples[Any]

    def __len__(self) -> int:
        return len(self.bound) * self._most

    def __iter__(self) -> Iterator[Job]:
        return map(self.job, self.tickets())

    def tickets(self) -> Iterator[Ticket]:
        """The jobs in order, by row and sample."""
        most = self._most
        for row in range(len(self.bound)):
            handles = chain(self.samples.handles(row), repeat(None))
            yield from zip(repeat(row), range(most), handles, strict=False)

    def job(self, ticket: Ticket) -> Job:
        """The job of a ticket."""
        row, number, handle = ticket
        if handle is None:
            return Job(self.bound[row], None, sample=number)
        text, truncated = self.samples.at(handle)
        return Job(self.bound[row], text, truncated, number)

    @property
    def _most(self) -> int:
        return self.samples.most or 1


def _status(job: Job, text: str) -> Status:
    if job.response is None:
        return Status.MISSING
    return Status.ANSWERED if text.strip() else Status.EMPTY


def _judged(rule: BoundRule, response: Response, id: str, errors: list[str]) -> _Judged:
    try:
        strict = rule.strict(response)
        return strict, rule.loose(response, strict)
    except MissingRequirement as missing:
        raise InputError(str(missing)) from None
    except Exception as error:  # the one place: a faulty checker is counted and named, not hidden
        problem = f"{id}: {type(error).__name__}: {error}"
        errors.append(problem)
        return Finding(False, f"checker error, {problem}", "a verdict"), False


def _verdicts(judged: Sequence[_Judged]) -> Verdicts:
    return Verdicts(
        strict=tuple([finding.followed for finding, _ in judged]),
        loose=tuple([loose for _, loose in judged]),
        findings=tuple([finding for finding, _ in judged]),
    )
