"""Words as readers see them, which the corrected rules count."""

from __future__ import annotations

import re
import unicodedata
from functools import cache

from immutabledict import immutabledict

from checkers.ifeval.find import is_word_character
from checkers.segment import count_word_runs, word_runs

_WORD_CHARACTER, _DIGIT, _MARK, _IDEOGRAPH, _OTHER = "wdmi "
_SIGNS = immutabledict(
    {"'": "'", "’": "'", ".": ".", ",": ",", "-": "-"} | dict.fromkeys("\u00ad\u200c\u200d", "z")
)
_WEB_ADDRESS = re.compile(r"https?://\S+")
_JOINED = re.compile(r"[wdmi]+(?:['.-][wdmi]+)*")
# For ASCII. The sign comes first, so that the search can jump to it.
_JOINER = re.compile(r"['.-](?<=\w.)(?=\w)")
_INNER_SIGN = re.compile(r"['.,](?:(?<=\w')(?=\w)|(?<=\d[.,])(?=\d))")
_DIVIDING_SIGNS = "‘“”–—…•"
_COUNTED = re.compile(r"[wdmz]+(?:['.,](?:(?<=[wdm]')(?=[wdm])|(?<=d[.,])(?=d))[wdmz]+)*|i")


def joined_words(text: str) -> list[str]:
    """Runs of word characters, joined over a single apostrophe, hyphen or full stop.

    What joins may be missing from the words.
    """
    if text.isascii():
        return word_runs(_JOINER.sub("", text))
    return [text[match.start() : match.end()] for match in _JOINED.finditer(_kinds(text))]


def count_readable_words(text: str) -> int:
    """How many words a reader sees.

    A web address is one word; so are "don't", "1,000" and "3.14"; each ideograph and kana is;
    hyphens divide. Soft hyphens and combining marks belong to the word that they stand in.
    """
    plain = _WEB_ADDRESS.sub(" a ", text) if "://" in text else text
    if not plain.isascii():
        plain = plain.replace("’", "'")
        for sign in _DIVIDING_SIGNS:
            plain = plain.replace(sign, " ")
    if plain.isascii():
        return count_word_runs(_INNER_SIGN.sub("", plain))
    return sum(1 for word in _COUNTED.findall(_kinds(plain)) if word.strip("mz'"))


def _kinds(text: str) -> str:
    """`text` with a letter or sign for the kind of each of its characters."""
    return text.translate({ord(char): _kind(char) for char in set(text)})


@cache
def _kind(char: str) -> str:
    if char in _SIGNS:
        return _SIGNS[char]
    if not char.isalnum():
        return _WORD_CHARACTER if char == "_" else _MARK if is_word_character(char) else _OTHER
    if char.isdecimal():
        return _DIGIT
    is_ideograph = unicodedata.name(char, "").startswith(("CJK", "HIRAGANA", "KATAKANA"))
    return _IDEOGRAPH if is_ideograph else _WORD_CHARACTER
