"""The response formats: how each is told, and the decorator that adds one."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence, Set
from dataclasses import dataclass
from functools import cached_property
from typing import Any

from ifbench_suite.errors import InputError
from ifbench_suite.records import Place, Record

_EACH = "*."
Reader = Callable[[Sequence[Record]], Iterable[Record]]
"""From the objects of one file to records in our own form (docs/file-formats.md)."""


class UnknownFormat(InputError):
    """The objects of a file are of no format that there is a reader for."""


class NoText(InputError):
    """The format is known, but holds no responses to score."""


@dataclass(frozen=True)
class Format:
    """One format of response files.

    Attributes:
        name: as people call it.
        path: what its files are called, as one would pass it.
        keys: what an object must have; "*.k": each of its values, which are objects, has k.
        traps: what to know about it, one sentence or more.
        read: the reader.
        repeats: several objects of one file that answer the same prompt are samples.
        together: the files of a source are read as one; the same answer may stand in several.
        has_text: false if the reader says why there is nothing to score.
        as_is: the objects are of our own form already.
    """

    name: str
    path: str
    keys: tuple[str, ...]
    traps: str
    read: Reader
    repeats: bool = False
    together: bool = False
    has_text: bool = True
    as_is: bool = False

    def tells(self, value: Mapping[str, Any]) -> bool:
        """Whether an object is of this format."""
        return self._plain <= value.keys() and all(_each_has(value, key) for key in self._inner)

    @cached_property
    def _plain(self) -> Set[str]:
        return frozenset(key for key in self.keys if not key.startswith(_EACH))

    @cached_property
    def _inner(self) -> Sequence[str]:
        return [key.removeprefix(_EACH) for key in self.keys if key.startswith(_EACH)]


_OWN_FIELDS = frozenset({"key", "prompt", "instruction_id_list", "kwargs", "response"})
OWN = Format("our own form", "responses.jsonl", (), "", tuple, as_is=True)
FORMATS: list[Format] = []
"""In the order in which they are tried; filled while the reader modules are imported."""


def reader(
    name: str,
    *,
    path: str,
    keys: tuple[str, ...],
    traps: str = "",
    repeats: bool = False,
    together: bool = False,
    has_text: bool = True,
    as_is: bool = False,
) -> Callable[[Reader], Reader]:
    """Registers a reader; the parameters are the attributes of `Format`."""

    def register(read: Reader) -> Reader:
        FORMATS.append(Format(name, path, keys, traps, read, repeats, together, has_text, as_is))
        return read

    return register


def format_of(record: Record) -> Format:
    """The format of one object.

    Raises:
        UnknownFormat: it is none of them; the message shows its keys and the formats.
    """
    for format in FORMATS:
        if format.tells(record.value):
            return format
    if record.value.keys() <= _OWN_FIELDS:
        return OWN  # what it lacks is said where it is used
    raise _unknown(record.place, record.value)


def _each_has(value: Mapping[str, Any], key: str) -> bool:
    """Whether there are values, and each is an object that has `key`."""
    return bool(value) and all(isinstance(v, Mapping) and key in v for v in value.values())


def _unknown(place: Place, value: Mapping[str, Any]) -> UnknownFormat:
    found = ", ".join(list(map(str, value))[:12]) or "none"
    known = "; ".join(f"{f.name} ({', '.join(f.keys)})" for f in FORMATS if f.has_text)
    return UnknownFormat(
        f"no known format of responses (keys found: {found}); known, by their keys: {known}",
        file=place.file,
        line=place.line,
    )
