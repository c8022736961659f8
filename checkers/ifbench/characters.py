"""Classes of characters, and what rules cut off the ends of a text or fold away."""

from __future__ import annotations

import re
import string
import unicodedata

WHITE_SPACE = (
    "\t\n\v\f\r\x1c\x1d\x1e\x1f \x85\xa0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007"
    "\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000"
)
"""Every character of which `str.isspace` holds, to be named together with others in a strip."""

_ALPHANUMERIC = re.compile(r"[^\W_]")


def without_marks_around(text: str) -> str:
    """`text` without ASCII punctuation and any white space at its ends."""
    return text.strip(string.punctuation + WHITE_SPACE)


def from_first_alphanumeric(text: str) -> str:
    """`text` from its first letter or digit on; "" if there is none."""
    first = _ALPHANUMERIC.search(text)
    return text[first.start() :] if first else ""


def alphanumeric_core(text: str) -> str:
    """`text` from its first to its last letter or digit."""
    return from_first_alphanumeric(from_first_alphanumeric(text)[::-1])[::-1]


def ascii_folded(text: str) -> str:
    """The ASCII characters that are left of `text` in normal form KD ("Chișinău": "Chisinau").

    Characters are decomposed one by one: the order of combining marks, which costs quadratic time
    to establish in a long run of them, cannot matter to what is ASCII.
    """
    if text.isascii():
        return text
    return text.translate({ord(character): _ascii_of(character) for character in set(text)})


def _ascii_of(character: str) -> str:
    return "".join(filter(str.isascii, unicodedata.normalize("NFKD", character)))
