"""Emoji of a text with the answers of the `emoji` package (2.16), in linear time.

The package reads on from an emoji as long as some longer one begins so. Where a zero-width joiner
turns out to join nothing that is known, it goes back and reads the parts. It keeps the joiners
that it has passed over in a list, which takes minutes on a long chain of them.
"""

from __future__ import annotations

import re
from functools import cache
from typing import NamedTuple

_JOINER = "\u200d"
_SELECTORS = "\ufe0e\ufe0f"


def split_emoji(text: str, blank: str = "") -> tuple[list[str], str]:
    """The emoji of `text`, a known joined sequence being one, and the rest.

    Args:
        text: any string.
        blank: what stands in the rest for each emoji. Variation selectors and the joiners between
            emoji are left out of it without one.
    """
    emoji: list[str] = []

    def rest(run: re.Match[str]) -> str:
        tokens = _Reading(run[0]).tokens
        emoji.extend(token.chars for token in tokens if token.is_emoji)
        return "".join(blank if token.is_emoji else token.chars for token in tokens)

    return emoji, _known().run.sub(rest, text)


class _Known(NamedTuple):
    emoji: frozenset[str]
    components: frozenset[str]
    """Emoji that are parts of others: skin tones and hair."""
    beginnings: frozenset[str]
    run: re.Pattern[str]
    """Runs of characters that occur in emoji, with the one before: going back may reach it."""


@cache
def _known() -> _Known:
    from emoji import EMOJI_DATA, STATUS

    component = STATUS["component"]
    chars = {char for emoji in EMOJI_DATA for char in emoji} | {_JOINER, *_SELECTORS}
    return _Known(
        emoji=frozenset(EMOJI_DATA),
        components=frozenset(e for e, data in EMOJI_DATA.items() if data["status"] == component),
        beginnings=frozenset(e[:end] for e in EMOJI_DATA for end in range(1, len(e) + 1)),
        run=re.compile(f".?[{_ranges(chars)}]+", re.DOTALL),
    )


def _ranges(chars: set[str]) -> str:
    """`chars` for a class of a pattern, which is searched much faster for as ranges."""
    firsts = sorted(char for char in chars if chr(ord(char) - 1) not in chars)
    lasts = sorted(char for char in chars if chr(ord(char) + 1) not in chars)
    pairs = zip(firsts, lasts, strict=True)
    return "".join(f"{re.escape(first)}-{re.escape(last)}" for first, last in pairs)


class _Token(NamedTuple):
    chars: str
    is_emoji: bool


class _Reading:
    """A run of emoji characters cut into emoji and other characters."""

    def __init__(self, run: str) -> None:
        self.run = run
        self.known = _known()
        self.tokens: list[_Token] = []
        self.at = 0
        self.fixed = 0
        """How many tokens no joiner reaches any more."""
        self.passed: set[int] = set()
        """Where the joiners are that join nothing known."""
        while self.at < len(run):
            self._read()

    def _read(self) -> None:
        char = self.run[self.at]
        if self.at in self.passed:
            self.at += 1
        elif char in self.known.beginnings:
            self._read_emoji()
        elif char == _JOINER and self._is_after_emoji():
            self._pass_joiner()
        else:
            self.fixed = len(self.tokens)
            if char not in _SELECTORS:
                self.tokens.append(_Token(char, False))
            self.at += 1

    def _read_emoji(self) -> None:
        start, end = self.at, self.at + 1
        while (
            end < len(self.run)
            and end not in self.passed
            and self.run[start : end + 1] in self.known.beginnings
        ):
            end += 1
        is_emoji = self.run[start:end] in self.known.emoji
        self.at = end if is_emoji else start + 1
        self.tokens.append(_Token(self.run[start : self.at], is_emoji))

    def _is_after_emoji(self) -> bool:
        return (
            len(self.tokens) > self.fixed
            and self.tokens[-1].chars in self.known.emoji
            and self.run[self.at - 1] in self.known.beginnings
        )

    def _pass_joiner(self) -> None:
        """Goes back to where the emoji before the joiner begins, a component with what it is of."""
        self.passed.add(self.at)
        again = 1
        if self.tokens[-1].chars in self.known.components:
            again = min(2, len(self.tokens) - self.fixed)
        self.at -= sum(len(token.chars) for token in self.tokens[-again:])
        if again == 2 and self.run[self.at] == _JOINER:
            self.at += 1
            again = 1
        del self.tokens[-again:]
