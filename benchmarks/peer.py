"""The peer `if-verifiable` in a process of its own: it cannot share our installation."""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

from benchmarks.official_runs import Run
from ifbench_suite.scorer import Job

SCRIPT = Path(__file__).with_name("peer_side.py")


class Answer(NamedTuple):
    """What the peer says of one batch."""

    seconds: float
    """Processor time."""
    wall: float
    raised: int
    """Rows on which it raised."""
    strict: list[list[bool] | None]
    """The follow list of each row."""
    loose: list[list[bool] | None]
    memory: int
    """The most bytes that the peer's process has held."""


class Peer:
    """A running peer."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process

    def judge(self, run: Run, jobs: Sequence[Job]) -> Answer:
        """What it says of `jobs` of `run`."""
        if self._process.stdin is None or self._process.stdout is None:
            raise ValueError("the peer has no pipes")
        print(
            json.dumps([peer_job(run, job) for job in jobs]), file=self._process.stdin, flush=True
        )
        if not (line := self._process.stdout.readline()):
            raise SystemExit("the peer ended; see its message above")
        return Answer(**json.loads(line))


@contextmanager
def peer(python: str) -> Iterator[Peer]:
    """Starts the peer with the Python that has it, and ends it."""
    with subprocess.Popen(
        [python, str(SCRIPT)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        yield Peer(process)
        if process.stdin:
            process.stdin.close()


def peer_job(run: Run, job: Job) -> Mapping[str, Any]:
    """One job as the peer reads it."""
    row = job.bound.row
    return {
        "benchmark": run.benchmark,
        "prompt": row.prompt,
        "ids": list(row.instruction_ids),
        "kwargs": [dict(one) for one in row.kwargs],
        "response": job.response or "",
    }


def add_peer(parser: argparse.ArgumentParser) -> None:
    """Declares where the peer is."""
    parser.add_argument(
        "--peer",
        metavar="PYTHON",
        default=os.environ.get("IFBENCH_SUITE_PEER"),
        help="a Python with if-verifiable (default: $IFBENCH_SUITE_PEER, else this one); its "
        "NLTK data are found as NLTK finds them, say by $NLTK_DATA",
    )


def python_of(options: argparse.Namespace) -> str:
    """The Python that has the peer."""
    return options.peer or sys.executable
