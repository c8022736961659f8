"""The part of speech of a text's first word, by NLTK's averaged perceptron for English.

The model is not part of this package. It is read from three JSON files, where NLTK keeps them or
in the user's cache folder.
"""

from __future__ import annotations

import json
import os
import sys
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from checkers.requirement import MissingRequirement

MODEL = "averaged_perceptron_tagger_eng"
TOKENS_READ = 3
"""How many tokens of a text decide the tag of the first."""

_PARTS = ("weights", "tagdict", "classes")
_BEFORE = ("-START-", "-START2-")
_AFTER = ["-END-", "-END2-"]


class MissingTagger(MissingRequirement):
    """The tagger's model is not installed."""

    def __init__(self) -> None:
        super().__init__(
            "words:start_verb needs the English perceptron tagger; "
            "run `python -m ifbench_suite fetch tagger`"
        )


@dataclass(frozen=True, slots=True)
class Tagger:
    """An averaged perceptron that tags the first token of a text."""

    weights: Mapping[str, Mapping[str, float]]
    """What each feature adds to the score of each tag."""
    unambiguous: Mapping[str, str]
    """The tag of each word that has only one."""
    tags: tuple[str, ...]

    def first_tag(self, tokens: Sequence[str]) -> str:
        """The Penn tag of the first of `tokens`; the two tokens after it are looked at as well.

        Raises:
            IndexError: there are no tokens.
        """
        known = self.unambiguous.get(tokens[0])
        if known:
            return known
        # Equal scores depend on the order of addition, which is that of the features.
        scores: defaultdict[str, float] = defaultdict(float)
        for feature in _features(tokens):
            for tag, weight in self.weights.get(feature, {}).items():
                scores[tag] += weight
        return max(self.tags, key=lambda tag: (scores[tag], tag))


def _features(tokens: Sequence[str]) -> tuple[str, ...]:
    word, (before_previous, previous) = tokens[0], _BEFORE
    this, following, second = [*map(_shape, tokens[:TOKENS_READ]), *_AFTER][:TOKENS_READ]
    tag, tag_before = _BEFORE
    return (
        "bias",
        f"i suffix {word[-3:]}",
        f"i pref1 {word[:1]}",
        f"i-1 tag {tag}",
        f"i-2 tag {tag_before}",
        f"i tag+i-2 tag {tag} {tag_before}",
        f"i word {this}",
        f"i-1 tag+i word {tag} {this}",
        f"i-1 word {previous}",
        f"i-1 suffix {previous[-3:]}",
        f"i-2 word {before_previous}",
        f"i+1 word {following}",
        f"i+1 suffix {following[-3:]}",
        f"i+2 word {second}",
    )


def _shape(token: str) -> str:
    if "-" in token and not token.startswith("-"):
        return "!HYPHEN"
    if token.isdigit() and len(token) == 4:
        return "!YEAR"
    return "!DIGITS" if token[0].isdigit() else token.lower()


def load(folder: Path) -> Tagger:
    """The tagger whose three files stand in `folder`.

    Raises:
        FileNotFoundError: one of them is not there.
    """
    weights, unambiguous, tags = (
        json.loads(_file(folder, part).read_text(encoding="utf-8")) for part in _PARTS
    )
    return Tagger(weights, unambiguous, tuple(tags))


def folders() -> list[Path]:
    """Where the model may stand, best first: NLTK's data folders, then the user's cache."""
    taggers = [Path(data, "taggers", MODEL) for data in _nltk_data()]
    return [*taggers, _user_cache() / "tagger"]


@cache
def installed() -> Tagger:
    """The tagger from the first of `folders` that holds it.

    Raises:
        MissingTagger: none does.
    """
    for folder in folders():
        if all(_file(folder, part).is_file() for part in _PARTS):
            return load(folder)
    raise MissingTagger


def require() -> None:
    """Does nothing if the tagger is installed.

    Raises:
        MissingTagger: it is not.
    """
    installed()


def _file(folder: Path, part: str) -> Path:
    return folder / f"{MODEL}.{part}.json"


def _nltk_data() -> Iterator[Path]:
    for named in os.environ.get("NLTK_DATA", "").split(os.pathsep):
        if named:
            yield Path(named)
    yield Path(os.path.expanduser("~"), "nltk_data")
    for below in ("nltk_data", "share/nltk_data", "lib/nltk_data"):
        yield Path(sys.prefix, below)
    if os.name == "nt":
        roots = (os.environ.get("APPDATA", "C:\\"), "C:\\", "D:\\", "E:\\")
    else:
        roots = ("/usr/share", "/usr/local/share", "/usr/lib", "/usr/local/lib")
    for root in roots:
        yield Path(root, "nltk_data")


def _user_cache() -> Path:
    if own := os.environ.get("IFBENCH_SUITE_CACHE"):
        return Path(own)
    home = os.environ.get("XDG_CACHE_HOME") or os.path.join(os.path.expanduser("~"), ".cache")
    return Path(home, "ifbench_suite")
