"""count:*: how many words of a kind, and what a text of so many words consists of."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable

from checkers import segment
from checkers.finding import Finding, excerpt
from checkers.if_rlvr.rule_sentences import rule_sentences, whole_sentences
from checkers.ifeval import patterns
from checkers.parameters import Filled, Number
from checkers.phrases import (
    fold,
    occurrences,
    paragraphs_between,
    star_divided,
    unix_lines,
    words,
)
from checkers.registry import IF_RLVR, no, ok
from checkers.text import Text

Cut = Callable[[str], list[str]]

_PARAGRAPHS = 3
_LOWER_CASE = re.compile(r"\b[a-z]++\b")
_SPACED_STARS = re.compile(r"^[^\S\n]*+\* \* \*[^\S\n]*+$", re.MULTILINE)
_IN_WORDS = frozenset("'’-‐‑")


@IF_RLVR.instruction(
    "count:lowercase_counting",
    origin="LowercaseCountingChecker",
    examples=(
        ok("Mist rose up", N=2),
        no("Mist rose up again", N=2),
        no("A well-known Place", N=1),
    ),
)
def lowercase_words(text: Text, *, N: Number) -> Finding:
    """At most `N` words are in lower case.

    Reference: runs of a to z without a letter, digit or `_` beside them, so that "it's" is two
    and "café" none.
    """
    return _at_most(len(_LOWER_CASE.findall(text.raw)), N)


@IF_RLVR.correction(
    "count:lowercase_counting",
    why="accented and non-Latin words are not counted, hyphenated ones twice",
    examples=(ok("A well-known Place", N=1), no("Été café crème", N=1)),
)
def lowercase_words_of_any_script(text: Text, *, N: Number) -> Finding:
    """At most `N` words are in lower case.

    Corrected: in any script; "it's" and "well-known" are one each.
    """
    return _at_most(sum(map(_is_lower_case_word, words(text.raw))), N)


@IF_RLVR.instruction(
    "count:counting_composition",
    origin="CountingCompositionChecker",
    examples=(
        ok("Go now.***Run far.***Sit here.", n_sent=1, n_words=3),
        no("Go now.***Run far.", n_sent=1, n_words=3),
        no("Go now.***Run far.***Sit here.", n_sent=1, n_words=2),
    ),
)
def composition(text: Text, *, n_sent: Number, n_words: Number) -> Finding:
    """There are three paragraphs, each with `n_sent` sentences of `n_words` words.

    Reference: cut at `***`, not at the `* * *` that is asked for; rule-based sentences; Treebank
    tokens, so that marks are words and "can't" is two. A divider at either end fails.
    """
    return _composed_of(text.starred, n_sent, n_words, rule_sentences, segment.tokens)


@IF_RLVR.correction(
    "count:counting_composition",
    why="the divider that is asked for is refused, and punctuation marks are counted as words",
    examples=(ok("Go now.\n* * *\nRun far.\n* * *\nSit here.", n_sent=1, n_words=2),),
    loose_variants="asterisks kept",
)
def composition_of_words(text: Text, *, n_sent: Number, n_words: Number) -> Finding:
    """There are three paragraphs, each with `n_sent` sentences of `n_words` words.

    Corrected: `* * *` on a line and `***` divide, and dividers at the ends are no matter; marks
    are no words.
    """
    pieces = star_divided(_SPACED_STARS.sub("***", unix_lines(text.raw)))
    inner = pieces[not pieces[0].strip() :]
    if inner and not inner[-1].strip():
        inner.pop()
    return _composed_of(inner, n_sent, n_words, whole_sentences, words)


@IF_RLVR.instruction(
    "count:count_unique",
    origin="CountUniqueChecker",
    examples=(
        ok("Red fish swim."),
        no("Red fish, red fish"),
        no("Red, green, blue"),
    ),
)
def no_word_twice(text: Text) -> Finding:
    """No word occurs twice.

    Reference: Treebank tokens, case-sensitive, so that two commas are a word that occurs twice
    and "The the" is not.
    """
    return _no_repeat(text.tokens)


@IF_RLVR.correction(
    "count:count_unique",
    why='two commas are a repeated word, and "The the" is none',
    examples=(ok("Red, green, blue"), no("Red fish, my red!")),
)
def no_whole_word_twice(text: Text) -> Finding:
    """No word occurs twice.

    Corrected: marks are no words, and case is no matter.
    """
    return _no_repeat([fold(word) for word in words(text.raw)])


@IF_RLVR.instruction(
    "count:count_increment_word",
    origin="CountIncrementWordChecker",
    examples=(
        ok("Plum, pear and pear", keyword1="plum", keyword2="pear"),
        no("Plum and pear", keyword1="plum", keyword2="pear"),
        ok("Plum, pear and pears", keyword1="plum", keyword2="pear"),
    ),
)
def once_and_twice(text: Text, *, keyword1: Filled, keyword2: Filled) -> Finding:
    """`keyword1` occurs once and `keyword2` twice.

    Reference: as patterns, in either case, also inside longer words. One that does not compile
    raises.
    """
    first = patterns.occurrences(keyword1.strip(), text)
    second = patterns.occurrences(keyword2.strip(), text)
    if first is None or second is None:
        return patterns.no_pattern(keyword1 if first is None else keyword2, "1 and 2")
    return _one_and_two(first, second)


@IF_RLVR.correction(
    "count:count_increment_word",
    why="the keywords are patterns and found inside other words",
    examples=(no("Plum, pear and pears", keyword1="plum", keyword2="pear"),),
)
def once_and_twice_as_words(text: Text, *, keyword1: Filled, keyword2: Filled) -> Finding:
    """`keyword1` occurs once and `keyword2` twice.

    Corrected: literally, in either case, as words of their own.
    """
    if not (keyword1.strip() and keyword2.strip()):
        return once_and_twice(text, keyword1=keyword1, keyword2=keyword2)
    return _one_and_two(occurrences(text.raw, keyword1), occurrences(text.raw, keyword2))


def _at_most(count: int, limit: float) -> Finding:
    return Finding(count <= limit, f"{count} lower-case words", f"at most {limit}")


def _is_lower_case_word(word: str) -> bool:
    return word.islower() and all(
        char.isalpha() or char in _IN_WORDS or unicodedata.category(char).startswith("M")
        for char in word
    )


def _composed_of(
    pieces: list[str], n_sent: float, n_words: float, sentences_of: Cut, words_of: Cut
) -> Finding:
    wanted = f"{_PARAGRAPHS} paragraphs of {n_sent} sentences of {n_words} words"
    paragraphs = paragraphs_between(pieces)
    if paragraphs != _PARAGRAPHS:
        return Finding(False, f"{paragraphs or 'empty'} paragraphs", wanted)
    for piece in pieces:
        sentences = sentences_of(piece)
        if len(sentences) != n_sent:
            return Finding(False, f"{len(sentences)} sentences in {excerpt(piece)}", wanted)
        for sentence in sentences:
            if len(words_of(sentence)) != n_words:
                return Finding(False, f"another number of words in {excerpt(sentence)}", wanted)
    return Finding(True, "such paragraphs", wanted)


def _no_repeat(pieces: list[str]) -> Finding:
    seen: set[str] = set()
    for piece in pieces:
        if piece in seen:
            return Finding(False, f"{excerpt(piece)} again", "no word twice")
        seen.add(piece)
    return Finding(True, "no word again", "no word twice")


def _one_and_two(first: int, second: int) -> Finding:
    return Finding((first, second) == (1, 2), f"{first} and {second}", "1 and 2")
