"""`keywords:*`: literal words of any script, and a pattern that does not compile."""

from __future__ import annotations

from checkers.finding import Finding, compare
from checkers.ifeval import keywords as reference
from checkers.multi_if.registry import MULTI_IF
from checkers.parameters import Count, Filled, FilledStrings, Letter, Relation
from checkers.phrases import lowered, occurrences
from checkers.registry import no, ok
from checkers.text import Text


@MULTI_IF.correction(
    "keywords:existence",
    why="a keyword is not a pattern, and part of a longer word is not the keyword",
    examples=(
        no("El mármol es blanco.", keywords=["mar"]),
        ok("小猫在睡觉。", keywords=["猫"]),
        ok("Er wohnt in der Hauptstraße.", keywords=["HAUPTSTRASSE"]),
    ),
)
def existence(text: Text, *, keywords: FilledStrings) -> Finding:
    """Every one of `keywords` appears.

    Corrected: literally, without regard to case or composition, and as a word of its own where
    the script has spaces between words. A lone string is one keyword.
    """
    words = _list(keywords)
    if _has_blank(words):
        return reference.existence(text, keywords=keywords)
    missing = next((word for word in words if not occurrences(text.raw, word)), None)
    found = "all of them" if missing is None else f"no word {missing!r}"
    return Finding(missing is None, found, "every keyword")


@MULTI_IF.instruction(
    "keywords:frequency",
    origin="KeywordFrequencyChecker",
    examples=(
        ok("Sunday was sunny.", keyword="sun", frequency=2, relation="at least"),
        no("The sun set.", keyword="sun", frequency=2, relation="at least"),
        no("(see above", keyword="(see", frequency=2, relation="less than"),
    ),
)
def frequency(text: Text, *, keyword: Filled, frequency: Count, relation: Relation) -> Finding:
    """The word `keyword` appears `relation` `frequency` times.

    Reference: as IFEval's, which counts matches of the keyword as a regular expression; but one
    that does not compile is just not followed, also for "less than", and loose goes on.
    """
    of_ifeval = reference.frequency(text, keyword=keyword, frequency=frequency, relation=relation)
    return of_ifeval._replace(raised=False)


@MULTI_IF.correction(
    "keywords:frequency",
    why="a keyword is not a pattern, and part of a longer word is not the keyword",
    examples=(
        no("Sunday was sunny.", keyword="sun", frequency=2, relation="at least"),
        ok("(see above", keyword="(see", frequency=2, relation="less than"),
    ),
)
def frequency_of_word(
    text: Text, *, keyword: Filled, frequency: Count, relation: Relation
) -> Finding:
    """The word `keyword` appears `relation` `frequency` times.

    Corrected: counts the literal keyword, as `keywords:existence` finds it.
    """
    if not keyword.strip():
        return reference.frequency(text, keyword=keyword, frequency=frequency, relation=relation)
    count = occurrences(text.raw, keyword)
    return compare(count, relation, frequency, f"words {keyword.strip()!r}")


@MULTI_IF.correction(
    "keywords:forbidden_words",
    why="words are missed that end in a combining mark or stand in text without spaces",
    examples=(
        no("यह नदी गहरी है।", forbidden_words=["नदी"]),
        no("小猫在睡觉。", forbidden_words=["猫"]),
        ok("abc", forbidden_words=["a.c"]),
    ),
)
def no_forbidden_words(text: Text, *, forbidden_words: FilledStrings) -> Finding:
    """None of `forbidden_words` appears.

    Corrected: literally, as `keywords:existence` finds them. A lone string is one word.
    """
    words = _list(forbidden_words)
    if _has_blank(words):
        return reference.no_forbidden_words(text, forbidden_words=forbidden_words)
    used = next((word for word in words if occurrences(text.raw, word)), None)
    found = "none of them" if used is None else repr(used)
    return Finding(used is None, found, "no forbidden word")


@MULTI_IF.correction(
    "keywords:letter_frequency",
    why="an accented letter is one letter, however it is composed",
    examples=(no("cafe\u0301", letter="e", let_frequency=1, let_relation="at least"),),
)
def composed_letter_frequency(
    text: Text, *, letter: Letter, let_frequency: Count, let_relation: Relation
) -> Finding:
    """The letter `letter` appears `let_relation` `let_frequency` times.

    Corrected: counts the letter in the composed text, both in lower case.
    """
    wanted = lowered(letter.strip())
    count = text.of(_lowered).count(wanted)
    return compare(count, let_relation, let_frequency, f"times {wanted!r}")


def _lowered(text: Text) -> str:
    return lowered(text.raw)


def _list(words: list[str] | str) -> list[str]:
    return [words] if isinstance(words, str) else list(words)


def _has_blank(words: list[str]) -> bool:
    return any(not word.strip() for word in words)
