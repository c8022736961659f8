"""`detectable_content:*`: placeholders and a postscript."""

from __future__ import annotations

import re
from functools import lru_cache

from checkers.finding import Finding, at_least, excerpt
from checkers.ifeval import detectable_content as reference
from checkers.ifeval.white_space import IN_LINE
from checkers.multi_if.registry import MULTI_IF
from checkers.parameters import Count
from checkers.phrases import fold, half_width, unix_lines
from checkers.registry import no, ok
from checkers.text import Text

_TICKED_OR_BRACKETED = re.compile(r"^[^\S\n]*[-*+] \[[xX]\]|\[([^\[\]\n]*)\](?!\()", re.MULTILINE)
_POSTSCRIPTS = {"P.S.": r"p\.[^\S\n]?s\.", "P.P.S": r"p\.[^\S\n]?p\.[^\S\n]?s"}


@MULTI_IF.correction(
    "detectable_content:number_placeholders",
    why="full-width brackets count; empty ones, links and task boxes are no placeholders",
    examples=(
        ok("亲爱的［姓名］，你好。", num_placeholders=1),
        no("Look [here](https://example.org).", num_placeholders=1),
        no("- [x] bread\n- [ ] tea", num_placeholders=1),
    ),
)
def number_placeholders(text: Text, *, num_placeholders: Count) -> Finding:
    """The response has at least `num_placeholders` placeholders such as [address].

    Corrected: brackets with a letter or digit inside that are neither the text of a link nor the
    ticked box of a list item.
    """
    insides = _TICKED_OR_BRACKETED.findall(half_width(text.raw))
    count = sum(1 for inside in insides if any(map(str.isalnum, inside)))
    return at_least(count, num_placeholders, "placeholders")


@MULTI_IF.correction(
    "detectable_content:postscript",
    why="a postscript begins a line after other text; a marker is not a pattern",
    examples=(
        no("Visit shop.s.example today.", postscript_marker="P.S."),
        ok("Hasta luego.\n“P.D. (más) Trae té.", postscript_marker="P.D. (más)"),
    ),
)
def postscript(text: Text, *, postscript_marker: str) -> Finding:
    """At the end, a postscript starts with `postscript_marker`.

    Corrected: the literal marker, without regard to case or composition, begins a line after
    other text; white space, asterisks and opening quotes may stand before it in that line.
    """
    marker = postscript_marker.strip()
    if not marker:
        return reference.postscript(text, postscript_marker=postscript_marker)
    folded = unix_lines(fold(text.raw))
    first = len(folded) - len(folded.lstrip())
    starts = _line_beginning_with(marker).finditer(folded)
    found = next((match for match in starts if match.start() > first), None)
    evidence = excerpt(found[0].strip()) if found else "no line after others that begins so"
    return Finding(found is not None, evidence, f"a last part that begins with {marker!r}")


@lru_cache(maxsize=1024)
def _line_beginning_with(marker: str) -> re.Pattern[str]:
    literal = _POSTSCRIPTS.get(marker) or re.escape(fold(marker))
    return re.compile(rf"^[{IN_LINE}*\"'“«]*{literal}", re.MULTILINE)
