"""Language identification with the answers of langdetect 1.0.9 under seed 0."""

from __future__ import annotations

import re
import unicodedata

_ADDRESS = re.compile(r"https?://[-_.?&~;+=/#0-9A-Za-z]{1,2076}")
_LOCAL = "-_.0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz"
_AT = re.compile(r"@[-_0-9A-Za-z]{1,255}[-_.0-9A-Za-z]{1,255}")
_MARKS = "\u0300\u0301\u0303\u0309\u0323"
_MARKED = re.compile(f"[AEIOUYaeiouyÂÊÔâêôĂăƠơƯư][{_MARKS}]")
_LONGEST = 10_000


def identify(text: str) -> str | None:
    """The language of a text as `langdetect.detect` names it with `DetectorFactory.seed = 0`.

    Args:
        text: any string; the first 10,000 characters count, URLs and mail addresses do not.

    Returns:
        One of 55 codes (ISO 639-1, and zh-cn, zh-tw); "unknown" if no language is likely; None
        if there is nothing to identify, where langdetect raises `LangDetectException`.
    """
    # numpy, which takes longer to import than all of this package, is loaded when it is needed.
    from checkers.language_trials import likeliest

    return likeliest(prepared(text))


def prepared(text: str) -> str:
    """What langdetect reads of a text: addresses made blanks, marks composed, cut to length."""
    if "://" in text:
        text = _ADDRESS.sub(" ", text)
    if "@" in text:
        text = _without_mail(text)
    text = text[: 2 * _LONGEST]  # composing makes one character of at most two
    if not text.isascii() and any(mark in text for mark in _MARKS):
        text = _MARKED.sub(_composed, text)
    return text[:_LONGEST]


def _composed(pair: re.Match[str]) -> str:
    return unicodedata.normalize("NFC", pair[0])


def _without_mail(text: str) -> str:
    """`text` with a blank for each `[-_.0-9A-Za-z]{1,64}` followed by a match of `_AT`.

    Names are sought backwards from each @: forwards, every letter of a long text would begin one.
    """
    kept, done = [], 0
    for host in _AT.finditer(text):
        before = text[max(done, host.start() - 64) : host.start()]
        name = len(before) - len(before.rstrip(_LOCAL))
        if name:
            kept += [text[done : host.start() - name], " "]
            done = host.end()
    return "".join([*kept, text[done:]])
