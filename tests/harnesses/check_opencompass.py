"""OpenCompass runs a config with our data sets, evaluators and summary groups."""

import csv
import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

from tests.harnesses import stand_in

NAMES = ("ifeval", "ifbench", "if_rlvr", "multi_if")


def run(out: str) -> None:
    config = Path(__file__).with_name("opencompass_config.py")
    program = str(Path(sys.executable).with_name("opencompass"))
    command = [program, str(config), "-w", out, "--debug"]
    environment = os.environ | {
        "PYTHONPATH": str(Path(__file__).parents[2]),
        "HF_HUB_OFFLINE": "1",
        "PATH": os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]]),
    }
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]


def main() -> None:
    with tempfile.TemporaryDirectory() as out:
        run(out)
        (summary,) = Path(out).rglob("summary/summary_*.csv")
        lines = list(csv.DictReader(summary.open(encoding="utf-8")))
        table = {line["dataset"]: line["stand-in"] for line in lines}
        for name in NAMES:
            (log,) = Path(out).rglob(f"predictions/**/ifbench_suite_{name}.json")
            (result,) = Path(out).rglob(f"results/**/ifbench_suite_{name}.json")
            numbers = json.loads(result.read_text(encoding="utf-8"))
            found = {level: numbers[level] / 100 for level in stand_in.LEVELS}
            stand_in.compare(name, found, log)
            overall = 100 * sum(found.values()) / len(found)
            assert table[f"ifbench_suite_{name}_overall"] == f"{overall:.2f}", table
    stand_in.done("opencompass", "numpy", "pyarrow")


if __name__ == "__main__":
    main()
