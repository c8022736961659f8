"""Foreign text made harmless: shown as it is, obeyed by nothing that displays it."""

from __future__ import annotations

_FORMULA_SIGNS = tuple("=+-@\uff1d\uff0b\uff0d\uff20")
"""What begins a formula; the last four are the wide forms of the first, which some take alike."""


def printable(text: str) -> str:
    """Text in which control and direction characters are shown, not obeyed; lines stay."""
    if text.isprintable():
        return text
    return "".join(
        char if char.isprintable() or char == "\n" else _escape(ord(char)) for char in text
    )


def spreadsheet_text(text: str) -> str:
    """Printable text that no spreadsheet program takes for a formula.

    Where white space and a formula's sign, or an apostrophe, stand first, an apostrophe is put
    before them: taking one leading apostrophe away gives the text back.
    """
    shown = printable(text)
    is_risky = shown.lstrip().startswith(_FORMULA_SIGNS) or shown.startswith("'")
    return f"'{shown}" if is_risky else shown


def _escape(code: int) -> str:
    return f"\\u{code:04x}" if code < 2**16 else f"\\U{code:08x}"
