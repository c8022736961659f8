"""langdetect's seven random trials, in few and large steps."""

from __future__ import annotations

import math
from collections.abc import Callable, Iterator
from typing import NamedTuple, TypeAlias

import numpy as np
from numpy.typing import NDArray

from checkers.language_ngrams import Ngrams
from checkers.language_tables import SCALE, Floats, Integers, Tables, tables

TRIALS = 7
_GROUPS_AT_MOST = 200
_CONVERGED = 0.99999
_LIKELY = 0.1

# The reference rounds in another order: its shares differ from ours by 1e-14 at most (tools/
# prove_language.py), so that these margins are wide. Nearer results are left to `exact`.
_SHARE_MARGIN = 1e-12
_AVERAGE_MARGIN = 1e-8

# So many words are enough for four trials of usual length; if not, twice as many are taken.
_WORDS = 768

_GROUP = 5
_FIRST_BLOCK = 12
_BLOCK = 20

# One draw moves two languages apart by a factor of 11,100 at most. Within the 100 draws of a block
# nothing can come from this down to the smallest normal floats and back.
_LOWEST = 1e-140
_NEGLIGIBLE = 1e-30


class Undecided(Exception):
    """Rounding could change a result, so that only the exact order of operations will do."""


class Trial(NamedTuple):
    """Outcome of one trial: probability per language, and after how many draws it ended."""

    probability: Floats
    draws: int
    converged: bool


class Draws:
    """What a generator seeded with 0 draws from the n-grams of a text."""

    def __init__(self, ngrams: Ngrams, tables: Tables) -> None:
        self.tables = tables
        self._ngrams = ngrams
        self._draw(_WORDS)

    def _draw(self, words: int) -> None:
        self._seen = words
        # A word's top bits are the number of an n-gram; numbers beyond the last are passed over.
        numbers = self.tables.random_words[:words] >> (32 - len(self._ngrams).bit_length())
        self._words = (numbers < len(self._ngrams)).nonzero()[0]
        self._rows = self._ngrams.rows(numbers.take(self._words))

    def start(self, word: int) -> int:
        """Number of the first draw that is made with this word or a later one."""
        while word >= self._seen:
            self._draw(2 * self._seen)
        return int(self._words.searchsorted(word))

    def end(self, draw: int) -> int:
        """The word after the one that made the draw."""
        return int(self._words[draw]) + 1

    def rows(self, first: int, count: int) -> Integers:
        """Rows of the n-grams that are drawn."""
        while first + count > len(self._rows):
            self._draw(2 * self._seen)
        return self._rows[first : first + count]


Run: TypeAlias = Callable[[Draws, int, float], Trial]


def trials(draws: Draws, run: Run) -> Iterator[Trial]:
    """The seven trials, one after the other.

    Args:
        draws: the random draws from the text's n-grams.
        run: `quick` or `exact`; takes the draws, the number of the first, and the weight that
            is added to each likelihood.

    Raises:
        Undecided: by `quick` only.
    """
    word, spare = 0, 0.0
    for number in range(TRIALS):
        if number % 2:
            normal = spare
        else:
            normal, spare = _normals(draws.tables.random_words[word : word + 4].tolist())
            word += 4
        first = draws.start(word)
        trial = run(draws, first, (0.5 + normal * 0.05) / 10000)
        word = draws.end(first + trial.draws - 1)
        yield trial


def _normals(words: list[int]) -> tuple[float, float]:
    """Two normal deviates of four words, as `random.Random.gauss` makes them."""
    angle = _uniform(*words[:2]) * math.tau
    radius = math.sqrt(-2.0 * math.log(1.0 - _uniform(*words[2:])))
    return math.cos(angle) * radius, math.sin(angle) * radius


def _uniform(high: int, low: int) -> float:
    return ((high >> 5) * 67108864.0 + (low >> 6)) * (1.0 / 9007199254740992.0)


def quick(draws: Draws, first: int, weight: float) -> Trial:
    """One trial, many checks at a time.

    The check after the first draw cannot pass, as no n-gram gives a share over 0.992.
    """
    likelihood, weight = draws.tables.likelihood, weight * SCALE
    state = likelihood[draws.rows(first, 1)[0]] + weight
    sunk: NDArray[np.bool_] | None = None
    done, groups = 0, _FIRST_BLOCK
    while groups:
        rows = draws.rows(first + 1 + done * _GROUP, groups * _GROUP)
        factors = likelihood.take(rows.reshape(groups, _GROUP).T, axis=0)
        factors += weight
        products: Floats = np.multiply.reduce(factors, axis=0)
        products[0] *= state
        np.multiply.accumulate(products, axis=0, out=products)
        totals = products.dot(draws.tables.ones)
        if sunk is not None and (products[:, sunk] > _NEGLIGIBLE * totals[:, None]).any():
            raise Undecided
        passed = _first_pass((np.maximum.reduce(products, axis=1) / totals).tolist())
        if passed is not None:
            draws_made = 1 + (done + passed + 1) * _GROUP
            return Trial(products[passed] / totals[passed], draws_made, True)
        state = products[-1] / totals[-1]
        if np.minimum.reduce(state) < _LOWEST:
            # Far below this the reference loses digits to underflow, which would show if the
            # language came up again. It is kept above its value in the reference, and watched.
            low = state < _LOWEST
            sunk = low if sunk is None else sunk | low
            np.maximum(state, _LOWEST, out=state)
        done += groups
        groups = min(_BLOCK, _GROUPS_AT_MOST - done)
    return Trial(state, 1 + _GROUPS_AT_MOST * _GROUP, False)


def _first_pass(shares: list[float]) -> int | None:
    for check, share in enumerate(shares):
        if share > _CONVERGED - _SHARE_MARGIN:
            if share < _CONVERGED + _SHARE_MARGIN:
                raise Undecided
            return check
    return None


def exact(draws: Draws, first: int, weight: float) -> Trial:
    """One trial with every operation in the reference's order."""
    likelihood = draws.tables.likelihood
    languages = likelihood.shape[1]
    probability = np.full(languages, 1.0 / languages)
    last = _GROUPS_AT_MOST * _GROUP
    for number, row in enumerate(draws.rows(first, last + 1)):
        probability *= weight + likelihood[row] / SCALE
        if number % _GROUP == 0:
            # The running sum adds from left to right, as `sum` does up to Python 3.11.
            probability /= np.add.accumulate(probability)[-1]
            if probability.max() > _CONVERGED:
                return Trial(probability, number + 1, True)
    return Trial(probability, last + 1, False)


def likeliest(text: str) -> str | None:
    """The language with the highest average probability over the trials.

    Args:
        text: what langdetect reads of a text.

    Returns:
        "unknown" if no average is over 0.1; None if the text has no known n-gram.
    """
    known = tables()
    ngrams = Ngrams(text, known)
    if not len(ngrams):
        return None
    draws = Draws(ngrams, known)
    try:
        number = _quick_likeliest(draws)
    except Undecided:
        number = _exact_likeliest(draws)
    return "unknown" if number is None else known.languages[number]


def _quick_likeliest(draws: Draws) -> int | None:
    wins: dict[int, int] = {}
    probabilities = []
    for trial in trials(draws, quick):
        probabilities.append(trial.probability)
        if trial.converged:
            winner = int(trial.probability.argmax())
            wins[winner] = wins.get(winner, 0) + 1
            if wins[winner] > TRIALS // 2:  # 4 of 7: at least 0.571, and no other over 0.429
                return winner
    average = _average(probabilities)
    second, best = np.partition(average, -2)[-2:]
    if best - second < _AVERAGE_MARGIN or abs(best - _LIKELY) < _AVERAGE_MARGIN:
        raise Undecided
    return int(average.argmax()) if best > _LIKELY else None


def _exact_likeliest(draws: Draws) -> int | None:
    average = _average([trial.probability for trial in trials(draws, exact)])
    return int(average.argmax()) if average.max() > _LIKELY else None


def _average(probabilities: list[Floats]) -> Floats:
    average = np.zeros(len(probabilities[0]))
    for probability in probabilities:
        average += probability / TRIALS
    return average
