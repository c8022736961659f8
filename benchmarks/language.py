"""Times checkers.language.identify against langdetect 1.0.9 on the same texts.

    python -m benchmarks.language [FILE ...] [--texts N] [--seed N]

Each FILE is JSON lines with the text in the field "response" (`.gz` is read, too); without one,
the project's conformance cases are taken. Times are processor time per text. "in a row" runs each
library over all texts; "by turns" alternates between them text by text, which leaves the tables
of neither in the processor's cache.
"""

from __future__ import annotations

import argparse
import gzip
import json
import random
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import langdetect  # type: ignore[import-untyped]

from checkers.language import identify

_CONFORMANCE = Path(__file__).parents[1] / "data" / "conformance"
_LOAD = """
import time, numpy, checkers.language_trials
start = time.process_time()
checkers.language_trials.tables()
print(time.process_time() - start)
"""


def reference(text: str) -> str | None:
    """What langdetect answers."""
    try:
        found: str = langdetect.detect(text)
    except langdetect.LangDetectException:
        return None
    return found


def responses(paths: list[Path]) -> Iterator[str]:
    """The non-blank responses of the files."""
    for path in paths:
        opener = gzip.open if path.suffix == ".gz" else open
        with opener(path, "rt", encoding="utf-8") as lines:
            found = [json.loads(line)["response"] for line in lines]
        yield from (text for text in found if text and text.strip())


def few_words(text: str, rng: random.Random) -> str:
    """One to ten words from anywhere in the text."""
    words = text.split()
    start = rng.randrange(len(words))
    return " ".join(words[start : start + rng.randint(1, 10)])


def of_length(text: str, length: int) -> str:
    """The text's beginning, after repeating a shorter one."""
    return ((text + "\n") * (length // len(text) + 1))[:length]


def in_a_row(texts: list[str]) -> tuple[float, float]:
    """Seconds that langdetect and `identify` take for all texts."""
    return _seconds(reference, texts), _seconds(identify, texts)


def by_turns(texts: list[str]) -> tuple[float, float]:
    """The same, changing between the two after every text."""
    pairs = [(_seconds(reference, [text]), _seconds(identify, [text])) for text in texts]
    theirs, ours = zip(*pairs, strict=True)
    return sum(theirs), sum(ours)


def _seconds(function: Callable[[str], object], texts: list[str]) -> float:
    start = time.process_time()
    for text in texts:
        function(text)
    return time.process_time() - start


def loading() -> list[float]:
    """Milliseconds that fresh processes take to read the tables, numpy being imported."""
    runs = [subprocess.run([sys.executable, "-c", _LOAD], capture_output=True) for _ in range(5)]
    return sorted(1000 * float(run.stdout) for run in runs)


def main() -> None:
    """Print a table of times and ratios."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    default = [_CONFORMANCE / "ifeval.jsonl", _CONFORMANCE / "multi_if.jsonl"]
    parser.add_argument("files", nargs="*", type=Path, default=default)
    parser.add_argument("--texts", type=int, default=300)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    rng = random.Random(arguments.seed)
    found = list(responses(arguments.files))
    texts = rng.sample(found, min(arguments.texts, len(found)))
    classes = {"1-10 words": [few_words(text, rng) for text in texts]}
    for length in (1_000, 5_000, 10_000):
        classes[f"{length:,} characters"] = [of_length(text, length) for text in texts]
    langdetect.DetectorFactory.seed = 0
    print(f"{'texts':18} {'order':9} {'langdetect':>12} {'identify':>10} {'ratio':>7}")
    for name, group in classes.items():
        different = sum(identify(text) != reference(text) for text in group)
        for measure in (in_a_row, by_turns):
            theirs, ours = (1e6 * seconds / len(group) for seconds in measure(group))
            order = measure.__name__.replace("_", " ")
            print(f"{name:18} {order:9} {theirs:9.0f} us {ours:7.0f} us {theirs / ours:6.1f}x")
        print(f"{'':18} {len(group)} texts, {different} different answers")
    print("reading the tables:", ", ".join(f"{each:.1f}" for each in loading()), "ms")


if __name__ == "__main__":
    main()
