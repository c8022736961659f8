"""The command line: parses flags, runs one command, turns bad input into one line.

The flags are argparse's. The official command's `--input_data`, `--input_response_data` and
`--output_dir` are accepted as they are.
"""

from __future__ import annotations

import argparse
import importlib
import os
import sys
from collections.abc import Sequence
from typing import NoReturn

from ifbench_suite.errors import InputError

COMMANDS = (
    "adapter",
    "fetch",
    "list",
    "show",
    "explain",
    "check",
    "compare",
    "agree",
    "generate",
    "judge",
    "run",
)
"""Modules of `ifbench_suite.commands`; without one of these words, `score` runs."""
_BAD_INPUT = 2
_INTERRUPTED = 130


class _Parser(argparse.ArgumentParser):
    """A parser whose errors are one line, as every other bad input's."""

    def error(self, message: str) -> NoReturn:
        raise InputError(f"{message} (see {self.prog} --help)")


def main(argv: Sequence[str] | None = None) -> int:
    """Runs the command that `argv` (default: the process's arguments) names.

    Returns:
        0: done; 2: bad input or usage, said in one line on stderr; 1: `check` found differences,
        or a model did not answer some requests; 130: interrupted.
    """
    arguments = list(sys.argv[1:] if argv is None else argv)
    try:
        return _run(arguments)
    except InputError as error:
        print(f"error: {error}", file=sys.stderr)  # noqa: T201
        return _BAD_INPUT
    except KeyboardInterrupt as stop:
        print(*(stop.args or ("interrupted; nothing was written",)), file=sys.stderr)  # noqa: T201
        return _INTERRUPTED
    except BrokenPipeError:
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0


def _run(arguments: list[str]) -> int:
    name = arguments.pop(0) if arguments and arguments[0] in COMMANDS else "score"
    command = importlib.import_module(f"ifbench_suite.commands.{name}")
    prog = "python -m ifbench_suite" + ("" if name == "score" else f" {name}")
    parser = _Parser(prog=prog, description=command.SUMMARY, allow_abbrev=False)
    command.add_arguments(parser)
    if name == "score":
        parser.epilog = _other_commands()
    status: int = command.run(parser.parse_args(arguments))
    return status


def _other_commands() -> str:
    return f"Other commands: {', '.join(COMMANDS)}; each has its own --help."
