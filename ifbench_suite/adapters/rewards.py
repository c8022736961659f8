"""Rewards for batches: what a trainer holds in, floats out; threads and processes alike."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from concurrent.futures import Executor
from functools import partial
from typing import Any

from ifbench_suite.adapters.judging import row_from
from ifbench_suite.errors import InputError
from ifbench_suite.ground_truth import ground_truth
from ifbench_suite.readers.messages import last_prompt, text_of
from ifbench_suite.records import Place, Record, in_memory
from ifbench_suite.rewards import reward
from ifbench_suite.rows import Row

BENCHMARK = "if_rlvr"
"""Whose rules judge where none is named; it has IFEval's instructions too."""
_CHUNK = 32
"""Responses that a thread or process takes at a time."""
_NO_PLACE = Place(None, 1)


def asked_of(truth: Any, prompt: str | None = None) -> Row:
    """The row in a trainer's ground truth.

    Args:
        truth: an object with `instruction_id_list` (or `instruction_id`) and `kwargs`; or JSON
            text or a Python literal of it; or a list of one of these, as open-instruct has it.
        prompt: what was asked, where the truth does not say it.

    Raises:
        InputError: it is of another form.
    """
    opened = _opened(truth)
    return row_from(next(in_memory(iter([opened]))).value, prompt)


def answer_of(completion: Any) -> str:
    """The text of a completion: itself, or the last assistant message of a chat.

    Messages may be objects with `role` and `content`, or have these as attributes.
    """
    if isinstance(completion, str) or completion is None:
        return completion or ""
    if isinstance(completion, Mapping) or hasattr(completion, "content"):
        return text_of(_field(completion, "content")) or ""
    said = [message for message in completion if _field(message, "role") == "assistant"]
    return answer_of(said[-1]) if said else ""


def reward_for(
    completion: Any,
    truth: Any,
    *,
    prompt: Any = None,
    benchmark: str = BENCHMARK,
    **options: Any,
) -> float:
    """The reward of one completion.

    Args:
        completion: text, or a chat.
        truth: as `asked_of` takes it.
        prompt: text or a chat, for the rule that reads it.
        benchmark: whose rules to judge by.
        options: further ones of `ifbench_suite.reward`.

    Raises:
        InputError: the truth is not sound.
    """
    row = asked_of(truth, last_prompt(prompt))
    return reward(
        answer_of(completion),
        row.instruction_ids,
        row.kwargs,
        benchmark,
        prompt=row.prompt or None,
        **options,
    )


def rewards(
    completions: Sequence[Any],
    truths: Sequence[Any],
    *,
    prompts: Sequence[Any] | None = None,
    benchmark: str = BENCHMARK,
    **options: Any,
) -> list[float]:
    """The rewards of a batch, in its order.

    Args:
        completions: texts or chats.
        truths: one for each; as `asked_of` takes them.
        prompts: one for each, for the rule that reads them.
        benchmark: whose rules to judge by.
        options: further ones of `ifbench_suite.reward`.

    Raises:
        InputError: a truth is not sound, or there are not as many as completions.
    """
    asked = [None] * len(completions) if prompts is None else prompts
    if not len(completions) == len(truths) == len(asked):
        counts = f"{len(completions)} completions, {len(truths)} truths and {len(asked)} prompts"
        raise InputError(f"{counts}: there must be as many of each")
    return [
        reward_for(completion, truth, prompt=prompt, benchmark=benchmark, **options)
        for completion, truth, prompt in zip(completions, truths, asked, strict=True)
    ]


async def batch_rewards(
    completions: Sequence[Any],
    truths: Sequence[Any],
    *,
    prompts: Sequence[Any] | None = None,
    executor: Executor | None = None,
    **options: Any,
) -> list[float]:
    """`rewards` without holding up the event loop.

    Args:
        completions: texts or chats.
        truths: one for each.
        prompts: one for each, for the rule that reads them.
        executor: where to judge; a ProcessPoolExecutor judges in parallel. None: the loop's own
            threads, which keep the loop free but share one core.
        options: `benchmark`, and further ones of `ifbench_suite.reward`.

    Raises:
        InputError: a truth is not sound, or there are not as many as completions.
    """
    judge = partial(rewards, **options)
    loop = asyncio.get_running_loop()
    asked = [None] * len(completions) if prompts is None else prompts
    starts = range(0, max(map(len, (completions, truths, asked))), _CHUNK)
    parts = [
        loop.run_in_executor(
            executor,
            partial(judge, prompts=asked[start : start + _CHUNK]),
            completions[start : start + _CHUNK],
            truths[start : start + _CHUNK],
        )
        for start in starts
    ]
    return [one for part in await asyncio.gather(*parts) for one in part]


def _opened(truth: Any) -> Any:
    if isinstance(truth, str):
        return _opened(ground_truth(Record(_NO_PLACE, {"ground_truth": truth})))
    if isinstance(truth, list | tuple) and len(truth) == 1:
        return _opened(truth[0])
    return truth


def _field(message: Any, name: str) -> Any:
    return message.get(name) if isinstance(message, Mapping) else getattr(message, name, None)
