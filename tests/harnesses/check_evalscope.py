"""evalscope, by our wrapper of its command line, asks the stand-in on loopback."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path
from typing import Any

from tests.harnesses import stand_in
from tests.harnesses.endpoint import serving

NAMES = ("ifeval", "ifbench", "if_rlvr", "multi_if")


def run(url: str, out: str) -> None:
    datasets = [f"ifbench_suite_{name}" for name in NAMES]
    given = {dataset: {"extra_params": {"data": "sample"}} for dataset in datasets}
    command = [sys.executable, "-m", "ifbench_suite.adapters.evalscope", "eval"]
    command += ["--model", "stand-in", "--api-url", url, "--eval-type", "openai_api"]
    command += ["--datasets", *datasets, "--dataset-args", json.dumps(given)]
    command += ["--eval-batch-size", "4", "--work-dir", out, "--no-timestamp"]
    done = subprocess.run(
        command, env=os.environ | {"HF_HUB_OFFLINE": "1"}, capture_output=True, text=True
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]


def numbers(report: Path) -> dict[str, float]:
    content: dict[str, Any] = json.loads(report.read_text(encoding="utf-8"))
    return {metric["identity"]["name"]: metric["score"] for metric in content["metrics"]}


def main() -> None:
    with serving() as url, tempfile.TemporaryDirectory() as out:
        run(url, out)
        for name in NAMES:
            (report,) = Path(out).rglob(f"reports/**/ifbench_suite_{name}.json")
            (log,) = Path(out).rglob(f"predictions/**/ifbench_suite_{name}_default.jsonl")
            (reviews,) = Path(out).rglob(f"reviews/**/ifbench_suite_{name}_default.jsonl")
            stand_in.compare(name, numbers(report), log, digits=4)
            stand_in.compare(name, numbers(report), reviews, digits=4)
    stand_in.done("evalscope")


if __name__ == "__main__":
    main()
