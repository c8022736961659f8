"""`count:` of IFBench: how many words, numbers and marks a response has, and Japanese words."""

from __future__ import annotations

import re

from checkers import segment
from checkers.finding import Finding, at_least, exactly, excerpt, raises
from checkers.ifbench import plain
from checkers.on_use import compiled
from checkers.parameters import Count
from checkers.registry import IFBENCH, no, ok
from checkers.text import Text

_DIGITS = re.compile(r"\d+")
_NUMBER = re.compile(r"\d+(?:,\d{3}(?!\d)|[.:/_]\d+)*")
_INTERROBANGS = ("?!", "!?", "‽")
_MARKS = ".,!?;:"
_JAPANESE = "[\u3040-\u30ff\u4e00-\u9fff]"
_JAPANESE_OF_ANY_WIDTH = (
    "[\u3005-\u3007\u3040-\u30ff\u31f0-\u31ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\uff66-\uff9f]"
)


@IFBENCH.instruction(
    "count:word_count_range",
    origin="WordCountRangeChecker",
    examples=(
        ok("The tide went out.", min_words=4, max_words=6),
        no("The tide went out.", min_words=5, max_words=6),
        no("I don't mind a well-known tune.", min_words=6, max_words=6),
    ),
)
def word_count_range(text: Text, *, min_words: Count, max_words: Count) -> Finding:
    r"""The answer has from `min_words` to `max_words` words.

    Reference: both bounds count as inside. A word is a run of `\w`, so "don't", "well-known" and
    "3.5" are two words each, and a lone underscore is one.
    """
    return _in_range(len(text.words), min_words, max_words)


@IFBENCH.correction(
    "count:word_count_range",
    why='"don\'t", "well-known" and "3.5" are one word each, and underscores are none',
    examples=(
        ok("I don't mind a well-known tune.", min_words=6, max_words=6),
        no("I don't mind a well-known tune.", min_words=8, max_words=8),
    ),
)
def word_count_range_of_whole_words(text: Text, *, min_words: Count, max_words: Count) -> Finding:
    """The answer has from `min_words` to `max_words` words, however they are spelt."""
    return _in_range(len(text.of(plain.words)), min_words, max_words)


def _in_range(count: int, lowest: float, highest: float) -> Finding:
    return Finding(lowest <= count <= highest, f"{count} words", f"{lowest} to {highest}")


@IFBENCH.instruction(
    "count:unique_word_count",
    origin="UniqueWordCountChecker",
    examples=(
        ok("Rain, rain and more rain.", N=3),
        no("Rain, rain and more rain.", N=4),
        ok("rain - sun", N=3),
    ),
)
def unique_word_count(text: Text, *, N: Count) -> Finding:
    """At least `N` different words are used.

    Reference: compares the lower-case pieces between white space without the ASCII punctuation at
    their ends. A piece of nothing but punctuation leaves an empty word, which counts once.
    """
    return at_least(len(set(text.cut(_lowered_without_ends))), N, "different words")


def _lowered_without_ends(raw: str) -> list[str]:
    return [piece.strip(plain.PUNCTUATION_AND_BLANK) for piece in raw.lower().split()]


@IFBENCH.correction(
    "count:unique_word_count",
    why="dashes, bullets and emoji are no words, and curly quotes are no part of one",
    examples=(no("rain - sun", N=3), no("“rain” rain", N=2)),
)
def unique_word_count_without_marks(text: Text, *, N: Count) -> Finding:
    """At least `N` different words are used; punctuation alone is no word."""
    return at_least(len(set(text.of(plain.lower_words))), N, "different words")


@IFBENCH.instruction(
    "count:numbers",
    origin="NumbersCountChecker",
    examples=(
        ok("At 10:30 we sold 1,250.75 litres.", N=2),
        no("Two trains left at 7.", N=2),
        ok("Pages 10-20 and (5)(6).", N=2),
    ),
)
def numbers(text: Text, *, N: Count) -> Finding:
    """Exactly `N` numbers stand in the answer.

    Reference: counts runs of decimal digits after all ASCII punctuation was deleted, so that
    "10:30" and "1,250.75", but also "10-20" and "1,2,3", are one number each. Digits inside a word
    count; number words and fraction characters do not.
    """
    return exactly(len(text.cut(_digits_without_marks)), N, "numbers")


def _digits_without_marks(raw: str) -> list[str]:
    return _DIGITS.findall(segment.without_punctuation(raw))


@IFBENCH.correction(
    "count:numbers",
    why='"10-20", "1,2,3" and "(5)(6)" are several numbers',
    examples=(ok("Pages 10-20 and (5)(6).", N=4), ok("Press 1,2,3 in turn.", N=3)),
)
def numbers_by_separator(text: Text, *, N: Count) -> Finding:
    """Exactly `N` numbers stand in the answer.

    Only thousands groups, decimals, times, fractions and underscores keep a number together.
    """
    return exactly(len(text.cut(_NUMBER.findall)), N, "numbers")


@IFBENCH.instruction(
    "count:punctuation",
    origin="PunctuationCoverChecker",
    examples=(
        ok("What?! Well: no; yes, perhaps! Sure? Fine."),
        no("What?! Well: no; yes, perhaps. Fine."),
        no("Really! Are you sure? Well: no; yes, perhaps."),
    ),
)
def punctuation(text: Text) -> Finding:
    """Every standard punctuation mark is used, with semicolon, colon and interrobang.

    Reference: asks for an interrobang ("?!", "!?" or "‽") and, after one "?!" (or else one "!?")
    was taken out, for each of the six marks . , ! ? ; and :. Quotes, brackets, dashes and
    apostrophes are never asked for.
    """
    wanted = f"an interrobang and each of {' '.join(_MARKS)}"
    if not any(mark in text.raw for mark in _INTERROBANGS):
        return Finding(False, "no interrobang", wanted)
    pair = "?!" if "?!" in text.raw else "!?"
    rest = text.raw.replace(pair, "", 1)
    absent = [mark for mark in _MARKS if mark not in rest]
    return Finding(not absent, f"no {' '.join(absent)}" if absent else "all of them", wanted)


@IFBENCH.instruction(
    "count:words_japanese",
    origin="NthWordJapaneseChecker",
    examples=(
        ok("I eat 寿司 and drink お茶 daily.", N=3),
        no("I eat 寿司 and drink tea daily.", N=3),
        ok("we ride -- to the 山", N=3),
    ),
)
def words_japanese(text: Text, *, N: Count) -> Finding:
    """Every `N`-th word is Japanese.

    Reference: numbers the pieces between white space, bare punctuation included. One kana or one
    Chinese character makes a piece Japanese, half-width kana do not; digits and bare punctuation
    are excused. Fewer than `N` words pass. The official check divides by zero if `N` is 0.
    """
    if N == 0:
        return raises("the official check divides by zero", "Japanese as every 0. word")
    for position, chunk in enumerate(text.chunks, start=1):
        word = chunk.strip(plain.PUNCTUATION_AND_BLANK)
        if position % N == 0 and word and not (word.isdigit() or compiled(_JAPANESE).search(word)):
            return _every_nth_japanese(N, f"word {position} is {excerpt(word)}")
    return _every_nth_japanese(N)


@IFBENCH.correction(
    "count:words_japanese",
    why="bullets and dashes are no words; half-width kana and rare characters are Japanese",
    examples=(
        no("we ride -- to the 山", N=3),
        ok("- one two three 四", N=4),
        ok("eat ﾗｰﾒﾝ now", N=2),
    ),
)
def words_japanese_by_word(text: Text, *, N: Count) -> Finding:
    """Every `N`-th word, among the pieces with a letter or digit, is Japanese or a number."""
    if N == 0:
        return _every_nth_japanese(N, "there is no word no. 0")
    if not isinstance(N, int):
        return words_japanese(text, N=N)
    pieces = filter(plain.has_alnum, text.chunks)
    for position, piece in enumerate(pieces, start=1):
        if position % N == 0 and not (
            plain.trimmed(piece).isdigit() or compiled(_JAPANESE_OF_ANY_WIDTH).search(piece)
        ):
            return _every_nth_japanese(N, f"word {position} is {excerpt(piece)}")
    return _every_nth_japanese(N)


def _every_nth_japanese(N: float, fault: str = "") -> Finding:
    return Finding(not fault, fault or "it is", f"Japanese as every {N}. word")
