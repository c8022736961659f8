"""Which texts Python's JSON parser accepts, without its recursion and settings."""

from __future__ import annotations

import json
import re
from typing import Final

from immutabledict import immutabledict

DEEPEST: Final = 994
"""Levels of nesting that the parser of Python 3.11 takes when the official code calls it."""

_SAFE = 200
"""Brackets that the parser's recursion can take even where the caller's is deep."""
_LONGEST_INTEGER = 4300
"""Digits; Python's own setting, which a program may change."""
_CLOSERS = immutabledict({"[": "]", "{": "}"})
_BLANK = re.compile(r"[ \t\n\r]*")


class TooDeep(Exception):
    """The text opens more than 994 levels; the official code raises `RecursionError`."""


def _integer(digits: str) -> int:
    if len(digits.lstrip("-")) > _LONGEST_INTEGER:
        raise ValueError(f"an integer of more than {_LONGEST_INTEGER} digits")
    return 0


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


PYTHON_JSON: Final = json.JSONDecoder(parse_int=_integer)
"""JSON as Python reads it: NaN, Infinity and -Infinity are values."""
STANDARD_JSON: Final = json.JSONDecoder(parse_int=_integer, parse_constant=_no_constant)


def parse(source: str, decoder: json.JSONDecoder) -> None:
    """Reads `source`, which has no white space at its ends, to find out whether it is JSON.

    Raises:
        ValueError: it is not.
        TooDeep: it nests too deeply up to where it is JSON.
    """
    if source.count("[") + source.count("{") <= _SAFE:
        decoder.decode(source)
    else:
        _Reader(source, decoder).read()


class _Reader:
    """Reads containers one bracket at a time and leaves strings and numbers to the decoder."""

    def __init__(self, source: str, decoder: json.JSONDecoder) -> None:
        self.source = source
        self.decoder = decoder
        self.at = 0
        self.closers: list[str] = []

    def read(self) -> None:
        value_is_due = True
        while value_is_due or self.closers:
            value_is_due = self._begin_value() if value_is_due else self._go_on()
        self._skip_blank()
        if self.at < len(self.source):
            raise json.JSONDecodeError("Extra data", self.source, self.at)

    def _begin_value(self) -> bool:
        """Reads a whole string, number or constant, or opens a container.

        Returns:
            Whether a value is due next: the container's first.
        """
        self._skip_blank()
        opening = self.source[self.at : self.at + 1]
        if opening not in _CLOSERS:
            _, self.at = self.decoder.raw_decode(self.source, self.at)
            return False
        if len(self.closers) == DEEPEST:
            raise TooDeep(f"more than {DEEPEST} levels of nesting")
        self.closers.append(_CLOSERS[opening])
        self.at += 1
        if self._closes():
            return False
        self._key()
        return True

    def _go_on(self) -> bool:
        """Reads what follows a value in a container, and returns whether a value is due next."""
        if self._closes():
            return False
        self._expect(",")
        self._key()
        return True

    def _closes(self) -> bool:
        self._skip_blank()
        if not self.source.startswith(self.closers[-1], self.at):
            return False
        self.closers.pop()
        self.at += 1
        return True

    def _key(self) -> None:
        """Reads an object's key up to its value; an array has none."""
        if self.closers[-1] == "]":
            return
        self._skip_blank()
        if not self.source.startswith('"', self.at):
            raise json.JSONDecodeError("Expecting a key", self.source, self.at)
        _, self.at = self.decoder.raw_decode(self.source, self.at)
        self._expect(":")

    def _expect(self, sign: str) -> None:
        self._skip_blank()
        if not self.source.startswith(sign, self.at):
            raise json.JSONDecodeError(f"Expecting {sign!r}", self.source, self.at)
        self.at += 1

    def _skip_blank(self) -> None:
        blank = _BLANK.match(self.source, self.at)
        self.at = blank.end() if blank else self.at
