"""Where in a response the reference rule found what it looks for, for readers of a report.

Computed only when asked for, so that a verdict costs nothing more.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import islice
from typing import Any

from immutabledict import immutabledict

from checkers.ifeval.patterns import EndlessPattern, bounded, compiled
from checkers.ifeval.titles import bracketed_in
from checkers.registry import IFEVAL, BadArguments, Registry

Span = tuple[int, int]
"""Where a piece of the response begins and ends, in characters."""
_Find = Callable[..., Iterable[Span]]

_MOST = 200
_LONGEST = 200_000
"""Characters of a response that is looked through; a longer one nobody reads on a page."""
_BRACKET = re.compile(r"\[[^\]\n]*(?:\]|$)", re.MULTILINE)
_HIGHLIGHT = re.compile(r"\*([^\n*]*)\*")
_BOLD = re.compile(r"\*\*([^\n*]*)\*\*")
_BULLET = re.compile(r"^[^\S\n]*(?:-|\*(?!\*))", re.MULTILINE)
_ANSWER = re.compile(r"My answer is (?:yes|no|maybe)\.")
_DIVIDER = re.compile(r"\*\*\*")
_TWO_DIVIDER = re.compile(r"\*{6}")
_COMMA = re.compile(",")
_ASCII = "".join(map(chr, range(128)))
_WORD = re.compile(r"[^\W_][\w'’-]*")
_POSTSCRIPTS = immutabledict({"P.S.": r"p\.\s?s\.", "P.P.S": r"p\.\s?p\.\s?s"})


def spans(registry: Registry, id: str, raw: str, kwargs: Mapping[str, Any]) -> list[Span]:
    """The pieces of `raw` that the reference rule of `id` found, in their order, at most 200.

    None where a rule looks at the whole text, say at its language, or where nothing was found.

    Args:
        registry: the benchmark's.
        id: of the instruction; of IFEval's own rules most have spans.
        raw: the response.
        kwargs: the instruction's parameters.
    """
    if id not in _FIND or id not in registry or registry.get(id) is not IFEVAL.get(id):
        return []
    if len(raw) > _LONGEST:
        return []
    try:
        arguments = IFEVAL.get(id).arguments(kwargs)
    except BadArguments:
        return []
    try:
        found = list(islice(_FIND[id](raw, **arguments), _MOST))
    except EndlessPattern:
        return []
    return sorted({(start, end) for start, end in found if start < end})


def _matches(pattern: re.Pattern[str] | None, raw: str) -> Iterator[Span]:
    if pattern is not None:
        yield from (match.span() for match in bounded(pattern, raw).finditer(raw))


def _keywords(raw: str, *, keywords: Iterable[str]) -> Iterator[Span]:
    for keyword in sorted(keywords):
        yield from _matches(compiled(keyword), raw)


def _keyword(raw: str, *, keyword: str, **_: object) -> Iterator[Span]:
    return _matches(compiled(keyword.strip()), raw)


def _forbidden(raw: str, *, forbidden_words: Iterable[str]) -> Iterator[Span]:
    for word in sorted(set(forbidden_words)):
        yield from _matches(compiled(rf"\b{word}\b"), raw)


def _letter(raw: str, *, letter: str, **_: object) -> Iterable[Span]:
    wanted = letter.strip().lower()
    return _characters(lambda char: char.lower() == wanted)(raw)


def _postscript(raw: str, *, postscript_marker: str) -> Iterator[Span]:
    marker = postscript_marker.strip()
    return islice(_matches(compiled(_POSTSCRIPTS.get(marker) or marker), raw), 1)


def _placeholders(raw: str, **_: object) -> Iterator[Span]:
    return (match.span() for match in _BRACKET.finditer(raw) if match[0].endswith("]"))


def _highlights(raw: str, **_: object) -> Iterator[Span]:
    for pattern in (_HIGHLIGHT, _BOLD):
        yield from (match.span() for match in pattern.finditer(raw) if match[1].strip())


def _sections(raw: str, *, section_spliter: str, **_: object) -> Iterator[Span]:
    return _matches(compiled(rf"{section_spliter.strip()}\s?\d+", 0), raw)


def _title(raw: str) -> Iterator[Span]:
    start = 0
    for line in raw.split("\n"):
        first, last = line.find("<<"), line.rfind(">>")
        if bracketed_in(line):
            yield start + first, start + last + 2
        start += len(line) + 1


def _paragraph(raw: str, *, nth_paragraph: int, **_: object) -> Iterator[Span]:
    start = 0
    for number, piece in enumerate(raw.split("\n\n"), 1):
        if number == nth_paragraph and piece.strip():
            lead = len(piece) - len(piece.lstrip())
            yield start + lead, start + len(piece.rstrip())
        start += len(piece) + 2


def _end(raw: str, *, end_phrase: str) -> Iterator[Span]:
    end = len(raw.rstrip().rstrip('"'))
    length = len(end_phrase.strip())
    yield max(end - length, 0), end


def _ends(raw: str) -> Iterator[Span]:
    start, end = len(raw) - len(raw.lstrip()), len(raw.rstrip())
    yield from ((start, start + 1), (end - 1, end))


def _repeated(raw: str, *, prompt_to_repeat: str) -> Iterator[Span]:
    start, wanted = len(raw) - len(raw.lstrip()), prompt_to_repeat.strip().lower()
    same = 0
    for char, other in zip(raw[start:].lower(), wanted, strict=False):
        if char != other:
            break
        same += 1
    yield start, min(start + same, len(raw))


def _capital_words(raw: str, **_: object) -> Iterator[Span]:
    return (match.span() for match in _WORD.finditer(raw) if match[0].isupper())


def _of(pattern: re.Pattern[str]) -> _Find:
    return lambda raw, **_: (match.span() for match in pattern.finditer(raw))


def _characters(is_wanted: Callable[[str], bool]) -> _Find:
    def find(raw: str) -> Iterator[Span]:
        if not raw.isascii():
            return ((i, i + 1) for i, char in enumerate(raw) if is_wanted(char))
        wanted = re.escape("".join(filter(is_wanted, _ASCII)))
        return (match.span() for match in re.finditer(f"[{wanted}]", raw)) if wanted else iter(())

    return find


_FIND: Mapping[str, _Find] = immutabledict(
    {
        "change_case:capital_word_frequency": _capital_words,
        "change_case:english_capital": _characters(str.islower),
        "change_case:english_lowercase": _characters(str.isupper),
        "combination:repeat_prompt": _repeated,
        "combination:two_responses": _of(_TWO_DIVIDER),
        "detectable_content:number_placeholders": _placeholders,
        "detectable_content:postscript": _postscript,
        "detectable_format:constrained_response": _of(_ANSWER),
        "detectable_format:multiple_sections": _sections,
        "detectable_format:number_bullet_lists": _of(_BULLET),
        "detectable_format:number_highlighted_sections": _highlights,
        "detectable_format:title": _title,
        "keywords:existence": _keywords,
        "keywords:forbidden_words": _forbidden,
        "keywords:frequency": _keyword,
        "keywords:letter_frequency": _letter,
        "length_constraints:nth_paragraph_first_word": _paragraph,
        "length_constraints:number_paragraphs": _of(_DIVIDER),
        "punctuation:no_comma": _of(_COMMA),
        "startend:end_checker": _end,
        "startend:quotation": _ends,
    }
)
