"""`ratio:` of IFBench: shares of words, kinds of sentences, and overlap with a text."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from fractions import Fraction
from functools import lru_cache

from checkers import lexicons
from checkers.finding import Finding
from checkers.ifbench import plain
from checkers.parameters import Count
from checkers.registry import IFBENCH, no, ok
from checkers.text import Text

_Trigram = tuple[str, str, str]
_TOLERANCE = 2
_THREE_OF_ONE_LENGTH = "three sentences of the same length and of different words"


@IFBENCH.instruction(
    "ratio:stop_words",
    origin="StopWordPercentageChecker",
    examples=(
        ok("Green tea tastes of grass", percentage=20),
        no("It is on the table", percentage=50),
        no("Maria's garden blooms", percentage=20),
    ),
)
def stop_words(text: Text, *, percentage: Count) -> Finding:
    r"""At most `percentage` percent of the words are stop words.

    Reference: words are runs of `\w`, so the "s" of "Maria's" is a stop word. The share is a
    floating-point number that exceeds 7, 14, 28, 55 and 56 percent where it should equal them. A
    text without words does not follow.
    """
    words = text.words
    stops = _stop_words_among(map(str.lower, words))
    few = bool(words) and (stops / len(words)) * 100 <= percentage
    return _few_stop_words(few, stops, len(words), percentage)


@IFBENCH.correction(
    "ratio:stop_words",
    why='the "s" of "Maria\'s" is no word, "don\'t" is one, and an exact hit is within the limit',
    examples=(ok("Maria's garden blooms", percentage=20),),
)
def stop_words_exactly(text: Text, *, percentage: Count) -> Finding:
    """At most `percentage` percent of the words are stop words, counted without rounding."""
    words = text.of(plain.lower_words)
    stops = _stop_words_among(words)
    numerator, denominator = _exact(percentage)
    few = bool(words) and 100 * stops * denominator <= numerator * len(words)
    return _few_stop_words(few, stops, len(words), percentage)


def _stop_words_among(words: Iterable[str]) -> int:
    return sum(map(lexicons.words("stop_words").__contains__, words))


def _few_stop_words(few: bool, stops: int, words: int, percentage: float) -> Finding:
    return Finding(few, f"{stops} of {words} words", f"at most {percentage} %")


@lru_cache(maxsize=128)
def _exact(number: float) -> tuple[int, int]:
    """`number` as a fraction of whole numbers."""
    # By way of the digits, because a row that says 14.1 means 141/1000 and no binary fraction.
    return Fraction(str(number)).as_integer_ratio()


@IFBENCH.instruction(
    "ratio:sentence_type",
    origin="SentTypeRatioChecker",
    examples=(
        ok("It rained. We stayed. Did you?"),
        no("It rained. Did you stay?"),
        ok("No full stop here"),
    ),
)
def sentence_type(text: Text) -> Finding:
    """Declarative and interrogative sentences stand in the ratio 2:1.

    Reference: looks at the last character of each sentence, a full stop or a question mark; other
    sentences do not matter. A text with neither follows. A list number such as "1." is
    declarative, and a mark before a closing quote or bracket is not seen.
    """
    return _twice_as_many_statements(text.of(_last_characters))


@IFBENCH.correction(
    "ratio:sentence_type",
    why="no question at all is no ratio, and a mark counts before a closing quote too",
    examples=(no("No full stop here"), ok('He said: "It rained." We stayed. Did you?')),
)
def sentence_type_by_mark(text: Text) -> Finding:
    """There are questions, and twice as many statements."""
    marks = plain.end_marks(text)
    return _twice_as_many_statements(marks, at_least_one=True)


def _twice_as_many_statements(marks: Counter[str], *, at_least_one: bool = False) -> Finding:
    statements, questions = marks["."], marks["?"]
    followed = statements == 2 * questions and (questions > 0 or not at_least_one)
    found = f"{statements} statements and {questions} questions"
    return Finding(followed, found, "twice as many statements as questions")


@IFBENCH.instruction(
    "ratio:sentence_balance",
    origin="SentBalanceChecker",
    examples=(
        ok("It rained. Did you stay? What a day!"),
        no("It rained. We stayed. Did you? What a day!"),
        no("It rained. Did you stay? What a day!!!"),
    ),
)
def sentence_balance(text: Text) -> Finding:
    """Declarative, interrogative and exclamatory sentences are equally many.

    Reference: looks at the last character of each sentence (. ? or !); none of each is balanced
    too. At the very end of a text the last mark of "!!!" is a sentence of its own.
    """
    counts = _of_each_kind(text.of(_last_characters))
    return _balanced(len(set(counts)) == 1, counts)


@IFBENCH.correction(
    "ratio:sentence_balance",
    why="no sentence of any kind is no balance, and a final run of marks ends one sentence",
    examples=(ok("It rained. Did you stay? What a day!!!"), no("No full stop here")),
)
def sentence_balance_by_mark(text: Text) -> Finding:
    """There are equally many statements, questions and exclamations, and some of each."""
    counts = _of_each_kind(plain.end_marks(text))
    return _balanced(len(set(counts)) == 1 and counts[0] > 0, counts)


def _last_characters(text: Text) -> Counter[str]:
    return Counter(sentence[-1] for sentence in text.sentences)


def _of_each_kind(marks: Counter[str]) -> tuple[int, int, int]:
    return marks["."], marks["?"], marks["!"]


def _balanced(followed: bool, counts: tuple[int, int, int]) -> Finding:
    statements, questions, exclamations = counts
    found = f"{statements} statements, {questions} questions, {exclamations} exclamations"
    return Finding(followed, found, "equally many of each")


@IFBENCH.instruction(
    "ratio:overlap",
    origin="NGramOverlapChecker",
    examples=(
        ok("abcd", reference_text="abcx", percentage=50),
        no("abcd", reference_text="abcx", percentage=47),
        no("The river runs to sea.", reference_text="The river run", percentage=53),
    ),
)
def overlap(text: Text, *, reference_text: str, percentage: Count) -> Finding:
    """The trigrams overlap with those of `reference_text` by `percentage` percent, give or take 2.

    Reference: a trigram is three characters, white space and case included. The share is of the
    response's different trigrams, as a floating-point number that may miss a bound that it should
    meet. A response of fewer than three characters does not follow.
    """
    shared, own = _trigrams_shared(text, reference_text)
    share = shared / own * 100 if own else float("nan")
    near = percentage - _TOLERANCE <= share <= percentage + _TOLERANCE
    return _near_percentage(near, shared, own, percentage)


@IFBENCH.correction(
    "ratio:overlap",
    why="a share that equals a bound is within it, whatever floating-point numbers make of it",
    examples=(ok("The river runs to sea.", reference_text="The river run", percentage=53),),
)
def overlap_exactly(text: Text, *, reference_text: str, percentage: Count) -> Finding:
    """The character trigrams overlap by `percentage` percent, give or take 2, without rounding."""
    shared, own = _trigrams_shared(text, reference_text)
    numerator, denominator = _exact(percentage)
    distance = abs(100 * shared * denominator - numerator * own)
    near = own > 0 and distance <= _TOLERANCE * own * denominator
    return _near_percentage(near, shared, own, percentage)


def _trigrams_shared(text: Text, reference_text: str) -> tuple[int, int]:
    reference = _trigrams_of_reference(reference_text)
    inner, outer = text.of(_inner_and_outer_trigrams)
    return len(inner & reference) + len(outer & reference), len(inner) + len(outer)


def _inner_and_outer_trigrams(text: Text) -> tuple[set[_Trigram], set[_Trigram]]:
    """The trigrams of the inner lines, which are those of the whole, and the others."""
    whole = text.part.whole if text.part else text
    lines = whole.of(_inner_lines)
    before, _, after = text.raw.partition(lines) if lines else (text.raw, "", "")
    inner = whole.of(_trigrams_of_inner_lines)
    outer = _trigrams_of(before + lines[:2]) | _trigrams_of(lines[-2:] + after)
    return inner, outer - inner


def _inner_lines(text: Text) -> str:
    """All lines but the first and the last, which loose leaves out; "" if next to nothing."""
    inner = "\n".join(text.lines[1:-1]).strip()
    return inner if len(inner) > 1 else ""


def _trigrams_of_inner_lines(text: Text) -> set[_Trigram]:
    return _trigrams_of(text.of(_inner_lines))


@lru_cache(maxsize=128)
def _trigrams_of_reference(reference_text: str) -> frozenset[_Trigram]:
    return frozenset(_trigrams_of(reference_text))


def _trigrams_of(raw: str) -> set[_Trigram]:
    return set(zip(raw, raw[1:], raw[2:], strict=False))


def _near_percentage(near: bool, shared: int, own: int, percentage: float) -> Finding:
    wanted = f"{percentage} % plus or minus {_TOLERANCE}"
    return Finding(near, f"{shared} of {own} trigrams", wanted)


@IFBENCH.instruction(
    "ratio:sentence_words",
    origin="CharacterCountUniqueWordsChecker",
    examples=(
        ok("Cats nap. Dogs run. Fish eat."),
        no("Cats nap. Dogs ran. Fish ate now."),
        ok("Cats nap. Cats nap. Cats nap."),
    ),
)
def sentence_words(text: Text) -> Finding:
    """Three sentences of the same number of characters share no word.

    Reference: looks at the number and the lengths of the sentences only, never at their words.
    """
    return _three_of_one_length([sentence.strip() for sentence in text.sentences])


@IFBENCH.correction(
    "ratio:sentence_words",
    why="the reference does not compare the words; list numbers are no sentences",
    examples=(no("Cats nap. Cats nap. Cats nap."), ok("1. Cats nap. Dogs run. Fish eat.")),
)
def sentence_words_all_different(text: Text) -> Finding:
    """Three sentences of the same number of characters share no word."""
    sentences = text.of(plain.sentences)
    of_one_length = _three_of_one_length(sentences)
    if not of_one_length.followed:
        return of_one_length
    words = [word.lower() for sentence in sentences for word in plain.words_of(sentence)]
    repeated = len(words) - len(set(words))
    if repeated:
        return Finding(False, f"{repeated} words used again", _THREE_OF_ONE_LENGTH)
    return of_one_length


def _three_of_one_length(sentences: list[str]) -> Finding:
    lengths = [len(sentence) for sentence in sentences]
    followed = len(lengths) == 3 and len(set(lengths)) == 1
    sizes = f" of {', '.join(map(str, lengths))} characters" if len(lengths) == 3 else ""
    return Finding(followed, f"{len(lengths)} sentences{sizes}", _THREE_OF_ONE_LENGTH)
