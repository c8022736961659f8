"""What is wrong with published rows of Multi-IF: said, and scored as it stands."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import Any, NamedTuple

from immutabledict import immutabledict

from checkers.finding import Finding
from checkers.text import Text

_UNBOUND: Mapping[tuple[str, str], str] = immutabledict(
    {("2616:4:zh", "keywords:frequency"): "keyword"}
)
"""Published instructions, by key and id, whose named parameter is empty.

The official code draws a word at random for it.
"""


class Fault(NamedTuple):
    """An instruction that a row of the data asks for in a way that cannot be right.

    Attributes:
        key: the row's key.
        turns: the turns in which the instruction holds.
        instruction: its id.
        reason: what is wrong, and how it is scored.
    """

    key: int | str
    turns: tuple[int, ...]
    instruction: str
    reason: str

    def to_dict(self) -> dict[str, Any]:
        """As report.json has it."""
        return {**self._asdict(), "turns": list(self.turns)}


class Slot(NamedTuple):
    """One instruction of one row."""

    key: int | str
    turn: int | None
    instruction: str
    kwargs: Mapping[str, Any]


def faults(slots: Iterable[Slot]) -> list[Fault]:
    """The faults among `slots`; one that stands in several turns of a conversation is one."""
    turns: dict[tuple[int | str, str, str], list[int]] = {}
    for slot in slots:
        for reason in _reasons(slot):
            turns.setdefault((slot.key, slot.instruction, reason), []).append(slot.turn or 1)
    return [
        Fault(key, tuple(sorted(set(of))), id, reason) for (key, id, reason), of in turns.items()
    ]


def why_unbound(slot: Slot) -> str | None:
    """Why a published instruction that does not bind is scored as not followed; else None."""
    parameter = _UNBOUND.get((str(slot.key), slot.instruction))
    if parameter is None or str(slot.kwargs.get(parameter) or "").strip():
        return None
    return f"the data leaves {parameter!r} empty; not followed"


def never_followed(text: Text, *, reason: str) -> Finding:
    """The finding on every response where the data asks for nothing that can be checked."""
    return Finding(False, "nothing to check", reason)


def _reasons(slot: Slot) -> Iterator[str]:
    if reason := why_unbound(slot):
        yield reason
    letter = slot.kwargs.get("letter")
    if isinstance(letter, str) and not _is_ascii_letter(letter):
        yield f"the official code draws a letter at random for {letter!r}; that sign is counted"
    first_word = slot.kwargs.get("first_word")
    if isinstance(first_word, str) and len(first_word.split()) != 1:
        yield f"first_word {first_word!r} is no single word; the official rule compares one"


def _is_ascii_letter(letter: str) -> bool:
    return len(letter) == 1 and letter.isascii() and letter.isalpha()
