"""What a checker says: the verdict together with the evidence for it."""

from __future__ import annotations

from typing import NamedTuple


class Finding(NamedTuple):
    """A verdict and its reason; truthy exactly if the instruction was followed."""

    followed: bool
    found: str
    """What the response has, for a reader: "243 words"."""
    wanted: str
    """What the instruction asks for: "at least 300"."""
    raised: bool = False
    """The official check raises on this text: not followed, and loose tries no further text."""

    def __bool__(self) -> bool:
        return self.followed


def at_least(count: float, threshold: float, unit: str) -> Finding:
    """Followed if `count` reaches `threshold`; `unit` names what was counted, in the plural."""
    return Finding(count >= threshold, f"{count} {unit}", f"at least {threshold}")


def exactly(count: float, number: float, unit: str) -> Finding:
    """Followed if `count` equals `number`; `unit` names what was counted, in the plural."""
    return Finding(count == number, f"{count} {unit}", f"exactly {number}")


def compare(count: float, relation: str, threshold: float, unit: str) -> Finding:
    """Followed if `count` stands in `relation` ("less than" or "at least") to `threshold`."""
    followed = count < threshold if relation == "less than" else count >= threshold
    return Finding(followed, f"{count} {unit}", f"{relation} {threshold}")


def raises(problem: str, wanted: str) -> Finding:
    """Not followed because the official check raises on this text; `problem` says over what."""
    return Finding(False, problem, wanted, raised=True)


def excerpt(text: str, length: int = 60) -> str:
    """A quoted piece of at most `length` characters of `text`, fit to stand in a finding."""
    return repr(text) if len(text) <= length else repr(text[: length - 1] + "…")
