"""Titles in double angular brackets, found without reading a line twice."""

from __future__ import annotations

import re

from checkers.ifeval.white_space import WHITE_SPACE

_OPENING = re.compile("<<+")
_UP_TO_LAST_ALPHANUMERIC = re.compile(r".*[^\W_]")


def bracketed_in(line: str) -> str | None:
    """What stands between the first `<<` and the last `>>` of a line; None if that is blank."""
    start, end = line.find("<<"), line.rfind(">>")
    if start < 0 or end < start + 3:
        return None
    return line[start : end + 2].lstrip("<").rstrip(">").strip() or None


def title_in(line: str) -> str | None:
    """The first title of a line: from some `<<` to the last `>>`, a letter or digit between.

    White space after the `<<` makes it an operator, unless the brackets are the whole line.
    """
    inside = _UP_TO_LAST_ALPHANUMERIC.match(line[: max(line.rfind(">>"), 0)])
    if not inside:
        return None
    bare = line.strip(WHITE_SPACE + "#*_")
    is_whole_line = bare.startswith("<<") and bare.endswith(">>")
    for opening in _OPENING.finditer(inside[0]):
        title = inside[0][opening.end() :]
        if is_whole_line or not title[0].isspace():
            return title
    return None
