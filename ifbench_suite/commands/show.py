"""`python -m ifbench_suite show ID`: all about one instruction."""

from __future__ import annotations

import argparse

SUMMARY = "Shows what an instruction asks, its parameters, both rules and examples."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the flags."""
    parser.add_argument("id", help="an instruction id, say keywords:existence")


def run(arguments: argparse.Namespace) -> int:
    """Prints the description, once for each benchmark with a rule of its own."""
    from checkers import UnknownInstruction
    from ifbench_suite.catalogue import described, find
    from ifbench_suite.errors import InputError

    try:
        found = find(arguments.id)
    except UnknownInstruction as error:
        raise InputError(str(error)) from None
    print("\n\n".join(map(described, found)))  # noqa: T201
    return 0
