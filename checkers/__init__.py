"""Verdicts on instructions that can be verified by code: pure functions and nothing else.

>>> import checkers
>>> checkers.check("ifeval", "keywords:existence", "The sea.", {"keywords": ["sea"]}).followed
True
"""

from __future__ import annotations

from collections.abc import Mapping

from immutabledict import immutabledict

import checkers.if_rlvr
import checkers.ifbench
import checkers.ifeval  # noqa: F401 - these imports fill the registries
from checkers.finding import Finding
from checkers.inverse_ifeval import INVERSE_IFEVAL
from checkers.multi_if import MULTI_IF
from checkers.registry import (
    IF_RLVR,
    IFBENCH,
    IFEVAL,
    BadArguments,
    Example,
    Instruction,
    Registry,
    UnknownInstruction,
)
from checkers.text import Text

REGISTRIES: Mapping[str, Registry] = immutabledict(
    {registry.name: registry for registry in (IFEVAL, IFBENCH, MULTI_IF, INVERSE_IFEVAL, IF_RLVR)}
)
"""The registry of each benchmark, by name."""

__all__ = [
    "IFBENCH",
    "IFEVAL",
    "IF_RLVR",
    "INVERSE_IFEVAL",
    "MULTI_IF",
    "REGISTRIES",
    "BadArguments",
    "Example",
    "Finding",
    "Instruction",
    "Registry",
    "Text",
    "UnknownInstruction",
    "check",
]


def check(
    benchmark: str,
    instruction_id: str,
    response: str,
    kwargs: Mapping[str, object],
    *,
    corrected: bool = False,
    prompt: str | None = None,
) -> Finding:
    """Whether one response, as it stands, follows one instruction, and why.

    Args:
        benchmark: name of a registry, say "ifeval".
        instruction_id: say "keywords:existence".
        response: the text to judge; a blank one follows nothing. Of "inverse_ifeval": the reply
            of the judge model.
        kwargs: the instruction's parameters as the data gives them; None counts as absent.
        corrected: judge by the corrected rule where there is one, else by the reference.
        prompt: the row's prompt, for the rule that reads it.

    Raises:
        UnknownInstruction: the benchmark or the id does not exist.
        BadArguments: `kwargs` do not fit the instruction.
        MissingRequirement: the rule needs something that is not installed.
        EndlessPattern: a keyword is a pattern that might take more steps than are allowed.
    """
    if benchmark not in REGISTRIES:
        raise UnknownInstruction(f"no benchmark {benchmark!r}; there are {', '.join(REGISTRIES)}")
    registry = REGISTRIES[benchmark]
    verdict = registry.get(instruction_id, corrected=corrected).bind(kwargs)
    text = registry.view(response, prompt=prompt)
    return verdict(text) if text.stripped else BLANK


BLANK = Finding(False, "a blank response", "a response")
"""What every checker says of a response without any visible character."""
