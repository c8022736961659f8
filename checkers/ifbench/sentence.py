"""`sentence:` of IFBench: alliteration and length that grow, and a keyword's sentence."""

from __future__ import annotations

import re
import string
from collections.abc import Iterable, Iterator
from itertools import groupby, pairwise

from checkers.finding import Finding, excerpt
from checkers.ifbench import plain
from checkers.normal_form import composed
from checkers.parameters import Count, Filled
from checkers.registry import IFBENCH, no, ok
from checkers.text import Text


@IFBENCH.instruction(
    "sentence:alliteration_increment",
    origin="IncrementingAlliterationChecker",
    examples=(
        ok("Rain falls. Wild winds blow. Big brown bears bathe here."),
        no("Wild winds blow. Rain runs off."),
        ok("Seven silly swans rest. Big bears make many pies."),
    ),
)
def alliteration_increment(text: Text) -> Finding:
    """Each sentence has a longer alliteration than the one before.

    Reference: words lie between white space and begin after ASCII punctuation. All words that
    share their first character with a neighbour are added up, several runs of them as well. One
    sentence is enough.
    """
    return _growing(sum(_alliterations(s)) for s in text.each_punkt_sentence())


@IFBENCH.correction(
    "sentence:alliteration_increment",
    why="the longest alliteration of a sentence counts, not the sum of all",
    examples=(
        ok("Wild winds blow. Seven silly swans rest."),
        no("Seven silly swans rest. Big bears make many pies."),
    ),
)
def longest_alliteration_increment(text: Text) -> Finding:
    """Each sentence has a longer alliteration than the one before."""
    return _growing(max(_alliterations(s), default=0) for s in text.each_punkt_sentence())


def _alliterations(sentence: str) -> list[int]:
    """Lengths of the runs of two words or more that begin alike."""
    starts = (word.lstrip(string.punctuation)[:1] for word in sentence.lower().split())
    runs = (len(list(run)) for _, run in groupby(filter(None, starts)))
    return [length for length in runs if length > 1]


def _growing(alliterations: Iterable[int]) -> Finding:
    wanted = "more alliterating words in each sentence than in the one before"
    number = 1
    for number, (before, after) in enumerate(pairwise(alliterations), start=2):
        if after <= before:
            return Finding(False, f"{after} words in sentence {number} after {before}", wanted)
    return Finding(True, f"growing alliteration over {number} sentences", wanted)


@IFBENCH.instruction(
    "sentence:keyword",
    origin="IncludeKeywordChecker",
    examples=(
        ok("It rained. The harbour was empty.", word="Harbour", N=2),
        no("The harbour was empty. It rained.", word="harbour", N=2),
        no("We like C++ here.", word="C++", N=1),
        ok("It rained. The harbour was empty.", word="harbour", N=0),
    ),
)
def keyword(text: Text, *, word: Filled, N: Count) -> Finding:
    r"""The keyword `word` stands in sentence number `N`.

    Reference: case does not matter, and `\b` must hold at both ends of `word`, which it does not
    between "+" and a blank. 0 stands for the last sentence; an `N` that is not whole is rounded up
    for the number of sentences and down for the index.
    """
    return _keyword_in(text.each_punkt_sentence(), rf"\b{re.escape(word)}\b", word, N)


@IFBENCH.correction(
    "sentence:keyword",
    why="a keyword that ends in a mark can be found, accents may be composed, sentence 0 is none",
    examples=(
        ok("We like C++ here.", word="C++", N=1),
        no("We like C++11 here.", word="C++", N=1),
        no("It rained. The harbour was empty.", word="harbour", N=0),
    ),
)
def keyword_as_a_whole(text: Text, *, word: Filled, N: Count) -> Finding:
    """The keyword `word` stands in sentence number `N`."""
    if N == 0:
        return Finding(False, "no sentence number 0", f"{word!r} in it")
    pattern = rf"(?<!\w){re.escape(composed(word))}(?!\w)"
    return _keyword_in(text.rewritten(composed).each_punkt_sentence(), pattern, word, N)


def _keyword_in(cut: Iterator[str], pattern: str, word: str, N: float) -> Finding:
    wanted = f"{word!r} in sentence {N}"
    sentences = plain.first(N, cut) if N else list(cut)
    if len(sentences) < max(N, 1):
        return Finding(False, f"{len(sentences)} sentences", wanted)
    sentence = sentences[int(N - 1)]
    found = re.search(pattern, sentence, re.IGNORECASE)
    return Finding(found is not None, f"the sentence {excerpt(sentence)}", wanted)


@IFBENCH.instruction(
    "sentence:increment",
    origin="IncrementingWordCountChecker",
    examples=(
        ok("Rain fell. It fell all day.", small_n=2),
        no("Rain fell. It fell all day.", small_n=1),
        ok("Rain fell.", small_n=1),
    ),
)
def increment(text: Text, *, small_n: Count) -> Finding:
    """Each sentence has exactly `small_n` words more than the one before.

    Reference: words lie between white space once ASCII punctuation is deleted, so a dash or an
    emoji is one and a hyphen none. One sentence is enough; a list number is a sentence.
    """
    wanted = f"{small_n} words more in each sentence than in the one before"
    counts = (len(plain.bare_chunks(sentence)) for sentence in text.each_punkt_sentence())
    number = 1
    for number, (before, after) in enumerate(pairwise(counts), start=2):
        if after != before + small_n:
            return Finding(False, f"{after} words in sentence {number} after {before}", wanted)
    return Finding(True, f"{number} sentences of growing length", wanted)
