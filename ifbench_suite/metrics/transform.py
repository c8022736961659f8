"""Arithmetic in x, read from text and never run as Python."""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Mapping

from immutabledict import immutabledict

Transform = Callable[[float], float]
LONGEST = 200
"""Characters of a formula; it bounds the depth of nesting too."""

_OPERATORS: Mapping[type[ast.AST], Callable[..., float]] = immutabledict(
    {
        ast.Add: operator.add,
        ast.Sub: operator.sub,
        ast.Mult: operator.mul,
        ast.Div: operator.truediv,
        ast.Pow: math.pow,
        ast.UAdd: operator.pos,
        ast.USub: operator.neg,
    }
)
_FUNCTIONS: Mapping[str, tuple[Callable[..., float], int]] = immutabledict(
    abs=(abs, 1),
    exp=(math.exp, 1),
    log=(math.log, 1),
    sqrt=(math.sqrt, 1),
    max=(max, 2),
    min=(min, 2),
)
"""Names that a formula may call, and how many arguments each takes."""


def transform(formula: str) -> Transform:
    """The function of x that `formula` writes down.

    It may hold numbers, x, + - * / ** ( ) and abs, exp, log, sqrt of one and min, max of two
    arguments. All arithmetic is in floats, so that no power takes long; where the result is no
    finite number the function returns nan.

    Raises:
        ValueError: it holds anything else, or is longer than 200 characters.
    """
    if len(formula) > LONGEST:
        raise ValueError(f"longer than {LONGEST} characters")
    try:
        tree = ast.parse(formula.strip(), mode="eval")
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        raise ValueError(f"{formula!r} is not arithmetic") from None
    compute = _compiled(tree.body)
    return lambda x: _finite(compute, x)


def _finite(compute: Transform, x: float) -> float:
    try:
        value = compute(float(x))
    except (ArithmeticError, ValueError):
        return math.nan
    return value if math.isfinite(value) else math.nan


def _compiled(node: ast.expr) -> Transform:
    match node:
        case ast.Constant(value=int() | float() as number) if not isinstance(number, bool):
            constant = _as_float(number)
            return lambda _: constant
        case ast.Name(id="x"):
            return lambda x: x
        case ast.BinOp() if type(node.op) in _OPERATORS:
            left, right = _compiled(node.left), _compiled(node.right)
            binary = _OPERATORS[type(node.op)]
            return lambda x: binary(left(x), right(x))
        case ast.UnaryOp() if type(node.op) in _OPERATORS:
            operand, unary = _compiled(node.operand), _OPERATORS[type(node.op)]
            return lambda x: unary(operand(x))
        case ast.Call(func=ast.Name(id=name), keywords=[]) if name in _FUNCTIONS:
            return _call(name, node)
    raise ValueError(f"{ast.unparse(node)!r} is not allowed in a formula")


def _call(name: str, node: ast.Call) -> Transform:
    function, arity = _FUNCTIONS[name]
    if len(node.args) != arity:
        raise ValueError(f"{name} takes {arity} argument" + ("s" if arity > 1 else ""))
    arguments = [_compiled(argument) for argument in node.args]
    return lambda x: function(*(argument(x) for argument in arguments))


def _as_float(number: float) -> float:
    try:
        return float(number)
    except OverflowError:
        raise ValueError(f"{str(number)[:20]}... is too large") from None
