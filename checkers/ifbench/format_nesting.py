"""`format:` of IFBench: brackets in brackets, quotes in quotes, quotes and what follows them."""

from __future__ import annotations

import re
import string
from typing import NamedTuple

from checkers.finding import Finding, at_least, excerpt
from checkers.registry import IFBENCH, no, ok
from checkers.text import Text

_BRACKET = re.compile(r"[()\[\]{}]")
_OPENER = {")": "(", "]": "[", "}": "{"}
_QUOTE = re.compile("[\"']")
_DOUBLE = '"“”„‟'
_SINGLE = "'‘’‚‛"
_QUOTE_OF_ANY_SHAPE = re.compile(
    rf"[{_DOUBLE}{_SINGLE}](?:(?<=[{_DOUBLE}])|(?<![^\W_].)|(?![^\W_]))"
)
_BRACKET_LEVELS = 5
_QUOTE_LEVELS = 3
_NO_EXPLANATION = string.digits + string.punctuation.replace('"', "")


@IFBENCH.instruction(
    "format:parentheses",
    origin="NestedParenthesesChecker",
    examples=(
        ok("Pack (the bag [with {warm (grey [wool] ones) socks}])."),
        no("Pack (the bag [with {warm (grey) socks}])."),
        ok("((((( a smile )"),
    ),
)
def parentheses(text: Text) -> Finding:
    """Brackets, round, square or curly, are nested five levels deep.

    Reference: one pair that closes inside four brackets or more is enough, whether or not those
    are ever closed. A closing bracket of the wrong kind makes everything open be forgotten.
    """
    opened: list[str] = []
    deepest = 0
    for bracket in text.cut(_BRACKET.findall):
        if bracket not in _OPENER:
            opened.append(bracket)
        elif opened and opened[-1] == _OPENER[bracket]:
            deepest = max(deepest, len(opened))
            opened.pop()
        else:
            opened.clear()
    return at_least(deepest, _BRACKET_LEVELS, "levels of brackets")


class _Open(NamedTuple):
    bracket: str
    outside: int
    """Levels of the pairs that closed beside it, before it opened."""


@IFBENCH.correction(
    "format:parentheses",
    why="a bracket that is never closed is no level",
    examples=(
        ok("Pack (the bag [with {warm (grey [wool] ones) socks}])."),
        no("((((( a smile )"),
    ),
)
def parentheses_in_pairs(text: Text) -> Finding:
    """Brackets, round, square or curly, are nested in pairs five levels deep."""
    opened: list[_Open] = []
    deepest = levels = 0
    for bracket in text.cut(_BRACKET.findall):
        if bracket not in _OPENER:
            opened.append(_Open(bracket, levels))
            levels = 0
        elif opened and opened[-1].bracket == _OPENER[bracket]:
            deepest = max(deepest, levels + 1)
            levels = max(levels + 1, opened.pop().outside)
        else:
            opened.clear()
            levels = 0
    return at_least(deepest, _BRACKET_LEVELS, "levels of bracket pairs")


@IFBENCH.instruction(
    "format:quotes",
    origin="NestedQuotesChecker",
    examples=(
        ok('"She said \'I read "Emma" twice\' and left."'),
        no("\"She said 'I read it twice' and left.\""),
        no("“She said ‘I read “Emma” twice’ and left.”"),
    ),
)
def quotes(text: Text) -> Finding:
    """Quotes stand in quotes in quotes, with double and single quotation marks in turn.

    Reference: only the straight marks are seen, and every apostrophe is one of them. A mark closes
    the innermost open quote if it is of the same kind, and opens one otherwise; three levels must
    have been closed below the deepest one reached so far.
    """
    return _nested_quotes(text.cut(_QUOTE.findall))


@IFBENCH.correction(
    "format:quotes",
    why="typographic marks quote as well, and an apostrophe inside a word does not",
    examples=(
        ok("“She said ‘I read “Emma” twice’ and left.”"),
        ok('"It\'s \'the book "Emma" again\' today."'),
        no("\"It's 'the book again' today.\""),
    ),
)
def quotes_of_any_shape(text: Text) -> Finding:
    """Quotes stand in quotes in quotes, with double and single quotation marks in turn."""
    return _nested_quotes(text.cut(_quotes_of_any_shape))


def _quotes_of_any_shape(raw: str) -> list[str]:
    return ['"' if mark in _DOUBLE else "'" for mark in _QUOTE_OF_ANY_SHAPE.findall(raw)]


def _nested_quotes(marks: list[str]) -> Finding:
    opened: list[str] = []
    deepest = closed = 0
    for mark in marks:
        if opened and opened[-1] == mark:
            opened.pop()
            closed = max(closed, deepest - len(opened))
        else:
            opened.append(mark)
            deepest = max(deepest, len(opened))
    return at_least(closed, _QUOTE_LEVELS, "levels of quotes closed")


@IFBENCH.instruction(
    "format:quote_unquote",
    origin="QuoteExplanationChecker",
    examples=(
        ok('"Carpe diem" means to use the day.'),
        no('He wrote "carpe diem" "memento mori" and left.'),
        no('He wrote: "carpe diem".'),
        ok("He wrote “carpe diem” “memento mori” and left."),
    ),
)
def quote_unquote(text: Text) -> Finding:
    """Every quoted phrase is followed by an explanation without quotation marks.

    Reference: no `"` may follow another with nothing but white space between, and the last thing
    besides digits and other ASCII punctuation may not be one. Only the straight double mark is
    seen; a text without any passes, and a comma between two quotes explains the first.
    """
    return _explained_quotes(text.raw)


@IFBENCH.correction(
    "format:quote_unquote",
    why="typographic quotation marks quote as well",
    examples=(
        ok("“Carpe diem” means to use the day."),
        no("He wrote “carpe diem” “memento mori” and left."),
    ),
)
def quote_unquote_of_any_shape(text: Text) -> Finding:
    """Every quoted phrase is followed by an explanation without quotation marks."""
    return _explained_quotes(text.raw.replace("“", '"').replace("”", '"'))


def _explained_quotes(raw: str) -> Finding:
    wanted = "words between one quote and the next, and after the last"
    without_blanks = "".join(raw.replace("'\"'", "").split())
    before, adjacent, _ = without_blanks.partition('""')
    if adjacent:
        return Finding(False, f"two marks together after {excerpt(before[-30:])}", wanted)
    if without_blanks.rstrip(_NO_EXPLANATION).endswith('"'):
        return Finding(False, "a quote at the end", wanted)
    return Finding(True, "no quote without a text after it", wanted)
