"""keywords:*: which words a response has, and how often."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from itertools import pairwise

from checkers.finding import Finding, compare, exactly, excerpt
from checkers.ifeval import patterns
from checkers.parameters import Count, Filled, Relation
from checkers.phrases import fold, occurrences, word_runs
from checkers.registry import IF_RLVR, no, ok
from checkers.text import Text

_SHORTEST_PALINDROME = 3


@IF_RLVR.instruction(
    "keywords:word_once",
    origin="KeywordFrequencyOnceChecker",
    examples=(
        ok("One kite rose.", keyword="kite"),
        no("A kite, my kite!", keyword="kite"),
        no("One kite among the kites.", keyword="kite"),
    ),
)
def word_once(text: Text, *, keyword: Filled) -> Finding:
    """`keyword` occurs, and only once.

    Reference: as a pattern, in either case, also inside longer words. One that does not compile
    raises.
    """
    count = patterns.occurrences(keyword.strip(), text)
    if count is None:
        return patterns.no_pattern(keyword, "exactly 1")
    return exactly(count, 1, f"of {excerpt(keyword)}")


@IF_RLVR.correction(
    "keywords:word_once",
    why="the keyword is a pattern and found inside other words",
    examples=(ok("One kite among the kites.", keyword="kite"),),
)
def whole_word_once(text: Text, *, keyword: Filled) -> Finding:
    """`keyword` occurs, and only once.

    Corrected: literally, in either case, as a word of its own.
    """
    if not keyword.strip():
        return word_once(text, keyword=keyword)
    return exactly(occurrences(text.raw, keyword), 1, f"of {excerpt(keyword)}")


@IF_RLVR.instruction(
    "keywords:word_count_different_numbers",
    origin="KeywordFrequencyCheckerDifferent",
    examples=(
        ok("Tea for me, tea for you.", keyword="tea", frequency=2, relation="at least"),
        no("One tea.", keyword="tea", frequency=2, relation="at least"),
        ok("One tea.", keyword="tea", frequency=2, relation="less than"),
    ),
)
def word_count(text: Text, *, keyword: Filled, frequency: Count, relation: Relation) -> Finding:
    """`keyword` occurs `frequency` times; the model is not told of the `relation`.

    Reference: how often the keyword matches as a pattern, in either case, also inside longer
    words, stands in the relation to the number. A pattern that does not compile raises.
    """
    count = patterns.occurrences(keyword.strip(), text)
    if count is None:
        return patterns.no_pattern(keyword, f"{relation} {frequency}")
    return compare(count, relation, frequency, f"of {excerpt(keyword)}")


@IF_RLVR.correction(
    "keywords:word_count_different_numbers",
    why="the text asks for the number and names no relation",
    examples=(
        no("One tea.", keyword="tea", frequency=2, relation="less than"),
        ok("Tea or tea?", keyword="tea", frequency=2, relation="less than"),
    ),
)
def exact_word_count(
    text: Text, *, keyword: Filled, frequency: Count, relation: Relation
) -> Finding:
    """`keyword` occurs `frequency` times.

    Corrected: literally, in either case, as a word of its own, whatever the `relation`.
    """
    if not keyword.strip():
        return word_count(text, keyword=keyword, frequency=frequency, relation=relation)
    return exactly(occurrences(text.raw, keyword), frequency, f"of {excerpt(keyword)}")


@IF_RLVR.instruction(
    "keywords:exclude_word_harder",
    origin="ExcludeWordHarderChecker",
    ignores=frozenset({"instruction"}),
    examples=(
        ok("A lake lies there.", keyword="river"),
        no("The river is low.", keyword="river"),
        ok("Down to the river.", keyword="river"),
    ),
)
def word_between_spaces_excluded(text: Text, *, keyword: Filled) -> Finding:
    """`keyword` does not occur.

    Reference: it is noticed only between two spaces and in the same case.
    """
    word = keyword.strip()
    return _none_of(word, f" {word} " in text.raw)


@IF_RLVR.correction(
    "keywords:exclude_word_harder",
    why="the word is not noticed at the ends, beside punctuation or in another case",
    examples=(no("Down to the river.", keyword="river"),),
)
def word_excluded(text: Text, *, keyword: Filled) -> Finding:
    """`keyword` does not occur.

    Corrected: in no case, as a word of its own.
    """
    if not keyword.strip():
        return word_between_spaces_excluded(text, keyword=keyword)
    return _none_of(keyword, occurrences(text.raw, keyword) > 0)


@IF_RLVR.instruction(
    "keywords:no_adjacent_consecutive",
    origin="AdjacentLetterChecker",
    examples=(
        ok("Soft rain fell."),
        no("Apples bruise."),
        ok('"Apples bruise."'),
    ),
)
def no_adjacent_consecutive(text: Text) -> Finding:
    """No two neighbouring words begin with consecutive letters of the alphabet.

    Reference: the first characters between white space are compared in lower case, whatever they
    are; only an ascending pair counts. A first character that has two in lower case (İ) fails.
    """
    initials = ((chunk, chunk[0].lower()) for chunk in text.chunks)
    return _no_consecutive(initials)


@IF_RLVR.correction(
    "keywords:no_adjacent_consecutive",
    why="first characters that are no letters are compared, or hide the letter",
    examples=(no('"Apples bruise."'), ok("Pages 1 2")),
)
def no_adjacent_consecutive_letters(text: Text) -> Finding:
    """No two neighbouring words begin with consecutive letters of the alphabet.

    Corrected: what counts is the first letter of a word, without its accent; words without any
    are left out.
    """
    initials = ((chunk, _first_letter(chunk)) for chunk in text.chunks)
    return _no_consecutive((chunk, letter) for chunk, letter in initials if letter)


@IF_RLVR.instruction(
    "keywords:palindrome",
    origin="PalindromeBasicChecker",
    examples=(ok("At noon sharp"), no("Late evening"), ok("It is a dog")),
)
def palindrome(text: Text) -> Finding:
    """A palindrome occurs.

    Reference: any piece between white space that reads the same backwards, with its case and
    punctuation, so that "a", "I" and "-" do.
    """
    return _some_palindrome(text.chunks)


@IF_RLVR.correction(
    "keywords:palindrome",
    why='"a" and "-" are taken for palindromes, and "Level" and "(noon)" are not',
    examples=(no("It is a dog"), ok("Level up!")),
)
def palindrome_word(text: Text) -> Finding:
    """A palindrome occurs.

    Corrected: a word of three letters or more and nothing else, whatever its case.
    """
    runs = word_runs(fold(text.raw))
    return _some_palindrome(
        run for run in runs if len(run) >= _SHORTEST_PALINDROME and run.isalpha()
    )


def _none_of(keyword: str, found: bool) -> Finding:
    quoted = excerpt(keyword)
    return Finding(not found, quoted if found else f"no {quoted}", f"no {quoted}")


def _no_consecutive(initials: Iterable[tuple[str, str]]) -> Finding:
    wanted = "no neighbours with consecutive first letters"
    for (word, first), (next_word, second) in pairwise(initials):
        if len(first) != 1 or len(second) != 1 or ord(second) - ord(first) == 1:
            pair = f"{excerpt(word, 30)} before {excerpt(next_word, 30)}"
            return Finding(False, pair, wanted)
    return Finding(True, "no such neighbours", wanted)


def _first_letter(word: str) -> str:
    """The first letter of `word` in lower case and without its accent; "" if there is none."""
    parts = (part for char in word for part in unicodedata.normalize("NFD", char))
    return next(filter(str.isalpha, parts), "").lower()[:1]


def _some_palindrome(words: Iterable[str]) -> Finding:
    found = next((word for word in words if word == word[::-1]), None)
    if found is None:
        return Finding(False, "no palindrome", "a palindrome")
    return Finding(True, excerpt(found), "a palindrome")
