r"""The cutters behind the text views: runs of `\w`, sentences, tokens."""

from __future__ import annotations

import re
import string

from checkers import treebank
from checkers.punkt import each_sentence, sentences

__all__ = [
    "count_word_runs",
    "each_sentence",
    "sentences",
    "tokens",
    "without_punctuation",
    "word_runs",
]

_WORD_RUN = re.compile(r"\w+")
_SIGNS = {sign: " " for sign in map(chr, range(128)) if not sign.isalnum() and sign != "_"}
_RUNS_ALONE = str.maketrans(_SIGNS)
_RUNS_OF_W = str.maketrans({**dict.fromkeys(map(chr, range(128)), "w"), **_SIGNS})
_TYPOGRAPHIC_SIGNS = "‘’“”–—…•"
_NO_PUNCTUATION = str.maketrans("", "", string.punctuation)


def word_runs(text: str) -> list[str]:
    r"""Runs of `\w` in the sense of module `re`; equals NLTK 3.9.1's `RegexpTokenizer(r"\w+")`."""
    text = _without_typographic_signs(text)
    # Of an ASCII text this makes the same runs in half the time.
    return text.translate(_RUNS_ALONE).split() if text.isascii() else _WORD_RUN.findall(text)


def count_word_runs(text: str) -> int:
    """How many `word_runs` there are."""
    text = _without_typographic_signs(text)
    if text.isascii():
        return (" " + text.translate(_RUNS_OF_W)).count(" w")
    return len(_WORD_RUN.findall(text))


def _without_typographic_signs(text: str) -> str:
    """`text` with blanks for the signs that most often keep one from being ASCII."""
    if not text.isascii():
        for sign in _TYPOGRAPHIC_SIGNS:
            text = text.replace(sign, " ")
    return text


def tokens(text: str) -> list[str]:
    """Treebank tokens of the sentences of `text`; equals `nltk.word_tokenize` of NLTK 3.9.1."""
    return treebank.tokens(sentences(text))


def without_punctuation(raw: str) -> str:
    """`raw` without the 32 ASCII punctuation characters; nothing takes their place."""
    if raw.isascii():
        return raw.translate(_NO_PUNCTUATION)
    # Translating takes twenty times as long where a text is not ASCII.
    for mark in string.punctuation:
        raw = raw.replace(mark, "")
    return raw
