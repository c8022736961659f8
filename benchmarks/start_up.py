"""What a start costs, and the whole command beside the peer's work on the same responses.

    python -m benchmarks.start_up --official DIR [--peer PYTHON] [--runs N]

Every process is started N times, in turn with the others; the table has the median. All run with
compiled bytecode, as an installation does. The command scores one model's responses to IFEval in
both rule sets and writes every report file; the peer reads the same rows, judges them and prints
its verdicts.
"""

from __future__ import annotations

import argparse
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from pathlib import Path
from statistics import median
from typing import NamedTuple

from benchmarks.official_runs import IFEVAL_ROWS, add_official, ifeval
from benchmarks.peer import SCRIPT, add_peer, peer_job, python_of

STARTS: Mapping[str, Sequence[str]] = {
    "an empty program": ("-c", "pass"),
    "import checkers": ("-c", "import checkers"),
    "import ifbench_suite": ("-c", "import ifbench_suite"),
    "--help": ("-m", "ifbench_suite", "--help"),
}


class Cost(NamedTuple):
    """What one process took."""

    wall: float
    processor: float


def cost(command: Sequence[str], environment: Mapping[str, str]) -> Cost:
    """Runs a command and says what it took.

    Raises:
        CalledProcessError: it failed.
    """
    before, start = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    subprocess.run(command, env=environment, check=True, capture_output=True)
    wall, after = time.perf_counter() - start, resource.getrusage(resource.RUSAGE_CHILDREN)
    return Cost(wall, after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime)


def commands(options: argparse.Namespace, folder: Path) -> dict[str, list[str]]:
    """What is started, by name; the command and the peer come last."""
    run = ifeval(options.official, options.model)
    own, theirs = folder / "responses.jsonl", folder / "jobs.jsonl"
    answers = ({"key": job.bound.row.key, "response": job.response} for job in run.jobs)
    own.write_text("".join(json.dumps(one) + "\n" for one in answers))
    theirs.write_text("".join(json.dumps(peer_job(run, job)) + "\n" for job in run.jobs))
    score = ["-m", "ifbench_suite", "--responses", str(own)]
    score += ["--data", str(options.official / IFEVAL_ROWS), "--output_dir", str(folder / "out")]
    peer = [python_of(options), str(SCRIPT), "--command", str(theirs)]
    return {
        **{name: [sys.executable, *arguments] for name, arguments in STARTS.items()},
        f"the command, {len(run.jobs)} rows": [sys.executable, *score],
        f"the peer, {len(run.jobs)} rows": peer,
    }


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add_official(parser)
    add_peer(parser)
    parser.add_argument(
        "--model", default="gpt-4o-mini-2024-07-18", help="whose responses are judged"
    )
    parser.add_argument("--runs", type=int, default=7, metavar="N")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        bytecode = {**os.environ, "PYTHONPYCACHEPREFIX": str(Path(folder, "bytecode"))}
        bytecode.pop("PYTHONDONTWRITEBYTECODE", None)
        started = commands(options, Path(folder))
        for command in started.values():
            cost(command, bytecode)
        costs = [
            {name: cost(command, bytecode) for name, command in started.items()}
            for _ in range(options.runs)
        ]
    print(f"{'median of ' + str(options.runs):26} {'wall':>9} {'processor':>11}")
    for name in started:
        wall, processor = (median(each) for each in zip(*(c[name] for c in costs), strict=True))
        print(f"{name:26} {wall:7.3f} s {processor:9.3f} s")
    ours, theirs = list(started)[-2:]
    ratios = sorted(one[ours].wall / one[theirs].wall for one in costs)
    lowest, highest = ratios[0], ratios[-1]
    print(f"the command / the peer, wall time: {median(ratios):.2f} ({lowest:.2f}-{highest:.2f})")


if __name__ == "__main__":
    main()
