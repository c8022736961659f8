"""`detectable_content:*`: placeholders and a postscript."""

from __future__ import annotations

import re
from functools import lru_cache

from checkers.finding import Finding, at_least, excerpt
from checkers.ifeval.patterns import bounded, compiled, no_pattern
from checkers.ifeval.white_space import IN_LINE
from checkers.parameters import Count
from checkers.registry import IFEVAL, no, ok
from checkers.text import Text

# A bracket that never closes takes the rest of its line, where no other can close either: so no
# line is read twice.
_BRACKET = re.compile(r"\[[^\]\n]*(\]?)")
_PLACEHOLDER = re.compile(r"\[(?<!\w\[)([^\[\]\n]+)\](?!\()")
_TICKED_BOX = re.compile(r"^[^\S\n]*[-*+][^\S\n]+\[[xX]\](?!\()", re.MULTILINE)
_POSTSCRIPTS = {"P.S.": r"p\.\s?s\.", "P.P.S": r"p\.\s?p\.\s?s"}


@IFEVAL.instruction(
    "detectable_content:number_placeholders",
    origin="PlaceholderChecker",
    examples=(
        ok("Dear [name], meet me in [town].", num_placeholders=2),
        no("Dear [name], meet me in (town).", num_placeholders=2),
        ok("Eggs [] as shown in [1].", num_placeholders=2),
    ),
)
def number_placeholders(text: Text, *, num_placeholders: Count) -> Finding:
    r"""The response has at least `num_placeholders` placeholders such as [address].

    Reference: counts `\[.*?\]` within a line, so empty brackets, links and "[1]" count and
    "[one [two]" is one.
    """
    count = _BRACKET.findall(text.raw).count("]")
    return at_least(count, num_placeholders, "pairs of brackets")


@IFEVAL.correction(
    "detectable_content:number_placeholders",
    why="empty brackets, links, citations, indices and task boxes are no placeholders",
    examples=(no("As shown in [1].", num_placeholders=1),),
)
def number_named_placeholders(text: Text, *, num_placeholders: Count) -> Finding:
    """The response has at least `num_placeholders` placeholders such as [address].

    Corrected: brackets with a letter inside, not after a word character, not the text of a link,
    and not a ticked box at the start of a list item.
    """
    insides: list[str] = _PLACEHOLDER.findall(text.raw)
    count = sum(1 for inside in insides if any(map(str.isalpha, inside)))
    if "x" in insides or "X" in insides:
        count -= len(_TICKED_BOX.findall(text.raw))
    return at_least(count, num_placeholders, "placeholders")


@IFEVAL.instruction(
    "detectable_content:postscript",
    origin="PostscriptChecker",
    examples=(
        ok("All is well.\n\nP.S. Bring tea.", postscript_marker="P.S."),
        no("All is well.\n\nPS: Bring tea.", postscript_marker="P.S."),
        ok("Turn the map. S. lies to the left.", postscript_marker="P.S."),
    ),
)
def postscript(text: Text, *, postscript_marker: str) -> Finding:
    """At the end, a postscript starts with `postscript_marker`.

    Reference: the marker may stand anywhere in the text, without regard to case. "P.S." and
    "P.P.S" may have a white space after each of their full stops but the last; any other marker
    is a regular expression, put into lower case.
    """
    marker = postscript_marker.strip()
    pattern = _anywhere(marker)
    if pattern is None:
        return no_pattern(marker, f"a postscript after {excerpt(marker)}")
    found = bounded(pattern, text.lower).search(text.lower)
    evidence = excerpt(text.lower[found.start() :][:80]) if found else "no such marker"
    return Finding(found is not None, evidence, f"a postscript after {excerpt(marker)}")


@IFEVAL.correction(
    "detectable_content:postscript",
    why="a postscript begins a line after other text; a marker is not a pattern",
    examples=(
        no("Turn the map. S. lies to the left.", postscript_marker="P.S."),
        no("Bye.\nPxSy more", postscript_marker="p.s."),
    ),
)
def postscript_at_line_start(text: Text, *, postscript_marker: str) -> Finding:
    """At the end, a postscript starts with `postscript_marker`.

    Corrected: the literal marker, without regard to case, begins a line after the first that is
    not blank; only white space and `*`, `_`, `#`, `>` may stand before it in that line.
    """
    marker = postscript_marker.strip()
    if not marker:
        return postscript(text, postscript_marker=postscript_marker)
    start = len(text.raw) - len(text.raw.lstrip())
    line_end = text.raw.find("\n", start)
    found = _at_line_start(marker).search(text.raw, line_end) if line_end >= 0 else None
    evidence = excerpt(found[0].strip()) if found else "no line that begins so"
    return Finding(found is not None, evidence, f"a last part that begins with {excerpt(marker)}")


@lru_cache(maxsize=1024)
def _anywhere(marker: str) -> re.Pattern[str] | None:
    r"""What finds a postscript exactly where the official `\s*` + marker + `.*$` does.

    Without what goes before and after, long white space is not read again and again; a marker
    that is a pattern only together with them is left as it is.
    """
    if marker in _POSTSCRIPTS:
        return re.compile(_POSTSCRIPTS[marker], re.MULTILINE)
    alone = marker.lower()
    whole = compiled(rf"\s*{alone}.*$", re.MULTILINE)
    return whole and (compiled(alone, re.MULTILINE) or whole)


@lru_cache(maxsize=1024)
def _at_line_start(marker: str) -> re.Pattern[str]:
    literal = _POSTSCRIPTS.get(marker) or re.escape(marker)
    return re.compile(rf"^[{IN_LINE}*_#>]*{literal}", re.IGNORECASE | re.MULTILINE)
