"""`detectable_format:*`: bullets, highlights, sections, JSON, a title, a fixed answer."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache

from checkers.finding import Finding, at_least, exactly, excerpt, raises
from checkers.ifeval import json_nesting
from checkers.ifeval.bullets import is_item, marked_lines
from checkers.ifeval.patterns import bounded, compiled, no_pattern, plain
from checkers.ifeval.titles import bracketed_in, title_in
from checkers.ifeval.white_space import WHITE_SPACE
from checkers.parameters import Count
from checkers.registry import IFEVAL, no, ok
from checkers.text import Text

_ANSWERS = ("My answer is yes.", "My answer is no.", "My answer is maybe.")
_HIGHLIGHT = re.compile(r"\*([^\n*]*)\*")
_BOLD = re.compile(r"\*\*([^\n*]*)\*\*")
_LIST_MARK = re.compile(r"^[ \t]*\*[ \t]+", re.MULTILINE)
_CODE_SPAN = re.compile(r"`[^`\n]+`")
_EMPHASIS = re.compile(r"(\*(?<![\\*]\*)\*{0,2})(?![\s*])([^*\n]*[^\s*\\])\1")
_JSON_FENCES = ("```json", "```Json", "```JSON", "```")
_JSON_FENCE = re.compile("```(?:json)?", re.IGNORECASE)


@IFEVAL.instruction(
    "detectable_format:number_bullet_lists",
    origin="BulletListChecker",
    examples=(
        ok("* milk\n* bread", num_bullets=2),
        no("* milk\n* bread\n- jam", num_bullets=2),
        ok("---\n-5 degrees", num_bullets=2),
        no("+ milk\n+ bread", num_bullets=2),
    ),
)
def number_bullet_lists(text: Text, *, num_bullets: Count) -> Finding:
    """There are exactly `num_bullets` markdown bullet points such as "* This is a point".

    Reference: counts lines that begin, after white space, with "-", or with "*" and another
    character but "*"; no blank is needed, so rules and negative numbers count. A line that is "*"
    alone counts together with the next, which does not count again.
    """
    return exactly(marked_lines(text.lines), num_bullets, "bullet points")


@IFEVAL.correction(
    "detectable_format:number_bullet_lists",
    why="rules, negative numbers, italics and lone marks are no bullets; `+` makes one",
    examples=(
        no("---\n-5 degrees", num_bullets=2),
        ok("+ milk\n+ bread", num_bullets=2),
    ),
    loose_variants="asterisks kept",
)
def number_marked_items(text: Text, *, num_bullets: Count) -> Finding:
    """There are exactly `num_bullets` markdown bullet points such as "* This is a point".

    Corrected: "*", "-" or "+", white space and text; a rule is none.
    """
    count = sum(1 for line in text.lines if is_item(line))
    return exactly(count, num_bullets, "bullet points")


@IFEVAL.instruction(
    "detectable_format:constrained_response",
    origin="ConstrainedResponseChecker",
    examples=(
        ok("My answer is no."),
        no("my answer is no."),
        ok("My answer is no. Or: My answer is yes."),
    ),
)
def constrained_response(text: Text) -> Finding:
    """The answer is "My answer is yes.", "My answer is no." or "My answer is maybe.".

    Reference: one of them occurs somewhere, with these capitals.
    """
    answer = next((answer for answer in _ANSWERS if answer in text.raw), None)
    return Finding(answer is not None, repr(answer) if answer else "none of them", "an option")


@IFEVAL.correction(
    "detectable_format:constrained_response",
    why="an option inside other text, or two options, is not the answer",
    examples=(no("My answer is no. Or: My answer is yes."),),
)
def only_a_constrained_response(text: Text) -> Finding:
    """The answer is "My answer is yes.", "My answer is no." or "My answer is maybe.".

    Corrected: nothing else but quotes and asterisks around it.
    """
    answer = text.raw.strip(WHITE_SPACE + "\"'“”‘’*")
    return Finding(answer in _ANSWERS, excerpt(answer), "one of the options and nothing else")


@IFEVAL.instruction(
    "detectable_format:number_highlighted_sections",
    origin="HighlightSectionChecker",
    examples=(
        ok("Some *tea* and **milk**.", num_highlights=2),
        no("Some *tea* and _milk_.", num_highlights=2),
        ok("So 2 * 3 * 4 is 24.", num_highlights=1),
    ),
)
def number_highlighted_sections(text: Text, *, num_highlights: Count) -> Finding:
    """At least `num_highlights` sections are highlighted in markdown, i.e. *highlighted*.

    Reference: counts pairs of asterisks in a line with text between them, then pairs of double
    asterisks; "***x***" counts twice, and two bullets in a line make a pair.
    """
    if "*" not in text.raw:
        return at_least(0, num_highlights, "highlighted sections")
    insides: list[str] = _HIGHLIGHT.findall(text.raw) + _BOLD.findall(text.raw)
    count = sum(1 for inside in insides if inside.strip())
    return at_least(count, num_highlights, "highlighted sections")


@IFEVAL.correction(
    "detectable_format:number_highlighted_sections",
    why="bold italics are one highlight; list marks, products and code are none",
    examples=(
        no("So 2 * 3 * 4 is 24.", num_highlights=1),
        no("***tea***", num_highlights=2),
    ),
    loose_variants="asterisks kept",
)
def number_emphasised_sections(text: Text, *, num_highlights: Count) -> Finding:
    """At least `num_highlights` sections are highlighted in markdown, i.e. *highlighted*.

    Corrected: counts spans of emphasis as markdown sees them, within a line.
    """
    if "*" not in text.raw:
        return at_least(0, num_highlights, "highlighted sections")
    prose = _CODE_SPAN.sub("", _LIST_MARK.sub("", text.raw))
    return at_least(len(_EMPHASIS.findall(prose)), num_highlights, "highlighted sections")


@IFEVAL.instruction(
    "detectable_format:multiple_sections",
    origin="SectionChecker",
    examples=(
        ok("Day 1\nWalk.\nDay 2\nRest.", section_spliter="Day", num_sections=2),
        no("Day I\nWalk.\nDay II\nRest.", section_spliter="Day", num_sections=2),
        ok("See Day 4 and Day 9.", section_spliter="Day", num_sections=2),
    ),
)
def multiple_sections(text: Text, *, section_spliter: str, num_sections: Count) -> Finding:
    """There are `num_sections` sections, each beginning with `section_spliter` and its number.

    Reference: at least so many. Counts the stripped splitter, a regular expression with regard to
    case, before digits with at most one white space between, anywhere in the text. Each group in
    it counts once more.
    """
    splitter = section_spliter.strip()
    if plain(splitter) and splitter not in text.raw:
        return at_least(0, num_sections, "sections")
    pattern = compiled(rf"\s?{splitter}\s?\d+\s?", 0)
    if pattern is None:
        return no_pattern(splitter, f"at least {num_sections}")
    pieces = bounded(pattern, text.raw).split(text.raw)
    return at_least(len(pieces) - 1, num_sections, "sections")


@IFEVAL.correction(
    "detectable_format:multiple_sections",
    why="mentions in running text are no sections; Roman numerals number them too",
    examples=(
        no("See Day 4 and Day 9.", section_spliter="Day", num_sections=2),
        ok("Day I\nWalk.\nDay II\nRest.", section_spliter="Day", num_sections=2),
    ),
)
def multiple_headed_sections(text: Text, *, section_spliter: str, num_sections: Count) -> Finding:
    """There are `num_sections` sections, each beginning with `section_spliter` and its number.

    Corrected: at least so many lines begin with the literal splitter and a number, Roman or not;
    "X" is one only after a ninth.
    """
    splitter = section_spliter.strip()
    if not splitter:
        return multiple_sections(text, section_spliter=splitter, num_sections=num_sections)
    numbers: list[str] = _heading(splitter).findall(text.raw)
    has_ninth = "IX" in numbers or "9" in numbers
    count = len(numbers) if has_ninth else len(numbers) - numbers.count("X")
    return at_least(count, num_sections, "sections")


@IFEVAL.instruction(
    "detectable_format:json_format",
    origin="JsonFormat",
    examples=(
        ok('```json\n{"tea": 2}\n```'),
        no('Here it is: {"tea": 2}'),
        ok("42"),
    ),
)
def json_format(text: Text) -> Finding:
    """The entire output is JSON; a markdown fence may stand around it.

    Reference: Python's parser takes it; numbers, strings and NaN alone are JSON to it. The fence
    is bare or named json, Json or JSON.
    """
    source = text.stripped
    for fence in _JSON_FENCES:
        source = source.removeprefix(fence)
    source = source.removesuffix("```").strip()
    try:
        json_nesting.parse(source, json_nesting.PYTHON_JSON)
    except json_nesting.TooDeep as problem:
        return raises(str(problem), "JSON")
    except ValueError as problem:
        return Finding(False, f"not JSON: {problem}", "JSON")
    return Finding(True, "JSON", "JSON")


@IFEVAL.correction(
    "detectable_format:json_format",
    why="a lone number, string or constant is no JSON output, NaN no JSON; fences have any case",
    examples=(no("42"), no("[NaN]"), ok('```jSON\n{"tea": 2}\n```')),
)
def json_container_format(text: Text) -> Finding:
    """The entire output is JSON; a markdown fence may stand around it.

    Corrected: an object or an array of standard JSON; a byte order mark before it is no matter.
    """
    source = text.stripped.removeprefix("\ufeff").lstrip()
    fence = _JSON_FENCE.match(source)
    source = source[fence.end() if fence else 0 :].removesuffix("```").strip()
    if not source.startswith(("{", "[")):
        return Finding(False, f"{excerpt(source[:20])} first", "a JSON object or array")
    try:
        json_nesting.parse(source, json_nesting.STANDARD_JSON)
    except (json_nesting.TooDeep, ValueError) as problem:
        return Finding(False, f"not JSON: {problem}", "a JSON object or array")
    return Finding(True, "JSON", "a JSON object or array")


@IFEVAL.instruction(
    "detectable_format:title",
    origin="TitleChecker",
    examples=(
        ok("<<Low Tide>>\nThe boats lie still."),
        no("Low Tide\nThe boats lie still."),
        no("<< >>"),
        ok("cout << x >> y;"),
    ),
)
def title(text: Text) -> Finding:
    """There is a title in double angular brackets, such as <<poem of joy>>.

    Reference: from the first "<<" of a line to its last ">>" something stands that is neither
    white space nor, at its ends, a further bracket.
    """
    return _titled(text, bracketed_in)


@IFEVAL.correction(
    "detectable_format:title",
    why="a title has a letter or digit; shift operators make none",
    examples=(no("cout << x >> y;"), no("<<**>>")),
)
def title_with_letters(text: Text) -> Finding:
    """There is a title in double angular brackets, such as <<poem of joy>>.

    Corrected: with a letter or digit inside, and white space after the "<<" only where the
    brackets are the whole line.
    """
    return _titled(text, title_in)


@lru_cache(maxsize=1024)
def _heading(splitter: str) -> re.Pattern[str]:
    return re.compile(
        rf"""^[ \t#*_>"'“‘-]*{re.escape(splitter)}[ \t]*(\d+|[IVXLC]+\b)""", re.MULTILINE
    )


def _titled(text: Text, title_of: Callable[[str], str | None]) -> Finding:
    if "<<" in text.raw:
        for title in map(title_of, text.lines):
            if title:
                return Finding(True, excerpt(title), "a <<title>>")
    return Finding(False, "no title", "a <<title>>")
