"""Build `checkers/lexicons/language_tables.bin` from the profiles of langdetect 1.0.9.

    python -m tools.build_language_tables [OUTPUT]

The file is one line of JSON (languages, sizes, name/type/shape of each array) and the arrays,
little-endian, one after the other. The same profiles always give the same bytes.
"""

import json
import random
import sys
import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path
from typing import Any

import numpy as np
from langdetect.utils.ngram import NGram  # type: ignore[import-untyped]
from numpy.typing import NDArray

OUTPUT = Path(__file__).parents[1] / "checkers" / "lexicons" / "language_tables.bin"

# Seven trials draw at most 7 x 1,001 n-grams and take 16 words for normal deviates. A word makes a
# draw at least if its top bit is not set, which holds for 8,019 of the first 15,984.
RANDOM_WORDS = 16_000

# The highest capital letter of Unicode 14 to 15.1 is U+1F189; above it nothing is told apart.
CODE_POINTS = 0x1F18B


@dataclass(frozen=True)
class Profile:
    """What langdetect knows of one language: n-gram counts, and totals per n-gram length."""

    name: str
    counts: dict[str, int]
    totals: list[int]


def read_profiles() -> list[Profile]:
    """The 55 profiles by name.

    langdetect takes them in the order of a folder listing, which differs between machines. The
    order shows only if two languages are equally probable to the last bit, so the table has the
    one order that can be rebuilt anywhere (and in which the wheel's files are unpacked).
    """
    folder = files("langdetect") / "profiles"
    raw = [json.loads(path.read_text(encoding="utf-8")) for path in folder.iterdir()]
    profiles = [Profile(each["name"], each["freq"], each["n_words"]) for each in raw]
    return sorted(profiles, key=lambda profile: profile.name)


def normalised(code: int) -> str:
    """The character that langdetect reads in place of a code point."""
    character: str = NGram.normalize(chr(code))
    return character


def reachable(ngram: str, alphabet: frozenset[str]) -> bool:
    """Whether a text can yield the n-gram: no inner blank, not ending in two capitals."""
    return (
        set(ngram) <= alphabet
        and ngram.strip(" ") != ""
        and not (len(ngram) == 3 and ngram[1] == " ")
        and not (len(ngram) > 1 and ngram[-2].isupper() and ngram[-1].isupper())
    )


class Classes:
    """Characters as small numbers: blank, all unknown, known, known capitals, other capitals."""

    def __init__(self, ngrams: Iterable[str]) -> None:
        known = sorted(set("".join(ngrams)) - {" "}, key=lambda c: (c.isupper(), c))
        self.number = {" ": 0} | {character: 2 + i for i, character in enumerate(known)}
        self.first_capital = 2 + sum(not character.isupper() for character in known)
        self.other_capital = 2 + len(known)
        self.count = 3 + len(known)

    def of(self, character: str) -> int:
        """The class of a normalised character."""
        return self.number.get(character, self.other_capital if character.isupper() else 1)

    def table(self) -> NDArray[Any]:
        """The class of every code point below `CODE_POINTS` (the last is an unknown one)."""
        return np.array([self.of(normalised(code)) for code in range(CODE_POINTS)], "<u2")


def place(suffixes: dict[str, list[int]], classes: int) -> tuple[dict[str, int], int]:
    """An offset per prefix such that all `offset + class` differ; and the number of cells."""
    taken = np.zeros(4 * sum(map(len, suffixes.values())) + 2 * classes, bool)
    offsets = {}
    for prefix in sorted(suffixes, key=lambda p: (-len(suffixes[p]), p)):
        cells = np.array(sorted(suffixes[prefix]))
        offsets[prefix] = first_fit(taken, cells, len(taken) - classes)
        taken[offsets[prefix] + cells] = True
    return offsets, max(offsets.values()) + classes


def first_fit(taken: NDArray[Any], cells: NDArray[Any], end: int) -> int:
    """The lowest offset below `end` at which no shifted cell is taken."""
    fits = np.ones(end, bool)
    for cell in cells:
        fits &= ~taken[cell : cell + end]
    return int(fits.argmax())


class Pairs:
    """Numbers of the pairs of characters that are bigrams or begin a trigram.

    In rising order: pairs that only begin trigrams, bigrams that end in a blank, other bigrams.
    """

    def __init__(self, ngrams: Iterable[str]) -> None:
        bigrams = {ngram for ngram in ngrams if len(ngram) == 2}
        self.prefixes = {ngram[:2] for ngram in ngrams if len(ngram) == 3} - bigrams
        if not all(pair.isupper() for pair in self.prefixes):
            raise SystemExit("a trigram begins with a pair that is neither a bigram nor capital")
        order = [*sorted(self.prefixes), *sorted(bigrams, key=lambda b: (b[1] != " ", b))]
        self.number = {pair: i for i, pair in enumerate(order)}
        self.ending_in_blank = sum(bigram[1] == " " for bigram in bigrams)


def arrays(profiles: list[Profile]) -> tuple[dict[str, int], dict[str, NDArray[Any]]]:
    """The sizes and the arrays of the table; n-grams stand by length, then by class or pair."""
    every = {ngram for profile in profiles for ngram in profile.counts if 1 <= len(ngram) <= 3}
    alphabet = frozenset(c for c in set("".join(every)) if normalised(ord(c)) == c)
    ngrams = [ngram for ngram in every if reachable(ngram, alphabet)]
    classes, pairs = Classes(ngrams), Pairs(ngrams)
    unigrams = sorted((n for n in ngrams if len(n) == 1), key=classes.of)
    bigrams = sorted((n for n in ngrams if len(n) == 2), key=pairs.number.__getitem__)
    trigrams = sorted(ngram for ngram in ngrams if len(ngram) == 3)
    suffixes: dict[str, list[int]] = {}
    for trigram in trigrams:
        suffixes.setdefault(trigram[:2], []).append(classes.of(trigram[2]))
    offsets, cells = place(suffixes, classes.count)
    counts = count_table(profiles, [*unigrams, *bigrams, *trigrams])
    generator = random.Random(0)
    sizes = {
        "classes": classes.count,
        "first_capital": classes.first_capital,
        "prefixes": len(pairs.prefixes),
        "ending_in_blank": pairs.ending_in_blank,
        "cells": cells,
    }
    return sizes, {
        "class_of": classes.table(),
        "pair": np.array([[classes.of(p[0]), classes.of(p[1])] for p in pairs.number], "<u2"),
        "offset": np.array([offsets.get(pair, 0) for pair in pairs.number], "<u4"),
        "trigram_pair": np.array([pairs.number[t[:2]] for t in trigrams], "<u2"),
        "trigram_class": np.array([classes.of(t[2]) for t in trigrams], "<u2"),
        "total": np.array([profile.totals for profile in profiles], "<u4").T,
        "languages_known": np.count_nonzero(counts, axis=1).astype("<u1"),
        "language": counts.nonzero()[1].astype("<u1"),
        "count": counts[counts.nonzero()],
        "random_words": np.array([generator.getrandbits(32) for _ in range(RANDOM_WORDS)], "<u4"),
    }


def count_table(profiles: list[Profile], ngrams: list[str]) -> NDArray[np.uint32]:
    """(n-gram, language): how often the n-gram was seen."""
    row = {ngram: number for number, ngram in enumerate(ngrams)}
    counts = np.zeros((len(ngrams), len(profiles)), "<u4")
    for language, profile in enumerate(profiles):
        for ngram, count in profile.counts.items():
            if ngram in row:
                counts[row[ngram], language] = count
    return counts


def table_bytes() -> bytes:
    """The whole file."""
    if version("langdetect") != "1.0.9" or unicodedata.unidata_version[:2] not in ("14", "15"):
        raise SystemExit("needs langdetect 1.0.9 and a Python with Unicode 14 or 15 (capitals)")
    profiles = read_profiles()
    sizes, columns = arrays(profiles)
    header = {
        "languages": [profile.name for profile in profiles],
        "sizes": sizes,
        "arrays": [[name, each.dtype.str, each.shape] for name, each in columns.items()],
    }
    body = b"".join(np.ascontiguousarray(each).tobytes() for each in columns.values())
    return json.dumps(header).encode() + b"\n" + body


if __name__ == "__main__":
    target = Path(sys.argv[1]) if len(sys.argv) > 1 else OUTPUT
    target.write_bytes(table_bytes())
