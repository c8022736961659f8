"""Times the search for patterns that a row may supply, on long texts.

    python -m benchmarks.patterns [--size N]

Each pattern is searched for in each text of N characters (default 1,000,000), as the keyword
rules do it: counted first where a search might be long, then searched for, unless refused.
Printed are the slowest, the share refused, and what the count alone takes (processor time); the
exit status is 1 if one took longer than LIMIT.
"""

from __future__ import annotations

import argparse
import time
from typing import NamedTuple

from checkers.ifeval.patterns import EndlessPattern, bounded, compiled

LIMIT = 2.0
"""Seconds that a search may take, the count included."""
SLOWEST = 12
HOSTILE = (
    *("(a+)+b", "(a*)*b", "(a|a)+b", "(a|aa)+b", "(?:a?b|b)+c", "(?:a?a)*b", "(?:a*)+?b"),
    *("a*a*b", ".*x.*y", r"\s+$", ".*.*.*=.*", r"\s*\n\s*x", r"\w+\s*\w+\s*\w+!", "x.*y.*z.*q"),
    *("(?:ab)*c", r"(\w+\s?)*!", r"(?:\d{1,3},?)+x", r"(a+)\1b", r"(?=a*a*b)", "(?<!a)a*a*b"),
    *("(a?){40}a{40}", "(?:a{1,9}){1,9}b", "(?:){4000000000}", "(?:a?){400000000}b"),
    *("a{500000}b", "a" * 5_000 + "!", "(?:a|b|ab)*?c", "((a+)b?)*c", "(?>a*)a*b", "a*+b"),
    *(r"\b(?:\w+\b\s?)+\?", "(?i:A+)+b", "(?s:.*x)+y", "(a)?(?(1)a*a*b|c)", "a.{0,9999}b"),
    *(r"^(?:\w+\s)*!", r"[^,]*,", ".*b", "(.)*b", r"(\w)\1*!", "." * 99 + "é", "a?" * 99 + "é"),
    "(" * 101 + ")" * 101,
)
PROSE = "The dog saw a cat, and both went home: 12 miles (in the rain).\n"
PIECES = {
    "a": "a",
    "blank": " ",
    "newline": "\n",
    "words": "word ",
    "pairs": "ab",
    "digits": "7",
    "prose": PROSE,
    "a line": PROSE.replace("\n", " "),
}


class Search(NamedTuple):
    """What the search for a pattern took."""

    pattern: str
    piece: str
    counting: float
    searching: float
    is_refused: bool

    def __str__(self) -> str:
        done = "refused" if self.is_refused else f"{self.searching:7.3f}"
        pattern = self.pattern if len(self.pattern) < 30 else self.pattern[:29] + "…"
        return f"{self.counting:9.3f} {done:>9}  {pattern} on {self.piece}"


def search(pattern: str, piece: str, size: int) -> Search:
    """Finds all matches of a pattern in `size` characters of a repeated piece."""
    text = (PIECES[piece] * size)[:size]
    found = compiled(pattern)
    assert found, pattern
    start = time.process_time()
    try:
        bounded(found, text)
    except EndlessPattern:
        return Search(pattern, piece, time.process_time() - start, 0.0, True)
    counted = time.process_time()
    sum(1 for _ in found.finditer(text))
    return Search(pattern, piece, counted - start, time.process_time() - counted, False)


def main() -> int:
    """Prints the slowest searches."""
    parser = argparse.ArgumentParser(description="Times the search for hostile patterns.")
    parser.add_argument("--size", type=int, default=1_000_000, help="characters")
    size = parser.parse_args().size
    found = [search(pattern, piece, size) for pattern in HOSTILE for piece in PIECES]
    found.sort(key=lambda one: -one.counting - one.searching)
    print(
        f"{len(found)} searches in {size:,} characters, {sum(s.is_refused for s in found)} refused"
    )
    print(f"{'count':>9} {'search':>9}  seconds", *found[:SLOWEST], sep="\n")
    slow = [one for one in found if one.counting + one.searching > LIMIT]
    print(f"{len(slow)} took longer than {LIMIT} s")
    return 1 if slow else 0


if __name__ == "__main__":
    raise SystemExit(main())
