"""Made-up texts in the 55 languages of langdetect, for the proof of language identification."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from functools import cached_property
from importlib.resources import files
from itertools import accumulate

_SIGNS = [
    *" \n\t.,;:!?'\"()[]{}*#_`^\\/@&%0123456789-–…«»“”。、，！？",
    *"aZéÀßıİſΣςЖя\u0300\u0301\u0303\u0309\u0323AÂơƯyY\u0219\u021b\u06cc\u1ea0\u1ec3ẤỰ",
    *"あアㄅㆠ漢字国國語힣가क私𝐀𝔘Ａａ\U0001f130\U0001f600\U0010ffff\ud800\udfff\x00\x85\xa0\u3000",
    *["http://a.b/c?d=e", "https://", "x@y.zz", "a@b", "@", "://", "@@", "me.you@home-1.org"],
]


class Profile:
    """Makes words of a language by its trigram counts."""

    def __init__(self, name: str) -> None:
        raw = json.loads((files("langdetect") / "profiles" / name).read_text(encoding="utf-8"))
        self._counts: dict[str, int] = raw["freq"]

    @cached_property
    def _followers(self) -> dict[str, tuple[list[str], list[int]]]:
        found: dict[str, dict[str, int]] = {}
        for ngram, count in self._counts.items():
            if len(ngram) == 3 or (len(ngram) == 2 and ngram[0] == " "):
                found.setdefault(ngram[:-1], {})[ngram[-1]] = count
        return {key: (list(each), [*accumulate(each.values())]) for key, each in found.items()}

    def word(self, rng: random.Random) -> str:
        """A word of at most 14 letters."""
        made = " "
        while len(made) < 15 and (followers := self._followers.get(made[-2:])):
            letter = rng.choices(followers[0], cum_weights=followers[1])[0]
            if letter == " ":
                break
            made += letter
        return made[1:]


def made_up(count: int, seed: int) -> Iterator[str]:
    """`count` texts: short, in capitals, of mixed scripts, random, long, one after the other."""
    rng = random.Random(seed)
    folder = files("langdetect") / "profiles"
    profiles = [Profile(name) for name in sorted(path.name for path in folder.iterdir())]
    kinds = [_short, _capitals, _mixed, _noisy, _short, _one_word, _random, _paragraph]
    for number in range(count):
        yield kinds[number % len(kinds)](rng, profiles)


def _words(rng: random.Random, profiles: list[Profile], most: int) -> list[str]:
    profile = rng.choice(profiles)
    return [profile.word(rng) for _ in range(rng.randint(1, most))]


def _short(rng: random.Random, profiles: list[Profile]) -> str:
    return " ".join(_words(rng, profiles, 10))


def _one_word(rng: random.Random, profiles: list[Profile]) -> str:
    return _words(rng, profiles, 1)[0][: rng.randint(1, 14)]


def _capitals(rng: random.Random, profiles: list[Profile]) -> str:
    change: Callable[[str], str] = rng.choice([str.upper, str.title, str.swapcase])
    return change(" ".join(_words(rng, profiles, 12)))


def _mixed(rng: random.Random, profiles: list[Profile]) -> str:
    words = [word for _ in range(rng.randint(2, 4)) for word in _words(rng, profiles, 5)]
    rng.shuffle(words)
    return rng.choice(["", " ", "\n"]).join(words)


def _noisy(rng: random.Random, profiles: list[Profile]) -> str:
    pieces = [*_words(rng, profiles, 8), *rng.choices(_SIGNS, k=rng.randint(1, 20))]
    rng.shuffle(pieces)
    return rng.choice(["", " "]).join(pieces)


def _random(rng: random.Random, profiles: list[Profile]) -> str:
    top = rng.choice([0x80, 0x250, 0x600, 0x1F00, 0x10000, 0x110000])
    signs = [chr(rng.randrange(top)) for _ in range(rng.randint(0, 40))]
    return "".join(signs + rng.choices(_SIGNS, k=rng.randint(0, 10)))


def _paragraph(rng: random.Random, profiles: list[Profile]) -> str:
    return " ".join(word for _ in range(rng.randint(1, 4)) for word in _words(rng, profiles, 60))
