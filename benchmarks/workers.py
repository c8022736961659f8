"""How much sooner the command is done with N processes than with one, files written.

    python -m benchmarks.workers --official DIR [--workers N] [--rows N] [--runs N]

Runs with one process and with N change turns on the same responses (IFEval, both rule sets, made
by repeating); their files are compared byte by byte. The wall time is what a user waits, and needs
N idle cores; "processor" adds up all processes, so that N times the time of one over it is the most
that N idle cores could give.
"""

from __future__ import annotations

import argparse
import filecmp
import json
import resource
import subprocess
import sys
import tempfile
import time
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from typing import NamedTuple

from benchmarks.official_runs import IFEVAL_ROWS, RESPONSES, add_official, lines


class Cost(NamedTuple):
    """What one run of the command took, in seconds."""

    wall: float
    processor: float


def cost(responses: Path, rows: Path, folder: Path, workers: int) -> Cost:
    """Scores a file into a folder.

    Raises:
        CalledProcessError: the command failed.
    """
    flags = ["--repeats", "--quiet", "--workers", str(workers), "--data", str(rows)]
    flags += ["--responses", str(responses), "--output_dir", str(folder)]
    before, start = _processor(), time.perf_counter()
    subprocess.run([sys.executable, "-m", "ifbench_suite", *flags], check=True)
    return Cost(time.perf_counter() - start, _processor() - before)


def _processor() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


def _check_equal(one: Path, other: Path) -> None:
    names = [path.name for path in one.iterdir()]
    _, different, missing = filecmp.cmpfiles(one, other, names, shallow=False)
    if different or missing:
        raise SystemExit(f"these files differ: {', '.join(different + missing)}")


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add_official(parser)
    parser.add_argument("--workers", type=int, default=2, metavar="N")
    parser.add_argument("--rows", type=int, default=30_000, metavar="N", help="made by repeating")
    parser.add_argument("--runs", type=int, default=5, metavar="N")
    options = parser.parse_args()
    rows, found = options.official / IFEVAL_ROWS, lines(options.official / RESPONSES)
    costs = []
    with tempfile.TemporaryDirectory() as name:
        folder, responses = Path(name), Path(name, "responses.jsonl")
        with responses.open("w", encoding="utf-8") as file:
            file.writelines(
                json.dumps(one) + "\n" for one in islice(cycle(list(found)), options.rows)
            )
        for _ in range(options.runs):
            pair = [cost(responses, rows, folder / str(n), n) for n in (1, options.workers)]
            _check_equal(folder / "1", folder / str(options.workers))
            costs.append(pair)
    print(f"{options.rows:,} responses, {options.runs} runs, medians; the files are the same")
    for name, column in (("1 process", 0), (f"{options.workers} processes", 1)):
        wall, processor = (
            median(each) for each in zip(*(pair[column] for pair in costs), strict=True)
        )
        print(f"{name:14} wall {wall:7.2f} s   processor {processor:7.2f} s")
    waited = median(one.wall / several.wall for one, several in costs)
    idle = median(options.workers * one.processor / several.processor for one, several in costs)
    print(f"speed-up: {waited:.2f} here; {idle:.2f} by processor time, on idle cores")


if __name__ == "__main__":
    main()
