"""`python -m ifbench_suite check`: does this installation give the recorded verdicts?"""

from __future__ import annotations

import argparse

SUMMARY = "Runs the conformance vectors on this machine and says which verdicts differ."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the flags."""
    parser.add_argument("--benchmark", metavar="NAME", help="only the vectors of one benchmark")


def run(arguments: argparse.Namespace) -> int:
    """Prints a line per vector file and per difference; 1 if there is any difference."""
    from ifbench_suite.conformance import check, vector_files

    different = 0
    for path in vector_files(arguments.benchmark):
        result = check(path)
        for line in (*result.differences, *result.skipped):
            print(line)  # noqa: T201
        different += len(result.differences)
        print(result)  # noqa: T201
    return 1 if different else 0
