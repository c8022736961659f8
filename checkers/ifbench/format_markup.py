"""`format:` of IFBench: a thesis in italics, and a template with three labels."""

from __future__ import annotations

import re
from typing import NamedTuple

from checkers.finding import Finding, excerpt
from checkers.ifbench.characters import WHITE_SPACE
from checkers.registry import IFBENCH, no, ok
from checkers.text import Text

_OPENING_TAG = re.compile(r"<(i|em)(?=[\s>])", re.IGNORECASE)
_LABELS = ("My Answer:", "My Conclusion:", "Future Outlook:")
_UNFILLED = ("[answer]", "[conclusion]", "[outlook]")
_MARKUP = "*#"


class _Italics(NamedTuple):
    inside: str
    after: str


@IFBENCH.instruction(
    "format:thesis",
    origin="ItalicsThesisChecker",
    examples=(
        ok("<i>Bees matter.</i> They carry pollen."),
        no("<i>Bees matter.</i>"),
        no("<I>Bees matter.</I> They carry pollen."),
        ok("<em></em>"),
    ),
)
def thesis(text: Text) -> Finding:
    """Each section begins with a thesis statement in HTML italics.

    Reference: one pair of lower-case tags is enough, the first `<i>` before any `<em>`, with text
    inside and after it. The offsets are those of `<i>` and `</i>`: of `<em>` and `</em>` a `>` is
    left over and counts as text.
    """
    return _thesis(_first_italics(text.raw))


def _first_italics(raw: str) -> _Italics | None:
    start = _find_either(raw, "<i>", "<em>")
    end = _find_either(raw, "</i>", "</em>", start) if start >= 0 else -1
    return _Italics(raw[start + 3 : end], raw[end + 4 :]) if end >= 0 else None


def _find_either(raw: str, first: str, second: str, start: int = 0) -> int:
    at = raw.find(first, start)
    return at if at >= 0 else raw.find(second, start)


@IFBENCH.correction(
    "format:thesis",
    why="tags may have capitals and attributes, and a tag is no text",
    examples=(
        ok("<I>Bees matter.</I> They carry pollen."),
        ok('<em class="x">Bees matter.</em> They carry pollen.'),
        no("<em></em>"),
    ),
)
def thesis_in_any_italics(text: Text) -> Finding:
    """Each section begins with a thesis statement in HTML italics."""
    return _thesis(_first_italic_element(text.raw))


def _first_italic_element(raw: str) -> _Italics | None:
    opening = _OPENING_TAG.search(raw)
    end = raw.find(">", opening.end()) if opening else -1
    if opening is None or end < 0:
        return None
    closing = re.compile(rf"</{opening[1]}\s*>", re.IGNORECASE).search(raw, end)
    return _Italics(raw[end + 1 : closing.start()], raw[closing.end() :]) if closing else None


def _thesis(italics: _Italics | None) -> Finding:
    wanted = "text in italics, and text after it"
    if italics is None:
        return Finding(False, "no italics", wanted)
    if not italics.inside.strip():
        return Finding(False, "italics without text", wanted)
    if not italics.after.strip():
        return Finding(False, "nothing after the italics", wanted)
    return Finding(True, f"{excerpt(italics.inside)} in italics", wanted)


@IFBENCH.instruction(
    "format:output_template",
    origin="OutputTemplateChecker",
    examples=(
        ok("My Answer: Yes. My Conclusion: It works. Future Outlook: Bright."),
        no("My Answer: Yes. My Conclusion: It works."),
        ok("Future Outlook: My Conclusion: My Answer:"),
    ),
)
def output_template(text: Text) -> Finding:
    """The answer fills a template: "My Answer:", "My Conclusion:" and "Future Outlook:".

    Reference: the three labels occur, in any order and with anything or nothing around them.
    """
    missing = [label for label in _LABELS if label not in text.raw]
    found = "no " + ", no ".join(missing) if missing else "all three labels"
    return Finding(not missing, found, "all three labels")


@IFBENCH.correction(
    "format:output_template",
    why="the labels stand in order, nothing comes before them, and each is filled in",
    examples=(
        ok("My Answer: Yes. My Conclusion: It works. Future Outlook: Bright."),
        no("Future Outlook: My Conclusion: My Answer:"),
        no("My Answer: [answer] My Conclusion: It works. Future Outlook: Bright."),
    ),
)
def output_template_filled(text: Text) -> Finding:
    """The answer fills a template: "My Answer:", "My Conclusion:" and "Future Outlook:"."""
    wanted = "the three labels in order, each with a text of its own"
    rest = text.raw.lstrip(WHITE_SPACE + _MARKUP)
    for number, label in enumerate(_LABELS):
        before, found, rest = rest.partition(label)
        if not found:
            return Finding(False, f"no {label} in its place", wanted)
        if number == 0 and before:
            return Finding(False, f"{excerpt(before)} before {label}", wanted)
        if number > 0 and _is_unfilled(before, _UNFILLED[number - 1]):
            return Finding(False, f"nothing between {_LABELS[number - 1]} and {label}", wanted)
    if _is_unfilled(rest, _UNFILLED[-1]):
        return Finding(False, f"nothing after {label}", wanted)
    return Finding(True, "three labels with texts", wanted)


def _is_unfilled(slot: str, placeholder: str) -> bool:
    return slot.strip(" \t\r\n" + _MARKUP).lower() in ("", placeholder)
