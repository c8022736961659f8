"""`language:*`: the language of the whole response."""

from __future__ import annotations

from checkers.finding import Finding
from checkers.ifeval.scripts import LanguageCode, named
from checkers.multi_if.registry import MULTI_IF
from checkers.registry import no
from checkers.text import Text


@MULTI_IF.correction(
    "language:response_language",
    why="a text of digits or signs is in no language",
    examples=(no("4711", language="de"),),
)
def identified_language(text: Text, *, language: LanguageCode) -> Finding:
    """The whole response is in `language`.

    Corrected: there is something to identify, and it is identified as that language.
    """
    identified = text.language
    return Finding(identified == language, named(identified), repr(language))
