"""Compares checkers.language with langdetect 1.0.9 under seed 0, trial by trial.

    python -m tools.prove_language [FILE ...] [--generated N] [--seed N]

Each FILE is JSON lines with the text in the field "response" (`.gz` is read, too). For every text
are compared: the answer with that of `langdetect.detect`; for each of the seven trials the number
of draws and the probability of each language, to 1e-11 for the quick trials and to the last bit
for the exact ones. Exit status: 0 no difference, 1 differences, 2 no comparison could be made.
"""

from __future__ import annotations

import argparse
import contextlib
import gzip
import json
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from importlib.metadata import version
from importlib.resources import files
from pathlib import Path

import langdetect  # type: ignore[import-untyped]
import numpy as np
from langdetect.detector import Detector  # type: ignore[import-untyped]
from langdetect.detector_factory import DetectorFactory  # type: ignore[import-untyped]

from checkers.language import identify, prepared
from checkers.language_ngrams import Ngrams
from checkers.language_tables import tables
from checkers.language_trials import Draws, Trial, Undecided, exact, quick, trials
from tools.language_texts import made_up

_NEAR = 1e-11


class Recorder(Detector):  # type: ignore[misc]
    """A detector that keeps the outcome of each trial."""

    def __init__(self, factory: DetectorFactory) -> None:
        super().__init__(factory)
        self.probabilities: list[list[float]] = []
        self.draws: list[int] = []

    def _init_probability(self) -> list[float]:
        # The trial changes this list in place, so that in the end it is the outcome.
        self.probabilities.append(super()._init_probability())
        self.draws.append(0)
        return self.probabilities[-1]

    def _update_lang_prob(self, prob: list[float], word: str, alpha: float) -> bool:
        self.draws[-1] += 1
        changed: bool = super()._update_lang_prob(prob, word, alpha)
        return changed


class Reference:
    """langdetect with its languages in the order of our table, which rounds alike."""

    def __init__(self) -> None:
        DetectorFactory.seed = 0
        folder = files("langdetect") / "profiles"
        self.factory = DetectorFactory()
        self.factory.load_json_profile(
            [(folder / name).read_text(encoding="utf-8") for name in tables().languages]
        )

    def trials(self, text: str) -> Recorder:
        """The detector after its trials; without any if there is nothing to identify."""
        recorder = Recorder(self.factory)
        recorder.append(text)
        with contextlib.suppress(langdetect.LangDetectException):
            recorder.detect()
        return recorder

    def answer(self, text: str) -> str | None:
        """What a user of langdetect gets, with the languages in this machine's order."""
        try:
            found: str = langdetect.detect(text)
        except langdetect.LangDetectException:
            return None
        return found


@dataclass
class Tally:
    """Counts of what was compared and what differed."""

    texts: int = 0
    trials: int = 0
    undecided: int = 0
    unidentifiable: int = 0
    largest: float = 0.0
    languages: set[str | None] = field(default_factory=set)
    differences: list[str] = field(default_factory=list)

    def differ(self, what: str, text: str) -> None:
        """Note a difference."""
        self.differences.append(f"{what}: {text[:200]!a}")

    def compare(self, text: str, reference: Reference) -> None:
        """Compare one text."""
        answer = reference.answer(text)
        self.texts += 1
        self.languages.add(answer)
        if identify(text) != answer:
            self.differ(f"answer {identify(text)} for {answer}", text)
        recorder, ngrams = reference.trials(text), Ngrams(prepared(text), tables())
        if not recorder.draws or not len(ngrams):
            self.unidentifiable += 1
            if recorder.draws or len(ngrams):
                self.differ("n-grams", text)
            return
        self.trials += len(recorder.draws)
        draws = Draws(ngrams, tables())
        if self._distance(list(trials(draws, exact)), recorder) != 0.0:
            self.differ("exact trials", text)
        try:
            distance = self._distance(list(trials(draws, quick)), recorder)
        except Undecided:
            self.undecided += 1
            return
        self.largest = max(self.largest, distance)
        if distance > _NEAR:
            self.differ("quick trials", text)

    def _distance(self, ours: list[Trial], recorder: Recorder) -> float:
        if [trial.draws for trial in ours] != recorder.draws:
            return float("inf")
        rows = np.array([trial.probability for trial in ours])
        return float(np.abs(rows - np.array(recorder.probabilities)).max())


def read(path: Path) -> Iterator[str]:
    """The responses of a file of JSON lines."""
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as lines:
        for line in lines:
            if (response := json.loads(line)["response"]) is not None:
                yield response


def report(name: str, tally: Tally) -> None:
    """Print the counts of one source of texts."""
    print(
        f"{name}: {tally.texts} texts, {tally.trials} trials, {len(tally.differences)} differences;"
        f" {len(tally.languages - {None})} answers, {tally.unidentifiable} unidentifiable,"
        f" {tally.undecided} undecided by quick trials, largest distance {tally.largest:.1e}",
        flush=True,
    )
    for difference in tally.differences[:20]:
        print("  " + difference)


def main() -> int:
    """Compare all texts."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--generated", type=int, default=50_000)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    if version("langdetect") != "1.0.9" or sys.version_info >= (3, 12):
        print("needs langdetect 1.0.9 and Python 3.11, whose `sum` is the reference's")
        return 2
    sources = {path.name: read(path) for path in arguments.files}
    sources["generated"] = made_up(arguments.generated, arguments.seed)
    reference, failed = Reference(), False
    for name, texts in sources.items():
        tally = Tally()
        for text in texts:
            tally.compare(text, reference)
        report(name, tally)
        failed |= bool(tally.differences)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
