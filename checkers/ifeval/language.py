"""`language:*`: the language of the whole response."""

from __future__ import annotations

from checkers.finding import Finding
from checkers.ifeval.scripts import LanguageCode, may_be_in, named
from checkers.registry import IFEVAL, no, ok
from checkers.text import Text


@IFEVAL.instruction(
    "language:response_language",
    origin="ResponseLanguageChecker",
    examples=(
        ok("Der Zug fährt heute erst am späten Abend nach Hause.", language="de"),
        no("Der Zug fährt heute erst am späten Abend nach Hause.", language="en"),
        ok("4711", language="de"),
    ),
)
def response_language(text: Text, *, language: LanguageCode) -> Finding:
    """The whole response is in `language`.

    Reference: langdetect (with seed 0) names that language, or finds nothing to identify, as in a
    text of digits. One or two words and text in capitals are often misjudged.
    """
    identified = text.language
    return Finding(identified in (language, None), named(identified), repr(language))


@IFEVAL.correction(
    "language:response_language",
    why="short texts, capitals and other scripts are misjudged",
    examples=(
        ok("Hello", language="en"),
        no("EL PERRO DUERME EN LA COCINA TODA LA TARDE.", language="en"),
    ),
)
def response_language_by_script(text: Text, *, language: LanguageCode) -> Finding:
    """The whole response is in `language`.

    Corrected: most letters are of the language's scripts and, if there are at least 25, the text
    in lower case is identified as it.
    """
    return may_be_in(text, language)
