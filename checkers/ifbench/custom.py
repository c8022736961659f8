"""`custom:` of IFBench: one list of numbers, reversed answers, a story from A to Z."""

from __future__ import annotations

import re
import string
from collections.abc import Sequence
from itertools import islice, pairwise

from checkers.finding import Finding, excerpt
from checkers.ifbench.characters import from_first_alphanumeric
from checkers.ifbench.plain import lowered_bare_chunks
from checkers.registry import EVERY_PARAMETER, IFBENCH, no, ok
from checkers.text import Text

_MULTIPLES = ["14", "21", "28", "35", "42", "49"]
_DIGITS = re.compile(r"\d+")
_STORY = "".join(f"{letter} tale went on. " for letter in string.ascii_uppercase)


@IFBENCH.instruction(
    "custom:multiples",
    origin="PrintMultiplesChecker",
    examples=(
        ok("14, 21, 28, 35, 42, 49"),
        no("Multiples of 7: 14, 21, 28, 35, 42, 49"),
        no("14, 21, 28, 35, 42"),
    ),
    ignores=EVERY_PARAMETER,
)
def multiples(text: Text) -> Finding:
    """While counting from 10 to 50, only the multiples of 7 are printed.

    Reference: the runs of digits are exactly these six, whatever stands around them.
    """
    runs = [run[0] for run in islice(_DIGITS.finditer(text.raw), len(_MULTIPLES) + 1)]
    found = ", ".join(map(excerpt, runs)) or "no digits"
    return Finding(runs == _MULTIPLES, found, ", ".join(_MULTIPLES))


@IFBENCH.instruction(
    "custom:word_reverse",
    origin="WordReverseOrderChecker",
    examples=(
        ok("Eagle bald the is animal national The."),
        no("The national animal is the bald eagle."),
        ok("Eagle piebald the is it."),
    ),
    ignores=EVERY_PARAMETER,
)
def word_reverse(text: Text) -> Finding:
    """The national animal of the United States is named, with the words in reverse order.

    Reference: read backwards word by word, the answer holds "bald eagle", be it within longer
    words; nothing else is looked at.
    """
    pairs = pairwise(text.cut(lowered_bare_chunks))
    followed = any(one.startswith("eagle") and two.endswith("bald") for one, two in pairs)
    return _eagle(followed, "eagle bald")


@IFBENCH.correction(
    "custom:word_reverse",
    why="the two words are meant whole",
    examples=(ok("Eagle bald the is it."), no("Eagle piebald the is it.")),
)
def word_reverse_of_whole_words(text: Text) -> Finding:
    """The national animal of the United States is named, with the words in reverse order."""
    pairs = pairwise(text.cut(lowered_bare_chunks))
    followed = any(one in ("eagle", "eagles") and two == "bald" for one, two in pairs)
    return _eagle(followed, "eagle bald")


@IFBENCH.instruction(
    "custom:character_reverse",
    origin="CharacterReverseOrderChecker",
    examples=(ok("elgaE dlaB eht si tI"), no("The bald eagle.")),
    ignores=EVERY_PARAMETER,
)
def character_reverse(text: Text) -> Finding:
    """The national animal of the United States is named, letter by letter in reverse order.

    Reference: "elgae dlab" occurs in any case; nothing else is looked at.
    """
    return _eagle("elgae dlab" in text.lower, "elgae dlab")


def _eagle(followed: bool, reversed_name: str) -> Finding:
    found = f'"{reversed_name}"' if followed else f'no "{reversed_name}"'
    return Finding(followed, found, f'"{reversed_name}"')


@IFBENCH.instruction(
    "custom:sentence_alphabet",
    origin="SentenceAlphabetChecker",
    examples=(
        ok(_STORY),
        no(_STORY.replace("Z tale", "Last tale")),
        no(_STORY.replace("M tale", '"M tale"')),
    ),
    ignores=EVERY_PARAMETER,
)
def sentence_alphabet(text: Text) -> Finding:
    """A story has 26 sentences whose first words begin with the letters from A to Z in turn.

    Reference: a sentence begins with its first visible character, so an opening quotation mark
    stands for no letter.
    """
    return _alphabet(text.sentences)


@IFBENCH.correction(
    "custom:sentence_alphabet",
    why="a quotation mark or bracket before the first word is not its first letter",
    examples=(ok(_STORY.replace("M tale", '"M tale"')), no(_STORY.replace("M tale", '"N tale"'))),
)
def sentence_alphabet_of_letters(text: Text) -> Finding:
    """A story has 26 sentences whose first words begin with the letters from A to Z in turn."""
    if len(text.sentences) != len(string.ascii_lowercase):
        return _alphabet(text.sentences)
    return _alphabet([from_first_alphanumeric(sentence) for sentence in text.sentences])


def _alphabet(sentences: Sequence[str]) -> Finding:
    if len(sentences) != len(string.ascii_lowercase):
        return Finding(False, f"{len(sentences)} sentences", "26 sentences")
    for sentence, letter in zip(sentences, string.ascii_lowercase, strict=True):
        if sentence.lower().lstrip()[:1] != letter:
            return Finding(False, excerpt(sentence), f"a sentence that begins with {letter!r}")
    return Finding(True, "sentences from A to Z", "sentences from A to Z")
