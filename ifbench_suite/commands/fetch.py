"""`python -m ifbench_suite fetch NAME`: brings an official file into the user's cache."""

from __future__ import annotations

import argparse
import sys

SUMMARY = "Brings an official data file into the user's cache and says where it went."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the flags."""
    parser.add_argument(
        "name", help="ifeval, ifbench, multi_if, inverse_ifeval, or tagger (for words:start_verb)"
    )


def run(arguments: argparse.Namespace) -> int:
    """Fetches; the path stands alone on stdout, so that scripts can use it."""
    from ifbench_suite import sources

    path = sources.fetch(arguments.name, say=_say)
    print(path)  # noqa: T201
    return 0


def _say(message: str) -> None:
    print(message, file=sys.stderr)  # noqa: T201
