"""copy:* and new:*: repeat a phrase, or the request or a part of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any

from checkers.finding import Finding, exactly, excerpt, raises
from checkers.ifeval.patterns import bounded, compiled, no_pattern
from checkers.parameters import Filled, Number, Whole
from checkers.phrases import lowered, unix_lines
from checkers.registry import IF_RLVR, no, ok
from checkers.text import Text

_SYNTAX = frozenset(".^$*+?{}[]\\|()")
_DIVIDER = "******"
_LOOSE_DIVIDER = re.compile(r"\s*\*{6}\s*")
_PROVERB = "Still waters run deep"
_SUNRISE = "Describe the sunrise"


@IF_RLVR.instruction(
    "copy:repeat_phrase",
    origin="RepeatPhraseChecker",
    examples=(
        ok("Still ponds run deep. Still lakes run deep.", phrase=_PROVERB, small_n=2),
        no("Still waters run deep.", phrase=_PROVERB, small_n=1),
        ok("Still ponds run deeper.", phrase=_PROVERB, small_n=1),
    ),
)
def repeat_phrase(text: Text, *, phrase: Filled, small_n: Number) -> Finding:
    """Repeat `phrase` exactly `small_n` times, each time with one word in the middle replaced.

    Reference: a repeat is the shortest stretch within a line from the first to the last word of
    the phrase. Both are patterns, case-sensitive, and may begin or end inside a longer word. Each
    repeat must have the words of the phrase but for one. A phrase of white space raises, and so
    do words that are no valid pattern.
    """
    words = phrase.split()
    if not words:
        return raises("a phrase without words", _repeats_wanted(small_n))
    found = _reference_repeats(text, words[0], words[-1])
    if found is None:
        return no_pattern(phrase, _repeats_wanted(small_n))
    return _with_one_word_replaced(found, words, small_n)


@IF_RLVR.correction(
    "copy:repeat_phrase",
    why="the last word of the phrase may be the beginning of another word, and both are patterns",
    examples=(no("Still ponds run deeper.", phrase=_PROVERB, small_n=1),),
)
def repeat_phrase_in_whole_words(text: Text, *, phrase: Filled, small_n: Number) -> Finding:
    """Repeat `phrase` exactly `small_n` times, each time with one word in the middle replaced.

    Corrected: the first and the last word of the phrase are whole words, taken literally.
    """
    words = phrase.split()
    if not words:
        return repeat_phrase(text, phrase=phrase, small_n=small_n)
    opening = re.compile(rf"(?<!\w){re.escape(words[0])} ")
    closing = re.compile(rf" {re.escape(words[-1])}(?!\w)")
    return _with_one_word_replaced(_stretches(text, opening, closing), words, small_n)


@IF_RLVR.instruction(
    "copy:copying_simple",
    origin="CopyingSimpleChecker",
    examples=(
        ok("describe the sunrise", prompt_to_repeat=_SUNRISE),
        no("It glows.", prompt_to_repeat=_SUNRISE),
    ),
)
@IF_RLVR.instruction(
    "copy:copy",
    origin="CopyChecker",
    examples=(
        ok(" Describe the sunrise\n", prompt_to_repeat=_SUNRISE),
        no("Describe the sunrise. It glows.", prompt_to_repeat=_SUNRISE),
    ),
)
def copied(text: Text, *, prompt_to_repeat: Filled) -> Finding:
    """Copy the request, `prompt_to_repeat`, and do nothing else.

    Reference: equal in lower case, without white space at the ends.
    """
    copy = text.stripped.lower()
    return _same(copy, prompt_to_repeat.strip().lower())


@IF_RLVR.correction(
    "copy:copying_simple",
    why="line ends and the composition of accented letters make a difference",
    examples=(ok("Two\r\nlines", prompt_to_repeat="Two\nlines"),),
)
@IF_RLVR.correction(
    "copy:copy",
    why="line ends and the composition of accented letters make a difference",
    examples=(ok("The cafe\u0301", prompt_to_repeat="The caf\u00e9"),),
)
def copied_to_the_eye(text: Text, *, prompt_to_repeat: Filled) -> Finding:
    """Copy the request, `prompt_to_repeat`, and do nothing else.

    Corrected: line ends and the composition of accented letters are no matter.
    """
    return _same(_to_the_eye(text.raw), _to_the_eye(prompt_to_repeat))


@IF_RLVR.instruction(
    "copy:copying_multiple",
    origin="CopyingMultipleChecker",
    examples=(
        ok("Hum a tune\n******\nhum a tune", prompt_to_repeat="Hum a tune", N=2),
        no("Hum a tune", prompt_to_repeat="Hum a tune", N=2),
    ),
)
def copied_several_times(text: Text, *, prompt_to_repeat: Filled, N: Number) -> Finding:
    """Copy the request, `prompt_to_repeat`, `N` times, with six asterisks between the copies.

    Reference: cut at every six asterisks, also those in the request; each piece is compared as in
    copy:copy.
    """
    copies = text.raw.split(_DIVIDER)
    if len(copies) != N:
        return exactly(len(copies), N, "pieces between six asterisks")
    prompt = prompt_to_repeat.strip().lower()
    true_copies = sum(copy.strip().lower() == prompt for copy in copies)
    return exactly(true_copies, N, "copies of the request")


@IF_RLVR.correction(
    "copy:copying_multiple",
    why="a request that holds the divider cannot be copied; line ends make a difference",
    examples=(ok("a ****** b ****** a ****** b", prompt_to_repeat="a ****** b", N=2),),
)
def copied_several_times_to_the_eye(text: Text, *, prompt_to_repeat: Filled, N: Number) -> Finding:
    """Copy the request, `prompt_to_repeat`, `N` times, with six asterisks between the copies.

    Corrected: the request may hold the divider; line ends and the composition of accented letters
    are no matter.
    """
    prompt = _to_the_eye(prompt_to_repeat)
    if not prompt:
        return copied_several_times(text, prompt_to_repeat=prompt_to_repeat, N=N)
    return exactly(_divided_copies(_to_the_eye(text.raw), prompt), N, "divided copies")


@IF_RLVR.instruction(
    "new:copy_span_idx",
    origin="CopySpanIdxChecker",
    examples=(
        ok("describe", prompt_to_repeat=_SUNRISE, n_start=0, n_end=8),
        no("sunrise", prompt_to_repeat=_SUNRISE, n_start=0, n_end=8),
    ),
)
def copied_span(text: Text, *, prompt_to_repeat: Filled, n_start: Whole, n_end: Whole) -> Finding:
    """Copy what stands in `prompt_to_repeat` from character `n_start` to `n_end`, inclusive.

    Reference: the end is exclusive; negative indices count from the end. Compared in lower case,
    without white space at the ends.
    """
    return _same(text.stripped.lower(), prompt_to_repeat[n_start:n_end].strip().lower())


@IF_RLVR.correction(
    "new:copy_span_idx",
    why="the text says that the end is included, and the reference leaves it out",
    examples=(ok("describe", prompt_to_repeat=_SUNRISE, n_start=0, n_end=7),),
)
def copied_inclusive_span(
    text: Text, *, prompt_to_repeat: Filled, n_start: Whole, n_end: Whole
) -> Finding:
    """Copy what stands in `prompt_to_repeat` from character `n_start` to `n_end`, inclusive.

    Corrected: the end is inclusive. Negative and reversed indices mean what they mean in the
    reference.
    """
    if not 0 <= n_start <= n_end:
        return copied_span(text, prompt_to_repeat=prompt_to_repeat, n_start=n_start, n_end=n_end)
    span = prompt_to_repeat[n_start : n_end + 1]
    return _same(lowered(text.raw).strip(), lowered(span).strip())


def _same(copy: str, wanted: str) -> Finding:
    return Finding(copy == wanted, excerpt(copy), excerpt(wanted))


def _to_the_eye(text: str) -> str:
    return unix_lines(lowered(text)).strip()


def _divided_copies(text: str, prompt: str) -> int:
    """How many copies of `prompt` the text consists of; 0 if it has anything else."""
    copies = at = 0
    while text.startswith(prompt, at):
        copies, at = copies + 1, at + len(prompt)
        if at == len(text):
            return copies
        divider = _LOOSE_DIVIDER.match(text, at)
        if not divider:
            break
        at = divider.end()
    return 0


def _reference_repeats(text: Text, first: str, last: str) -> list[Any] | None:
    if _SYNTAX.isdisjoint(first + last):
        return _stretches(text, re.compile(f"{first} "), re.compile(f" {last}"))
    pattern = compiled(f"{first} .*? {last}", 0)
    return None if pattern is None else bounded(pattern, text.raw).findall(text.raw)


def _stretches(text: Text, opening: re.Pattern[str], closing: re.Pattern[str]) -> list[str]:
    """The shortest stretches from `opening` to `closing` within a line, from left to right.

    One pattern for both would try every opening of a line without closing: quadratic.
    """
    return [stretch for line in text.lines for stretch in _of_line(line, opening, closing)]


def _of_line(line: str, opening: re.Pattern[str], closing: re.Pattern[str]) -> Iterator[str]:
    at = 0
    while (start := opening.search(line, at)) and (end := closing.search(line, start.end())):
        yield line[start.start() : end.end()]
        at = end.end()


def _with_one_word_replaced(found: list[Any], words: list[str], small_n: float) -> Finding:
    if len(found) != small_n:
        return Finding(False, f"{len(found)} repeats", _repeats_wanted(small_n))
    if any(isinstance(groups, tuple) for groups in found):
        return raises("several groups in the phrase", _repeats_wanted(small_n))
    replaced = sum(_one_replaced(repeat.split(), words) for repeat in found)
    return Finding(
        replaced == small_n, f"{replaced} with one word replaced", _repeats_wanted(small_n)
    )


def _one_replaced(repeat: list[str], words: list[str]) -> bool:
    if len(repeat) != len(words):
        return False
    return sum(new != old for new, old in zip(repeat, words, strict=True)) == 1


def _repeats_wanted(small_n: float) -> str:
    return f"exactly {small_n} repeats with one word replaced"
