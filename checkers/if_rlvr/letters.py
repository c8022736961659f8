"""letters:*: how many letters a response has."""

from __future__ import annotations

import re

from checkers.finding import Finding, compare
from checkers.ifeval.keywords import letter_frequency
from checkers.normal_form import composed
from checkers.parameters import Filled, Number
from checkers.registry import IF_RLVR, no, ok
from checkers.text import Text

_ASCII_LETTER = re.compile("[a-zA-Z]")
_RELATIONS = frozenset({"less than", "at least"})


@IF_RLVR.instruction(
    "letters:letter_counting",
    origin="LetterCountingChecker",
    examples=(
        ok("Snow", N=4, relation="at least"),
        no("Snow", N=4, relation="less than"),
        no("Été", N=3, relation="at least"),
    ),
)
def letter_count(text: Text, *, N: Number, relation: Filled) -> Finding:
    """The response has `relation` `N` letters.

    Reference: A to Z in either case only. A relation other than "less than" or "at least" binds
    and is never followed.
    """
    return _compared(len(_ASCII_LETTER.findall(text.raw)), relation, N)


@IF_RLVR.correction(
    "letters:letter_counting",
    why="accented and non-Latin letters are not counted",
    examples=(ok("Été", N=3, relation="at least"),),
)
def letter_count_in_any_script(text: Text, *, N: Number, relation: Filled) -> Finding:
    """The response has `relation` `N` letters.

    Corrected: letters of any script.
    """
    return _compared(sum(map(str.isalpha, composed(text.raw))), relation, N)


IF_RLVR.instruction(
    "letters:letter_counting2",
    origin="LetterFrequencyChecker",
    examples=(
        ok("Snow on snow", letter="S", let_frequency=2, let_relation="at least"),
        no("Snow on snow", letter="s", let_frequency=2, let_relation="less than"),
    ),
)(letter_frequency)


def _compared(letters: int, relation: str, limit: float) -> Finding:
    if relation not in _RELATIONS:
        return Finding(False, f"{letters} letters", f"{relation} {limit}, which says nothing")
    return compare(letters, relation, limit, "letters")
