"""Keywords as whole words, literally: what the corrected keyword rules look for."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator
from functools import lru_cache

from checkers.ifeval.patterns import bounded, is_absent
from checkers.normal_form import composed
from checkers.text import Text


def is_word_character(char: str) -> bool:
    """Whether `char` is alphanumeric, `_` or a combining mark."""
    return char.isalnum() or char == "_" or unicodedata.category(char).startswith("M")


def is_found(keyword: str, text: Text) -> bool:
    """Whether `keyword` stands in `text` as a word of its own; see `places`."""
    return any(True for _ in places(keyword, text))


def places(keyword: str, text: Text) -> Iterator[int]:
    """Where `keyword` stands in the composed text, cases ignored, places not overlapping.

    An end of `keyword` that is a word character must not touch a further one. A keyword must not
    be empty.
    """
    if is_absent(keyword, text):
        return
    form = text.of(_composed)
    pattern = bounded(_literal(keyword), form)
    match = pattern.search(form)
    while match:
        alone = _stands_alone(match, form)
        if alone:
            yield match.start()
        match = pattern.search(form, match.end() if alone else match.start() + 1)


@lru_cache(maxsize=4096)
def _literal(keyword: str) -> re.Pattern[str]:
    return re.compile(re.escape(composed(keyword)), re.IGNORECASE)


def _composed(text: Text) -> str:
    return composed(text.raw)


def _stands_alone(match: re.Match[str], form: str) -> bool:
    start, end = match.span()
    return _divides(form, start) and _divides(form, end)


def _divides(form: str, at: int) -> bool:
    around = form[max(at - 1, 0) : at + 1]
    at_edge = at == 0 or at == len(form)
    return at_edge or not all(map(is_word_character, around))
