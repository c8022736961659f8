"""Thinking traces: what a model thought before, or between the parts of, its answer."""

from __future__ import annotations

import re
from collections.abc import Sequence
from enum import Enum
from functools import cache
from typing import NamedTuple


class Tags(NamedTuple):
    """The pair that encloses a trace; an opener that ends in ">" may carry attributes."""

    opener: str
    closer: str


DEFAULT_TAGS = (
    Tags("<think>", "</think>"),
    Tags("<thinking>", "</thinking>"),
    Tags("[THINK]", "[/THINK]"),
    Tags("<seed:think>", "</seed:think>"),
    Tags("◁think▷", "◁/think▷"),
)
"""Qwen, DeepSeek and most others; Claude-like; Magistral; Seed; Kimi."""

_QUOTES = "`\"'“‘«"


class Trace(Enum):
    """What became of the thinking trace of a response."""

    ABSENT = "absent"
    REMOVED = "removed"
    UNCLOSED = "unclosed"


class Answer(NamedTuple):
    """A response without its thinking trace."""

    text: str
    trace: Trace


def without_thinking(response: str, tags: Sequence[Tags] = DEFAULT_TAGS) -> Answer:
    """The answer in `response`.

    - A complete trace at the start or between parts of the answer is removed, nested ones with it,
      and with a leading one the white space up to the answer.
    - A closing tag before any opening one ends a trace whose opening tag the chat template wrote.
    - A trace that never closes leaves no answer: the text is empty.
    - A tag directly after a quotation mark or backquote is quoted, and a closing tag after the
      trace is text: both stay. Without a trace the response comes back unchanged.
    """
    # Looking for signs, then for plain strings costs a fraction of the pattern, and most responses
    # have no trace.
    if not any(map(response.__contains__, _first_signs(tuple(tags)))):
        return Answer(response, Trace.ABSENT)
    for pair in tags:
        if pair.closer in response or pair.opener.removesuffix(">") in response:
            answer = _without(response, pair)
            if answer.trace is not Trace.ABSENT:
                return answer
    return Answer(response, Trace.ABSENT)


@cache
def _first_signs(tags: tuple[Tags, ...]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(tag[0] for pair in tags for tag in pair))


@cache
def _pattern(pair: Tags) -> re.Pattern[str]:
    opener = re.escape(pair.opener)
    if pair.opener.endswith(">"):
        opener = re.escape(pair.opener[:-1]) + r"(?:\s[^<>]*)?>"
    return re.compile(f"(?P<opens>{opener})|{re.escape(pair.closer)}")


def _without(response: str, pair: Tags) -> Answer:
    marks = [mark for mark in _pattern(pair).finditer(response) if not _is_quoted(mark)]
    if not marks:
        return Answer(response, Trace.ABSENT)
    parts: list[str] = []
    start, at = _after_headless(response, marks)
    while (opening := _next_opening(marks, at)) is not None:
        closing = _closing(marks, opening)
        if closing is None:
            return Answer("", Trace.UNCLOSED)
        parts.append(response[start : marks[opening].start()])
        start, at = marks[closing].end(), closing + 1
    if not at:
        return Answer(response, Trace.ABSENT)
    leads = not marks[0]["opens"] or not parts[0].strip()
    answer = "".join([*parts, response[start:]])
    return Answer(answer.lstrip() if leads else answer, Trace.REMOVED)


def _is_quoted(mark: re.Match[str]) -> bool:
    return mark.start() > 0 and mark.string[mark.start() - 1] in _QUOTES


def _after_headless(response: str, marks: Sequence[re.Match[str]]) -> tuple[int, int]:
    """Where the answer starts, in text and marks, if the first mark closes a trace."""
    return (0, 0) if marks[0]["opens"] else (marks[0].end(), 1)


def _next_opening(marks: Sequence[re.Match[str]], at: int) -> int | None:
    return next((i for i in range(at, len(marks)) if marks[i]["opens"]), None)


def _closing(marks: Sequence[re.Match[str]], opening: int) -> int | None:
    """The mark that closes the trace; where openers are left over, the last closing one."""
    depth, last = 0, None
    for i in range(opening, len(marks)):
        depth += 1 if marks[i]["opens"] else -1
        last = last if marks[i]["opens"] else i
        if depth == 0:
            return i
    return last
