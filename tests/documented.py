"""Runs what the documentation shows, with stand-ins for what was fetched.

`python -m tests.documented suite ARGUMENT...` is `python -m ifbench_suite ARGUMENT...`;
`python -m tests.documented blocks FILE...` runs blocks of Python, one after the other, and holds
the values of the last one against its comments.
"""

import ast
import json
import os
import sys
from pathlib import Path
from typing import Any

from ifbench_suite import sources
from ifbench_suite.resources import data_file

ROWS = "DOCUMENTED_ROWS"
"""The environment variable with a JSON object from benchmarks to the files that were fetched."""


def fetched(name: str) -> Path | None:
    """What stands in for `sources.cached`: the file in `ROWS`, else the rows of our sample."""
    given = json.loads(os.environ.get(ROWS, "{}")).get(name)
    return Path(given or data_file(f"samples/{name}_rows.jsonl"))


def run_blocks(paths: list[str]) -> None:
    """Runs blocks of Python in one namespace.

    Raises:
        AssertionError: an expression of the last one has not the value that its comment says.
    """
    space: dict[str, Any] = {"__name__": "documented"}
    for path in paths:
        source = Path(path).read_text(encoding="utf-8")
        expected = _comments(source) if path == paths[-1] else {}
        for statement in ast.parse(source).body:
            if not isinstance(statement, ast.Expr):
                exec(compile(ast.Module([statement], []), path, "exec"), space)
                continue
            value = eval(compile(ast.Expression(statement.value), path, "eval"), space)
            said = expected.get(statement.end_lineno or 0)
            assert said is None or said == _written(value, said), (said, value)


def _comments(source: str) -> dict[int, str]:
    """By line: the comment that ends it, or else the comment that is the whole next line."""
    lines = source.split("\n")
    found = {}
    for number, line in enumerate(lines, 1):
        code, mark, comment = line.rpartition("  # ")
        following = lines[number] if number < len(lines) else ""
        if mark and code.strip():
            found[number] = comment
        elif following.startswith("# "):
            found[number] = following.removeprefix("# ")
    return found


def _written(value: object, said: str) -> str:
    """`said`, if it is a way to write `value` or says something else than a value."""
    try:
        return said if ast.literal_eval(said) == value else repr(value)
    except (ValueError, SyntaxError):
        is_call = said.startswith(f"{type(value).__name__}(")
        return repr(value) if is_call else said


def main() -> int:
    """Runs what the arguments say."""
    sources.cached = fetched
    kind, *arguments = sys.argv[1:]
    if kind == "blocks":
        run_blocks(arguments)
        return 0
    from ifbench_suite.cli import main as suite

    return suite(arguments)


if __name__ == "__main__":
    sys.exit(main())
