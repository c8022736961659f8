"""Word lists that come with the package: one entry a line, read once."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from importlib.resources import files

from immutabledict import immutabledict


@cache
def words(name: str) -> frozenset[str]:
    """The entries of the list `name`.txt.

    Raises:
        FileNotFoundError: there is no such list.
    """
    return frozenset(_lines(name))


@cache
def numbers(name: str) -> Mapping[str, int]:
    """The whole number that the table `name`.txt gives for each word, as lines `word number`.

    Raises:
        FileNotFoundError: there is no such table.
    """
    entries = (line.split(" ") for line in _lines(name))
    return immutabledict({word: int(number) for word, number in entries})


def _lines(name: str) -> list[str]:
    return files(__name__).joinpath(f"{name}.txt").read_text(encoding="utf-8").splitlines()
