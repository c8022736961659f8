"""The score of one response as a reward for training."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from checkers import BadArguments, Finding, UnknownInstruction
from checkers.ifeval.patterns import EndlessPattern
from checkers.requirement import MissingRequirement
from ifbench_suite.errors import InputError
from ifbench_suite.judged import refuse_judged
from ifbench_suite.languages import asked_language
from ifbench_suite.postprocess import Postprocessing
from ifbench_suite.response import Response
from ifbench_suite.rows import Row, registry_of
from ifbench_suite.verdict import BoundRule

_POSTPROCESSING = Postprocessing()


def reward(
    response: str,
    instruction_ids: Sequence[str],
    kwargs: Sequence[Mapping[str, Any] | None],
    benchmark: str = "if_rlvr",
    *,
    prompt: str | None = None,
    corrected: bool = False,
    all_or_nothing: bool = False,
) -> float:
    """The share of instructions that a response follows, strictly.

    A thinking trace is removed first; a blank answer, or a trace that never closes, gives 0. Safe
    to call from many threads and processes; the verdict takes time linear in the response. What
    meaningless answers earn by accident, and by which rules less: docs/rewards.md.

    Args:
        response: what the model wrote.
        instruction_ids: one or more.
        kwargs: the parameters of each instruction; None for none.
        benchmark: whose rules to judge by.
        prompt: the row's prompt, for the rule that reads it.
        corrected: judge by the corrected rules where there are some, else by the reference's.
        all_or_nothing: 1 if every instruction is followed, else 0.

    Returns:
        Between 0 and 1, as in IF-RLVR (arXiv 2507.02833).

    Raises:
        InputError: no instructions, not as many kwargs, an unknown id, kwargs that do not fit, a
            keyword that is an endless pattern, or something that a rule needs is not installed.
    """
    found = findings(
        response, instruction_ids, kwargs, benchmark, prompt=prompt, corrected=corrected
    )
    followed = [finding.followed for finding in found]
    return float(all(followed)) if all_or_nothing else sum(followed) / len(followed)


def findings(
    response: str,
    instruction_ids: Sequence[str],
    kwargs: Sequence[Mapping[str, Any] | None],
    benchmark: str = "if_rlvr",
    *,
    prompt: str | None = None,
    corrected: bool = False,
) -> list[Finding]:
    """What `reward` is made of: for each instruction whether it is followed, and why.

    Args:
        response: as all others, see `reward`.
        instruction_ids: one or more.
        kwargs: the parameters of each instruction; None for none.
        benchmark: whose rules to judge by.
        prompt: the row's prompt, for the rule that reads it.
        corrected: judge by the corrected rules where there are some.

    Raises:
        InputError: as `reward`.
    """
    refuse_judged(benchmark)
    if not instruction_ids or len(instruction_ids) != len(kwargs):
        raise InputError(f"{len(instruction_ids)} instruction ids and {len(kwargs)} kwargs")
    registry = registry_of(benchmark)
    try:
        rules = [
            BoundRule.of(registry.get(id, corrected=corrected), given or {})
            for id, given in zip(instruction_ids, kwargs, strict=True)
        ]
    except (BadArguments, UnknownInstruction, MissingRequirement) as error:
        raise InputError(str(error)) from None
    answer = _POSTPROCESSING(response).text
    asked = Row("", prompt or "", tuple(instruction_ids), tuple(given or {} for given in kwargs))
    judged = Response(
        answer, text_view=registry.view, prompt=prompt, asked_language=asked_language(asked)
    )
    try:
        return [rule.strict(judged) for rule in rules]
    except EndlessPattern as error:
        raise InputError(str(error)) from None
