"""`detectable_format:*`: bullets, highlights, sections, JSON, a title, a fixed answer."""

from __future__ import annotations

import re
from functools import lru_cache

from checkers.finding import Finding, at_least, exactly, excerpt
from checkers.ifeval import detectable_format as reference
from checkers.ifeval import json_nesting
from checkers.ifeval.white_space import IN_LINE
from checkers.multi_if.registry import MULTI_IF
from checkers.parameters import Count
from checkers.phrases import half_width, unix_lines
from checkers.registry import no, ok
from checkers.text import Text

_ANSWER = re.compile(r"My answer is (?:yes|no|maybe)\.")
_BULLET = re.compile(r"\s*[*-](?:\s|$)")
_EMPHASIS = re.compile(r"(?<!\*)(\*{1,3})(?![\s*])[^*\n]*(?<![\s*])\1(?!\*)")
_FENCES = re.compile("(?:```json)?(?:```Json)?(?:```JSON)?(?:```)?")
_TITLE = re.compile(r"<<([^<>\n]+)>>")


@MULTI_IF.correction(
    "detectable_format:number_bullet_lists",
    why="rules, negative numbers and italics are no bullets",
    examples=(
        ok("* tea\n---\n* milk", num_bullets=2),
        no("*Drinks*\n* tea", num_bullets=2),
    ),
    loose_variants="asterisks kept",
)
def number_bullet_lists(text: Text, *, num_bullets: Count) -> Finding:
    """There are exactly `num_bullets` markdown bullet points.

    Corrected: lines that begin with "*" or "-" and white space and are no rule.
    """
    count = sum(map(_is_item, unix_lines(text.raw).split("\n")))
    return exactly(count, num_bullets, "bullet points")


@MULTI_IF.correction(
    "detectable_format:constrained_response",
    why="two options are no answer",
    examples=(no("My answer is no. Or: My answer is yes."),),
)
def constrained_response(text: Text) -> Finding:
    """The answer is "My answer is yes.", "My answer is no." or "My answer is maybe.".

    Corrected: exactly one of them occurs, in English also in other languages.
    """
    answers = sorted(set(_ANSWER.findall(text.raw)))
    found = " and ".join(map(repr, answers)) or "none of them"
    return Finding(len(answers) == 1, found, "one option")


@MULTI_IF.correction(
    "detectable_format:number_highlighted_sections",
    why="bold italics are one highlight; bullets and products are none",
    examples=(
        no("2 * 3 * 4 is 24.", num_highlights=1),
        no("***tea***", num_highlights=2),
    ),
    loose_variants="asterisks kept",
)
def number_highlighted_sections(text: Text, *, num_highlights: Count) -> Finding:
    """At least `num_highlights` sections are highlighted in markdown, i.e. *highlighted*.

    Corrected: counts one to three asterisks, text that no white space parts from them, and as
    many asterisks again, within a line.
    """
    count = len(_EMPHASIS.findall(text.raw))
    return at_least(count, num_highlights, "highlighted sections")


@MULTI_IF.correction(
    "detectable_format:multiple_sections",
    why="mentions are no sections; Roman and Chinese numerals number them; so many means exactly",
    examples=(
        no("See Day 4 and Day 9.", section_spliter="Day", num_sections=2),
        ok("第一章\n茶\n第二章\n水", section_spliter="第", num_sections=2),
        no("Day 1\nTea.\nDay 2\nMilk.", section_spliter="Day", num_sections=1),
    ),
)
def multiple_sections(text: Text, *, section_spliter: str, num_sections: Count) -> Finding:
    """There are `num_sections` sections, each beginning with `section_spliter` and its number.

    Corrected: exactly so many lines begin with the literal splitter and a number in digits, Roman
    or Chinese numerals; white space, "#" and "*" may stand before it.
    """
    splitter = section_spliter.strip()
    if not splitter:
        return reference.multiple_sections(
            text, section_spliter=section_spliter, num_sections=num_sections
        )
    return exactly(len(_heading(splitter).findall(text.raw)), num_sections, "sections")


@MULTI_IF.correction(
    "detectable_format:json_format",
    why="a lone number, sentence or constant is no JSON output, and NaN is no JSON",
    examples=(no("42"), no("[NaN]")),
)
def json_format(text: Text) -> Finding:
    """The entire output is JSON; a markdown fence may stand around it.

    Corrected: an object or an array of standard JSON, in the reference's fences.
    """
    source = _FENCES.sub("", text.stripped, count=1).removesuffix("```").strip()
    wanted = "a JSON object or array"
    if not source.startswith(("{", "[")):
        return Finding(False, f"{excerpt(source[:20])} first", wanted)
    try:
        json_nesting.parse(source, json_nesting.STANDARD_JSON)
    except (json_nesting.TooDeep, ValueError) as problem:
        return Finding(False, f"not JSON: {problem}", wanted)
    return Finding(True, "JSON", wanted)


@MULTI_IF.correction(
    "detectable_format:title",
    why="full-width brackets count; empty ones with text between them are no title",
    examples=(ok("＜＜安静的早晨＞＞\n天亮了。"), no("<<>> tea <<>>")),
)
def title(text: Text) -> Finding:
    """There is a title in double angular brackets, such as <<poem of joy>>.

    Corrected: with a letter or digit and no further bracket inside.
    """
    insides = (match[1] for match in _TITLE.finditer(half_width(text.raw)))
    found = next((inside for inside in insides if any(map(str.isalnum, inside))), None)
    if found is None:
        return Finding(False, "no title", "a <<title>>")
    return Finding(True, excerpt(found), "a <<title>>")


def _is_item(line: str) -> bool:
    signs = "".join(line.split())
    is_rule = len(signs) >= 3 and not signs.strip(signs[0])
    return bool(_BULLET.match(line)) and not is_rule


@lru_cache(maxsize=1024)
def _heading(splitter: str) -> re.Pattern[str]:
    return re.compile(
        rf"^[{IN_LINE}#*]*{re.escape(splitter)}"
        r"[^\S\n]*(?:\d+|[IVXLC]+\b|[一二三四五六七八九十百]+)",
        re.MULTILINE,
    )
