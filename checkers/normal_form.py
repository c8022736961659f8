"""Unicode's composed forms, in linear time.

`unicodedata.normalize` sorts a run of combining marks by insertion, which is quadratic in its
length; here each run is put in order beforehand.
"""

from __future__ import annotations

import unicodedata
from itertools import groupby
from typing import Literal


def composed(text: str) -> str:
    """`text` with accented letters as single characters where there are such (NFC)."""
    if text.isascii() or unicodedata.is_normalized("NFC", text):
        return text
    return unicodedata.normalize("NFC", _in_order(text, "NFD"))


def compatibility_composed(text: str) -> str:
    """`text` composed, with full-width letters, ligatures and the like made plain (NFKC)."""
    if text.isascii() or unicodedata.is_normalized("NFKC", text):
        return text
    return unicodedata.normalize("NFC", _in_order(text, "NFKD"))


def _in_order(text: str, form: Literal["NFD", "NFKD"]) -> str:
    """The decomposed text, each run of combining marks sorted by class."""
    decomposed = "".join(unicodedata.normalize(form, character) for character in text)
    runs = groupby(decomposed, key=lambda character: unicodedata.combining(character) != 0)
    return "".join(
        "".join(sorted(run, key=unicodedata.combining)) if marks else "".join(run)
        for marks, run in runs
    )
