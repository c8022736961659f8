"""`change_case:*`: capitals and lower case."""

from __future__ import annotations

from checkers import language
from checkers.finding import Finding, compare
from checkers.ifeval import change_case as reference
from checkers.ifeval.scripts import named
from checkers.multi_if.registry import MULTI_IF
from checkers.normal_form import composed
from checkers.parameters import Number, Relation
from checkers.phrases import without_spaceless_scripts, words
from checkers.registry import no, ok
from checkers.text import Text


@MULTI_IF.correction(
    "change_case:capital_word_frequency",
    why='"CAN\'T" is one word; full-width signs and ideographs end one',
    examples=(
        no("You CAN'T stop.", capital_frequency=2, capital_relation="at least"),
        ok("AI很好，IT也很好", capital_frequency=2, capital_relation="at least"),
    ),
)
def capital_word_frequency(
    text: Text, *, capital_frequency: Number, capital_relation: Relation
) -> Finding:
    """Words in capitals appear `capital_relation` `capital_frequency` times.

    Corrected: a word goes on over a single apostrophe, hyphen or full stop; scripts without
    spaces between words have none.
    """
    spaced = without_spaceless_scripts(composed(text.raw))
    count = sum(map(str.isupper, words(spaced, joined_by="'’.-‐‑")))
    return compare(count, capital_relation, capital_frequency, "words in capitals")


@MULTI_IF.correction(
    "change_case:english_capital",
    why="capitals hide the language from the detector",
    examples=(
        no("LE PETIT CHAT DORT SUR LA CHAISE."),
        ok("THE KETTLE ON THE STOVE IS BOILING."),
    ),
)
def english_capital(text: Text) -> Finding:
    """The whole response is in English and in capital letters.

    Corrected: the text in lower case is identified as English.
    """
    if not text.raw.isupper():
        return reference.english_capital(text)
    return _english(text)


@MULTI_IF.correction(
    "change_case:english_lowercase",
    why="letters that no language can be told from are not English",
    examples=(no("ⅰ ⅱ"),),
)
def english_lowercase(text: Text) -> Finding:
    """The whole response is in English and in lower case, without any capital.

    Corrected: the text is identified as English.
    """
    if not text.raw.islower():
        return reference.english_lowercase(text)
    return _english(text)


def _english(text: Text) -> Finding:
    identified = text.of(_language_of_lower)
    return Finding(identified == "en", named(identified), "English ('en')")


def _language_of_lower(text: Text) -> str | None:
    return text.language if text.lower == text.raw else language.identify(text.lower)
