"""`startend:*`: the end phrase, and quotation marks of several languages."""

from __future__ import annotations

import re
import unicodedata
from itertools import accumulate

from checkers.finding import Finding, excerpt
from checkers.ifeval import startend as reference
from checkers.ifeval.white_space import WHITE_SPACE
from checkers.multi_if.registry import MULTI_IF
from checkers.phrases import fold, half_width, is_left_edge
from checkers.registry import no, ok
from checkers.text import Text

_AFTER_THE_END = WHITE_SPACE + "\"'”’»」』“"
_OFFICIAL_PAIRS = frozenset({'""', "“”", "「」"})
_PAIRS = _OFFICIAL_PAIRS | {"„“", "„”", "«»", "『』"}
_OPENING_CATEGORIES = frozenset({"Ps", "Pi", "Pd"})


@MULTI_IF.correction(
    "startend:end_checker",
    why="any closing quote may follow the phrase; the end of a longer word is not the phrase",
    examples=(
        ok("« Il fait beau. Bonne journée ! »", end_phrase="Bonne journée !"),
        no("See you at the weekend", end_phrase="end"),
    ),
)
def end_checker(text: Text, *, end_phrase: str) -> Finding:
    """The response ends with `end_phrase` and no other words after it.

    Corrected: without regard to case, composition and closing quotes.
    """
    phrase = fold(end_phrase.strip()).rstrip(_AFTER_THE_END)
    if not phrase:
        return reference.end_checker(text, end_phrase=end_phrase)
    ending = fold(text.raw).rstrip(_AFTER_THE_END)
    before = ending[: len(ending) - len(phrase)]
    followed = ending.endswith(phrase) and is_left_edge(before[-1:], phrase[0])
    return Finding(followed, excerpt(text.stripped[-60:]), excerpt(end_phrase))


@MULTI_IF.instruction(
    "startend:quotation",
    origin="QuotationChecker",
    examples=(
        ok('"Tea is ready."'),
        ok("“Tea is ready.”"),
        ok("「お茶です。」"),
        no("«El té está listo.»"),
    ),
)
def quotation(text: Text) -> Finding:
    """The whole response is in double quotation marks.

    Reference: the first and the last visible sign are straight or curly double quotes, or corner
    brackets, of one kind; what stands between them is not looked at.
    """
    ends = _ends(text.stripped)
    return Finding(ends in _OFFICIAL_PAIRS, _shown(ends), "in double quotation marks")


@MULTI_IF.correction(
    "startend:quotation",
    why="other languages quote otherwise; two quotations are not one",
    examples=(
        ok("«El té está listo.»"),
        no('"Tea" and "milk"'),
        no("“Tea” and “milk”"),
        no('""'),
    ),
)
def quotation_of_any_language(text: Text) -> Finding:
    """The whole response is in double quotation marks.

    Corrected: also in guillemets, low quotes, white corner brackets and full-width quotes; the
    inside is not blank, and the quotation does not end before its end.
    """
    quoted = half_width(text.stripped)
    ends = _ends(quoted)
    if ends not in _PAIRS or not quoted[1:-1].strip():
        return Finding(False, _shown(ends), "text in double quotation marks")
    is_one = _inner_quote_opens(quoted[1:-1]) if ends == '""' else _stays_open(quoted, *ends)
    found = _shown(ends) if is_one else "several quotations"
    return Finding(is_one, found, "text in double quotation marks")


def _ends(stripped: str) -> str:
    return stripped[0] + stripped[-1] if len(stripped) > 1 else stripped


def _shown(ends: str) -> str:
    return f"begins with {ends[:1]!r}, ends with {ends[-1:]!r}"


def _inner_quote_opens(inside: str) -> bool:
    quote = inside.find('"')
    if quote <= 0:
        return True
    before = inside[quote - 1]
    return before.isspace() or unicodedata.category(before) in _OPENING_CATEGORIES


def _stays_open(quoted: str, opening: str, closing: str) -> bool:
    """Whether the marks never balance before the end, if they balance at all."""
    if quoted.count(opening) != quoted.count(closing):
        return True
    marks = re.findall(f"[{opening}{closing}]", quoted)
    depths = accumulate(1 if mark == opening else -1 for mark in marks)
    return 0 not in list(depths)[:-1]
