"""How much sooner N processes are done than one, and what handing over the jobs costs.

    python -m benchmarks.workers --official DIR [--workers N] [--rows N] [--runs N]

Runs with one process and with N change turns on the same responses (IFEval, both rule sets). The
wall time is what a user waits, and needs N idle cores; "processor" adds up all processes, so that
N times the time of one over it is the speed-up that N idle cores would give.
"""

from __future__ import annotations

import argparse
import resource
import time
from statistics import median
from typing import NamedTuple

from benchmarks.official_runs import Run, add_official, ifeval
from ifbench_suite.outcome import Outcome
from ifbench_suite.scorer import Scorer
from ifbench_suite.workers import judge_all


class Cost(NamedTuple):
    """What one run took."""

    wall: float
    processor: float


def cost(run: Run, workers: int) -> tuple[Cost, list[Outcome]]:
    """Judges all jobs of `run`."""
    before, start = _processor(), time.perf_counter()
    outcomes = list(judge_all(Scorer(run.benchmark), run.jobs, workers=workers))
    return Cost(time.perf_counter() - start, _processor() - before), outcomes


def _processor() -> float:
    used = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used)


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add_official(parser)
    parser.add_argument("--workers", type=int, default=2, metavar="N")
    parser.add_argument("--rows", type=int, default=30_000, metavar="N", help="made by repeating")
    parser.add_argument("--runs", type=int, default=5, metavar="N")
    options = parser.parse_args()
    once = ifeval(options.official)
    times = -(-options.rows // len(once.jobs))
    run = once._replace(jobs=(once.jobs * times)[: options.rows])
    cost(run._replace(jobs=run.jobs[:500]), 1)
    costs = []
    for _ in range(options.runs):
        (one, alone), (several, shared) = cost(run, 1), cost(run, options.workers)
        if alone != shared:
            raise SystemExit("the outcomes differ")
        costs.append((one, several))
    print(f"{len(run.jobs):,} rows, {options.runs} runs, medians")
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
