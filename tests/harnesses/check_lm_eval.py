"""lm-eval runs the tasks in our folder; `--log_samples` writes what our command then reads."""

import json
import tempfile
from pathlib import Path
from typing import Any

import lm_eval
from lm_eval.api.model import LM
from lm_eval.loggers import EvaluationTracker
from lm_eval.tasks import TaskManager

from tests.harnesses import stand_in


class StandIn(LM):
    def loglikelihood(self, requests: list[Any]) -> list[Any]:
        raise NotImplementedError

    def loglikelihood_rolling(self, requests: list[Any]) -> list[Any]:
        raise NotImplementedError

    def generate_until(self, requests: list[Any], disable_tqdm: bool = False) -> list[str]:
        return [stand_in.answer([request.args[0]]) for request in requests]


def main() -> None:
    import ifbench_suite.adapters.lm_eval as ours

    path = str(Path(ours.__file__).parent)
    names = ("ifeval", "ifbench", "if_rlvr")
    manager = TaskManager(include_path=path, include_defaults=False, metadata={"data": "sample"})
    with tempfile.TemporaryDirectory() as folder:
        results = lm_eval.simple_evaluate(
            model=StandIn(),
            tasks=[f"ifbench_suite_{name}" for name in names],
            task_manager=manager,
            metadata={"data": "sample"},
            log_samples=True,
        )
        samples = results.pop("samples")
        tracker = EvaluationTracker(output_path=folder)
        tracker.save_results_aggregated(results=results, samples=samples)
        for name in names:
            task = f"ifbench_suite_{name}"
            tracker.save_results_samples(task_name=task, samples=samples[task])
            (log,) = Path(folder).rglob(f"samples_{task}_*.jsonl")
            found = results["results"][task]
            numbers = {level: found[f"{level},none"] for level in stand_in.LEVELS}
            stand_in.compare(name, numbers, log)
        assert json.loads(next(Path(folder).rglob("results_*.json")).read_text())["results"]
    stand_in.done("lm-eval")


if __name__ == "__main__":
    main()
