"""The n-grams that langdetect reads in a text, as rows of the tables."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from checkers.language_tables import Integers, Tables

_LATIN = ord("A"), ord("z") - ord("A")
_NOT_LATIN = 0x300


class Ngrams:
    """The known n-grams of a text in langdetect's order: by last character, then by length."""

    def __init__(self, text: str, tables: Tables) -> None:
        """Find the n-grams of `text`, which is already without addresses and cut to length."""
        classes = _classes(text, tables)
        pair = tables.pair_of.take(classes[:-1] * tables.classes + classes[1:])
        trigram = tables.offset.take(pair[:-1]) + classes[2:]
        self._rows = np.empty((len(pair), 3), np.intp)
        self._rows[:, 0] = classes[1:]
        self._rows[:, 1] = pair
        self._rows[1:, 2] = trigram
        known = np.zeros((len(pair), 3), np.bool_)
        np.greater_equal(pair, tables.first_unigram, out=known[:, 0])
        # Unsigned: lower values wrap round to high ones.
        np.less(pair - tables.first_bigram, tables.bigrams, out=known[:, 1])
        np.equal(tables.owner.take(trigram), pair[:-1], out=known[1:, 2])
        self._places = known.ravel().nonzero()[0]

    def __len__(self) -> int:
        return len(self._places)

    def rows(self, numbers: NDArray[np.integer]) -> Integers:
        """Rows of the n-grams of these numbers, each below the length."""
        return self._rows.ravel().take(self._places.take(numbers))


def _classes(text: str, tables: Tables) -> Integers:
    """Class of each character, after one blank that stands for the text's beginning."""
    codes = _code_points(text)
    classes = np.zeros(len(codes) + 1, np.intp)
    tables.class_of.take(codes, out=classes[1:], mode="clip")
    return classes


def _code_points(text: str) -> NDArray[np.unsignedinteger]:
    """Code points of `text`, without `A` to `z` if under a third of the letters are Latin."""
    if text.isascii():
        return np.frombuffer(text.encode("ascii"), np.uint8)
    codes = np.frombuffer(text.encode("utf-32-le", "surrogatepass"), "<u4")
    first, span = _LATIN
    other = codes - np.uint32(first) > span
    latin = len(codes) - np.count_nonzero(other)
    return codes[other] if 2 * latin < np.count_nonzero(codes >= _NOT_LATIN) else codes
