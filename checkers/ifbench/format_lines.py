"""`format:` of IFBench: words and indents line by line, items, bullets and sub-bullets."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from checkers import segment
from checkers.finding import Finding, at_least, exactly, excerpt
from checkers.ifbench import plain
from checkers.registry import IFBENCH, no, ok
from checkers.text import Text

_TAB_OR_SPACE = " \t"
_AFTER_A_PERIOD = "\"')]}*”’"


@IFBENCH.instruction(
    "format:newline",
    origin="NewLineWordsChecker",
    examples=(
        ok("Rain\nfalls\n\nsoftly."),
        no("Rain falls\nsoftly."),
        no("Rain\n \nfalls."),
        ok("Rain falls\n \nsoftly."),
    ),
)
def newline(text: Text) -> Finding:
    """Each word stands on a line of its own.

    Reference: without ASCII punctuation and outer white space, there are as many lines as words.
    A line of blanks counts as a line (an empty one does not) and so makes up for a second word
    elsewhere.
    """
    bare = plain.bare(text)
    lines = sum(line != "" for line in bare.stripped.split("\n"))
    words = len(bare.chunks)
    return Finding(lines == words, f"{words} words on {lines} lines", "one word on each line")


@IFBENCH.correction(
    "format:newline",
    why="a line of blanks is neither a word nor room for a second one",
    examples=(ok("Rain\n \nfalls."), no("Rain falls\n \nsoftly.")),
)
def newline_by_line(text: Text) -> Finding:
    """Each word stands on a line of its own."""
    most = max(len(line.split()) for line in plain.bare(text).lines)
    return exactly(most, 1, "words on the longest line")


@IFBENCH.instruction(
    "format:line_indent",
    origin="IndentStairsChecker",
    examples=(
        ok("One\n two\n  three"),
        no("One\n two\n three"),
        no("One\n\n\n two"),
        ok("One"),
    ),
)
def line_indent(text: Text) -> Finding:
    """The lines are stairs: each is indented more than the one before.

    Reference: indent is a number of spaces, and a single line is enough. Blank lines are taken out
    of the list that is being walked, so that the line after a removed one is not looked at and of
    two blank lines together one stays, with its own indent.
    """
    return _stairs([len(line) - len(line.lstrip(" ")) for line in _lines_left(text.lines)])


def _lines_left(lines: list[str]) -> list[str]:
    """`lines` without the removed ones: for n removals of equal lines, the first n such lines."""
    removed: Counter[str] = Counter()
    at = 0
    while at < len(lines):
        blank = not lines[at].strip()
        removed[lines[at]] += blank
        at += 2 if blank else 1
    left = []
    for line in lines:
        if removed[line]:
            removed[line] -= 1
        else:
            left.append(line)
    return left


@IFBENCH.correction(
    "format:line_indent",
    why="blank lines do not matter, tabs indent, and stairs have two steps",
    examples=(ok("One\n\n\n two"), ok("One\n\ttwo\n\t\tthree"), no("One")),
)
def line_indent_of_filled_lines(text: Text) -> Finding:
    """The lines are stairs: each is indented more than the one before."""
    filled = [line for line in text.lines if line.strip()]
    if len(filled) < 2:
        return at_least(len(filled), 2, "lines")
    return _stairs([len(line) - len(line.lstrip(_TAB_OR_SPACE)) for line in filled])


def _stairs(indents: list[int]) -> Finding:
    wanted = "each line indented more than the one before"
    for before, after in pairwise(indents):
        if after <= before:
            return Finding(False, f"an indent of {after} after one of {before}", wanted)
    return Finding(True, f"{len(indents)} lines, each indented more than the last", wanted)


@IFBENCH.instruction(
    "format:list",
    origin="SpecialBulletPointsChecker",
    examples=(
        ok("!?!? milk\n!?!? bread", sep="!?!?"),
        no("!?!? milk\nbread", sep="!?!?"),
        ok("A well-known, far-off place.", sep="-"),
    ),
)
def list_items(text: Text, *, sep: str) -> Finding:
    """The answer is a list of items with `sep` in the place of bullet points.

    Reference: `sep` occurs twice, anywhere: in a line, inside a word, or side by side.
    """
    return at_least(text.raw.count(sep), 2, f"times {excerpt(sep)}")


@IFBENCH.correction(
    "format:list",
    why="an item begins on a line of its own; an empty `sep` marks none",
    examples=(
        ok("- a place\n- a time", sep="-"),
        no("A well-known, far-off place.", sep="-"),
    ),
)
def list_items_by_line(text: Text, *, sep: str) -> Finding:
    """The answer is a list of items with `sep` in the place of bullet points."""
    items = sum(line.lstrip().startswith(sep) for line in text.lines) if sep else 0
    return at_least(items, 2, f"lines beginning with {excerpt(sep)}")


@IFBENCH.instruction(
    "format:sub-bullets",
    origin="SubBulletPointsChecker",
    examples=(
        ok("* Fruit\n  - apple\n* Roots\n  - beet"),
        no("* Fruit\n  - apple\n* Roots"),
        no("* **Fruit**\n  - apple"),
        ok("Eat fruit."),
    ),
)
def sub_bullets(text: Text) -> Finding:
    """The answer has `*` bullets, each with a `-` sub-bullet at least.

    Reference: a hyphen follows each asterisk before the next one, so bold text spoils it, and a
    text without asterisks passes: in loose, which deletes them, nearly everything.
    """
    after_each = text.raw.split("*")[1:]
    without = sum("-" not in piece for piece in after_each)
    found = f"{without} of {len(after_each)} asterisks without a hyphen after them"
    return Finding(without == 0, found, "none")


@IFBENCH.correction(
    "format:sub-bullets",
    why="bullets and sub-bullets stand at the beginning of lines, and there must be some",
    examples=(
        ok("* **Fruit**\n  - apple"),
        no("Eat fruit."),
        no("* A well-known fruit"),
    ),
    loose_variants="asterisks kept",
)
def sub_bullets_by_line(text: Text) -> Finding:
    """The answer has `*` bullets, each with a `-` sub-bullet at least."""
    below: list[int] = []
    for line in text.lines:
        start = line.lstrip()
        if start.startswith("*") and (start == "*" or start[1].isspace()):
            below.append(0)
        elif start.startswith("-") and below:
            below[-1] += 1
    found = f"{len(below)} bullets, {below.count(0)} of them without a sub-bullet"
    return Finding(bool(below) and all(below), found, "bullets, each with a sub-bullet")


@IFBENCH.instruction(
    "format:no_bullets_bullets",
    origin="SomeBulletPointsChecker",
    examples=(
        ok("The sky is grey. The sea is calm.\n* gulls\n* boats"),
        no("The sky is grey.\n* gulls\n* boats"),
        no("The sky is grey. The sea is calm.\n* gulls\n\n* boats"),
        ok("Grey sky\nCalm sea!\n**gulls**\n**boats**"),
    ),
)
def no_bullets_bullets(text: Text) -> Finding:
    """Two sentences or more that end in a period are followed by two `*` bullets or more.

    Reference: sentences are cut line by line and may end in anything; each line that begins with
    an asterisk, bold or not, is a bullet. After the first blank line and after the first bullet
    nothing but bullets may come, not even a final line break.
    """
    sentences = bullets = 0
    closed = False
    for line in text.lines:
        stripped = line.strip()
        if stripped.startswith("*"):
            if sentences < 2:
                return _too_few(sentences, "sentences")
            bullets += 1
        elif bullets or closed:
            return _no_bullet(stripped)
        elif not stripped:
            closed = True
        elif sentences < 2:
            sentences += len(segment.sentences(stripped))
    return at_least(bullets, 2, "bullets")


@IFBENCH.correction(
    "format:no_bullets_bullets",
    why="blank lines do not matter, bold lines are no bullets, and sentences end in a period",
    examples=(
        ok("The sky is grey.\n\nThe sea is calm.\n* gulls\n\n* boats\n"),
        no("Grey sky\nCalm sea!\n* gulls\n* boats"),
        no("The sky is grey. The sea is calm.\n**gulls**\n**boats**"),
    ),
    loose_variants="asterisks kept",
)
def no_bullets_bullets_in_filled_lines(text: Text) -> Finding:
    """Two sentences or more that end in a period are followed by two `*` bullets or more."""
    sentences = bullets = 0
    for line in filter(None, map(str.strip, text.lines)):
        if line.startswith("*") and not line.startswith("**"):
            if sentences < 2:
                return _too_few(sentences, "sentences that end in a period")
            bullets += 1
        elif bullets:
            return _no_bullet(line)
        elif sentences < 2:
            sentences += _sentences_with_period(line)
    return at_least(bullets, 2, "bullets")


def _sentences_with_period(line: str) -> int:
    if "." not in line:
        return 0
    ends = (sentence.rstrip(_AFTER_A_PERIOD) for sentence in segment.sentences(line))
    return sum(end.endswith(".") for end in ends)


def _too_few(sentences: int, unit: str) -> Finding:
    return at_least(sentences, 2, f"{unit} before the bullets")


def _no_bullet(line: str) -> Finding:
    found = f"{excerpt(line)} after the sentences" if line else "a blank line"
    return Finding(False, found, "nothing but bullets after the sentences")
