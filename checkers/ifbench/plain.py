"""Words and sentences free of markup, as the corrected rules of IFBench read them."""

from __future__ import annotations

import re
import string
import unicodedata

from checkers import segment
from checkers.ifbench.characters import WHITE_SPACE
from checkers.normal_form import composed
from checkers.text import Text

PUNCTUATION_AND_BLANK = string.punctuation + " "
"""What the reference rules strip from the ends of a piece of text."""

_NO_PUNCTUATION = str.maketrans("", "", string.punctuation)
_UNDERSCORES = re.compile("_+")
_DIVIDERS = re.compile(r"[\u2012-\u2015]|--+|…|\.{2,}")
_ASCII_WORD = re.compile(r"[^\W_](?:\S*[^\W_])?")
_ALNUM = re.compile(r"[^\W_]")
_WIDE_MARKS = str.maketrans({"。": ". ", "｡": ". ", "．": ". ", "？": "? ", "！": "! "})
_LIST_MARKER = re.compile(r"\W*(?:\d+|[A-Za-z])[.)]")
_CLOSING = "\"'”’»)]}*_`" + WHITE_SPACE


def without_punctuation(raw: str) -> str:
    """`raw` without the 32 ASCII punctuation characters; nothing takes their place."""
    return raw.translate(_NO_PUNCTUATION)


def has_alnum(raw: str) -> bool:
    """Whether a letter or a digit of any script stands in `raw`."""
    return _ALNUM.search(raw) is not None


def without_markup(raw: str) -> str:
    """`raw` without stars, backticks, and the underscores that do not join two characters."""
    bare = raw.replace("*", "").replace("`", "")
    return _UNDERSCORES.sub(_joining_underscores, bare) if "_" in bare else bare


def _joining_underscores(run: re.Match[str]) -> str:
    before = run.string[run.start() - 1 : run.start()]
    after = run.string[run.end() : run.end() + 1]
    return run.group() if before.isalnum() and after.isalnum() else ""


def words_of(raw: str) -> list[str]:
    """Words with the apostrophes, hyphens and decimal points inside them, and nothing else.

    Each begins with a letter or digit and ends with one or with a combining mark; dashes, ellipses
    and white space divide. The text is brought to normal form C and `’` to `'`.
    """
    text = composed(raw).replace("’", "'")
    if text.isascii():
        divides = "--" in text or ".." in text
        return _ASCII_WORD.findall(_DIVIDERS.sub(" ", text) if divides else text)
    pieces = _DIVIDERS.sub(" ", text).split()
    words = [piece if piece.isalnum() else trimmed(piece) for piece in pieces]
    return list(filter(None, words))


def words(text: Text) -> list[str]:
    """`words_of` the text; a view for `Text.of`."""
    return text.cut(words_of)


def lower_words(text: Text) -> list[str]:
    """`words` in lower case; a view for `Text.of`."""
    found = text.of(words)
    return "\n".join(found).lower().split("\n") if found else []


def trimmed(piece: str) -> str:
    """`piece` from its first letter or digit to its last letter, digit or combining mark."""
    end = len(piece)
    while end and not _is_alnum_or_mark(piece[end - 1]):
        end -= 1
    first = _ALNUM.search(piece, 0, end)
    return piece[first.start() : end] if first else ""


def squeezed_words(text: Text) -> list[str]:
    """`words` without what is no letter, digit or combining mark; a view for `Text.of`."""
    return [_squeezed(word) for word in text.of(words)]


def _squeezed(word: str) -> str:
    return word if word.isalnum() else "".join(filter(_is_alnum_or_mark, word))


def _is_alnum_or_mark(character: str) -> bool:
    return character.isalnum() or unicodedata.category(character)[0] == "M"


def sentences(text: Text) -> list[str]:
    """Punkt's sentences of the text without markup; a view for `Text.of`.

    Full-width marks end sentences too. A piece without a letter or digit belongs to the sentence
    before it, and a piece that only numbers a list is no sentence.
    """
    kept: list[list[str]] = []
    raw = text.raw if text.raw.isascii() else text.raw.translate(_WIDE_MARKS)
    for piece in segment.sentences(without_markup(raw)):
        stripped = piece.strip()
        if has_alnum(stripped):
            if not _LIST_MARKER.fullmatch(stripped):
                kept.append([stripped])
        elif kept:
            kept[-1].append(stripped)
    return ["".join(pieces) for pieces in kept]


def end_mark(sentence: str) -> str:
    """The mark that a sentence ends with, before closing quotes and brackets.

    Of a run of marks a `?` decides, else a `!`, else a `.`; "" if there is none.
    """
    body = sentence.rstrip(_CLOSING)
    run = body[len(body.rstrip(".?!")) :]
    return next((mark for mark in "?!." if mark in run), "")


def base(character: str) -> str:
    """The letter under a character's accents and styles, in lower case."""
    return unicodedata.normalize("NFKD", character)[0].lower()
