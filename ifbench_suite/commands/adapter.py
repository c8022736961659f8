"""`python -m ifbench_suite adapter NAME`: how a harness or trainer takes this scorer."""

from __future__ import annotations

import argparse
from pathlib import Path
from typing import NamedTuple

SUMMARY = "Says how a harness or trainer takes this scorer, and where the files for it stand."


class Adapter(NamedTuple):
    """An adapter as people use it.

    Attributes:
        path: its file or folder, within `ifbench_suite/adapters`.
        use: what to type; {path} stands for that file or folder.
    """

    path: str
    use: str


ADAPTERS = {
    "arrow": Adapter("arrow.py", "from ifbench_suite.adapters.arrow import score_table"),
    "evalscope": Adapter(
        "evalscope.py",
        "python -m ifbench_suite.adapters.evalscope eval --model M --datasets ifbench_suite_ifeval",
    ),
    "evalution": Adapter(
        "evalution.py", "from ifbench_suite.adapters.evalution import InstructionSuite"
    ),
    "inspect_ai": Adapter("inspect_ai.py", "inspect eval ifbench_suite/ifeval --model M"),
    "lighteval": Adapter(
        "lighteval_tasks.py",
        'lighteval accelerate "model_name=M" "ifbench_suite_ifeval|0" '
        "--custom-tasks ifbench_suite.adapters.lighteval_tasks",
    ),
    "lm_eval": Adapter(
        "lm_eval", "lm_eval run --model hf --tasks ifbench_suite_ifeval --include_path {path}"
    ),
    "open_instruct": Adapter(
        "open_instruct.py",
        "python -m ifbench_suite.adapters.open_instruct grpo_fast "
        "--remap_verifier ifeval=instruction_following",
    ),
    "opencompass": Adapter(
        "opencompass_config.py",
        "with read_base(): from ifbench_suite.adapters.opencompass_config import ifeval",
    ),
    "ray": Adapter("ray.py", "from ifbench_suite.adapters.ray import score"),
    "trl": Adapter(
        "trl.py", "trl grpo --reward_funcs ifbench_suite.adapters.trl.instruction_following"
    ),
    "verifiers": Adapter("verifiers_plugins", "PYTHONPATH={path} vf-eval ifbench-suite-vf"),
    "verl": Adapter("verl.py", "custom_reward_function.path={path} name=compute_score"),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the flags."""
    parser.add_argument("name", choices=ADAPTERS, nargs="?", help="a harness or trainer")
    parser.add_argument("--path", action="store_true", help="print only its file or folder")


def run(arguments: argparse.Namespace) -> int:
    """Prints what to type for one adapter, or for all."""
    if arguments.name is None:
        for name, adapter in ADAPTERS.items():
            print(f"{name:14} {adapter.use.format(path='PATH')}")  # noqa: T201
        return 0
    adapter = ADAPTERS[arguments.name]
    path = Path(__file__).parents[1] / "adapters" / adapter.path
    print(path if arguments.path else adapter.use.format(path=path))  # noqa: T201
    return 0
