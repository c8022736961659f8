"""Judges made-up responses by every instruction of every registry, in both rule sets.

    python -m benchmarks.fuzz [FILE ...] [--responses N] [--seed N]

Each response is judged, strict and loose, by every rule of a registry, each with the kwargs of
one of its examples. Half of the responses are mutations of real ones (of each FILE: JSON Lines
with "response", also .gz; default: the samples of the package), half are random Unicode: lone
surrogates, NUL, marks that turn the direction of writing, single characters, one endless line.
Printed is what was wrong: an exception, a verdict that is no bool, evidence that is no text, strict
followed where loose is not. The exit status is 1 if anything was.
"""

from __future__ import annotations

import argparse
import random
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

from benchmarks.official_runs import lines
from checkers import REGISTRIES, Registry
from checkers.requirement import MissingRequirement
from ifbench_suite.resources import data_file
from ifbench_suite.response import Response
from ifbench_suite.verdict import BoundRule

Rules = list[tuple[str, BoundRule]]
SAMPLES = ("ifeval", "ifbench", "if_rlvr", "multi_if")
LONGEST = 3000
"""Characters; longer ones are the business of benchmarks.length_scaling."""
_ODD = (
    *("\ud800", "\udfff", "\x00", "\u202e", "\u2066", "\u200f", "\ufeff", "\u200b", "\u00ad"),
    *("\u0301", "\u0489", "\U000e0041", "\U0010ffff", "\r", "\x85", "\u2028", "\x1c", "\u3000"),
    *("ß", "İ", "ı", "ſ", "ﬁ", "Ǆ", "ς", "²", "½", "Ⅷ", "①", "٣", "๓", "。", "，", "「", "“", "’"),
    *("😀", "👩‍👩‍👧", "🇩🇪", "❤️", "你好", "こん", "한국", "กา", "आप", "עב", "مر", "Яж", "é"),
    *("*", "**", "***", "******", "`", "```", "<<", ">>", "[", "]", "[x]", "{", "}", "(", ")"),
    *('"', "'", "\n", "\n\n", " ", "\t", "- ", "1. ", "I. ", "#", "|", "\\", "&", "<i>", "P.S."),
    *(".", ",", "!", "?", "?!", ";", ":", "...", "--", "—", "_", "@", "https://a.b/c", "<think>"),
)


def mutations(responses: Sequence[str], draw: random.Random) -> Iterator[str]:
    """Real responses with pieces taken out, doubled, moved, turned and put in."""
    while True:
        text = draw.choice(responses)[: draw.choice((80, 400, LONGEST))]
        for _ in range(draw.choice((1, 1, 2, 4, 12))):
            text = draw.choice(_MUTATIONS)(text, draw)
        yield text[:LONGEST]


def random_texts(draw: random.Random) -> Iterator[str]:
    """Texts of odd pieces, of any code points, of one piece over and over."""
    while True:
        kind, length = draw.randrange(4), draw.choice((0, 1, 2, 5, 20, 80, 300))
        if kind == 0:
            yield "".join(draw.choices(_ODD, k=length))
        elif kind == 1:
            yield "".join(map(chr, (draw.randrange(0x110000) for _ in range(length))))
        elif kind == 2:
            yield "".join(map(chr, (draw.randrange(0x250) for _ in range(length))))
        else:
            piece = "".join(draw.choices((*_ODD, "word ", "a", "A"), k=draw.choice((1, 2, 3))))
            yield (piece * (LONGEST // len(piece)))[: draw.choice((1, 40, LONGEST))]


def _inserted(text: str, draw: random.Random) -> str:
    at = draw.randrange(len(text) + 1)
    return text[:at] + draw.choice(_ODD) * draw.choice((1, 1, 3)) + text[at:]


def _cut(text: str, draw: random.Random) -> str:
    start, end = _span(text, draw)
    return text[:start] + text[end:]


def _doubled(text: str, draw: random.Random) -> str:
    start, end = _span(text, draw)
    return text[:end] + text[start:end] * draw.choice((1, 2, 30)) + text[end:]


def _turned(text: str, draw: random.Random) -> str:
    start, end = _span(text, draw)
    turn: Callable[[str], str] = draw.choice((str.swapcase, str.upper, str.lower, str.title))
    return text[:start] + turn(text[start:end]) + text[end:]


def _shuffled(text: str, draw: random.Random) -> str:
    divider = draw.choice((" ", "\n", ".", ""))
    pieces = text.split(divider) if divider else list(text)
    draw.shuffle(pieces)
    return divider.join(pieces)


def _one_line(text: str, draw: random.Random) -> str:
    return text.replace("\n", draw.choice((" ", "", "\r", "\r\n")))


_MUTATIONS = (_inserted, _inserted, _cut, _doubled, _turned, _shuffled, _one_line)


def _span(text: str, draw: random.Random) -> tuple[int, int]:
    start = draw.randrange(len(text) + 1)
    return start, start + draw.choice((1, 5, 60))


def rules(registry: Registry) -> list[Rules]:
    """For each rule of a registry, bindings to the kwargs of its examples."""
    of_id: dict[str, Rules] = {}
    for corrected in (False, True):
        for id in registry:
            rule = registry.get(id, corrected=corrected)
            if corrected and rule is registry.get(id):
                continue
            try:
                bound = [BoundRule.of(rule, one.kwargs) for one in rule.examples]
            except MissingRequirement as missing:
                print(f"left out: {missing}", file=sys.stderr)
                continue
            name = f"{registry.name} {id}" + (", corrected" if corrected else "")
            of_id[name] = [(name, one) for one in bound]
    return [bound for bound in of_id.values() if bound]


def faults(name: str, rule: BoundRule, response: Response) -> Iterator[str]:
    """What is wrong with what a rule says of a response."""
    try:
        strict = rule.strict(response)
        loose = rule.loose(response, strict)
    except Exception as error:
        yield f"{name}: {type(error).__name__}: {error}"
        return
    if not all(_is_exactly(bool, verdict) for verdict in (strict.followed, loose)):
        yield f"{name}: a verdict is no bool"
    if not all(_is_exactly(str, evidence) for evidence in (strict.found, strict.wanted)):
        yield f"{name}: the evidence is no text"
    if strict.followed and not loose:
        yield f"{name}: strict followed, loose not"


def _is_exactly(kind: type, value: object) -> bool:
    return type(value) is kind


def fuzz(responses: Sequence[str], count: int, seed: int) -> tuple[int, Counter[str]]:
    """Judges `count` responses.

    Returns:
        How many verdicts were given, and how often which fault was found.
    """
    draw = random.Random(seed)
    registries = [(r, rules(r)) for r in REGISTRIES.values() if len(r)]
    sources = mutations(responses, draw), random_texts(draw)
    found: Counter[str] = Counter()
    verdicts = 0
    for number in range(count):
        registry, of_id = registries[number % len(registries)]
        text = next(sources[number // len(registries) % 2])
        response = Response(text, text_view=registry.view, prompt="Name a bird.")
        for bound in of_id:
            name, rule = draw.choice(bound)
            for fault in faults(name, rule, response):
                found[fault] += 1
                print(f"{fault} on {text!r}"[:300].encode("ascii", "backslashreplace").decode())
            verdicts += 1
    return verdicts, found


def real_responses(files: Sequence[Path]) -> list[str]:
    """The non-blank responses of some files."""
    return [one["response"] for file in files for one in lines(file) if one.get("response")]


def main() -> int:
    """Prints the faults and how many responses were judged."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    default = [data_file(f"samples/{name}_responses.jsonl") for name in SAMPLES]
    parser.add_argument("files", nargs="*", type=Path, default=default, metavar="FILE")
    parser.add_argument("--responses", type=int, default=10_000, metavar="N")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    start = time.process_time()
    verdicts, found = fuzz(real_responses(options.files), options.responses, options.seed)
    minutes = (time.process_time() - start) / 60
    print(
        f"{options.responses:,} responses, {verdicts:,} strict and as many loose verdicts,", end=""
    )
    print(f" seed {options.seed}: {found.total()} faults; {minutes:.1f} minutes")
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
