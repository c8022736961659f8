"""Time per row for longer and longer responses, beside the peer `if-verifiable`.

    python -m benchmarks.length_beside_peer --official DIR [--peer PYTHON] [--rows N] [--sizes N,N]

The same rows of IFEval get responses of each size, made of real ones one after the other, and both
judge them strict and loose, changing turns; ours by the reference rules, with evidence. Times are
processor time. `benchmarks.length_scaling` has every rule, and texts up to 4 MB.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from dataclasses import replace
from itertools import cycle

from benchmarks.official_runs import Run, add_official, ifeval, sampled
from benchmarks.peer import Peer, add_peer, peer, python_of
from ifbench_suite.scorer import Scorer


def of_size(run: Run, size: int) -> Run:
    """The jobs of a run, each with a response of `size` characters."""
    texts = [job.response for job in run.jobs if job.response]
    if not texts:
        raise SystemExit("no job has a response")
    jobs = []
    for number, job in enumerate(run.jobs):
        pieces, length = [], 0
        for text in cycle(texts[number:] + texts[:number]):
            pieces.append(text)
            length += len(text) + 1
            if length > size:
                break
        jobs.append(replace(job, response="\n".join(pieces)[:size]))
    return run._replace(jobs=jobs)


def seconds(run: Run, judge: Peer) -> tuple[float, float]:
    """What the peer takes for all jobs, and what we take."""
    theirs = judge.judge(run, run.jobs).seconds
    scorer, start = Scorer(run.benchmark, corrected=False), time.process_time()
    for job in run.jobs:
        scorer.judge(job)
    return theirs, time.process_time() - start


def show(run: Run, judge: Peer, sizes: Sequence[int]) -> None:
    """Prints a line for each size."""
    print(f"{run.name}, {len(run.jobs)} rows")
    print(f"{'characters':>10} {'peer':>12} {'reference':>12} {'peer / this':>12}")
    for size in sizes:
        theirs, ours = seconds(of_size(run, size), judge)
        each = 1e3 / len(run.jobs)
        print(
            f"{size:10,} {each * theirs:9.2f} ms {each * ours:9.3f} ms {theirs / ours:11.1f}x",
            flush=True,
        )


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add_official(parser)
    add_peer(parser)
    parser.add_argument("--rows", type=int, default=200, metavar="N")
    parser.add_argument("--sizes", default="1000,4000,16000,64000", help="characters")
    options = parser.parse_args()
    run = sampled(ifeval(options.official), options.rows)
    with peer(python_of(options)) as judge:
        seconds(run, judge)  # reads what both sides read once
        show(run, judge, list(map(int, options.sizes.split(","))))


if __name__ == "__main__":
    main()
