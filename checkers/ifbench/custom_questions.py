"""`custom:` of IFBench: multiple-choice questions that grow in length."""

from __future__ import annotations

import re
from collections.abc import Callable
from itertools import pairwise
from typing import NamedTuple

from checkers.finding import Finding, exactly, excerpt
from checkers.registry import EVERY_PARAMETER, IFBENCH, no, ok
from checkers.text import Text

_NUMBERED_LABEL = re.compile(r"Question \d+[.|):;]?")
_LABEL = re.compile(r"^Question(?: \d+)?[.|):;]?", re.MULTILINE)
_OPTION = re.compile(r"([A-Ea-e])[.|)]\s*\w")
_ANY_OPTION = re.compile(r"([A-Za-z])[.|)]\s*\S")
_QUESTIONS = 4
_LETTERS = ["A", "B", "C", "D", "E"]

_OPTIONS = "A) Oil\nB) Ink\nC) Wax\nD) Clay\nE) Wood\n"
_TEXTS = ("Who?", "Who was?", "Who was he?", "Who was he really?")
_NUMBERED = "".join(f"Question {n}: {asked}\n{_OPTIONS}\n" for n, asked in enumerate(_TEXTS, 1))
_UNNUMBERED = "".join(f"Question: {asked}\n{_OPTIONS}\n" for asked in _TEXTS)


class _Question(NamedTuple):
    asked: str
    letters: list[str]
    """Of its options, in upper case."""
    rest: list[str]
    """Lines after the first option that are not blank and no options."""


@IFBENCH.instruction(
    "custom:mcq_count_length",
    origin="MultipleChoiceQuestionsChecker",
    examples=(
        ok(_NUMBERED),
        no(_NUMBERED.replace("Who was?", "Who was the very first?")),
        no(_NUMBERED.replace("E) Wood", "")),
        no(_UNNUMBERED),
        ok(_NUMBERED.replace("E) Wood", "A) Wood")),
    ),
    ignores=EVERY_PARAMETER,
)
def mcq_count_length(text: Text) -> Finding:
    """Four multiple-choice questions, labelled "Question", have five options and grow in length.

    Reference: nothing comes before the first label, and labels carry a number, wherever they
    stand. Five lines per question begin with a letter from A to E, whichever, a mark and a word;
    the length is that of the lines before them. Other lines after the first option do not matter.
    """
    return _questions(text, _NUMBERED_LABEL, _OPTION, _wrong_number_of_options)


@IFBENCH.correction(
    "custom:mcq_count_length",
    why="labels need no number but begin a line, options are A to E in turn, nothing follows them",
    examples=(
        ok(_UNNUMBERED),
        no(_NUMBERED.replace("E) Wood", "A) Wood")),
        no(_NUMBERED.replace("E) Wood", "E) Wood\nThe answer is B.")),
    ),
)
def mcq_count_length_from_a_to_e(text: Text) -> Finding:
    """Four multiple-choice questions, labelled "Question", have five options and grow in length."""
    return _questions(text, _LABEL, _ANY_OPTION, _wrong_options)


def _questions(
    text: Text,
    label: re.Pattern[str],
    option: re.Pattern[str],
    problem_of: Callable[[_Question], str],
) -> Finding:
    wanted = "four questions of growing length"
    if not text.raw.startswith("Question"):
        return Finding(False, f"{excerpt(text.raw)} at the beginning", "a label")
    pieces = [piece for cut in label.split(text.raw) if (piece := cut.strip())]
    if len(pieces) != _QUESTIONS:
        return exactly(len(pieces), _QUESTIONS, "labelled questions")
    questions = [_question(piece, option) for piece in pieces]
    for question in questions:
        if problem := problem_of(question):
            return Finding(False, f"{problem} in {excerpt(question.asked)}", "five options")
    lengths = [len(question.asked) for question in questions]
    growing = all(before < after for before, after in pairwise(lengths))
    return Finding(growing, f"lengths of {', '.join(map(str, lengths))}", wanted)


def _question(piece: str, option: re.Pattern[str]) -> _Question:
    asked: list[str] = []
    letters: list[str] = []
    rest: list[str] = []
    for line in map(str.strip, piece.split("\n")):
        if found := option.match(line):
            letters.append(found[1].upper())
        else:
            (rest if letters else asked).append(line)
    return _Question(" ".join(asked).strip(), letters, [line for line in rest if line])


def _wrong_number_of_options(question: _Question) -> str:
    number = len(question.letters)
    return "" if number == len(_LETTERS) else f"{number} options"


def _wrong_options(question: _Question) -> str:
    if question.letters != _LETTERS:
        return f"options {excerpt(' '.join(question.letters))}"
    return f"{excerpt(question.rest[0])} after the options" if question.rest else ""
