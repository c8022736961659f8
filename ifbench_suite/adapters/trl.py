"""TRL: a reward function for `GRPOTrainer(reward_funcs=[...])` and `trl grpo --reward_funcs`."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from ifbench_suite.adapters.rewards import BENCHMARK, reward_for
from ifbench_suite.errors import InputError

RewardFunction = Callable[..., list[float | None]]
_TRUTHS = ("row", "ground_truth")
"""Columns that hold all of a row; else `instruction_id_list` and `kwargs` do together."""
_PARTS = ("instruction_id_list", "instruction_id", "kwargs", "key")


def reward_function(benchmark: str = BENCHMARK, **options: Any) -> RewardFunction:
    """A reward function that judges by a benchmark's rules.

    TRL calls its metric rewards/instruction_following, and it works as the function of that name
    in this module.

    Args:
        benchmark: whose rules to judge by.
        options: further ones of `ifbench_suite.reward`.
    """

    def instruction_following(
        completions: Sequence[Any], prompts: Sequence[Any] | None = None, **columns: Any
    ) -> list[float | None]:
        asked = prompts or [None] * len(completions)
        return [
            None
            if truth is None
            else reward_for(completion, truth, prompt=prompt, benchmark=benchmark, **options)
            for completion, prompt, truth in zip(
                completions, asked, _truths(columns, len(completions)), strict=True
            )
        ]

    return instruction_following


def instruction_following(
    completions: Sequence[Any], prompts: Sequence[Any] | None = None, **columns: Any
) -> list[float | None]:
    """The reward of each completion by IF-RLVR's rules, IFEval's included.

    The data set has a column `row` or `ground_truth` (JSON text of the row, or open-instruct's
    form), or the columns `instruction_id_list` and `kwargs`. A row where they are null asks for
    no instruction: its reward is None, which TRL leaves out.

    Raises:
        InputError: there is no such column, or a row is not sound.
    """
    return reward_function()(completions, prompts, **columns)


def _truths(columns: Mapping[str, Any], number: int) -> Sequence[Any]:
    for name in _TRUTHS:
        if name in columns:
            return [truth or None for truth in columns[name]]
    parts = {name: columns[name] for name in _PARTS if name in columns}
    if not parts.keys() & set(_PARTS[:2]):
        names = ", ".join(columns) or "none"
        wanted = "row, ground_truth or instruction_id_list"
        raise InputError(f"the data set has no column {wanted}; its columns are {names}")
    truths = [{name: values[i] for name, values in parts.items()} for i in range(number)]
    return [truth if any(truth.get(name) for name in _PARTS[:2]) else None for truth in truths]
