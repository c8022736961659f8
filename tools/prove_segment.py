"""Compares checkers.segment with NLTK 3.9.1 on given and on generated texts.

    python -m tools.prove_segment [FILE ...] [--generated N] [--seed N]

Each FILE is JSON lines with the text in the field "response" (`.gz` is read, too). Needs
nltk==3.9.1 and its data package punkt_tab. Exit status: 0 no difference, 1 differences, 2 the
comparison could not be made.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import re
import sys
from collections.abc import Callable, Iterator
from importlib import import_module
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import NamedTuple

from checkers import segment

_SLICE = 240
_SIGNS = [
    *".?!'\"()[]{}*-,:;@#$%&<>`_/\\+=~^|",
    *"‘’“”„«»‹›…–—。？！",
    *" \n\t\r\v\f\xa0\x85\x1c\x1d\x1e\x1f\u2028\u2029\u3000\u200b\ufeff",
    *"0159²½٣८Ⅷ_aBcXyZéßıİſΣσςKжЯ你अ\u0301\u0307\u093e\ud800\udfff\U0001f600\x00",
]
_PIECES = [
    *["...", "..", ". . .", ". . . .", "--", "---", "''", "``", '""', "'''", "!!!", "?!", "\n\n"],
    *['."', ".'", ".)", '.")', '?"', "!)", ". ", "? ", "! ", ".\n", '. "', ". ''", ".”", ".»"],
    *["Mr.", "Dr.", "p.m.", "e.g.", "i.e.", "U.S.", "Inc.", "St.", "J.", "a.m.e.", "vs.", "No."],
    *["1.", "2)", "3.14", "1,000", "-5.", "10:30", "$5", "7%", "##number##", "B.", "I.", "x-co."],
    *["cannot", "gonna", "GIMME", "gımme", "gİmme", "wanna", "gotta", "lemme", "d'ye", "more'n"],
    *["'tis", "'twas", "'TWAS", "'tıſ", "don't", "CAN'T", "I'll", "we've", "it's", "'em", "'s"],
    *["n't", "N'T", "'ll", "'RE", "'a", "'I am'", "dogs'", "the", "The", "he", "However", "Smith"],
    *["Stewart", "abreast", "Monday", "and", "And", "said", "York", "a", "A", "i", "I", "word"],
]


class _Pair(NamedTuple):
    name: str
    own: Callable[[str], list[str]]
    reference: Callable[[str], list[str]]


def _pairs() -> list[_Pair]:
    nltk = import_module("nltk")
    punkt = import_module("nltk.tokenize.punkt")
    language = type(
        "TypographicLanguage",
        (punkt.PunktLanguageVars,),
        {
            "_re_non_word_chars": "(?:[)\";}\\]\\*:@'\\({\\[!?‘’“”«»])",
            "re_boundary_realignment": re.compile(
                "[\"'‘’“”«»)\\]}]+?(?:\\s+|(?=--)|$)", re.MULTILINE
            ),
        },
    )
    typographic = punkt.PunktTokenizer("english")
    typographic._lang_vars = language()
    return [
        _Pair("sentences", segment.sentences, nltk.sent_tokenize),
        _Pair("tokens", segment.tokens, nltk.word_tokenize),
        _Pair(
            "typographic sentences",
            lambda text: segment.sentences(text, typographic_quotes=True),
            typographic.tokenize,
        ),
        _Pair("word runs", segment.word_runs, nltk.RegexpTokenizer(r"\w+").tokenize),
    ]


def _read(path: Path) -> Iterator[str]:
    opened = gzip.open if path.suffix == ".gz" else open
    with opened(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            text = json.loads(line).get("response")
            if isinstance(text, str):
                yield text


def _generated(texts: list[str], count: int, draw: random.Random) -> Iterator[str]:
    for number in range(count):
        if texts and number % 3:
            yield _mutated(draw.choice(texts), draw)
        else:
            yield _invented(draw)


def _invented(draw: random.Random) -> str:
    sources = draw.sample([_SIGNS, _PIECES, _PIECES, list(".?!'\") \nA")], 2)
    glue = draw.choice(["", "", " ", "\n"])
    return glue.join(draw.choice(draw.choice(sources)) for _ in range(draw.randint(1, 30)))


def _mutated(text: str, draw: random.Random) -> str:
    start = draw.randrange(max(1, len(text) - _SLICE))
    text = text[start : start + draw.randint(1, _SLICE)]
    for _ in range(draw.randint(1, 9)):
        text = _mutated_once(text, draw)
    return text


def _mutated_once(text: str, draw: random.Random) -> str:
    left, right = sorted(draw.randint(0, len(text)) for _ in range(2))
    right = min(right, left + draw.choice([0, 1, 1, 1, 3, 20]))
    piece = text[left:right]
    sign, word = draw.choice(_SIGNS), draw.choice(_PIECES)
    new: str = draw.choice([sign, word, f" {word} ", "", piece * 2])
    keep = right if draw.random() < 0.5 else left
    return text[:left] + new + text[keep:]


def _compare(texts: Iterator[str], pairs: list[_Pair]) -> tuple[int, int]:
    compared = differences = 0
    for text in texts:
        compared += 1
        for pair in pairs:
            own, reference = pair.own(text), pair.reference(text)
            if own != reference:
                differences += 1
                print(f"{pair.name} of {text!r}:\n  own  {own}\n  nltk {reference}")
    return compared, differences


def _obstacle() -> str | None:
    try:
        installed = version("nltk")
    except PackageNotFoundError:
        return "nltk is not installed"
    if installed != "3.9.1":
        return f"nltk is {installed}, not 3.9.1"
    try:
        import_module("nltk").data.find("tokenizers/punkt_tab/english/")
    except LookupError:
        return "nltk has no data package punkt_tab (set NLTK_DATA)"
    return None


def main(arguments: list[str] | None = None) -> int:
    """Runs the comparison and prints what differs."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0] if __doc__ else None)
    parser.add_argument("files", nargs="*", type=Path, help="JSON lines with responses")
    parser.add_argument("--generated", type=int, default=200_000, help="generated texts")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args(arguments)
    if obstacle := _obstacle():
        print(f"Nothing compared: {obstacle}.")
        return 2
    pairs = _pairs()
    texts = [text for path in options.files for text in _read(path)]
    given, given_differ = _compare(iter(texts), pairs)
    made = _generated(texts, options.generated, random.Random(options.seed))
    invented, invented_differ = _compare(made, pairs)
    print(f"given texts: {given}, differences: {given_differ}")
    print(f"generated texts: {invented}, differences: {invented_differ}")
    return 1 if given_differ or invented_differ else 0


if __name__ == "__main__":
    sys.exit(main())
