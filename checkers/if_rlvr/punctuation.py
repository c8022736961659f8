"""punctuation:*: marks that must not occur."""

from __future__ import annotations

from checkers.finding import Finding
from checkers.registry import IF_RLVR, no, ok
from checkers.text import Text


@IF_RLVR.instruction(
    "punctuation:punctuation_dot",
    origin="PunctuationDotChecker",
    examples=(ok("No stop here"), no("Stop here."), ok("Stop here．")),
)
def no_dots(text: Text) -> Finding:
    """No dots are used.

    Reference: the ASCII full stop only.
    """
    return _none_of(".", text, "dots")


@IF_RLVR.correction(
    "punctuation:punctuation_dot",
    why="the full-width stop is not noticed",
    examples=(no("Stop here．"),),
)
def no_dots_of_any_width(text: Text) -> Finding:
    """No dots are used.

    Corrected: neither the ASCII nor the full-width one.
    """
    return _none_of(".．", text, "dots")


@IF_RLVR.instruction(
    "punctuation:punctuation_exclamation",
    origin="PunctuationExclamationChecker",
    examples=(ok("Calm down."), no("Calm down!"), ok("Calm down！")),
)
def no_exclamation_marks(text: Text) -> Finding:
    """No exclamation marks are used.

    Reference: the ASCII mark only.
    """
    return _none_of("!", text, "exclamation marks")


@IF_RLVR.correction(
    "punctuation:punctuation_exclamation",
    why="full-width and double marks are not noticed",
    examples=(no("Calm down！"),),
)
def no_exclamation_marks_of_any_kind(text: Text) -> Finding:
    """No exclamation marks are used.

    Corrected: neither ASCII nor full-width, small, double or pictured ones.
    """
    return _none_of("!！‼⁉❗❕﹗", text, "exclamation marks")


def _none_of(marks: str, text: Text, name: str) -> Finding:
    there = "".join(mark for mark in marks if mark in text.raw)
    return Finding(not there, repr(there) if there else f"no {name}", f"no {name}")
