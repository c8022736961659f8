"""The tables of language identification: langdetect's profiles in arrays, read-only."""

from __future__ import annotations

import functools
import json
import threading
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

Floats: TypeAlias = NDArray[np.float64]
Integers: TypeAlias = NDArray[np.intp]

SCALE = 1024.0
"""Likelihoods and weights are kept times this power of two, which changes no rounding.

The scaled factors lie between 0.029 and 328, so that the product of 100 of them is between 1e-154
and 1e252, far from the ends of the floats.
"""

_BUILDING = threading.Lock()


@dataclass(frozen=True)
class Tables:
    """Everything that is constant in language identification.

    An n-gram is named by its row: a unigram by its character's class, a bigram by the value of
    its pair, a trigram by the sum of `offset` of its first pair and the class of its last
    character, provided `owner` of this sum is that pair.
    """

    languages: tuple[str, ...]
    class_of: Integers
    """Class of each code point; the last entry stands for all above."""
    classes: int
    pair_of: NDArray[np.uint16]
    """Value of the pair (a, b) at `a * classes + b`; neighbours in value have the same n-grams."""
    first_bigram: np.uint16
    bigrams: int
    """This many values from the first are bigrams."""
    first_unigram: int
    """From here on the pair's last character is a unigram that counts."""
    offset: Integers
    owner: NDArray[np.uint16]
    likelihood: Floats
    """(row, language): how frequent the n-gram is in the language, times `SCALE`."""
    ones: Floats
    """One for each language; the product with it is a quick sum."""
    random_words: NDArray[np.uint32]
    """The first 32-bit words of the Mersenne Twister that langdetect seeds with 0."""


def tables() -> Tables:
    """The tables, read at the first call."""
    with _BUILDING:  # threads that start cold would each build 30 MB
        return _build()


@functools.cache
def _build() -> Tables:
    header, arrays = _read()
    languages, sizes = tuple(header["languages"]), header["sizes"]
    classes, pair = sizes["classes"], arrays["pair"].astype(np.intp)
    first_pair = classes + 1  # values of pairs follow the classes and one that stands for "none"
    first_bigram, last_pair = first_pair + sizes["prefixes"], classes + len(pair)
    first_cell = last_pair + 2
    offset = np.zeros(first_cell, np.intp)
    offset[first_pair : last_pair + 1] = arrays["offset"] + first_cell
    trigram_pair = arrays["trigram_pair"].astype(np.intp) + first_pair
    trigram = offset[trigram_pair] + arrays["trigram_class"]
    owner = np.zeros(first_cell + sizes["cells"], np.uint16)
    owner[trigram] = trigram_pair
    rows = [np.arange(2, classes - 1), np.arange(first_bigram, last_pair + 1), trigram]
    return Tables(
        languages=languages,
        class_of=arrays["class_of"].astype(np.intp),
        classes=classes,
        pair_of=_pairs(pair, classes, sizes["first_capital"]),
        first_bigram=np.uint16(first_bigram),
        bigrams=last_pair + 1 - first_bigram,
        first_unigram=first_bigram + sizes["ending_in_blank"],
        offset=offset,
        owner=owner,
        likelihood=_likelihood(arrays, rows, len(owner)),
        ones=np.ones(len(languages)),
        random_words=arrays["random_words"],
    )


def _read() -> tuple[dict[str, Any], dict[str, NDArray[Any]]]:
    raw = (Path(__file__).parent / "lexicons" / "language_tables.bin").read_bytes()
    start = raw.index(b"\n") + 1
    header = json.loads(raw[:start])
    arrays = {}
    for name, kind, shape in header["arrays"]:
        count = int(np.prod(shape))
        array = np.frombuffer(raw, kind, count, start)
        arrays[name] = array.reshape(shape)
        start += array.nbytes
    return header, arrays


def _pairs(pair: Integers, classes: int, first_capital: int) -> NDArray[np.uint16]:
    """Values of all pairs of classes.

    A pair that is no n-gram tells at least whether its last character counts as a unigram: it
    must be known (neither the first two classes nor the last) and not the second of two capitals.
    """
    value = np.full((classes, classes), classes, np.uint16)
    value[:, 2:-1] = classes + 1 + len(pair)
    value[first_capital:, first_capital:] = classes
    value[pair[:, 0], pair[:, 1]] = np.arange(len(pair)) + (classes + 1)
    return value.ravel()


def _likelihood(arrays: dict[str, NDArray[Any]], rows: list[Integers], height: int) -> Floats:
    known, language = arrays["languages_known"], arrays["language"]
    length = np.repeat(np.repeat(np.arange(3), [len(each) for each in rows]), known)
    likelihood = np.zeros((height, arrays["total"].shape[1]))
    share = arrays["count"] / arrays["total"][length, language]
    likelihood[np.repeat(np.concatenate(rows), known), language] = share * SCALE
    return likelihood
