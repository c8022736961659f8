"""verl: `custom_reward_function.path=pkg://ifbench_suite.adapters.verl`, or this file's path.

`name=compute_score` gives a float, `name=compute_score_dict` the details too.
"""

from __future__ import annotations

from typing import Any

from ifbench_suite.adapters.judging import judged, levels_of
from ifbench_suite.adapters.rewards import BENCHMARK, answer_of, asked_of, reward_for
from ifbench_suite.readers.messages import last_prompt

_OF_VERL = ("reward_router_address", "reward_model_tokenizer")
"""What verl passes on besides the options, where there is a reward model too."""


def compute_score(
    data_source: str,
    solution_str: str,
    ground_truth: Any,
    extra_info: dict[str, Any] | None = None,
    *,
    benchmark: str | None = None,
    **options: Any,
) -> float:
    """The reward of one rollout.

    Args:
        data_source: "ifbench" or "multi_if" chooses their rules.
        solution_str: what the model wrote.
        ground_truth: the row, best as JSON text with its key, so that dumps can be scored.
        extra_info: may hold the `prompt`, for the rule that reads it.
        benchmark: whose rules to judge by, whatever `data_source` says.
        options: further ones of `ifbench_suite.reward`; verl passes on its `reward_kwargs`.

    Raises:
        InputError: the ground truth is not sound.
    """
    return reward_for(
        solution_str,
        ground_truth,
        prompt=(extra_info or {}).get("prompt"),
        benchmark=_benchmark(data_source, benchmark),
        **{name: value for name, value in options.items() if name not in _OF_VERL},
    )


def compute_score_dict(
    data_source: str,
    solution_str: str,
    ground_truth: Any,
    extra_info: dict[str, Any] | None = None,
    *,
    benchmark: str | None = None,
    **options: Any,
) -> dict[str, float]:
    """As `compute_score`, as `score`; with what verl shows beside it, the same names every time.

    They are those of `ifbench_suite.adapters.judging.levels_of`.

    Raises:
        InputError: the ground truth is not sound.
    """
    score = compute_score(
        data_source, solution_str, ground_truth, extra_info, benchmark=benchmark, **options
    )
    row = asked_of(ground_truth, last_prompt((extra_info or {}).get("prompt")))
    outcome = judged(row, answer_of(solution_str), _benchmark(data_source, benchmark))
    return {"score": score, **levels_of([outcome])}


def _benchmark(data_source: str, benchmark: str | None) -> str:
    # Anything else, "ifeval" included, may name IF-RLVR's rows, whose rules have IFEval's in them.
    return benchmark or (data_source if data_source in ("ifbench", "multi_if") else BENCHMARK)
