"""How many syllables a word has, after the table and the rule of the Python package syllapy."""

from __future__ import annotations

import re

from checkers import lexicons

_DIGIT = re.compile(r"\d")
_VOWELS = re.compile("[aeiouy]+")


def syllables(word: str) -> int:
    """The number of syllables of a lower-case `word` without white space and punctuation.

    A word with a digit has none. One that the table does not list has as many as it has runs of
    the vowels a, e, i, o, u and y, less a final e that is no syllable, but never fewer than one.
    """
    if _DIGIT.search(word):
        return 0
    listed = lexicons.numbers("syllables").get(word)
    return _by_rule(word) if listed is None else listed


def _by_rule(word: str) -> int:
    runs = len(_VOWELS.findall(word)) - word.endswith("e")
    if len(word) > 2 and word.endswith("le") and word[-3] not in "aeiouy":
        runs += 1
    return max(runs, 1)
