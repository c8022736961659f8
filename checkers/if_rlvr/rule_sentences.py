"""The rule-based sentence splitter of IF-RLVR: a chain of replacements, then a split."""

from __future__ import annotations

import re
from collections.abc import Callable

from checkers.phrases import is_word_character
from checkers.text import Text

Replacement = str | Callable[[re.Match[str]], str]

DOT, END = "<prd>", "<stop>"
"""What the chain writes for a dot that ends nothing, and where a sentence ends."""
_STARTER = (
    r"(Mr|Mrs|Ms|Dr|Prof|Capt|Cpt|Lt|He\s|She\s|It\s|They\s|Their\s|Our\s|We\s"
    r"|But\s|However\s|That\s|This\s|Wherever)"
)
_COMPANY = r" (Inc|Ltd|Jr|Sr|Co)\."
_MARKER = re.compile("<(prd|stop)>")
_DOTS_IN_FRONT_OF = re.compile(r"(?<!\.)\.{2,}+(?=\s*+(.))", re.DOTALL)
_TITLE = re.compile(r"\b(Prof|Capt|Cpt|Lt|Gen|Rev)\.")


def _ellipsis(dots: re.Match[str]) -> str:
    return DOT * len(dots[0]) + END


# The order counts, and so does what a match takes: the next one cannot begin in it.
_DOTS: tuple[tuple[re.Pattern[str], Replacement], ...] = (
    (re.compile(r"(Mr|St|Mrs|Ms|Dr)\."), rf"\1{DOT}"),
    (re.compile(r"\.(com|net|org|io|gov|edu|me)"), rf"{DOT}\1"),
    (re.compile(r"([0-9])\.([0-9])"), rf"\1{DOT}\2"),
    (re.compile(r"\.{2,}"), _ellipsis),
    (re.compile(r"Ph\.D\."), f"Ph{DOT}D{DOT}"),
    (re.compile(r"\s([A-Za-z])\. "), rf" \1{DOT} "),
    (re.compile(rf"([A-Z]\.[A-Z]\.(?:[A-Z]\.)?) {_STARTER}"), rf"\1{END} \2"),
    (re.compile(r"([A-Za-z])\.([A-Za-z])\.([A-Za-z])\."), rf"\1{DOT}\2{DOT}\3{DOT}"),
    (re.compile(r"([A-Za-z])\.([A-Za-z])\."), rf"\1{DOT}\2{DOT}"),
    (re.compile(rf"{_COMPANY} {_STARTER}"), rf" \1{END} \2"),
    (re.compile(_COMPANY), rf" \1{DOT}"),
    (re.compile(r" ([A-Za-z])\."), rf" \1{DOT}"),
)
_MARKS = (
    (".”", "”."),
    ('."', '".'),
    ('!"', '"!'),
    ('?"', '"?'),
    (".", f".{END}"),
    ("?", f"?{END}"),
    ("!", f"!{END}"),
    (DOT, "."),
)


def rule_sentences(raw: str) -> list[str]:
    """The sentences of `raw`, stripped; empty ones occur, but not as the last.

    Surprises: "!!" and "?!" end two sentences and "..." always ends one; a closing quote is moved
    in front of the mark; `<prd>` and `<stop>` in `raw` act as the markers that they are.
    """
    text = " " + raw.replace("\n", " ") + "  "
    if "." in text:
        for pattern, replacement in _DOTS:
            text = pattern.sub(replacement, text)
    for mark, replaced in _MARKS:
        text = text.replace(mark, replaced)
    sentences = [piece.strip() for piece in text.split(END)]
    return sentences if sentences[-1] else sentences[:-1]


def whole_sentences(raw: str) -> list[str]:
    """The sentences of `raw` as a reader sees them, each of which has a word.

    Dots in front of a lower-case letter and the dots of further titles end none, and markers in
    `raw` are text.
    """
    text = _MARKER.sub("<\0\\1>", raw)
    text = _DOTS_IN_FRONT_OF.sub(_kept_if_run_on, text)
    text = _TITLE.sub(rf"\1{DOT}", text)
    sentences = (piece.replace("<\0", "<") for piece in rule_sentences(text))
    return [piece for piece in sentences if any(map(is_word_character, piece))]


def reference_sentences(text: Text) -> list[str]:
    """View: `rule_sentences` of the response."""
    return rule_sentences(text.raw)


def corrected_sentences(text: Text) -> list[str]:
    """View: `whole_sentences` of the response."""
    return whole_sentences(text.raw)


def _kept_if_run_on(dots: re.Match[str]) -> str:
    return DOT * len(dots[0]) if dots[1].islower() else dots[0]
