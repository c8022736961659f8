"""Lines that are bullet points."""

from __future__ import annotations

import re

_BULLET = re.compile(r"[*+-]\s+\S")


def marked_lines(lines: list[str]) -> int:
    r"""How often `^\s*\*[^\*].*$` and `^\s*-.*$` match in `lines`, without reading any twice."""
    dashes = sum(1 for line in lines if line.lstrip().startswith("-"))
    return dashes + _starred_lines(lines)


def is_item(line: str) -> bool:
    """Whether `line` is a list mark, white space and text, and not a rule such as `* * *`."""
    line = line.lstrip()
    if not _BULLET.match(line):
        return False
    signs = "".join(line.split())
    is_rule = len(signs) >= 3 and line[0] in "*-" and not signs.strip(line[0])
    return not is_rule


def _starred_lines(lines: list[str]) -> int:
    count = 0
    remaining = iter(lines)
    for line in remaining:
        start = line.lstrip()[:2]
        # The character after the asterisk may be the line break; then the match goes on.
        if start == "*":
            count += next(remaining, None) is not None
        elif start.startswith("*") and start != "**":
            count += 1
    return count
