"""detectable_format:*: hyphens between sentences, brackets around words."""

from __future__ import annotations

import re

from checkers.finding import Finding, excerpt
from checkers.if_rlvr.rule_sentences import rule_sentences, whole_sentences
from checkers.phrases import is_word_character
from checkers.registry import IF_RLVR, no, ok
from checkers.text import Text

_SENTENCES_JOINED = "sentences joined by hyphens alone"
_ALL_BRACKETED = "every word in square brackets"
_ALL_WRAPPED = "every two words in << >>"
_END_MARK = re.compile("[.!?]")
_JOINT = re.compile(r"(?<=[.!?])-|(?<=[.!?][\"'”’)\]])-")
_PAIR = r"<{2,}+[^\s<>]++\s++[^\s<>]++>{2,}+"
_PAIRS = re.compile(rf"{_PAIR}(?:\s++{_PAIR})*+(?:\s++<{{2,}}+[^\s<>]++>{{2,}}+)?")


@IF_RLVR.instruction(
    "detectable_format:sentence_hyphens",
    origin="SentenceHyphenChecker",
    examples=(
        ok("It rains.-It pours."),
        no("It rains. - It pours."),
        no("A half-open door."),
    ),
)
def sentence_hyphens(text: Text) -> Finding:
    """All sentences are joined by hyphens, without spaces.

    Reference: the pieces between hyphens are, one by one, the rule-based sentences of the text in
    which each hyphen is a space. What one side has more than the other is not looked at.
    """
    sentences = rule_sentences(text.raw.replace("-", " "))
    for piece, sentence in zip(text.raw.split("-"), sentences, strict=False):
        if piece != sentence:
            return Finding(False, f"{excerpt(piece)} is not one sentence", _SENTENCES_JOINED)
    return Finding(True, "no other piece", _SENTENCES_JOINED)


@IF_RLVR.correction(
    "detectable_format:sentence_hyphens",
    why="a hyphen inside a word, a line end at the end and '!!' fail; a lone hyphen passes",
    examples=(ok("A half-open door.-It creaks!!-Wait... what?\n"), no("-")),
)
def sentences_joined_by_hyphens(text: Text) -> Finding:
    """All sentences are joined by hyphens, without spaces.

    Corrected: a hyphen joins if it directly follows an end mark, or a quote or bracket behind one.
    """
    for piece in _JOINT.split(text.stripped):
        if piece.startswith("-") or piece != piece.strip() or not _is_one_sentence(piece):
            return Finding(False, f"{excerpt(piece)} is not one sentence", _SENTENCES_JOINED)
    return Finding(True, "no other piece", _SENTENCES_JOINED)


@IF_RLVR.instruction(
    "detectable_format:square_brackets",
    origin="SquareBracketChecker",
    examples=(ok("[Rain] [falls.]"), no("[Rain] falls"), ok("[Rain] []")),
)
def square_brackets(text: Text) -> Finding:
    """Every word is in square brackets.

    Reference: what stands between white space begins with `[` and ends with `]`, whatever is
    inside.
    """
    return _bracketed(next((chunk for chunk in text.chunks if not _in_brackets(chunk)), None))


@IF_RLVR.correction(
    "detectable_format:square_brackets",
    why="brackets without a word pass",
    examples=(no("[Rain] []"),),
)
def words_in_square_brackets(text: Text) -> Finding:
    """Every word is in square brackets.

    Corrected: all of these hold a word character.
    """
    wordless = (chunk for chunk in text.chunks if not (_in_brackets(chunk) and _has_word(chunk)))
    return _bracketed(next(wordless, None))


@IF_RLVR.instruction(
    "detectable_format:bigram_wrapping",
    origin="BiGramWrappingChecker",
    examples=(
        ok("<<Rain falls>> <<all day>>"),
        no("<<Rain>> falls here"),
        ok("<<Rain falls>> today"),
    ),
)
def bigram_wrapping(text: Text) -> Finding:
    """Every two words are wrapped in `<<` and `>>`.

    Reference: of what stands between white space, every first of two begins with `<<` and every
    second ends with `>>`. An odd last word is not looked at.
    """
    chunks = text.chunks
    for first, second in zip(chunks[::2], chunks[1::2], strict=False):
        if not (first.startswith("<<") and second.endswith(">>")):
            return Finding(False, excerpt(f"{first} {second}"), _ALL_WRAPPED)
    return Finding(True, "no other pair", _ALL_WRAPPED)


@IF_RLVR.correction(
    "detectable_format:bigram_wrapping",
    why="an odd last word is not looked at, and words wrapped one by one pass",
    examples=(no("<<Rain falls>> today"), no("<<Rain>> <<falls>>")),
)
def wrapped_bigrams(text: Text) -> Finding:
    """Every two words are wrapped in `<<` and `>>`.

    Corrected: both words in one pair of marks, an odd last word in its own, and nothing outside.
    """
    followed = _PAIRS.fullmatch(text.stripped) is not None
    return Finding(followed, excerpt(text.stripped), _ALL_WRAPPED)


def _is_one_sentence(piece: str) -> bool:
    # Most pieces have their one mark at the end; the splitter would be slow on thousands of them.
    if not _END_MARK.search(piece, 0, len(piece) - 1):
        return _has_word(piece)
    return len(whole_sentences(piece)) == 1


def _in_brackets(chunk: str) -> bool:
    return chunk.startswith("[") and chunk.endswith("]")


def _has_word(chunk: str) -> bool:
    return any(map(is_word_character, chunk))


def _bracketed(exception: str | None) -> Finding:
    if exception is None:
        return Finding(True, "no other word", _ALL_BRACKETED)
    return Finding(False, excerpt(exception), _ALL_BRACKETED)
