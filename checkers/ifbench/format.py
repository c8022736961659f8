"""`format:` of IFBench: options, emoji, title case, white space."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from itertools import chain, pairwise

from checkers.finding import Finding, excerpt
from checkers.ifbench.characters import alphanumeric_core, without_marks_around
from checkers.ifbench.emoji import begins_with_emoji, ends_with_emoji, is_single_emoji
from checkers.ifbench.plain import PUNCTUATION_AND_BLANK
from checkers.registry import IFBENCH, no, ok
from checkers.segment import without_punctuation
from checkers.text import Text

_LETTERED = re.compile(r"\W*[aA]\W*[bB]\W*[cC]\W*")
_BETWEEN_OPTIONS = re.compile(r"\s*,\s*(?:or\s+)?|\s+or\s+")
_BETWEEN_TITLE_WORDS = re.compile(r"[\u2012-\u2015]+|:(?!//)")
_WHITE_SPACE = re.compile(r"\s")
_ARTICLES_CONJUNCTIONS_PREPOSITIONS = (
    "a an the and but or nor for so yet as at by in of off on per to up via if vs from with into "
    "onto over than n e.g i.e etc"
)
_MINOR_WORDS = frozenset(_ARTICLES_CONJUNCTIONS_PREPOSITIONS.split())


@IFBENCH.instruction(
    "format:options",
    origin="OptionsResponseChecker",
    examples=(
        ok("Maybe.", options="yes/no/maybe"),
        no("Maybe so.", options="yes/no/maybe"),
        ok("b)", options="a), b), c), d)"),
        no("b) ", options="a), b), c), d)"),
        no("morning", options="morning, noon, night"),
    ),
)
def options(text: Text, *, options: str) -> Finding:
    """The answer is one of `options` and nothing else.

    Reference: `options` is cut at slashes, else at every "or" (inside words, too), else at commas.
    Options that begin with the letters a, b and c must be met to the character; for others ASCII
    punctuation and spaces around, and case, do not matter, but line breaks do.
    """
    separator = "/" if "/" in options else "or" if "or" in options else ","
    pieces = [piece.strip() for piece in options.split(separator)]
    if _LETTERED.match(options):
        return _one_of(text.raw, pieces, pieces)
    bare = [piece.strip(PUNCTUATION_AND_BLANK).lower() for piece in pieces]
    return _one_of(text.raw.strip(PUNCTUATION_AND_BLANK).lower(), bare, pieces)


@IFBENCH.correction(
    "format:options",
    why='"or" separates options only as a word; white space and the kind of apostrophe are free',
    examples=(
        ok("morning", options="morning, noon, or night"),
        ok("b) ", options="a), b), c), d)"),
        no("...", options="yes//no"),
    ),
)
def options_between_words(text: Text, *, options: str) -> Finding:
    """The answer is one of `options` and nothing else."""
    cut = options.split("/") if "/" in options else _BETWEEN_OPTIONS.split(options)
    pieces = [piece.strip() for piece in cut if piece.strip()]
    if _LETTERED.match(options):
        return _one_of(text.stripped, pieces, pieces)
    bare = [_plain_option(piece) for piece in pieces]
    return _one_of(_plain_option(text.raw), [piece for piece in bare if piece], pieces)


def _plain_option(raw: str) -> str:
    return without_marks_around(raw.replace("’", "'")).lower()


def _one_of(answer: str, admitted: Sequence[str], shown: Sequence[str]) -> Finding:
    return Finding(answer in admitted, excerpt(answer), "one of " + ", ".join(map(repr, shown)))


@IFBENCH.instruction(
    "format:emoji",
    origin="EmojiSentenceChecker",
    examples=(
        ok("We won 🎉. Let us dance 💃!"),
        ok("We won! 🎉 Let us dance! 💃"),
        no("We won. Let us dance 💃!"),
        no("Bon voyage 🇫🇷."),
        ok("We won 🎉a."),
    ),
)
def emoji_at_ends(text: Text) -> Finding:
    """Every sentence ends in an emoji.

    Reference: of each Punkt sentence without ASCII punctuation, the last character or the one
    before it is an emoji by itself, or the next sentence begins with one. So flags and keycaps
    fail, one letter after the emoji passes, and a piece of nothing but punctuation fails.
    """
    bare = map(_without_marks, text.each_punkt_sentence())
    return _emoji_at_ends(bare, _has_emoji_in_last_two, _has_emoji_first)


@IFBENCH.correction(
    "format:emoji",
    why="flags, keycaps and other sequences are emoji, and nothing stands after the emoji",
    examples=(ok("Bon voyage 🇫🇷."), no("We won 🎉a.")),
)
def whole_emoji_at_ends(text: Text) -> Finding:
    """Every sentence ends in an emoji."""
    return _emoji_at_ends(text.each_punkt_sentence(), ends_with_emoji, _begins_with_whole_emoji)


def _begins_with_whole_emoji(sentence: str) -> bool:
    return begins_with_emoji(_without_marks(sentence))


def _without_marks(sentence: str) -> str:
    return without_punctuation(sentence).strip()


def _has_emoji_in_last_two(bare: str) -> bool:
    return any(map(is_single_emoji, bare[-2:]))


def _has_emoji_first(bare: str) -> bool:
    return is_single_emoji(bare[:1])


def _emoji_at_ends(
    sentences: Iterable[str], ends: Callable[[str], bool], begins: Callable[[str], bool]
) -> Finding:
    wanted = "an emoji at the end of every sentence"
    number = 0
    for sentence, following in pairwise(chain(sentences, [""])):
        if not _without_marks(sentence) or not (ends(sentence) or begins(following)):
            return Finding(False, f"no emoji after {excerpt(sentence)}", wanted)
        number += 1
    return Finding(True, f"{number} sentences, each with an emoji", wanted)


@IFBENCH.instruction(
    "format:title_case",
    origin="TitleCaseChecker",
    examples=(
        ok("The Quiet Harbour"),
        no("The quiet Harbour"),
        no("A Cup of Tea"),
        no("We Don't Know"),
        ok("x2 And y3"),
    ),
)
def title_case(text: Text) -> Finding:
    """The whole answer is in title case: a capital begins each major word.

    Reference: every Treebank token counts, so "of" and the "n't" of "Don't" fail; a token of a
    small letter and then neither all small nor all large letters passes ("iPhone", "x2").
    """
    return _no_small_word(token for token in text.each_token() if _is_small_token(token))


def _is_small_token(token: str) -> bool:
    if not token[0].islower() or not token[0].isalpha():
        return False
    rest = token[1:]
    return not rest or rest.islower() or rest.isupper()


@IFBENCH.correction(
    "format:title_case",
    why="minor words may be small, and words are not cut at apostrophes",
    examples=(ok("A Cup of Tea"), ok("We Don't Know"), no("x2 And y3")),
)
def title_case_of_major_words(text: Text) -> Finding:
    """The whole answer is in title case: a capital begins each major word."""
    pieces = chain.from_iterable(map(_BETWEEN_TITLE_WORDS.split, text.each(str.split)))
    words = (word for word in map(alphanumeric_core, pieces) if word[:1].isalpha())
    return _no_small_word(
        word
        for number, word in enumerate(words)
        if _is_small_word(word) and (number == 0 or word.lower() not in _MINOR_WORDS)
    )


def _is_small_word(word: str) -> bool:
    rest = word[1:]
    return word[0].islower() and (rest.isupper() or not any(map(str.isupper, rest)))


def _no_small_word(small: Iterator[str]) -> Finding:
    first = next(small, None)
    found = "no word" if first is None else excerpt(first)
    return Finding(first is None, f"{found} in small letters", "none")


@IFBENCH.instruction(
    "format:no_whitespace",
    origin="NoWhitespaceChecker",
    examples=(ok("Nospacehere."), no("No space."), no("Nospacehere.\n")),
)
def no_whitespace(text: Text) -> Finding:
    """The answer has no white space.

    Reference: white space is what Python's `str.isspace` takes for it, the no-break space included
    and the zero-width ones not. Loose drops a line, so any two lines pass if one has none.
    """
    blank = _WHITE_SPACE.search(text.raw)
    found = f"{blank[0]!r} at character {blank.start() + 1}" if blank else "no white space"
    return Finding(blank is None, found, "no white space")


@IFBENCH.correction(
    "format:no_whitespace",
    why="in loose a line that is left out has no white space; only outer white space is forgiven",
    examples=(ok("Nospacehere."), no("Two words\nOne")),
    loose_variants="whole response",
)
def no_whitespace_in_the_whole(text: Text) -> Finding:
    """The answer has no white space."""
    return no_whitespace(text)
