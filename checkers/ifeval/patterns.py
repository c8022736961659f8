"""Keywords of a row that the official code takes as regular expressions."""

from __future__ import annotations

import re
from functools import lru_cache

from checkers.finding import Finding, excerpt, raises
from checkers.pattern_steps import MOST_STEPS, longest_safe
from checkers.text import Text

_LOOK_LIKE_SETS = ("[[", "--", "&&", "||", "~~")
_COMMENT_ESCAPE_OR_SET = re.compile(
    r"(\(\?\#[^)]*\)|\\.)|(\[\^?)((?:\\.|[^\\])(?:\\.|[^\]\\])*)", re.DOTALL
)
_SET_MEMBER = r"\\(?:x[0-9a-fA-F]{2}|u[0-9a-fA-F]{4}|U[0-9a-fA-F]{8}|N\{[^}]*\}|[0-7]{1,3}|.)|."
_MEMBER_OR_RANGE = re.compile(rf"({_SET_MEMBER})(?:-({_SET_MEMBER}))?", re.DOTALL)
_FOLD_TO_ASCII = "\u017f\u0130\u0131\u212a"


class EndlessPattern(ValueError):
    """A keyword is a pattern that might keep the search of this text busy without end."""


@lru_cache(maxsize=4096)
def compiled(pattern: str, flags: int = re.IGNORECASE) -> re.Pattern[str] | None:
    """`pattern` as a regular expression; None if it is none, where the official code raises."""
    try:
        return re.compile(_without_warnings(pattern), flags)
    except (re.error, RecursionError, OverflowError, ValueError):
        return None


def bounded(pattern: re.Pattern[str], raw: str) -> re.Pattern[str]:
    """`pattern`, if searching `raw` for it takes bounded time.

    Raises:
        EndlessPattern: it takes too many steps, as `(a+)+b` does on forty "a"s. No verdict is
            better than none ever; which one the official code would give is not known here.
    """
    if len(raw) > longest_safe(pattern) and not _is_affordable(pattern, raw):
        steps = f"more than {MOST_STEPS:,} steps"
        raise EndlessPattern(f"{excerpt(pattern.pattern)} may take {steps} on this text")
    return pattern


def _is_affordable(pattern: re.Pattern[str], raw: str) -> bool:
    # Rows hardly ever supply a pattern that need be counted, and the count needs numpy.
    from checkers.pattern_paths import is_affordable

    return is_affordable(pattern, raw)


def no_pattern(pattern: str, wanted: str) -> Finding:
    """The finding where `compiled` is None."""
    return raises(f"{excerpt(pattern)} is no regular expression", wanted)


@lru_cache(maxsize=4096)
def plain(keyword: str) -> str | None:
    """`keyword` in lower case if it is a pattern that matches itself only: ASCII words."""
    is_plain = keyword.isascii() and keyword.replace(" ", "").isalnum()
    return keyword.lower() if is_plain else None


def is_absent(keyword: str, text: Text) -> bool:
    """Whether a look at the lower-case text is enough to know that `keyword` is not in it."""
    word = plain(keyword)
    return word is not None and text.of(folds_as_lower) and word not in text.lower


def folds_as_lower(text: Text) -> bool:
    """Whether an ASCII word, cases ignored, is in the text exactly if it is in `text.lower`.

    Four characters outside ASCII match an ASCII letter, or have one in their lower case.
    """
    return text.raw.isascii() or not any(char in text.raw for char in _FOLD_TO_ASCII)


def occurs(keyword: str, text: Text) -> bool | None:
    """Whether the pattern `keyword` matches in `text`, cases ignored; None if it is none."""
    word = plain(keyword)
    if word is not None and text.of(folds_as_lower):
        return word in text.lower
    pattern = compiled(keyword)
    return None if pattern is None else bounded(pattern, text.raw).search(text.raw) is not None


def occurrences(keyword: str, text: Text) -> int | None:
    """How often the pattern `keyword` matches in `text`, cases ignored; None if it is none."""
    word = plain(keyword)
    if word is not None and text.of(folds_as_lower):
        return text.lower.count(word)
    pattern = compiled(keyword)
    if pattern is None:
        return None
    return sum(1 for _ in bounded(pattern, text.raw).finditer(text.raw))


def _without_warnings(pattern: str) -> str:
    """The same pattern with backslashes where `re` would warn that sets may nest one day.

    Turning the warning off instead would reach into other threads.
    """
    if "[" not in pattern or not any(signs in pattern for signs in _LOOK_LIKE_SETS):
        return pattern
    return _COMMENT_ESCAPE_OR_SET.sub(_escaped_set, pattern)


def _escaped_set(part: re.Match[str]) -> str:
    outside, opening, members = part.groups()
    return outside or opening + _MEMBER_OR_RANGE.sub(_escaped_member, members)


def _escaped_member(part: re.Match[str]) -> str:
    first, last = part.groups()
    escaped = _escaped(first)
    return escaped if last is None else f"{escaped}-{_escaped(last)}"


def _escaped(member: str) -> str:
    return "\\" + member if member in "[-&~|" else member
