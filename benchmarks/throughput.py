"""Rows per second of both rule sets, of one, and of the peer `if-verifiable`, strict and loose.

    python -m benchmarks.throughput --official DIR [--peer PYTHON] [--rows N]

The same responses go to each in turn, a batch at a time, so that whatever else the machine does
meets all alike; at five times between the batches `suite.score(..., corrected=False)` gets them all
in one call. Times are processor time of one core; the peer's langdetect is seeded, and what it does
once at its start is not counted. Ours judge with evidence. The range of a ratio is that of the
middle 80 % of the batches.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Sequence
from statistics import mean, median
from typing import NamedTuple

import ifbench_suite as suite
from benchmarks.official_runs import Run, add_official, batches, ifbench, ifeval, sampled
from benchmarks.peer import Answer, Peer, add_peer, peer, python_of
from ifbench_suite.outcome import Outcome
from ifbench_suite.scorer import Job, Scorer

BATCH, CALLS = 100, 5


class Timing(NamedTuple):
    """Processor time for one batch, and what the two sides say of it."""

    rows: int
    peer: float
    reference: float
    both: float
    differing: int
    """Instructions on which the peer's verdict, strict or loose, is another than ours."""


def timings(run: Run, judge: Peer) -> tuple[list[Timing], list[float]]:
    """Of every batch but the first, at which both sides read their data, and of some calls."""
    reference, both = Scorer(run.benchmark, corrected=False), Scorer(run.benchmark)
    every = list(batches(run.jobs, BATCH))
    found: list[Timing] = []
    calls: list[float] = []
    for number, jobs in enumerate(every, 1):
        found.append(_timing(run, jobs, judge, reference, both))
        if len(calls) < CALLS * number // len(every):
            calls.append(one_call(run))
    return found[1:], calls


def _timing(run: Run, jobs: Sequence[Job], judge: Peer, reference: Scorer, both: Scorer) -> Timing:
    theirs = judge.judge(run, jobs)
    start = time.process_time()
    ours = list(map(reference.judge, jobs))
    middle = time.process_time()
    list(map(both.judge, jobs))
    end = time.process_time()
    return Timing(len(jobs), theirs.seconds, middle - start, end - middle, _differing(ours, theirs))


def _differing(ours: Sequence[Outcome], theirs: Answer) -> int:
    lists = zip(ours, theirs.strict, theirs.loose, strict=True)
    pairs = (
        pair
        for outcome, strict, loose in lists
        for mine, their in ((outcome.strict, strict), (outcome.loose, loose))
        for pair in zip(mine, their or mine, strict=False)
    )
    return sum(mine is not their for mine, their in pairs)


def one_call(run: Run) -> float:
    """Processor time of `suite.score` on all jobs of `run`, which binds the rows and matches."""
    rows = list({id(job.bound): job.bound.row for job in run.jobs}.values())
    responses = [{"key": job.bound.row.key, "response": job.response} for job in run.jobs]
    start = time.process_time()
    suite.score(rows, responses, benchmark=run.benchmark, corrected=False, repeats=True)
    return time.process_time() - start


def ratios(over: Sequence[float], under: Sequence[float]) -> str:
    """The ratio of two sums, and the range of the middle 80 % of the ratios of their parts."""
    parts = sorted(a / b for a, b in zip(over, under, strict=True))
    cut = len(parts) // 10
    return f"{mean(over) / mean(under):6.2f}x ({parts[cut]:.2f}-{parts[-1 - cut]:.2f})"


def show(run: Run, found: Sequence[Timing], calls: Sequence[float]) -> None:
    """Prints the table of one run."""
    rows = sum(one.rows for one in found)
    _, theirs, reference, both, differing = zip(*found, strict=True)
    print(f"\n{run.name}: {rows:,} rows in {len(found)} batches; {sum(differing)} verdicts differ")
    for name, times in (("peer", theirs), ("reference", reference), ("both rule sets", both)):
        seconds = sum(times)
        print(
            f"{name:16}{rows / seconds:9,.0f} rows/s {1e3 * seconds / rows:9.3f} ms a row", end=""
        )
        print("" if times is theirs else f"   peer / this {ratios(theirs, times)}")
    print(f"{'':16}both rule sets / reference {ratios(both, reference)}")
    called, in_peer = median(calls) / len(run.jobs), sum(theirs) / rows
    print(f"{'suite.score':16}{1 / called:9,.0f} rows/s {1e3 * called:9.3f} ms a row", end="")
    print(f"   peer / this {in_peer / called:6.2f}x")


def main() -> None:
    """Prints a table for IFEval and one for IFBench."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add_official(parser)
    add_peer(parser)
    parser.add_argument("--rows", type=int, metavar="N", help="of each run (default: all)")
    options = parser.parse_args()
    for make in (ifeval, ifbench):
        run = sampled(make(options.official), options.rows)
        with peer(python_of(options)) as judge:
            show(run, *timings(run, judge))


if __name__ == "__main__":
    main()
