"""`keywords:*`: words that must or must not appear, and how often."""

from __future__ import annotations

from checkers.finding import Finding, compare, excerpt
from checkers.ifeval.find import is_found, places
from checkers.ifeval.patterns import (
    bounded,
    compiled,
    is_absent,
    no_pattern,
    occurrences,
    occurs,
)
from checkers.parameters import Count, Filled, FilledStrings, Letter, Relation
from checkers.registry import IFEVAL, no, ok
from checkers.text import Text


@IFEVAL.instruction(
    "keywords:existence",
    origin="KeywordChecker",
    examples=(
        ok("We left the party at noon.", keywords=["art", "noon"]),
        no("We left the party at noon.", keywords=["art", "dusk"]),
        no("It costs $5.", keywords=["$5"]),
    ),
)
def existence(text: Text, *, keywords: FilledStrings) -> Finding:
    """Every one of `keywords` appears.

    Reference: each is a regular expression, searched without regard to case, so that a part of a
    word is enough. They are tried in alphabetical order; one that does not compile fails when
    its turn comes. A lone string is the list of its characters.
    """
    for keyword in sorted(keywords):
        found = occurs(keyword, text)
        if found is None:
            return no_pattern(keyword, "every keyword")
        if not found:
            return Finding(False, f"no {excerpt(keyword)}", "every keyword")
    return Finding(True, "all of them", "every keyword")


@IFEVAL.correction(
    "keywords:existence",
    why="a keyword is not a pattern, and part of a longer word is not the keyword",
    examples=(
        no("We left the party at noon.", keywords=["art"]),
        ok("It costs $5.", keywords=["$5"]),
    ),
)
def existence_of_words(text: Text, *, keywords: FilledStrings) -> Finding:
    """Every one of `keywords` appears.

    Corrected: literally and as a word of its own, without regard to case. A lone string is one
    keyword.
    """
    words = _list(keywords)
    if _has_blank(words):
        return existence(text, keywords=keywords)
    missing = next((word for word in words if not is_found(word, text)), None)
    found = "all of them" if missing is None else f"no word {excerpt(missing)}"
    return Finding(missing is None, found, "every keyword")


@IFEVAL.instruction(
    "keywords:frequency",
    origin="KeywordFrequencyChecker",
    examples=(
        ok("Sunday was sunny.", keyword="sun", frequency=2, relation="at least"),
        no("The sun set.", keyword="sun", frequency=2, relation="at least"),
        ok("The sun set.", keyword="sun", frequency=2, relation="less than"),
    ),
)
def frequency(text: Text, *, keyword: Filled, frequency: Count, relation: Relation) -> Finding:
    """The word `keyword` appears `relation` `frequency` times.

    Reference: counts the places, not overlapping, where the stripped keyword matches as a regular
    expression without regard to case, also inside longer words.
    """
    stripped = keyword.strip()
    count = occurrences(stripped, text)
    if count is None:
        return no_pattern(stripped, f"{relation} {frequency}")
    return compare(count, relation, frequency, f"matches of {excerpt(stripped)}")


@IFEVAL.correction(
    "keywords:frequency",
    why="a keyword is not a pattern, and part of a longer word is not the keyword",
    examples=(
        no("Sunday was sunny.", keyword="sun", frequency=2, relation="at least"),
        ok("Sun, moon, sun.", keyword="sun", frequency=2, relation="at least"),
    ),
)
def frequency_of_word(
    text: Text, *, keyword: Filled, frequency: Count, relation: Relation
) -> Finding:
    """The word `keyword` appears `relation` `frequency` times.

    Corrected: counts the literal keyword as a word of its own, without regard to case.
    """
    stripped = keyword.strip()
    # A blank keyword is no word; the reference counts the places between characters.
    count = sum(1 for _ in places(stripped, text)) if stripped else len(text.raw) + 1
    return compare(count, relation, frequency, f"words {excerpt(stripped)}")


@IFEVAL.instruction(
    "keywords:forbidden_words",
    origin="ForbiddenWords",
    examples=(
        ok("We planted a redwood.", forbidden_words=["red", "blue"]),
        no("The door is Red.", forbidden_words=["red", "blue"]),
        ok("Our #sale is on.", forbidden_words=["#sale"]),
    ),
)
def no_forbidden_words(text: Text, *, forbidden_words: FilledStrings) -> Finding:
    r"""None of `forbidden_words` appears.

    Reference: each is a regular expression between two `\b`, searched without regard to case;
    one that begins or ends with a sign such as "#" is therefore hardly ever seen. They are tried
    in alphabetical order; one that does not compile fails when its turn comes. A lone string is
    the list of its characters.
    """
    for word in sorted(set(forbidden_words)):
        if is_absent(word, text):
            continue
        pattern = compiled(rf"\b{word}\b")
        if pattern is None:
            return no_pattern(word, "no forbidden word")
        if bounded(pattern, text.raw).search(text.raw):
            return Finding(False, excerpt(word), "no forbidden word")
    return Finding(True, "none of them", "no forbidden word")


@IFEVAL.correction(
    "keywords:forbidden_words",
    why='a word is not a pattern; words with signs, such as "#sale", are seen too',
    examples=(
        no("Our #sale is on.", forbidden_words=["#sale"]),
        ok("Vitamin C is in it.", forbidden_words=["C++"]),
    ),
)
def no_forbidden_literal_words(text: Text, *, forbidden_words: FilledStrings) -> Finding:
    """None of `forbidden_words` appears.

    Corrected: literally and as a word of its own, without regard to case. A lone string is one
    word.
    """
    words = _list(forbidden_words)
    if _has_blank(words):
        return no_forbidden_words(text, forbidden_words=forbidden_words)
    used = next((word for word in words if is_found(word, text)), None)
    found = "none of them" if used is None else excerpt(used)
    return Finding(used is None, found, "no forbidden word")


@IFEVAL.instruction(
    "keywords:letter_frequency",
    origin="LetterFrequencyChecker",
    examples=(
        ok("Otters doze.", letter="o", let_frequency=2, let_relation="at least"),
        no("Otters doze.", letter="o", let_frequency=2, let_relation="less than"),
        ok("#sea #sky", letter="#", let_frequency=2, let_relation="at least"),
    ),
)
def letter_frequency(
    text: Text, *, letter: Letter, let_frequency: Count, let_relation: Relation
) -> Finding:
    """The letter `letter` appears `let_relation` `let_frequency` times.

    Reference: counts the letter in the text, both in lower case. For a sign, a digit or a letter
    outside a-z the official code draws another letter at random; here the one that the row names
    is counted.
    """
    wanted = letter.strip().lower()
    return compare(text.lower.count(wanted), let_relation, let_frequency, f"times {wanted!r}")


def _list(words: list[str] | str) -> list[str]:
    return [words] if isinstance(words, str) else list(words)


def _has_blank(words: list[str]) -> bool:
    return any(not word.strip() for word in words)
