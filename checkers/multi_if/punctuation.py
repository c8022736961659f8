"""`punctuation:*`: no commas."""

from __future__ import annotations

import re

from checkers.finding import Finding, excerpt
from checkers.multi_if.registry import MULTI_IF
from checkers.registry import no, ok
from checkers.text import Text

_COMMA = re.compile("[,，،﹐]")


@MULTI_IF.correction(
    "punctuation:no_comma",
    why="the full-width, the Arabic and the small comma are commas",
    examples=(no("早上好，大家好。"), ok("茶、水")),
)
def no_comma(text: Text) -> Finding:
    """No commas are used.

    Corrected: also no full-width, Arabic or small ones; "、" between items of a list may stand.
    """
    comma = _COMMA.search(text.raw)
    if comma is None:
        return Finding(True, "no comma", "no comma")
    return Finding(False, excerpt(text.raw[max(comma.start() - 20, 0) : comma.end()]), "no comma")
