"""vf-eval before 0.4 runs our environment and rubric against the stand-in on loopback."""

import json
import os
import subprocess
import sys
import tempfile
from pathlib import Path

import ifbench_suite.adapters
from tests.harnesses import stand_in
from tests.harnesses.endpoint import serving

ID = "ifbench-suite-vf-before-04"


def run(url: str, folder: Path, name: str) -> Path:
    plugins = Path(ifbench_suite.adapters.__file__).parent / "verifiers_plugins"
    environment = os.environ | {
        "PYTHONPATH": os.pathsep.join([str(plugins), os.getcwd()]),
        "NOKEY": "none",
    }
    arguments = json.dumps({"benchmark": name, "data": "sample"})
    options = f"-m stand-in -b {url} -k NOKEY -n -1 -r 1 --save-results --disable-tui"
    program = str(Path(sys.executable).with_name("vf-eval"))
    out = str(folder / name)
    done = subprocess.run(
        [program, ID, "-a", arguments, *options.split(), "--output-dir", out],
        env=environment,
        capture_output=True,
        text=True,
    )
    assert done.returncode == 0, done.stdout[-3000:] + done.stderr[-3000:]
    (log,) = Path(out).rglob("results.jsonl")
    return log


def numbers(log: Path) -> dict[str, float]:
    lines = [json.loads(line) for line in log.read_text(encoding="utf-8").splitlines()]

    def total(name: str) -> float:
        return float(sum(line[name] for line in lines))

    for line in lines:
        assert line["reward"] == line["followed_strict"] / line["instructions"], line
    found = {}
    for mode in ("strict", "loose"):
        found[f"prompt_level_{mode}"] = total(f"prompt_level_{mode}") / len(lines)
        found[f"inst_level_{mode}"] = total(f"followed_{mode}") / total("instructions")
    return found


def main() -> None:
    with serving() as url, tempfile.TemporaryDirectory() as folder:
        for name in ("ifeval", "ifbench", "if_rlvr"):
            log = run(url, Path(folder), name)
            stand_in.compare(name, numbers(log), log)
    stand_in.done("verifiers")


if __name__ == "__main__":
    main()
