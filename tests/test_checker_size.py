"""Checkers stay small: a file is read in one go, a check at a glance."""

import ast
import inspect
import textwrap
from collections.abc import Iterator
from pathlib import Path

import pytest

import checkers
from checkers import REGISTRIES, Instruction

PACKAGE = Path(checkers.__file__).parent
FAMILIES = ("ifeval", "ifbench", "if_rlvr")
MODULES = sorted(PACKAGE.rglob("*.py"))
CORRECTIONS = [rule for name in FAMILIES for rule in REGISTRIES[name].corrections.values()]


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_file_is_longer_than_300_lines(path: Path) -> None:
    assert len(path.read_text(encoding="utf-8").splitlines()) <= 300


@pytest.mark.parametrize("path", MODULES, ids=lambda path: str(path.relative_to(PACKAGE)))
def test_no_function_is_longer_than_40_lines(path: Path) -> None:
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.FunctionDef) and node.end_lineno:
            assert node.end_lineno - node.lineno < 40, node.name


def test_the_112_reference_checks_and_their_helpers_are_under_2600_lines_of_code() -> None:
    assert sum(len(REGISTRIES[name].own) for name in FAMILIES) == 112
    files = (path for name in FAMILIES for path in (PACKAGE / name).glob("*.py"))
    everything = sum(code_lines(path.read_text(encoding="utf-8")) for path in files)
    assert everything - sum(map(lines_of_check, CORRECTIONS)) < 2600


def lines_of_check(rule: Instruction) -> int:
    return code_lines(textwrap.dedent(inspect.getsource(rule.check)))


def code_lines(source: str) -> int:
    """Lines that are neither blank, comment, docstring nor decorator (where the examples are)."""
    skipped = {line for node in _prose(ast.parse(source)) for line in _lines(node)}
    lines = enumerate(source.splitlines(), start=1)
    return sum(
        number not in skipped and bool(line.strip()) and not line.lstrip().startswith("#")
        for number, line in lines
    )


def _prose(tree: ast.Module) -> Iterator[ast.stmt | ast.expr]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
            yield from (s for s in node.body if _is_docstring(s))
        if isinstance(node, ast.ClassDef | ast.FunctionDef):
            yield from node.decorator_list


def _is_docstring(statement: ast.stmt) -> bool:
    return isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Constant)


def _lines(node: ast.stmt | ast.expr) -> range:
    return range(node.lineno, (node.end_lineno or node.lineno) + 1)
