"""`punctuation:*`: no commas."""

from __future__ import annotations

import re

from checkers.finding import Finding, excerpt
from checkers.registry import IFEVAL, no, ok
from checkers.text import Text

_COMMA = re.compile("[,，、،﹐﹑︐︑､]")


@IFEVAL.instruction(
    "punctuation:no_comma",
    origin="CommaChecker",
    examples=(
        ok("Rain fell and the sun rose."),
        no("Rain fell, and the sun rose."),
        ok("茶、水"),
    ),
)
def no_comma(text: Text) -> Finding:
    """No commas are used.

    Reference: looks for U+002C only; "1,000" has one, full-width commas are none.
    """
    return _without(text, text.raw.find(","))


@IFEVAL.correction(
    "punctuation:no_comma",
    why="the commas of other scripts are commas",
    examples=(no("茶、水"),),
)
def no_comma_of_any_script(text: Text) -> Finding:
    """No commas are used.

    Corrected: also none of the full-width, ideographic, Arabic, small and vertical ones.
    """
    comma = _COMMA.search(text.raw)
    return _without(text, comma.start() if comma else -1)


def _without(text: Text, comma: int) -> Finding:
    if comma < 0:
        return Finding(True, "no comma", "no comma")
    return Finding(False, excerpt(text.raw[max(comma - 20, 0) : comma + 1]), "no comma")
