"""verifiers before 0.4: a rubric, and an environment of one prompt each."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import verifiers as vf
from datasets import Dataset

from ifbench_suite.adapters.judging import as_json, judged, row_from, rows_to_ask
from ifbench_suite.adapters.rewards import answer_of, reward_for
from ifbench_suite.outcome import Outcome


def rubric(benchmark: str = "ifeval", **options: Any) -> vf.Rubric:
    """Rewards the share of instructions that are followed, and shows the levels beside it.

    Args:
        benchmark: whose rules to judge by; the row stands in `info["row"]`.
        options: further ones of `ifbench_suite.reward`.
    """

    def instruction_following(completion: Any, info: Any, **_: Any) -> float:
        return reward_for(completion, info["row"], benchmark=benchmark, **options)

    def outcome(completion: Any, info: Any) -> Outcome:
        return judged(row_from(info["row"]), answer_of(completion), benchmark)

    def metric(name: str, value: Callable[[Outcome], float]) -> Callable[..., float]:
        def measured(completion: Any, info: Any, **_: Any) -> float:
            return float(value(outcome(completion, info)))

        measured.__name__ = name
        return measured

    shown = [
        metric("prompt_level_strict", lambda one: all(one.strict)),
        metric("prompt_level_loose", lambda one: all(one.loose)),
        metric("followed_strict", lambda one: sum(one.strict)),
        metric("followed_loose", lambda one: sum(one.loose)),
        metric("instructions", lambda one: len(one.strict)),
    ]
    return vf.Rubric(funcs=[instruction_following, *shown], weights=[1.0, *[0.0] * len(shown)])


def load_environment(
    benchmark: str = "ifeval", data: str | None = None, **options: Any
) -> vf.SingleTurnEnv:
    """The environment of a benchmark's prompts.

    Args:
        benchmark: ifeval, ifbench or if_rlvr.
        data: the official file; None: the fetched one; "sample": the package's.
        options: further ones of `ifbench_suite.reward`.

    Raises:
        InputError: the data is not at hand, or not sound.
    """
    rows = [
        {"question": row.prompt, "answer": "", "info": {"row": as_json(row)}}
        for row in rows_to_ask(benchmark, data)
    ]
    dataset = Dataset.from_list(rows)
    return vf.SingleTurnEnv(
        dataset=dataset, eval_dataset=dataset, rubric=rubric(benchmark, **options)
    )
