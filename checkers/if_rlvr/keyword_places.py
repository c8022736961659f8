"""keywords:*: where in the response a word stands."""

from __future__ import annotations

from collections.abc import Callable

from checkers import segment
from checkers.finding import Finding, excerpt, raises
from checkers.if_rlvr.first_last_word import single
from checkers.if_rlvr.rule_sentences import corrected_sentences, reference_sentences
from checkers.parameters import FilledStrings, Whole
from checkers.phrases import fold, is_word_character, words
from checkers.registry import IF_RLVR, no, ok
from checkers.text import Text

_SAME_ENDS = "the same word at both ends"


@IF_RLVR.instruction(
    "keywords:keyword_specific_position",
    origin="KeywordSpecificPositionChecker",
    examples=(
        ok("We came. The lake froze.", keyword="lake", n=2, m=2),
        no("We came. A cold lake.", keyword="lake", n=2, m=2),
        no("Yes, lake ice.", keyword="lake", n=1, m=2),
    ),
)
def keyword_position(text: Text, *, keyword: FilledStrings, n: Whole, m: Whole) -> Finding:
    """`keyword` is the `m`-th word of the `n`-th sentence.

    Reference: rule-based sentences and Treebank tokens, so that punctuation marks count as words;
    case-sensitive. Of a list the first keyword is taken. Numbers below 1 count from the end (0 is
    the last); one that goes too far raises.
    """
    word = single(keyword)
    wanted = _wanted(word, n, m)
    sentences = text.of(reference_sentences)
    if not _has(sentences, n):
        return _too_few(f"{len(sentences)} sentences", n, wanted)
    tokens = segment.tokens(sentences[n - 1])
    if not _has(tokens, m):
        return _too_few(f"{len(tokens)} tokens in sentence {n}", m, wanted)
    return Finding(tokens[m - 1] == word, excerpt(tokens[m - 1]), wanted)


@IF_RLVR.correction(
    "keywords:keyword_specific_position",
    why="punctuation marks and the parts of contractions are counted as words",
    examples=(ok("Yes, lake ice.", keyword="lake", n=1, m=2),),
)
def keyword_word_position(text: Text, *, keyword: FilledStrings, n: Whole, m: Whole) -> Finding:
    """`keyword` is the `m`-th word of the `n`-th sentence.

    Corrected: marks are no words and case is no matter; of a longer keyword that is where it
    begins. Numbers below 1 and a keyword without a word mean what they mean in the reference.
    """
    asked = _folded_words(single(keyword))
    if n < 1 or m < 1 or not asked:
        return keyword_position(text, keyword=keyword, n=n, m=m)
    wanted = _wanted(single(keyword), n, m)
    sentences = text.of(corrected_sentences)
    if not _has(sentences, n):
        return Finding(False, f"{len(sentences)} sentences", wanted)
    there = _folded_words(sentences[n - 1])[m - 1 :][: len(asked)]
    return Finding(there == asked, excerpt(" ".join(there)), wanted)


@IF_RLVR.instruction(
    "keywords:start_end",
    origin="StartEndChecker",
    examples=(
        ok("Snow is only snow"),
        no("Snow is cold"),
        ok("**Snow** on **ice**"),
    ),
)
def same_first_and_last(text: Text) -> Finding:
    """The response begins and ends with the same word, and nothing follows it.

    Reference: the first and the last Treebank token, in lower case; punctuation marks are tokens.
    """
    return _same_ends(text.tokens, str.lower, "tokens")


@IF_RLVR.correction(
    "keywords:start_end",
    why="punctuation marks are taken for the first and the last word",
    examples=(no("**Snow** on **ice**"), ok("Don't say don't")),
)
def same_first_and_last_word(text: Text) -> Finding:
    """The response begins and ends with the same word, and nothing follows it.

    Corrected: words in any case; marks in front of the first are no matter, but none may follow
    the last.
    """
    last = text.stripped[-1:]
    if not is_word_character(last):
        return Finding(False, f"{excerpt(last)} at the end", _SAME_ENDS)
    return _same_ends(words(text.raw), fold, "words")


def _wanted(keyword: str, n: int, m: int) -> str:
    return f"{excerpt(keyword)} as word {m} of sentence {n}"


def _has(items: list[str], number: int) -> bool:
    return 1 - len(items) <= number <= len(items)


def _too_few(found: str, number: int, wanted: str) -> Finding:
    return Finding(False, found, wanted) if number > 0 else raises(found, wanted)


def _folded_words(phrase: str) -> list[str]:
    return [fold(word) for word in words(phrase)]


def _same_ends(pieces: list[str], lower: Callable[[str], str], unit: str) -> Finding:
    if len(pieces) < 2:
        return Finding(False, f"{len(pieces)} {unit}", _SAME_ENDS)
    first, last = lower(pieces[0]), lower(pieces[-1])
    return Finding(first == last, f"{excerpt(first, 30)} and {excerpt(last, 30)}", _SAME_ENDS)
