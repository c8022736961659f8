"""verl's offline evaluation and its reward loop, both with our function named in their config."""

import asyncio
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

import pandas
import torch
from omegaconf import OmegaConf
from verl import DataProto
from verl.trainer.ppo.ray_trainer import RayPPOTrainer
from verl.trainer.ppo.reward import load_reward_manager

import ifbench_suite as suite
from ifbench_suite.adapters.judging import as_json, rows_to_ask
from ifbench_suite.metrics import METRICS
from ifbench_suite.resources import data_file
from tests.harnesses import stand_in
from tests.harnesses.byte_tokens import tokenizer

NAMES = ("ifeval", "ifbench", "if_rlvr")
PATH = "pkg://ifbench_suite.adapters.verl"


def samples(name: str) -> list[dict[str, Any]]:
    """The rows as verl's data has them, each with the stand-in's answer."""
    return [
        {
            "data_source": name,
            "prompt": [{"role": "user", "content": row.prompt}],
            "reward_model": {"style": "rule", "ground_truth": as_json(row)},
            "extra_info": {"prompt": row.prompt},
            "responses": [stand_in.answer([row.prompt])],
        }
        for row in rows_to_ask(name, "sample")
    ]


def evaluated(folder: Path) -> dict[str, float]:
    """The mean rewards that `verl.trainer.main_eval` prints."""
    path = folder / "generated.parquet"
    pandas.DataFrame([one for name in NAMES for one in samples(name)]).to_parquet(path)
    command = [sys.executable, "-m", "verl.trainer.main_eval", f"data.path={path}"]
    command += [f"+reward.custom_reward_function.path={PATH}"]
    command += ["+reward.custom_reward_function.name=compute_score"]
    command += ["ray_kwargs.ray_init.num_cpus=2"]
    done = subprocess.run(command, capture_output=True, text=True, cwd=folder)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    found = re.findall(r"'test_score/(\w+)': (?:np\.float64\()?([0-9.]+)", done.stdout)
    return {name: float(score) for name, score in found}


def mean_share(name: str) -> float:
    rows, responses = (data_file(f"samples/{name}_{kind}.jsonl") for kind in ("rows", "responses"))
    outcomes = suite.evaluate(responses, name, data=rows).outcomes
    return METRICS.get("inst_level_strict_macro").estimate(outcomes).value


async def rewarded(name: str) -> list[dict[str, Any]]:
    """What the reward loop makes of each answer, with the answer as it decoded it."""
    function = {"path": PATH, "name": "compute_score_dict"}
    manager = {"source": "register", "name": "naive"}
    reward = {"custom_reward_function": function, "reward_manager": manager}
    tokens = tokenizer()
    loop = load_reward_manager(OmegaConf.create({"reward": reward}), tokens)
    found = []
    for sample in samples(name):
        (answer,) = sample["responses"]
        ids = torch.tensor([tokens(answer, add_special_tokens=False)["input_ids"]]).long()
        texts = {k: [sample[k]] for k in ("data_source", "reward_model", "extra_info")}
        data = DataProto.from_dict(
            tensors={"responses": ids, "attention_mask": torch.ones_like(ids)},
            non_tensors=texts,
        )
        found.append(await loop.run_single(data) | {"sample": sample, "answer": answer})
    return found


def dumped(results: list[dict[str, Any]], folder: Path) -> Path:
    """The file that a training run writes for `rollout_data_dir`."""
    extra = [one["reward_extra_info"] for one in results]
    infos = {name: [one[name] for one in extra] for name in extra[0]}
    RayPPOTrainer._write_generations(
        [f"user\n{one['sample']['prompt'][0]['content']}\nassistant\n" for one in results],
        [one["answer"] for one in results],
        [one["sample"]["reward_model"]["ground_truth"] for one in results],
        [one["reward_score"] for one in results],
        infos,
        str(folder),
        7,
    )
    (path,) = folder.glob("*.jsonl")
    return path


def numbers(log: Path) -> dict[str, float]:
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]

    def total(name: str) -> float:
        return float(sum(line[name] for line in lines))

    found = {}
    for mode in ("strict", "loose"):
        found[f"prompt_level_{mode}"] = total(f"prompt_level_{mode}") / len(lines)
        found[f"inst_level_{mode}"] = total(f"followed_{mode}") / total("instructions")
    return found


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        scores = evaluated(Path(folder))
        for name in NAMES:
            assert abs(scores[name] - mean_share(name)) < 1e-12, (name, scores)
            steps = Path(folder, name)
            steps.mkdir()
            log = dumped(asyncio.run(rewarded(name)), steps)
            stand_in.compare(name, numbers(log), log)
    stand_in.done("verl", "torch")


if __name__ == "__main__":
    main()
