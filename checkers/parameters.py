"""The types of instruction parameters, as annotations that can be checked when a row is bound.

A checker's signature is its schema: `num_words: Count` both types the argument for mypy and tells
the registry which values a row may carry.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from functools import cache
from typing import Annotated, Literal, NamedTuple, get_args, get_origin


class Kind(NamedTuple):
    """A set of admissible parameter values and its name in error messages."""

    name: str
    admits: Callable[[object], bool]


def _is_number(value: object) -> bool:
    return isinstance(value, int | float) and not isinstance(value, bool) and math.isfinite(value)


def _is_count(value: object) -> bool:
    return isinstance(value, int | float) and _is_number(value) and value >= 0


def _is_whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool)


def _is_strings(value: object) -> bool:
    return isinstance(value, str) or (
        isinstance(value, list | tuple) and all(isinstance(item, str) for item in value)
    )


def _is_filled(value: object) -> bool:
    return isinstance(value, str) and value != ""


def _is_filled_strings(value: object) -> bool:
    return _is_strings(value) and value not in ("", [], ())


def _is_letter(value: object) -> bool:
    return isinstance(value, str) and len(value.strip()) == 1 and len(value.strip().lower()) == 1


Number = Annotated[float, Kind("a number", _is_number)]
Count = Annotated[float, Kind("a number of 0 or more", _is_count)]
Whole = Annotated[int, Kind("a whole number", _is_whole)]
WholeCount = Annotated[
    int, Kind("a whole number of 0 or more", lambda v: _is_whole(v) and _is_count(v))
]
Filled = Annotated[str, Kind("a non-empty string", _is_filled)]
Letter = Annotated[str, Kind("a single character", _is_letter)]
Strings = Annotated[list[str] | str, Kind("a string or a list of strings", _is_strings)]
FilledStrings = Annotated[
    list[str] | str, Kind("a non-empty string or list of strings", _is_filled_strings)
]
Relation = Literal["less than", "at least"]


@cache
def kind_of(annotation: object) -> Kind:
    """The admissible values that a parameter's annotation stands for.

    Raises:
        TypeError: the annotation is none that a checker may use.
    """
    for extra in getattr(annotation, "__metadata__", ()):
        if isinstance(extra, Kind):
            return extra
    if get_origin(annotation) is Literal:
        options = get_args(annotation)
        return Kind("one of " + ", ".join(map(repr, options)), lambda v: v in options)
    if annotation is str:
        return Kind("a string", lambda v: isinstance(v, str))
    raise TypeError(f"{annotation!r} is not a parameter type; see checkers/parameters.py")


def whole_float_as_int(value: object) -> object:
    """10.0 as 10 (data files write whole numbers as floats); anything else as it is."""
    return int(value) if isinstance(value, float) and value.is_integer() else value
