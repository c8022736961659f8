"""The result of scoring one response against one row."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from enum import Enum
from typing import Any

from immutabledict import immutabledict

from checkers.finding import Finding
from checkers.inverse_ifeval import Judgement
from ifbench_suite.rows import Key, Row
from ifbench_suite.thinking import Trace


class Status(Enum):
    """What there was to judge."""

    ANSWERED = "answered"
    EMPTY = "empty"
    """A response was given; it was blank, or held nothing but a thinking trace."""
    MISSING = "missing"
    """No response was given for the row."""


@dataclass(frozen=True, slots=True)
class Verdicts:
    """What one rule set says, instruction by instruction, in the order of the row.

    Attributes:
        strict: whether the response as it is follows each instruction.
        loose: whether it or one of its relaxed variants does; true wherever strict is.
        findings: the evidence for each strict verdict.
    """

    strict: tuple[bool, ...]
    loose: tuple[bool, ...]
    findings: tuple[Finding, ...]


@dataclass(frozen=True, slots=True)
class Outcome:
    """One sample of one row, judged.

    Attributes:
        key: the row's key.
        benchmark: name of the registry whose rules were used.
        prompt: the row's prompt.
        response: what was judged: the response after post-processing.
        instruction_ids: the row's instructions.
        kwargs: their parameters.
        reference: the verdicts of the official rules.
        corrected: the verdicts of the corrected rules; None if they were not asked for.
        status: whether there was anything to judge.
        trace: what became of the response's thinking trace.
        truncated: whether the response file says that the model was cut off.
        errors: checkers that failed, as "ID: exception"; their verdicts are false.
        language: the row's language, where it has one.
        turn: the row's turn, where it has one.
        sample: 0-based index among the samples of the row.
        extra: the other fields of the row's data.
        judgement: what a judge model said, where one decides and the answer is not blank.
    """

    key: Key
    benchmark: str
    prompt: str
    response: str
    instruction_ids: tuple[str, ...]
    kwargs: tuple[Mapping[str, Any], ...]
    reference: Verdicts
    corrected: Verdicts | None
    status: Status = Status.ANSWERED
    trace: Trace = Trace.ABSENT
    truncated: bool = False
    errors: tuple[str, ...] = ()
    language: str | None = None
    turn: int | None = None
    sample: int = 0
    extra: Mapping[str, Any] = immutabledict()
    judgement: Judgement | None = None

    @property
    def strict(self) -> tuple[bool, ...]:
        """The strict follow list of the reference."""
        return self.reference.strict

    @property
    def loose(self) -> tuple[bool, ...]:
        """The loose follow list of the reference."""
        return self.reference.loose

    @property
    def row(self) -> Row:
        """The row that it is of."""
        return Row(
            key=self.key,
            prompt=self.prompt,
            instruction_ids=self.instruction_ids,
            kwargs=self.kwargs,
            language=self.language,
            turn=self.turn,
            benchmark=self.benchmark,
            extra=self.extra,
        )

    @property
    def times(self) -> int:
        """How many samples it stands for."""
        return 1

    @property
    def length(self) -> int:
        """The characters of the response."""
        return len(self.response)

    def to_dict(self) -> dict[str, Any]:
        """The outcome as a line of outcomes.jsonl; see docs/file-formats.md."""
        return {
            "key": self.key,
            "benchmark": self.benchmark,
            "language": self.language,
            "turn": self.turn,
            "sample": self.sample,
            "status": self.status.value,
            "thinking": self.trace.value,
            "truncated": self.truncated,
            "prompt": self.prompt,
            "response": self.response,
            "instruction_id_list": list(self.instruction_ids),
            "kwargs": [dict(one) for one in self.kwargs],
            "strict": list(self.strict),
            "loose": list(self.loose),
            "findings": _as_dicts(self.reference.findings),
            "corrected": self.corrected and _corrected_dict(self.corrected),
            "errors": list(self.errors),
            "extra": dict(self.extra),
            "judgement": self.judgement and self.judgement._asdict(),
        }


@dataclass(frozen=True, slots=True)
class Tally(Outcome):
    """Equal outcomes of one row, counted: prompt, response and findings are not kept.

    Attributes:
        times: how many samples it stands for.
        length: the characters of their responses, rounded down to a step of `LENGTHS`.
    """

    times: int = 1
    length: int = 0


LENGTHS = (0, 1, 200, 500, 1000, 2000, 4000, 8000)
"""Steps of a response's length, in characters, that about double."""


def _corrected_dict(verdicts: Verdicts) -> dict[str, Any]:
    return {
        "strict": list(verdicts.strict),
        "loose": list(verdicts.loose),
        "findings": _as_dicts(verdicts.findings),
    }


def _as_dicts(findings: Sequence[Finding]) -> list[dict[str, object]]:
    return [
        {"followed": one.followed, "found": one.found, "wanted": one.wanted} for one in findings
    ]
