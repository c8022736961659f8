"""Words and sentences free of markup, as the corrected rules of IFBench read them."""

from __future__ import annotations

import re
import string
import unicodedata
from collections import Counter
from collections.abc import Iterable, Iterator

from checkers import segment
from checkers.ifbench.characters import WHITE_SPACE
from checkers.normal_form import composed
from checkers.text import Text

PUNCTUATION_AND_BLANK = string.punctuation + " "
"""What the reference rules strip from the ends of a piece of text."""

_UNDERSCORES = re.compile("_+")
_DASHES_AND_ELLIPSIS = "\u2012\u2013\u2014\u2015…"
_RUN_OF_DASHES_OR_DOTS = re.compile(r"--+|\.{2,}")
_ALNUM = re.compile(r"[^\W_]")
_ASCII_BUT_ALNUM = "".join(sign for sign in map(chr, range(128)) if not sign.isalnum())
_WIDE_MARKS = (("。", ". "), ("｡", ". "), ("．", ". "), ("？", "? "), ("！", "! "))
_LIST_MARKER = re.compile(r"\W*(?:\d+|[A-Za-z])[.)]")
_CLOSING = "\"'”’»)]}*_`" + WHITE_SPACE


def bare_chunks(raw: str) -> list[str]:
    """The pieces between white space of `raw` without ASCII punctuation; for `Text.cut`."""
    return segment.without_punctuation(raw).split()


def bare(text: Text) -> Text:
    """The text without ASCII punctuation."""
    return text.rewritten(segment.without_punctuation)


def lowered_bare_chunks(raw: str) -> list[str]:
    """`bare_chunks` of `raw` in lower case; for `Text.cut`.

    A sigma that stands before a hyphen is a final one, because the hyphen is still there.
    """
    return bare_chunks(raw.lower())


def has_alnum(raw: str) -> bool:
    """Whether a letter or a digit of any script stands in `raw`."""
    return _ALNUM.search(raw) is not None


def without_markup(raw: str) -> str:
    """`raw` without stars, backticks, and the underscores that do not join two characters."""
    bare = raw.replace("*", "").replace("`", "")
    return _UNDERSCORES.sub(_joining_underscores, bare) if "_" in bare else bare


def unmarked(text: Text) -> Text:
    """The text `without_markup`; it is the same for a text with and without its asterisks."""
    return text.without_asterisks.rewritten(without_markup)


def _joining_underscores(run: re.Match[str]) -> str:
    before = run.string[run.start() - 1 : run.start()]
    after = run.string[run.end() : run.end() + 1]
    return run.group() if before.isalnum() and after.isalnum() else ""


def words_of(raw: str) -> list[str]:
    """Words with the apostrophes, hyphens and decimal points inside them, and nothing else.

    Each begins with a letter or digit and ends with one or with a combining mark; dashes, ellipses
    and white space divide. The text is brought to normal form C and `’` to `'`.
    """
    return all_trimmed(_divided(composed(raw).replace("’", "'")).split())


def _divided(text: str) -> str:
    for sign in _DASHES_AND_ELLIPSIS:
        text = text.replace(sign, " ")
    has_runs = "--" in text or ".." in text
    return _RUN_OF_DASHES_OR_DOTS.sub(" ", text) if has_runs else text


def words(text: Text) -> list[str]:
    """`words_of` the text; a view for `Text.of`."""
    return text.cut(words_of)


def lower_words(text: Text) -> list[str]:
    """`words` in lower case; a view for `Text.of`."""
    return text.cut(_lower_words_of)


def _lower_words_of(raw: str) -> list[str]:
    # Of other scripts some letters are lowered by what stands beside them.
    return words_of(raw.lower()) if raw.isascii() else list(map(str.lower, words_of(raw)))


def all_trimmed(pieces: Iterable[str]) -> list[str]:
    """Each of `pieces` trimmed, but for those of which nothing is left."""
    return [word for piece in pieces if (word := piece if piece.isalnum() else trimmed(piece))]


def trimmed(piece: str) -> str:
    """`piece` from its first letter or digit to its last letter, digit or combining mark."""
    piece = piece.strip(_ASCII_BUT_ALNUM)
    if piece.isascii():
        return piece
    end = len(piece)
    while end and not _is_alnum_or_mark(piece[end - 1]):
        end -= 1
    first = _ALNUM.search(piece, 0, end)
    return piece[first.start() : end] if first else ""


def squeezed(word: str) -> str:
    """`word` without what is no letter, digit or combining mark."""
    return word if word.isalnum() else "".join(filter(_is_alnum_or_mark, word))


def _is_alnum_or_mark(character: str) -> bool:
    return character.isalnum() or unicodedata.category(character)[0] == "M"


def sentences(text: Text) -> list[str]:
    """Punkt's sentences of the text without markup; a view for `Text.of`.

    Full-width marks end sentences too. A piece without a letter or digit belongs to the sentence
    before it, and a piece that only numbers a list is no sentence.
    """
    return _of_sentences(text).of(_sentences_with_words)


def each_sentence(text: Text) -> Iterator[str]:
    """`sentences` one by one: for a rule that mostly decides at one of the first."""
    return _with_words(_of_sentences(text).each_punkt_sentence())


def _of_sentences(text: Text) -> Text:
    return unmarked(text).rewritten(_with_narrow_marks)


def _sentences_with_words(text: Text) -> list[str]:
    return list(_with_words(text.punkt_sentences))


def _with_words(cut: Iterable[str]) -> Iterator[str]:
    pieces: list[str] = []
    for piece in map(str.strip, cut):
        if not has_alnum(piece):
            pieces += [piece] if pieces else []
        elif not _LIST_MARKER.fullmatch(piece):
            if pieces:
                yield "".join(pieces)
            pieces = [piece]
    if pieces:
        yield "".join(pieces)


def _with_narrow_marks(raw: str) -> str:
    for wide, narrow in _WIDE_MARKS:
        raw = raw.replace(wide, narrow)
    return raw


def first(number: float, pieces: Iterable[str]) -> list[str]:
    """The first `number` of `pieces`, rounded up and at least one; fewer if there are no more."""
    read: list[str] = []
    for piece in pieces:
        read.append(piece)
        if len(read) >= number:
            break
    return read


def end_marks(text: Text) -> Counter[str]:
    """How many of the text's sentences end with each mark."""
    return _of_sentences(text).of(_end_marks)


def _end_marks(text: Text) -> Counter[str]:
    return Counter(map(end_mark, text.of(_sentences_with_words)))


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
