"""How much memory the command needs for more and more responses.

    python -m benchmarks.memory --official DIR [--peer PYTHON] [--rows N ...]

For each N the command scores N responses, those of the 17-models file over and over, as samples of
their rows, writes all report files, and is asked for the most memory that it held. So is the peer,
after it judged the first of them, of which it keeps and writes nothing; the ratio is that of the
two.
"""

from __future__ import annotations

import argparse
import json
import resource
import subprocess
import sys
import tempfile
from itertools import cycle, islice
from pathlib import Path

from benchmarks.official_runs import IFEVAL_ROWS, RESPONSES, add_official, ifeval, lines
from benchmarks.peer import add_peer, peer, python_of

_IN_PEER = 500
"""Responses that the peer is given: more do not change what it holds."""

_MEASURED = """
import resource, sys
from ifbench_suite.cli import main
status = main(sys.argv[1:])
print(resource.getrusage(resource.RUSAGE_SELF).ru_maxrss, file=sys.stderr)
sys.exit(status)
"""


def megabytes(responses: Path, rows: Path, folder: Path) -> float:
    """The most memory that scoring a file held.

    Raises:
        CalledProcessError: the command failed.
    """
    flags = ["--repeats", "--data", rows, "--responses", responses, "--output_dir", folder]
    done = subprocess.run(
        [sys.executable, "-c", _MEASURED, *map(str, flags)],
        check=True,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.PIPE,
        text=True,
    )
    unit = 2**20 if sys.platform == "darwin" else 2**10
    return int(done.stderr.split()[-1]) / unit


def main() -> None:
    """Prints the table."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    add_official(parser)
    add_peer(parser)
    parser.add_argument("--rows", type=int, nargs="+", default=[10_000, 100_000, 1_000_000])
    options = parser.parse_args()
    found = [json.dumps(one) + "\n" for one in lines(options.official / RESPONSES)]
    run = ifeval(options.official)
    with peer(python_of(options)) as judge:
        theirs = judge.judge(run, run.jobs[:_IN_PEER]).memory / 2**20
    print(f"the peer, {_IN_PEER} responses: {theirs:.1f} MB")
    print(
        f"{'responses':>10} {'file':>9} {'memory':>10} {'/ peer':>7} {'each':>9} {'processor':>11}"
    )
    for count in options.rows:
        with tempfile.TemporaryDirectory() as folder:
            responses = Path(folder, "responses.jsonl")
            with responses.open("w", encoding="utf-8") as file:
                file.writelines(islice(cycle(found), count))
            size, start = responses.stat().st_size / 2**20, _processor()
            most = megabytes(responses, options.official / IFEVAL_ROWS, Path(folder, "out"))
        each, seconds = 2**10 * most / count, _processor() - start
        ours = f"{most:7.1f} MB {most / theirs:6.2f}x {each:6.1f} kB"
        print(f"{count:10,} {size:6.1f} MB {ours} {seconds:9.1f} s", flush=True)


def _processor() -> float:
    used = resource.getrusage(resource.RUSAGE_CHILDREN)
    return used.ru_utime + used.ru_stime


if __name__ == "__main__":
    main()
