"""`change_case:*`: capitals and lower case."""

from __future__ import annotations

from collections.abc import Callable

from checkers.finding import Finding, compare
from checkers.ifeval.scripts import may_be_in, named
from checkers.ifeval.words import joined_words
from checkers.parameters import Number, Relation
from checkers.registry import IFEVAL, no, ok
from checkers.text import Text


@IFEVAL.instruction(
    "change_case:capital_word_frequency",
    origin="CapitalWordFrequencyChecker",
    examples=(
        ok("NASA met ESA.", capital_frequency=2, capital_relation="at least"),
        no("NASA met Esa.", capital_frequency=2, capital_relation="at least"),
        ok("You CAN'T stop.", capital_frequency=2, capital_relation="at least"),
    ),
)
def capital_word_frequency(
    text: Text, *, capital_frequency: Number, capital_relation: Relation
) -> Finding:
    """Words in capitals appear `capital_relation` `capital_frequency` times.

    Reference: counts Treebank tokens with a cased letter and no lower-case one, so that "CAN'T"
    counts twice, "A/B" once, and "I" and "COVID-19" count.
    """
    count = sum(map(str.isupper, text.tokens))
    return compare(count, capital_relation, capital_frequency, "words in capitals")


@IFEVAL.correction(
    "change_case:capital_word_frequency",
    why='"CAN\'T" is one word, "NASA/ESA" are two',
    examples=(
        no("You CAN'T stop.", capital_frequency=2, capital_relation="at least"),
        ok("NASA/ESA", capital_frequency=2, capital_relation="at least"),
    ),
)
def capital_whole_word_frequency(
    text: Text, *, capital_frequency: Number, capital_relation: Relation
) -> Finding:
    """Words in capitals appear `capital_relation` `capital_frequency` times.

    Corrected: a word goes on over a single apostrophe, hyphen or full stop.
    """
    count = sum(map(str.isupper, text.cut(joined_words)))
    return compare(count, capital_relation, capital_frequency, "words in capitals")


@IFEVAL.instruction(
    "change_case:english_capital",
    origin="CapitalLettersEnglishChecker",
    examples=(
        ok("THE LITTLE BOAT WAS WAITING WITH THEM IN THE MORNING."),
        no("The little boat was waiting with them in the morning."),
        no("HELLO"),
    ),
)
def english_capital(text: Text) -> Finding:
    """The whole response is in English and in capital letters.

    Reference: no lower-case letter, at least one capital, and langdetect (with seed 0) names
    English or finds nothing to identify. It hardly looks inside words in capitals, so that English
    often fails.
    """
    return _if_english(text) if text.raw.isupper() else _lower_case_used(text)


@IFEVAL.correction(
    "change_case:english_capital",
    why="English in capitals is taken for other languages",
    examples=(ok("HELLO"),),
)
def english_capital_by_script(text: Text) -> Finding:
    """The whole response is in English and in capital letters.

    Corrected: most letters are Latin and, if there are at least 25, the text in lower case is
    identified as English.
    """
    return may_be_in(text, "en") if text.raw.isupper() else _lower_case_used(text)


@IFEVAL.instruction(
    "change_case:english_lowercase",
    origin="LowercaseLettersEnglishChecker",
    examples=(
        ok("the little boat was waiting with them in the morning."),
        no("The little boat was waiting with them in the morning."),
        no("hello"),
    ),
)
def english_lowercase(text: Text) -> Finding:
    """The whole response is in English and in lower case, without any capital.

    Reference: no capital, at least one lower-case letter, and langdetect (with seed 0) names
    English or finds nothing to identify. Short texts are often misjudged.
    """
    return _if_english(text) if text.raw.islower() else _capitals_used(text)


@IFEVAL.correction(
    "change_case:english_lowercase",
    why="short English texts are taken for other languages",
    examples=(ok("hello"),),
)
def english_lowercase_by_script(text: Text) -> Finding:
    """The whole response is in English and in lower case, without any capital.

    Corrected: most letters are Latin and, if there are at least 25, the text is identified as
    English.
    """
    return may_be_in(text, "en") if text.raw.islower() else _capitals_used(text)


def _if_english(text: Text) -> Finding:
    identified = text.language
    return Finding(identified in ("en", None), named(identified), "English ('en')")


def _lower_case_used(text: Text) -> Finding:
    return Finding(False, _first_cased(text, str.islower), "English in capital letters")


def _capitals_used(text: Text) -> Finding:
    return Finding(False, _first_cased(text, str.isupper), "English in lower case")


def _first_cased(text: Text, is_unwanted: Callable[[str], bool]) -> str:
    """The evidence against the case of the text: its first letter of the other case."""
    letter = next(filter(is_unwanted, text.raw), None)
    return "no letters" if letter is None else f"the letter {letter!r}"
