"""`length_constraints:*`: how many words, sentences and paragraphs."""

from __future__ import annotations

import re

from checkers import segment
from checkers.finding import Finding, compare, exactly, excerpt
from checkers.ifeval.find import is_word_character
from checkers.ifeval.words import count_readable_words
from checkers.parameters import Count, Relation, Whole
from checkers.registry import IFEVAL, no, ok
from checkers.text import Text

_LIST_NUMBER = re.compile(r"\n[ \t]*\d{1,3}[.)][ \t]+")
_WIDE_STOPS = (("。", ". "), ("！", "! "), ("？", "? "))
_TYPOGRAPHIC_QUOTES = "‘’“”«»"
# The mark comes first, so that the search can jump to it.
_GLUED_STOP = re.compile(r"([.?!])(?<=[a-z]{2}.)(?=[A-Z][a-z])")
_LONE_STARS = re.compile(r"\*\*\*(?<![^\s*]\*\*\*)(?![^\s*])")
_WORD_START = re.compile(r"\w")
_WORD_JOINERS = ("'", "’", "-")
_FIRST_WORD = re.compile(r"[^.,?!'\"]*")


@IFEVAL.instruction(
    "length_constraints:number_sentences",
    origin="NumberOfSentences",
    examples=(
        ok("Rain fell. Then it stopped.", num_sentences=2, relation="at least"),
        no("Rain fell. Then it stopped.", num_sentences=2, relation="less than"),
        no("Rain fell.Then it stopped.", num_sentences=2, relation="at least"),
    ),
)
def number_sentences(text: Text, *, num_sentences: Count, relation: Relation) -> Finding:
    """The response has `relation` `num_sentences` sentences.

    Reference: counts the sentences of the English Punkt model. A list number such as "1." is one
    of its own; lines without a mark at their end run together.
    """
    return compare(len(text.sentences), relation, num_sentences, "sentences")


@IFEVAL.correction(
    "length_constraints:number_sentences",
    why="list numbers are no sentences; glued, wide and curly-quoted ends of sentences are ends",
    examples=(
        ok("Rain fell.Then it stopped.", num_sentences=2, relation="at least"),
        ok("1. Wash the cup.\n2. Dry it.", num_sentences=3, relation="less than"),
    ),
)
def number_readable_sentences(text: Text, *, num_sentences: Count, relation: Relation) -> Finding:
    """The response has `relation` `num_sentences` sentences.

    Corrected: Punkt with curly quotes and guillemets as quotes, after list numbers are taken out,
    ideographic ends of sentences replaced and glued sentences set apart.
    """
    return compare(len(text.of(_readable_sentences)), relation, num_sentences, "sentences")


@IFEVAL.instruction(
    "length_constraints:number_paragraphs",
    origin="ParagraphChecker",
    examples=(
        ok("Rain.\n***\nSun.", num_paragraphs=2),
        no("Rain.\n\nSun.", num_paragraphs=2),
        no("It was ***very*** wet.", num_paragraphs=1),
    ),
)
def number_paragraphs(text: Text, *, num_paragraphs: Count) -> Finding:
    """There are `num_paragraphs` paragraphs, divided by `***`.

    Reference: any three asterisks divide, also those of bold italics. A blank paragraph between
    two others fails; a blank first or last one is not counted.
    """
    return _paragraphs_between(text.starred, num_paragraphs)


@IFEVAL.correction(
    "length_constraints:number_paragraphs",
    why="bold italics (`***word***`) divide nothing",
    examples=(ok("It was ***very*** wet.", num_paragraphs=1),),
    loose_variants="asterisks kept",
)
def number_divided_paragraphs(text: Text, *, num_paragraphs: Count) -> Finding:
    """There are `num_paragraphs` paragraphs, divided by `***`.

    Corrected: only white space or further asterisks may stand around the three.
    """
    return _paragraphs_between(_LONE_STARS.split(text.raw), num_paragraphs)


@IFEVAL.instruction(
    "length_constraints:number_words",
    origin="NumberOfWords",
    examples=(
        ok("Rain fell on us.", num_words=4, relation="at least"),
        no("Rain fell on us.", num_words=4, relation="less than"),
        ok("I don't", num_words=3, relation="at least"),
    ),
)
def number_words(text: Text, *, num_words: Count, relation: Relation) -> Finding:
    r"""The response has `relation` `num_words` words.

    Reference: counts runs of `\w`, so "don't" and "3.14" are two each, an address is several, and
    a Chinese sentence is one.
    """
    return compare(text.word_count, relation, num_words, "words")


@IFEVAL.correction(
    "length_constraints:number_words",
    why='"don\'t", "3.14" and an address are one word each; each ideograph and kana is one',
    examples=(
        no("I don't", num_words=3, relation="at least"),
        ok("我们去公园", num_words=5, relation="at least"),
    ),
)
def number_readable_words(text: Text, *, num_words: Count, relation: Relation) -> Finding:
    """The response has `relation` `num_words` words.

    Corrected: apostrophes inside words, and full stops and commas inside numbers, divide nothing;
    soft hyphens and combining marks belong to their word.
    """
    return compare(text.count(count_readable_words), relation, num_words, "words")


def _out_of_range(*, num_paragraphs: float, nth_paragraph: int, first_word: str) -> str:
    if 1 <= nth_paragraph <= num_paragraphs:
        return ""
    return f"nth_paragraph={nth_paragraph} is not one of {num_paragraphs} paragraphs"


@IFEVAL.instruction(
    "length_constraints:nth_paragraph_first_word",
    origin="ParagraphFirstWordCheck",
    examples=(
        ok("Rain fell.\n\nThen it stopped.", num_paragraphs=2, nth_paragraph=2, first_word="then"),
        no("Rain fell.\nThen it stopped.", num_paragraphs=2, nth_paragraph=2, first_word="then"),
        no("Rain: it fell.\n\nSun.", num_paragraphs=2, nth_paragraph=1, first_word="rain"),
        no("Rain.\n\n\n\nSun.", num_paragraphs=2, nth_paragraph=2, first_word="sun"),
    ),
    refuse_if=_out_of_range,
)
def nth_paragraph_first_word(
    text: Text, *, num_paragraphs: Count, nth_paragraph: Whole, first_word: str
) -> Finding:
    r"""There are `num_paragraphs` paragraphs; number `nth_paragraph` starts with `first_word`.

    Reference: paragraphs stand between `\n\n`. Blank pieces do not count but shift the number.
    The first word ends at the first of . , ? ! ' " and is compared in lower case; quotes before it
    are dropped, but no other sign.
    """
    pieces = text.paragraphs
    count = sum(1 for piece in pieces if piece.strip())
    wanted = f"{num_paragraphs} paragraphs, number {nth_paragraph} with {first_word!r}"
    paragraph = pieces[nth_paragraph - 1].strip() if nth_paragraph <= count else ""
    if not paragraph:
        return Finding(False, f"{count} paragraphs, number {nth_paragraph} missing", wanted)
    word = _first_word(paragraph)
    followed = count == num_paragraphs and word == first_word.lower()
    return Finding(followed, f"{count} paragraphs, {excerpt(word)} first", wanted)


@IFEVAL.correction(
    "length_constraints:nth_paragraph_first_word",
    why="blank pieces shift the number; a word may stand in any quotes and before any sign",
    examples=(
        ok("Rain.\n\n\n\nSun.", num_paragraphs=2, nth_paragraph=2, first_word="sun"),
        ok("Rain: it fell.\n\nSun.", num_paragraphs=2, nth_paragraph=1, first_word="rain"),
        no("Don't go.\n\nStay.", num_paragraphs=2, nth_paragraph=1, first_word="don"),
    ),
)
def nth_paragraph_whole_first_word(
    text: Text, *, num_paragraphs: Count, nth_paragraph: Whole, first_word: str
) -> Finding:
    """There are `num_paragraphs` paragraphs; number `nth_paragraph` starts with `first_word`.

    Corrected: counts and numbers the paragraphs that are not blank; signs before the first word
    are skipped, and it ends where no letter, apostrophe or hyphen goes on.
    """
    if not first_word.strip():
        return nth_paragraph_first_word(
            text, num_paragraphs=num_paragraphs, nth_paragraph=nth_paragraph, first_word=first_word
        )
    pieces = text.raw.replace("\r\n", "\n").split("\n\n")
    paragraphs = [piece.strip() for piece in pieces if piece.strip()]
    count = len(paragraphs)
    wanted = f"{num_paragraphs} paragraphs, number {nth_paragraph} with {first_word!r}"
    if nth_paragraph > count:
        return Finding(False, f"{count} paragraphs, number {nth_paragraph} missing", wanted)
    paragraph = paragraphs[nth_paragraph - 1]
    followed = count == num_paragraphs and _begins_with_word(paragraph, first_word)
    return Finding(followed, f"{count} paragraphs, {excerpt(paragraph[:40])} first", wanted)


def _readable_sentences(text: Text) -> list[str]:
    """Punkt's sentences of the amended text; mostly there is nothing to amend."""
    readable = _LIST_NUMBER.sub("\n", "\n" + text.raw)[1:]
    if not readable.isascii():
        for stop, spaced in _WIDE_STOPS:
            readable = readable.replace(stop, spaced)
    readable = _GLUED_STOP.sub(r"\1 ", readable)
    if readable == text.raw and not any(quote in readable for quote in _TYPOGRAPHIC_QUOTES):
        return text.punkt_sentences
    return segment.sentences(readable, typographic_quotes=True)


def _paragraphs_between(pieces: list[str], num_paragraphs: float) -> Finding:
    if not all(piece.strip() for piece in pieces[1:-1]):
        return Finding(False, "a blank paragraph", f"exactly {num_paragraphs}")
    ends = pieces[:1] + pieces[1:][-1:]
    blank_ends = sum(1 for piece in ends if not piece.strip())
    return exactly(len(pieces) - blank_ends, num_paragraphs, "paragraphs")


def _first_word(paragraph: str) -> str:
    word = paragraph.split(maxsplit=1)[0].lstrip("'").lstrip('"')
    until_mark = _FIRST_WORD.match(word)
    # Each character on its own, as the official code does: it matters for the Greek final sigma.
    return "".join(map(str.lower, until_mark[0])) if until_mark else ""


def _begins_with_word(paragraph: str, word: str) -> bool:
    first = _WORD_START.search(paragraph)
    rest = paragraph[first.start() :].casefold() if first else ""
    folded = word.casefold()
    if not rest.startswith(folded):
        return False
    after = rest[len(folded) : len(folded) + 2]
    going_on = after[1:] if after.startswith(_WORD_JOINERS) else after[:1]
    return not any(map(is_word_character, going_on))
