"""Times every check of every registry on ever longer texts, and fits how the time grows.

    python -m benchmarks.length_scaling [ID-PREFIX] [--registries NAME,...] [--inputs NAME,...]
        [--sizes N,N,...]

Each rule of each rule set judges, strict and loose, texts of 1 kB to 4 MB (in characters) of each
input: one repeated piece, or prose. The rules of one registry share a response, as in scoring, so
that the views which all of them read (words, sentences, ...) are timed as rows of their own and
later views are paid by the first rule that reads them. As in `timeit`, the garbage collector is
off meanwhile: it would charge one rule for what all others keep. Shorter texts are judged several
times, and the median counts. A rule that takes longer than LIMIT on a text is not given the longer
ones. Everything takes three quarters of an hour: processes for parts of it may run side by side.

The exponent is the slope of a line through the logarithms of time and size, from 16 kB on: 1 is
linear, 2 quadratic. What takes less than NOTICED on the longest text has none. Those over STEEP
are timed once more, each apart from the other rules. Printed are, for each registry, the largest
exponent, the slowest rule, and whatever raised, is steep, or took longer than LIMIT (processor
time); the exit status is 1 if there is any of the last.
"""

from __future__ import annotations

import argparse
import gc
import math
import time
from collections.abc import Callable, Iterator, Sequence
from operator import attrgetter
from statistics import linear_regression, median
from typing import NamedTuple

from checkers import REGISTRIES, Finding, Instruction, Registry
from checkers.requirement import MissingRequirement
from ifbench_suite.response import Response
from ifbench_suite.verdict import BoundRule

Check = Callable[[Response], object]
Checks = Sequence[tuple[str, Check]]
SIZES = (1_000, 16_000, 256_000, 4_000_000)
LIMIT = 10.0
"""Seconds that a check may take."""
NOTICED = 0.2
"""Seconds below which a time says nothing of growth, but how well a text fits into the caches."""
STEEP = 1.1
"""The largest exponent that still counts as linear."""
SHORTEST_FITTED = 16_000
JUDGED_ONCE = 1_000_000
"""From so many characters on a text is judged once; shorter ones several times."""
VIEWS = ("lower", "chunks", "words", "sentences", "tokens", "language", "starred")
PIECES = {
    "[": "[",
    "(": "(",
    "*": "*",
    "<": "<",
    ">": ">",
    "-": "-",
    "#": "#",
    "|": "|",
    "`": "`",
    "blank": " ",
    "tabs": "\t",
    "a": "a",
    "A": "A",
    "newline": "\n",
    "blank line": " \n",
    "lines of a": "a\n",
    "one word": "word ",
    "digits": "7",
    "emoji": "🙂",
    "combining marks": "\u0301",
    "a with marks": "a\u0301\u0302",
    "full stops": ". ",
    "dots": ".",
    "!": "!",
    "?!": "?! ",
    "double quote": '"',
    "single quote": "'",
    "sentences": "A dog ran. ",
    "paragraphs": "A dog ran.\n\n",
    "prose": "The dog saw a cat, and both went home: 12 miles (in the rain).\n",
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
    "CJK": "狗跑了。",
    "nested brackets": "",
}


_NOT_FOLLOWED = Finding(False, "", "")


class Timing(NamedTuple):
    """How much processor time one check took on one kind of text."""

    name: str
    input: str
    seconds: tuple[float, ...]
    """At each size, as far as it was tried."""
    exponent: float
    """Of the growth; 0 where the times are too short to tell."""
    error: str = ""

    @property
    def is_bad(self) -> bool:
        """Whether it raised, took too long, or grows too fast."""
        return bool(self.error) or self.seconds[-1] > LIMIT or self.exponent > STEEP

    def __str__(self) -> str:
        times = " ".join(f"{s:9.4f}" for s in self.seconds)
        return f"{times:40} {self.exponent:5.2f}  {self.name} on {self.input} {self.error}".rstrip()


def long_text(input: str, size: int, fewer: int = 0) -> str:
    """About `size` characters, in whole pieces, so that texts of all sizes end alike.

    Args:
        input: name of a piece; "nested brackets" opens and closes half each.
        size: how many characters at most.
        fewer: how many pieces to leave out.
    """
    if input == "nested brackets":
        return "([{" * (size // 6 - fewer) + "}])" * (size // 6 - fewer)
    piece = PIECES[input]
    return piece * (size // len(piece) - fewer)


def checks(registry: Registry, prefix: str) -> Iterator[tuple[str, Check]]:
    """The views, then the registry's own rules, each bound to the kwargs of its first example."""
    for name in VIEWS:
        yield f"view {name}", _view(name)
    for rules, kind in ((registry.own, ""), (registry.corrections, ", corrected")):
        for id, rule in rules.items():
            if id.startswith(prefix) and (bound := _bound(rule)):
                yield f"{id}{kind}", bound.strict
                yield f"{id}{kind}, loose", _loose(bound)


def _view(name: str) -> Check:
    return lambda response: attrgetter(name)(response.strict)


def _loose(rule: BoundRule) -> Check:
    return lambda response: rule.loose(response, _NOT_FOLLOWED)


def _bound(rule: Instruction) -> BoundRule | None:
    try:
        return BoundRule.of(rule, rule.examples[0].kwargs)
    except MissingRequirement as missing:
        print(f"left out: {missing}")
        return None


def timings(registry: Registry, timed: Checks, input: str, sizes: Sequence[int]) -> list[Timing]:
    """The timing of each check on one kind of text."""
    found: dict[str, list[float]] = {name: [] for name, _ in timed}
    errors: dict[str, str] = {}
    for size in sizes:
        left = [
            one for one in timed if one[0] not in errors and max(found[one[0]], default=0) < LIMIT
        ]
        # A text of another length each time, lest it be remembered.
        texts = [long_text(input, size, number) for number in range(_repeats(size))]
        passes = [_pass(registry, left, text, errors) for text in texts]
        for name, _ in left:
            found[name].append(median(times[name] for times in passes))
    return [
        Timing(
            f"{registry.name} {name}",
            input,
            tuple(found[name]),
            exponent(sizes, found[name]),
            errors.get(name, ""),
        )
        for name, _ in timed
    ]


def _repeats(size: int) -> int:
    return 1 if size >= JUDGED_ONCE else 3 if size >= SHORTEST_FITTED * 10 else 9


def _pass(registry: Registry, timed: Checks, text: str, errors: dict[str, str]) -> dict[str, float]:
    response = Response(text, text_view=registry.view)
    times = {}
    gc.collect()
    gc.disable()
    for name, check in timed:
        start = time.process_time()
        try:
            check(response)
        except Exception as error:
            errors[name] = f"raised {type(error).__name__}: {error}"
        times[name] = time.process_time() - start
    gc.enable()
    return times


def exponent(sizes: Sequence[int], seconds: Sequence[float]) -> float:
    """The slope of the line through the logarithms; 0 where there is too little to tell."""
    fitted = [(n, s) for n, s in zip(sizes, seconds, strict=False) if n >= SHORTEST_FITTED]
    if len(fitted) < 2 or fitted[-1][1] < NOTICED:
        return 0.0
    x, y = zip(*((math.log(n), math.log(max(s, 1e-7))) for n, s in fitted), strict=True)
    return linear_regression(x, y).slope


def again(timing: Timing, timed: Checks, registry: Registry, sizes: Sequence[int]) -> Timing:
    """The timing of one check, by itself, the flattest of three; what it read is made before."""
    name = timing.name.removeprefix(f"{registry.name} ")
    views = [one for one in timed if one[0].startswith("view ") and one[0] != name]
    alone = [*views, *(one for one in timed if one[0] == name)]
    found = [timings(registry, alone, timing.input, sizes)[-1] for _ in range(3)]
    return min(found, key=lambda one: one.exponent)


def show(name: str, found: Sequence[Timing]) -> None:
    """Prints a registry's largest exponent and its slowest check."""
    for kind, one in (
        ("exponent", max(found, key=lambda one: one.exponent)),
        ("slowest", max(found, key=lambda one: one.seconds[-1])),
    ):
        rule = one.name.removeprefix(f"{name} ")
        print(
            f"| {name} | {kind} | {one.exponent:.2f} | {rule} | {one.input} |"
            f" {one.seconds[-1]:.2f} s |"
        )


def main() -> int:
    """Prints the table and all that is bad."""
    parser = argparse.ArgumentParser(description="Times every check on ever longer texts.")
    parser.add_argument("prefix", nargs="?", default="", help="only ids that begin with it")
    parser.add_argument("--registries", default=",".join(REGISTRIES), help="only these")
    parser.add_argument("--inputs", default=",".join(PIECES), help="only these")
    parser.add_argument("--sizes", default=",".join(map(str, SIZES)), help="characters")
    options = parser.parse_args()
    sizes = tuple(map(int, options.sizes.split(",")))
    found: dict[str, list[Timing]] = {}
    for registry in map(REGISTRIES.__getitem__, options.registries.split(",")):
        timed = list(checks(registry, options.prefix))
        for input in options.inputs.split(","):
            those = [
                again(one, timed, registry, sizes) if one.exponent > STEEP else one
                for one in timings(registry, timed, input, sizes)
            ]
            found.setdefault(registry.name, []).extend(those)
            print(f"slowest  {max(those, key=lambda one: one.seconds[-1])}")
            print(f"steepest {max(those, key=lambda one: one.exponent)}", flush=True)
    print(f"\nseconds at {options.sizes} characters; exponents from {SHORTEST_FITTED:,} on")
    print("| registry | | exponent | rule | input | longest text |")
    for name, those in found.items():
        show(name, those)
    bad = [timing for those in found.values() for timing in those if timing.is_bad]
    print(f"\n{len(bad)} raised, are steep or took longer than {LIMIT} s", *bad, sep="\n")
    return 1 if bad else 0


if __name__ == "__main__":
    raise SystemExit(main())
