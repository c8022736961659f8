"""The score of one response as a reward for training."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from checkers import BadArguments, UnknownInstruction
from ifbench_suite.errors import InputError
from ifbench_suite.judged import refuse_judged
from ifbench_suite.postprocess import Postprocessing
from ifbench_suite.response import Response
from ifbench_suite.rows import registry_of
from ifbench_suite.verdict import BoundRule

_POSTPROCESSING = Postprocessing()


def reward(
    response: str,
    instruction_ids: Sequence[str],
    kwargs: Sequence[Mapping[str, Any] | None],
    benchmark: str = "if_rlvr",
    *,
    prompt: str | None = None,
) -> float:
    """The share of instructions that a response follows, strictly, by the reference rules.

    A thinking trace is removed first; a blank answer, or a trace that never closes, gives 0. Safe
    to call from many threads; the verdict takes time linear in the response.

    Args:
        response: what the model wrote.
        instruction_ids: one or more.
        kwargs: the parameters of each instruction; None for none.
        benchmark: whose rules to judge by.
        prompt: the row's prompt, for the rule that reads it.

    Returns:
        Between 0 and 1, as in IF-RLVR (arXiv 2507.02833).

    Raises:
        InputError: no instructions, not as many kwargs, an unknown id, or kwargs that do not fit.
    """
    if not instruction_ids or len(instruction_ids) != len(kwargs):
        raise InputError(f"{len(instruction_ids)} instruction ids and {len(kwargs)} kwargs")
    refuse_judged(benchmark)
    registry = registry_of(benchmark)
    try:
        rules = [
            BoundRule.of(registry.get(id), given or {})
            for id, given in zip(instruction_ids, kwargs, strict=True)
        ]
    except (BadArguments, UnknownInstruction) as error:
        raise InputError(str(error)) from None
    answer = _POSTPROCESSING(response).text
    judged = Response(answer, text_view=registry.view, prompt=prompt)
    return sum(rule.strict(judged).followed for rule in rules) / len(rules)
