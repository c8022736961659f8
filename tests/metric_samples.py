"""Outcomes with given verdicts, without rows or responses."""

from collections.abc import Sequence
from typing import Any

from immutabledict import immutabledict

from checkers.finding import Finding
from ifbench_suite.outcome import Outcome, Verdicts


def verdicts(follow: Sequence[int]) -> Verdicts:
    found = tuple(map(bool, follow))
    return Verdicts(found, found, tuple(Finding(one, "", "") for one in found))


def outcome(
    key: int | str,
    follow: Sequence[int],
    *,
    ids: Sequence[str] | None = None,
    sample: int = 0,
    turn: int | None = None,
    language: str | None = None,
    **extra: Any,
) -> Outcome:
    """An outcome whose instructions are followed as `follow` says, strict and loose alike."""
    names = ids or [f"family:{i}" for i in range(len(follow))]
    return Outcome(
        key=key,
        benchmark="ifeval",
        prompt=f"prompt {key}",
        response="response",
        instruction_ids=tuple(names),
        kwargs=tuple({} for _ in follow),
        reference=verdicts(follow),
        corrected=None,
        sample=sample,
        turn=turn,
        language=language,
        extra=immutabledict(extra),
    )


def outcomes(*follow_lists: Sequence[int]) -> list[Outcome]:
    """One outcome per follow list; the keys are their positions."""
    return [outcome(key, follow) for key, follow in enumerate(follow_lists)]
