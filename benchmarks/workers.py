"""How much sooner the command is done with N processes than with one, files written.

    python -m benchmarks.workers --official DIR [--workers N] [--rows N] [--runs N]

Runs with one process, with N, and of N separate commands at once, each on its share of the
responses, change turns on the same responses (IFEval, both rule sets, made by repeating); the files
of the first two are compared byte by byte. The separate commands share nothing and hand nothing
over: what they gain is what N processes of this machine, at this time, can. "Processor" adds up all
processes, so that N times the time of one over it is the most that N idle cores could give.
"""

from __future__ import annotations

import argparse
import filecmp
import json
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterable, Sequence
from itertools import cycle, islice
from pathlib import Path
from statistics import median
from typing import NamedTuple

from benchmarks.official_runs import IFEVAL_ROWS, RESPONSES, add_official, lines


class Cost(NamedTuple):
    """What one run of the command took, in seconds."""

    wall: float
    processor: float


def cost(shares: Sequence[Path], rows: Path, folder: Path, workers: int) -> Cost:
    """Scores files at once into folders that are made anew.

    Raises:
        SystemExit: a command failed.
    """
    shutil.rmtree(folder, ignore_errors=True)
    flags = ["--repeats", "--quiet", "--workers", str(workers), "--data", str(rows)]
    command = [sys.executable, "-m", "ifbench_suite", *flags]
    before, start = _processor(), time.perf_counter()
    running = [
        subprocess.Popen([*command, "--responses", share, "--output_dir", folder / share.name])
        for share in shares
    ]
    if any([one.wait() for one in running]):
        raise SystemExit("the command failed")
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
    given = [json.dumps(one) + "\n" for one in found]
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        whole = _written(folder / "all", islice(cycle(given), options.rows))
        shares = [
            _written(folder / f"share {i}", islice(cycle(given), i, options.rows, options.workers))
            for i in range(options.workers)
        ]
        costs = []
        for _ in range(options.runs):
            one = cost([whole], rows, folder / "1", 1)
            several = cost([whole], rows, folder / "N", options.workers)
            _check_equal(folder / "1" / whole.name, folder / "N" / whole.name)
            costs.append((one, several, cost(shares, rows, folder / "separate", 1)))
    print(f"{options.rows:,} responses, {options.runs} runs, medians; the files are the same")
    _show(costs, options.workers)


def _written(path: Path, content: Iterable[str]) -> Path:
    with path.open("w", encoding="utf-8") as file:
        file.writelines(content)
    return path


def _show(costs: Sequence[tuple[Cost, Cost, Cost]], workers: int) -> None:
    names = ("1 process", f"--workers {workers}", f"{workers} separate commands")
    for i, name in enumerate(names):
        wall, processor = (median(each) for each in zip(*(run[i] for run in costs), strict=True))
        gained = median(run[0].wall / run[i].wall for run in costs)
        idle = median(run[0].processor / run[i].processor for run in costs) * (workers if i else 1)
        print(
            f"{name:20} wall {wall:7.2f} s ({gained:.2f}x)   "
            f"processor {processor:7.2f} s ({idle:.2f}x on idle cores)"
        )


if __name__ == "__main__":
    main()
