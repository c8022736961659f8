"""inspect_ai runs our tasks, and re-scores an old log with our scorer."""

import json
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from inspect_ai import eval as run
from inspect_ai.log import EvalLog, read_eval_log
from inspect_ai.model import ModelOutput, ModelUsage, get_model

from tests.harnesses import stand_in


def reply(input: list[Any], *_: Any) -> ModelOutput:
    users = [message.text for message in input if message.role == "user"]
    output = ModelOutput.from_content("stand-in", stand_in.answer(users))
    # Without it the mock model counts tokens with a table that it downloads.
    output.usage = ModelUsage(input_tokens=1, output_tokens=1, total_tokens=2)
    return output


def numbers(log: EvalLog) -> dict[str, float]:
    assert log.status == "success", log.error
    assert log.results is not None
    return {name: one.value for score in log.results.scores for name, one in score.metrics.items()}


def rescore(log: str, folder: Path, *arguments: str) -> dict[str, float]:
    out = folder / f"rescored{Path(log).suffix}"
    program = str(Path(sys.executable).with_name("inspect"))
    command = [program, "score", log, "--overwrite", "--action"]
    command += ["overwrite", "--scorer", "ifbench_suite/instruction_following"]
    done = subprocess.run(
        [*command, "--output-file", str(out), *arguments], capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return numbers(read_eval_log(str(out)))


def old_log(folder: Path, log: EvalLog) -> str:
    """A log as another package's IFEval writes it: kwargs by position, empty ones left out."""
    assert log.samples is not None
    for sample in log.samples:
        kwargs = json.loads(sample.metadata["kwargs"])
        by_position = {str(i): one for i, one in enumerate(kwargs) if one}
        sample.metadata["kwargs"] = by_position
        sample.scores = None
    path = folder / "old.json"
    path.write_text(log.model_dump_json(), encoding="utf-8")
    return str(path)


def main() -> None:
    model = get_model("mockllm/model", custom_outputs=reply)
    names = ("ifeval", "ifbench", "if_rlvr", "multi_if")
    with tempfile.TemporaryDirectory() as folder:
        tasks = [f"ifbench_suite/{name}" for name in names]
        logs = run(tasks, model=model, task_args={"data": "sample"}, display="none", log_dir=folder)
        for name, log in zip(names, logs, strict=True):
            stand_in.compare(name, numbers(log), log.location)
        again = rescore(logs[3].location, Path(folder), "-S", "benchmark=multi_if")
        assert again == numbers(logs[3])
        old = old_log(Path(folder), read_eval_log(logs[0].location))
        stand_in.compare("ifeval", rescore(old, Path(folder)), old)
    stand_in.done("inspect-ai")


if __name__ == "__main__":
    main()
