"""`words:` of IFBench: what neighbouring and repeated words may have in common."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable
from itertools import pairwise

from checkers.finding import Finding, excerpt
from checkers.ifbench import plain
from checkers.ifbench.syllables import syllables
from checkers.parameters import Count
from checkers.registry import IFBENCH, no, ok
from checkers.text import Text


@IFBENCH.instruction(
    "words:repeats",
    origin="LimitedWordRepeatChecker",
    examples=(
        ok("The tide and the moon.", small_n=2),
        no("The tide and the moon.", small_n=1),
        no("We're here; we were there.", small_n=1),
    ),
)
def repeats(text: Text, *, small_n: Count) -> Finding:
    """No word stands more than `small_n` times.

    Reference: counts all uses of each piece between white space, in lower case and without ASCII
    punctuation, so that "we're" and "were" are one word. A lone dash is a word.
    """
    return _none_too_often(text.cut(plain.lowered_bare_chunks), small_n)


@IFBENCH.correction(
    "words:repeats",
    why='"we\'re" and "were" are two words; dashes and emoji are none',
    examples=(ok("We're late, were you?", small_n=1), ok("Rain — sun — fog.", small_n=1)),
)
def repeats_of_words(text: Text, *, small_n: Count) -> Finding:
    """No word, apostrophes and hyphens included, stands more than `small_n` times."""
    return _none_too_often(text.of(plain.lower_words), small_n)


def _none_too_often(words: list[str], most: float) -> Finding:
    wanted = f"no word more than {most} times"
    if not words:
        return Finding(True, "no words", wanted)
    word, times = Counter(words).most_common(1)[0]
    return Finding(times <= most, f"{excerpt(word)} {times} times", wanted)


@IFBENCH.instruction(
    "words:odd_even_syllables",
    origin="AlternateParitySyllablesChecker",
    examples=(
        ok("The water is colder than ever."),
        no("The sea is colder."),
        ok("Water — colder"),
    ),
)
def odd_even_syllables(text: Text) -> Finding:
    """Words with odd and with even numbers of syllables alternate.

    Reference: words are the pieces between white space after ASCII punctuation was deleted, their
    syllables those of the package syllapy: 0 if there is a digit, 1 in other scripts and for a
    lone dash. Either kind may come first; fewer than two words pass.
    """
    return _alternating(text, plain.bare_chunks, str.lower)


@IFBENCH.correction(
    "words:odd_even_syllables",
    why="dashes and emoji are no words, and quotes are no part of one",
    examples=(no("Water — colder"), ok("“Above” trees")),
)
def odd_even_syllables_of_words(text: Text) -> Finding:
    """Words with odd and with even numbers of syllables alternate; dashes are no words."""
    return _alternating(text, plain.words_of, lambda word: plain.squeezed(word).lower())


def _alternating(
    text: Text, cut: Callable[[str], list[str]], spelt: Callable[[str], str]
) -> Finding:
    wanted = "odd and even numbers of syllables in turn"
    for (word, count), (following, next_count) in pairwise(
        (word, syllables(word)) for word in map(spelt, text.each(cut))
    ):
        if count % 2 == next_count % 2:
            found = f"{excerpt(word)} {count}, {excerpt(following)} {next_count}"
            return Finding(False, found, wanted)
    return Finding(True, f"{len(text.cut(cut))} words in turn", wanted)


@IFBENCH.instruction(
    "words:last_first",
    origin="LastWordFirstNextChecker",
    examples=(
        ok("We like rain. Rain fills the pond. Pond frogs sing."),
        no("We like rain. Frogs sing."),
        no("We like rain. Rain, we know, is wet."),
    ),
)
def last_first(text: Text) -> Finding:
    """The last word of each sentence is the first word of the next.

    Reference: compares pieces between white space in lower case; only the end of a sentence and
    the beginning of the next lose their ASCII punctuation, so "Rain," at the beginning is not
    "rain". One sentence passes; a sentence of punctuation alone fails.
    """
    for left, right in pairwise(text.each_punkt_sentence()):
        before = left.rstrip(plain.PUNCTUATION_AND_BLANK).split()
        after = right.lstrip(plain.PUNCTUATION_AND_BLANK).split()
        if not before or not after or before[-1].lower() != after[0].lower():
            return _chained(" ".join(before[-1:]), " ".join(after[:1]))
    return _CHAINED


@IFBENCH.correction(
    "words:last_first",
    why="commas, quotes, stars and list numbers do not make it another word",
    examples=(ok("We like rain. Rain, we know, is wet."), ok("We like (rain). Rain falls.")),
)
def last_first_by_word(text: Text) -> Finding:
    """There are words, and the last of each sentence is the first of the next."""
    with_words = filter(None, map(plain.words_of, plain.each_sentence(text)))
    before = next(with_words, None)
    if before is None:
        return Finding(False, "no words", _CHAINED.wanted)
    for after in with_words:
        if before[-1].lower() != after[0].lower():
            return _chained(before[-1], after[0])
        before = after
    return _CHAINED


_CHAINED = Finding(True, "all do", "sentences that begin with the last word before them")


def _chained(last: str, first: str) -> Finding:
    return Finding(False, f"{excerpt(last)} before {excerpt(first)}", _CHAINED.wanted)


@IFBENCH.instruction(
    "words:paragraph_last_first",
    origin="ParagraphLastFirstWordMatchChecker",
    examples=(
        ok("Rain is only rain.\nSnow is cold, they say of snow."),
        no("Rain is only snow."),
        no("Rain, they say, is rain."),
    ),
)
def paragraph_last_first(text: Text) -> Finding:
    r"""Each paragraph ends with the word that it begins with; line breaks separate paragraphs.

    Reference: every line counts, headings too. Its ends lose their ASCII punctuation, but the
    first word keeps what follows it ("rain,") and the last what precedes it. Lines without words
    are skipped.
    """
    lowered = (line.strip().lower() for line in text.lines)
    return _framed(line.strip(plain.PUNCTUATION_AND_BLANK).split() for line in lowered)


@IFBENCH.correction(
    "words:paragraph_last_first",
    why="a comma after the first word, quotes and stars do not make it another word",
    examples=(ok("Rain, they say, is rain."), ok("**Rain** is (rain).")),
)
def paragraph_last_first_by_word(text: Text) -> Finding:
    """Each line ends with the word that it begins with."""
    return _framed([word.lower() for word in plain.words_of(line)] for line in text.lines)


def _framed(lines: Iterable[list[str]]) -> Finding:
    wanted = "the same word first and last"
    for number, words in enumerate(lines, start=1):
        if words and words[0] != words[-1]:
            found = f"line {number}: {excerpt(words[0])} and {excerpt(words[-1])}"
            return Finding(False, found, wanted)
    return Finding(True, "in every line", wanted)


@IFBENCH.instruction(
    "words:no_consecutive",
    origin="NoConsecutiveFirstLetterChecker",
    examples=(
        ok("Big cats dream."),
        no("Big brown cats dream."),
        ok("A big — bear."),
    ),
)
def no_consecutive(text: Text) -> Finding:
    """No two neighbouring words begin with the same letter.

    Reference: compares the first characters of the pieces between white space, in lower case and
    without ASCII punctuation. A dash between two words separates them, "10 100" is a clash, and
    "é" is not "e".
    """
    return _beginning_differently(text, plain.lowered_bare_chunks, _first_character)


def _first_character(word: str) -> str:
    return word[0]


@IFBENCH.correction(
    "words:no_consecutive",
    why="a dash is no word, a digit no letter, and an accented letter is that letter",
    examples=(no("A big — bear."), ok("We ran 10 100 times."), no("Every été ends.")),
)
def no_consecutive_by_word(text: Text) -> Finding:
    """No two neighbouring words begin with the same letter, accents aside."""
    return _beginning_differently(text, plain.words_of, _first_letter)


def _first_letter(word: str) -> str:
    return plain.base(word[0]) if word[0].isalpha() else ""


def _beginning_differently(
    text: Text, cut: Callable[[str], list[str]], initial: Callable[[str], str]
) -> Finding:
    wanted = "neighbouring words with different first letters"
    for (word, letter), (following, next_letter) in pairwise(
        (word, initial(word)) for word in text.each(cut)
    ):
        if letter and letter == next_letter:
            return Finding(False, f"{excerpt(word)} {excerpt(following)}", wanted)
    return Finding(True, f"{len(text.cut(cut))} words, none like its neighbour", wanted)
