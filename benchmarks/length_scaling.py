"""Times every check of every registry on long texts of one repeated piece.

    python -m benchmarks.length_scaling [ID-PREFIX] [--size N]

Each check, in both rule sets, gets texts of N characters (default 1,000,000) of each piece, and a
quarter and a sixteenth of that; one that takes longer than LIMIT on a shorter text is not given
the longer ones. Checks of one registry share a text, as in scoring, so that the views which all
of them read (words, sentences, ...) are timed as rows of their own and later views are paid by
the first check that reads them. Printed are the slowest and every check that raised or took
longer than LIMIT (times are processor time); the exit status is 1 if there is one.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Callable, Iterable, Iterator
from operator import attrgetter
from typing import NamedTuple

from checkers import REGISTRIES, Instruction, Registry
from checkers.requirement import MissingRequirement
from checkers.text import Text

Check = Callable[[Text], object]
LIMIT = 2.0
"""Seconds that a check may take."""
SLOWEST = 20
VIEWS = ("chunks", "words", "sentences", "tokens", "language", "starred")
PIECES = {
    "[": "[",
    "*": "*",
    "<<": "<<",
    "-": "-",
    "blank": " ",
    "a": "a",
    "newline": "\n",
    "blank line": " \n",
    "one word": "word ",
    "digits": "7",
    "emoji": "🙂",
    "combining marks": "\u0301",
    "a with marks": "a\u0301\u0302",
    "full stops": ". ",
    "!": "!",
    "?!": "?! ",
    "double quote": '"',
    "single quote": "'",
    "sentences": "A dog ran. ",
    "bullets": "* a\n",
    "commas": "a,",
    "fences": "```\n",
    "tags": "<i>",
    "links": "[x](",
    "underscores": "_",
    "carriage returns": "\r\n",
    "quoted fields": '"a",',
    "questions": "Question 1\n",
    "stars": "* * *\n",
}


class Timing(NamedTuple):
    """How much processor time one check took on one kind of text."""

    name: str
    piece: str
    seconds: tuple[float, ...]
    """At a sixteenth, a quarter and all of the size, as far as they were tried."""
    error: str = ""

    @property
    def bad(self) -> bool:
        """Whether it raised or took too long."""
        return bool(self.error) or self.seconds[-1] > LIMIT

    def __str__(self) -> str:
        times = " ".join(f"{s:9.3f}" for s in self.seconds)
        growth = f"x{self.seconds[2] / max(self.seconds[1], 1e-4):.1f}" if self.complete else "-"
        return f"{times:30} {growth:>6}  {self.name} on {self.piece} {self.error}".rstrip()

    @property
    def complete(self) -> bool:
        """Whether it was tried at every size."""
        return len(self.seconds) == 3


def long_text(piece: str, size: int) -> str:
    """`size` characters of a repeated piece; "nested brackets" opens and closes half each."""
    if piece == "nested brackets":
        return "([{" * (size // 6) + "}])" * (size // 6)
    return (PIECES[piece] * size)[:size]


def checks(registry: Registry, prefix: str) -> Iterator[tuple[str, Check]]:
    """The views, then the registry's own rules, each bound to the kwargs of its first example."""
    for name in VIEWS:
        yield f"{registry.name} view {name}", attrgetter(name)
    for rules, kind in ((registry.own, ""), (registry.corrections, ", corrected")):
        for id, rule in rules.items():
            if id.startswith(prefix) and (bound := _bound(rule)):
                yield f"{registry.name} {id}{kind}", bound


def _bound(rule: Instruction) -> Check | None:
    try:
        return rule.bind(rule.examples[0].kwargs)
    except MissingRequirement as missing:
        print(f"left out: {missing}")
        return None


def _timed(check: Check, text: Text) -> tuple[float, str]:
    start = time.process_time()
    try:
        check(text)
    except Exception as error:
        return time.process_time() - start, f"raised {type(error).__name__}: {error}"
    return time.process_time() - start, ""


def timings(
    registry: Registry, timed: Iterable[tuple[str, Check]], piece: str, size: int
) -> Iterator[Timing]:
    """The timing of each check on one kind of text."""
    texts = [registry.view(long_text(piece, size // part)) for part in (16, 4, 1)]
    for name, check in timed:
        seconds: list[float] = []
        error = ""
        for text in texts:
            took, error = _timed(check, text)
            seconds.append(took)
            if error or took > LIMIT:
                break
        yield Timing(name, piece, tuple(seconds), error)


def main() -> int:
    """Prints the slowest checks and all bad ones."""
    parser = argparse.ArgumentParser(description="Times every check on long repetitive texts.")
    parser.add_argument("prefix", nargs="?", default="", help="only ids that begin with it")
    parser.add_argument("--size", type=int, default=1_000_000, help="characters")
    options = parser.parse_args()
    timed = [(r, list(checks(r, options.prefix))) for r in REGISTRIES.values() if len(r)]
    found: list[Timing] = []
    for piece in (*PIECES, "nested brackets"):
        for registry, those in timed:
            found += timings(registry, those, piece, options.size)
        worst = max((t for t in found if t.piece == piece), key=lambda t: t.seconds[-1])
        print(f"{piece:16} slowest: {worst}", flush=True)
    print(f"\n{len(found)} timings; seconds at 1/16, 1/4 and all of {options.size:,} characters")
    for timing in sorted(found, key=lambda t: -t.seconds[-1])[:SLOWEST]:
        print(timing)
    bad = [timing for timing in found if timing.bad]
    print(f"\n{len(bad)} took longer than {LIMIT} s or raised", *bad, sep="\n")
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main())
