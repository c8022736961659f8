"""Treebank tokens of a part of a text whose own tokens are known."""

from __future__ import annotations

from itertools import takewhile
from operator import eq

from checkers.treebank import tokens as cut


def tokens_of_part(part: list[str], whole: list[str], tokens: list[str]) -> list[str]:
    """`treebank.tokens(part)`, as far as possible taken from the `tokens` of `whole`.

    A sentence has the same tokens whatever stands around it.

    Args:
        part: sentences; all but the first and the last few should stand in `whole` in a row.
        whole: sentences.
        tokens: `treebank.tokens(whole)`.
    """
    start, at, count = _shared(part, whole)
    if not count:
        return cut(part)
    before, after = len(cut(whole[:at])), len(cut(whole[at + count :]))
    kept = tokens[before : len(tokens) - after]
    return [*cut(part[:start]), *kept, *cut(part[start + count :])]


def _shared(part: list[str], whole: list[str]) -> tuple[int, int, int]:
    """Where in `part` and in `whole` the same sentences begin, and how many."""
    # The first sentence of a part may have lost its beginning.
    for start, sentence in enumerate(part[:2]):
        if sentence in whole:
            at = whole.index(sentence)
            same = takewhile(bool, map(eq, part[start:], whole[at:]))
            return start, at, sum(same)
    return 0, 0, 0
