"""first_word:* and last_word:*: the words at the ends of sentences and of the whole answer."""

from __future__ import annotations

import re
from collections.abc import Callable

from checkers.finding import Finding, excerpt
from checkers.if_rlvr.rule_sentences import corrected_sentences, reference_sentences
from checkers.parameters import Filled, FilledStrings
from checkers.phrases import ends_with, starts_with
from checkers.registry import IF_RLVR, no, ok
from checkers.text import Text

_MARKS = re.compile(r"[^\w\s]")


def single(word: list[str] | str) -> str:
    """The one word that a row names, as such or as the first of a list; stripped."""
    return (word if isinstance(word, str) else word[0]).strip()


@IF_RLVR.instruction(
    "first_word:first_word_sent",
    origin="FirstWordSentChecker",
    examples=(
        ok("Birds sing. birds fly.", first_word="birds"),
        no("Birds sing. They fly.", first_word="birds"),
        no("Birds, sing!", first_word="birds"),
    ),
)
def every_sentence_starts(text: Text, *, first_word: FilledStrings) -> Finding:
    """Every sentence begins with `first_word`.

    Reference: of each rule-based sentence what stands in front of the first white space, in lower
    case and with its punctuation. Of a list the first word is taken.
    """
    word = single(first_word).lower()
    sentences = text.of(reference_sentences)
    return _every(sentences, lambda s: _first(s) == word, f"begins with {word!r}")


@IF_RLVR.correction(
    "first_word:first_word_sent",
    why="punctuation beside the word counts, and '!!' or an ellipsis make sentences of their own",
    examples=(ok("Birds, sing!! Birds... fly.", first_word="birds"),),
)
def every_sentence_starts_with_word(text: Text, *, first_word: FilledStrings) -> Finding:
    """Every sentence begins with `first_word`.

    Corrected: in any case, whatever marks are beside it; it may be several words. There must be a
    sentence with a word in it.
    """
    word = single(first_word)
    if not word:
        return every_sentence_starts(text, first_word=first_word)
    sentences = text.of(corrected_sentences)
    return _every(sentences, lambda s: starts_with(s, word), f"begins with {word!r}", least=1)


@IF_RLVR.instruction(
    "first_word:first_word_answer",
    origin="FirstWordAnswerChecker",
    examples=(
        ok("hello there", first_word="Hello"),
        no("Oh, hello", first_word="hello"),
        no("Hello, you", first_word="hello"),
    ),
)
def answer_starts(text: Text, *, first_word: Filled) -> Finding:
    """The response begins with `first_word`.

    Reference: what stands in front of the first white space, in lower case and with its
    punctuation.
    """
    first = _first(text.raw)
    return Finding(first == first_word.strip().lower(), excerpt(first), excerpt(first_word))


@IF_RLVR.correction(
    "first_word:first_word_answer",
    why="punctuation beside the word counts, and two words never match",
    examples=(ok("Hello, you", first_word="hello"),),
)
def answer_starts_with_word(text: Text, *, first_word: Filled) -> Finding:
    """The response begins with `first_word`.

    Corrected: in any case, whatever marks are beside it; it may be several words.
    """
    if not first_word.strip():
        return answer_starts(text, first_word=first_word)
    return Finding(
        starts_with(text.raw, first_word), excerpt(_first(text.raw)), excerpt(first_word)
    )


@IF_RLVR.instruction(
    "last_word:last_word_sent",
    origin="LastWordSentChecker",
    examples=(
        ok("I saw the moon. Was it a moon?", last_word="moon"),
        no("I saw the moon. It shone.", last_word="moon"),
        no("You can't.", last_word="can't"),
    ),
)
def every_sentence_ends(text: Text, *, last_word: FilledStrings) -> Finding:
    """Every sentence ends with `last_word`, before its punctuation.

    Reference: of each rule-based sentence what stands behind the last white space, in lower case
    and without any mark, combining ones included; none is taken from the parameter. Of a list the
    first word is taken.
    """
    word = single(last_word).lower()
    sentences = text.of(reference_sentences)
    return _every(sentences, lambda s: _last(s) == word, f"ends with {word!r}")


@IF_RLVR.correction(
    "last_word:last_word_sent",
    why="marks inside the word are taken from the response only, and '!!' makes a sentence",
    examples=(ok("You can't!! They can't.", last_word="can't"),),
)
def every_sentence_ends_with_word(text: Text, *, last_word: FilledStrings) -> Finding:
    """Every sentence ends with `last_word`, before its punctuation.

    Corrected: in any case, whatever marks are in it; it may be several words. There must be a
    sentence with a word in it.
    """
    word = single(last_word)
    if not word:
        return every_sentence_ends(text, last_word=last_word)
    sentences = text.of(corrected_sentences)
    return _every(sentences, lambda s: ends_with(s, word), f"ends with {word!r}", least=1)


@IF_RLVR.instruction(
    "last_word:last_word_answer",
    origin="LastWordAnswerChecker",
    examples=(
        ok("This is the end.", last_word="End"),
        no("The end is near.", last_word="end"),
        no("This is the end .", last_word="end"),
    ),
)
def answer_ends(text: Text, *, last_word: Filled) -> Finding:
    """The response ends with `last_word`, before its punctuation.

    Reference: what stands behind the last white space, in lower case and without any mark,
    combining ones included; none is taken from the parameter.
    """
    last = _last(text.raw)
    return Finding(last == last_word.strip().lower(), excerpt(last), excerpt(last_word))


@IF_RLVR.correction(
    "last_word:last_word_answer",
    why="marks inside the word are taken from the response only, and two words never match",
    examples=(ok("Yes, you can't", last_word="can't"),),
)
def answer_ends_with_word(text: Text, *, last_word: Filled) -> Finding:
    """The response ends with `last_word`, before its punctuation.

    Corrected: in any case, whatever marks are in it; it may be several words.
    """
    if not last_word.strip():
        return answer_ends(text, last_word=last_word)
    return Finding(ends_with(text.raw, last_word), excerpt(_last(text.raw)), excerpt(last_word))


def _first(text: str) -> str:
    """What stands in front of the first white space, in lower case; "" in a blank text."""
    return "".join(text.split(None, 1)[:1]).lower()


def _last(text: str) -> str:
    """What stands behind the last white space, in lower case and without marks."""
    return _MARKS.sub("", "".join(text.rsplit(None, 1)[-1:])).lower()


def _every(
    sentences: list[str], complies: Callable[[str], bool], what: str, *, least: int = 0
) -> Finding:
    wanted = f"every sentence {what}"
    if len(sentences) < least:
        return Finding(False, "no sentence", wanted)
    for number, sentence in enumerate(sentences, 1):
        if not complies(sentence):
            return Finding(False, f"sentence {number} is {excerpt(sentence)}", wanted)
    return Finding(True, f"{len(sentences)} such sentences", wanted)
