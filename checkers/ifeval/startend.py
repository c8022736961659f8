"""`startend:*`: an end phrase, and quotation marks around everything."""

from __future__ import annotations

from checkers.finding import Finding, excerpt
from checkers.ifeval.find import is_word_character
from checkers.ifeval.white_space import WHITE_SPACE
from checkers.registry import IFEVAL, no, ok
from checkers.text import Text

_AFTER_THE_END = WHITE_SPACE + '"“”»*_'
_QUOTES = ('""', "“”")


@IFEVAL.instruction(
    "startend:end_checker",
    origin="EndChecker",
    examples=(
        ok("We sailed home. Any questions?", end_phrase="any questions?"),
        no("Any questions? Write to us.", end_phrase="any questions?"),
        ok("They closed their eyes.", end_phrase="yes."),
    ),
)
def end_checker(text: Text, *, end_phrase: str) -> Finding:
    """The response ends with the exact phrase `end_phrase`.

    Reference: without regard to case, to white space at the end and to the straight double quotes
    before it; the phrase may be the end of a longer word.
    """
    end = text.stripped.strip('"')
    return _ends(end, end.lower().endswith(end_phrase.strip().lower()), end_phrase)


@IFEVAL.correction(
    "startend:end_checker",
    why="the end of a longer word is not the phrase; curly quotes and bold marks may follow it",
    examples=(
        no("They closed their eyes.", end_phrase="yes."),
        ok("“We sailed home. Any questions?”", end_phrase="any questions?"),
    ),
)
def end_checker_of_words(text: Text, *, end_phrase: str) -> Finding:
    """The response ends with the exact phrase `end_phrase`.

    Corrected: without regard to case, to white space and to quotes, `*` and `_` after it, and
    not inside a word.
    """
    phrase = end_phrase.strip().lower()
    if not phrase:
        return end_checker(text, end_phrase=end_phrase)
    ends = (text.stripped, text.stripped.rstrip(_AFTER_THE_END))
    followed = any(_ends_with_words(end.lower(), phrase) for end in ends)
    return _ends(text.stripped, followed, end_phrase)


@IFEVAL.instruction(
    "startend:quotation",
    origin="QuotationChecker",
    examples=(
        ok('"The tide is low."'),
        no('The "tide" is low.'),
        no("“The tide is low.”"),
        ok('"Yes," she said, "of course."'),
    ),
)
def quotation(text: Text) -> Finding:
    """The entire response is in double quotation marks.

    Reference: the first and the last character, apart from white space, are straight ones.
    """
    response = text.stripped
    followed = len(response) > 1 and response[0] == '"' == response[-1]
    return _wrapped(response, followed)


@IFEVAL.correction(
    "startend:quotation",
    why="two quotations, or nothing, in quotes fail; curly quotes are quotes",
    examples=(
        no('"Yes," she said, "of course."'),
        no('""'),
        ok("“The tide is low.”"),
    ),
)
def quotation_of_everything(text: Text) -> Finding:
    """The entire response is in double quotation marks.

    Corrected: straight or curly ones around something. Straight ones inside must come in pairs,
    of which the first opens where a quotation may.
    """
    response = text.stripped
    inside = response[1:-1]
    followed = response[:1] + response[1:][-1:] in _QUOTES and inside.strip() != ""
    if followed and response[0] == '"':
        followed = _holds_quotations_only(inside)
    return _wrapped(response, followed)


def _ends(end: str, followed: bool, end_phrase: str) -> Finding:
    tail = end[-len(end_phrase) - 20 :]
    return Finding(followed, f"{excerpt(tail)} at the end", f"{excerpt(end_phrase)} at the end")


def _ends_with_words(end: str, phrase: str) -> bool:
    before = end[: len(end) - len(phrase)][-1:]
    inside_word = before != "" and is_word_character(before) and is_word_character(phrase[0])
    return end.endswith(phrase) and not inside_word


def _holds_quotations_only(inside: str) -> bool:
    """Whether the straight quotes inside, if any, are pairs that open at the right place."""
    first = inside.find('"')
    before = inside[first - 1 : first] if first > 0 else " "
    return inside.count('"') % 2 == 0 and (before.isspace() or before in "([{")


def _wrapped(response: str, followed: bool) -> Finding:
    found = f"{excerpt(response[:1])} first and {excerpt(response[-1:])} last"
    return Finding(followed, found, "quotation marks around everything")
