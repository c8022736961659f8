"""Foreign text made harmless: shown as it is, obeyed by nothing that displays it."""

from __future__ import annotations


def printable(text: str) -> str:
    """Text in which control and direction characters are shown, not obeyed; lines stay."""
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() or char == "\n" else f"\\u{ord(char):04x}" for char in text
    )
