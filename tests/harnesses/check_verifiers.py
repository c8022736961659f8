"""vf-eval runs our tasksets against the stand-in on loopback; from verifiers 0.4 on.

Its null harness is a program that uv installs from the package index at the first run, so that the
first run is not offline; and a process per conversation, so that by default only ifeval and
multi_if are run. Name others as arguments.
"""

import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from tests.harnesses import stand_in
from tests.harnesses.endpoint import serving


def run(url: str, folder: Path, name: str, *arguments: str) -> Path:
    plugins = subprocess.run(
        [sys.executable, "-m", "ifbench_suite", "adapter", "verifiers", "--path"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout.strip()
    bin = Path(sys.executable).parent
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join([plugins, os.getcwd()]),
        "PATH": os.pathsep.join([str(bin), os.environ["PATH"]]),
        "NOKEY": "none",
    }
    out = folder / name
    options = f"-m stand-in --client.base-url {url} --client.api-key-var NOKEY "
    options += "--env.agent.harness.id null --env.agent.runtime.type subprocess --no-push --no-rich"
    done = subprocess.run(
        [bin / "vf-eval", name, *options.split(), "-n", "100", "-o", str(out), *arguments],
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    (log,) = out.rglob("traces.jsonl")
    return log


def numbers(log: Path) -> dict[str, float]:
    """From the metrics that the harness recorded."""
    traces = [json.loads(line)["traces"][0] for line in log.read_text().splitlines()]
    assert not [trace["errors"] for trace in traces if trace["errors"]], traces
    metrics = [trace["metrics"] for trace in traces]

    def total(name: str) -> float:
        return float(sum(one[name] for one in metrics))

    found = {}
    for mode in ("strict", "loose"):
        found[f"prompt_level_{mode}"] = total(f"turns_{mode}") / total("turns")
        found[f"inst_level_{mode}"] = total(f"followed_{mode}") / total("instructions")
    for trace in traces:
        reward = trace["rewards"]["instruction_following"]["score"]
        assert reward == trace["metrics"]["inst_level_strict"], trace
    return found


def main(names: Sequence[str]) -> None:
    with serving() as url, tempfile.TemporaryDirectory() as folder:
        for name in names or ("ifeval", "multi_if"):
            id = "ifbench-suite-vf-turns" if name == "multi_if" else "ifbench-suite-vf"
            given = ("--env.taskset.benchmark", name, "--env.taskset.data", "sample")
            log = run(url, Path(folder, name), id, *given)
            stand_in.compare(name, numbers(log), log)
    stand_in.done("verifiers")


if __name__ == "__main__":
    main(sys.argv[1:])
