"""`words:` of IFBench: which word stands first, second or elsewhere."""

from __future__ import annotations

import string
from collections.abc import Callable, Iterator
from itertools import dropwhile, islice
from typing import Annotated

from checkers import segment
from checkers.finding import Finding, excerpt
from checkers.ifbench import plain, tagger
from checkers.parameters import Filled, Kind
from checkers.registry import IFBENCH, no, ok
from checkers.text import Text

Position = Annotated[
    int,
    Kind(
        "a whole number of 1 or more",
        lambda value: isinstance(value, int) and not isinstance(value, bool) and value >= 1,
    ),
]
_VERB_OR_MODAL = ("VB", "MD")


@IFBENCH.instruction(
    "words:keywords_specific_position",
    origin="KeywordSpecificPositionChecker",
    examples=(
        ok("It rained. We saw the river.", keyword="river", n=2, m=4),
        no("It rained. We saw the river.", keyword="river", n=1, m=4),
        ok("We don't see river fish.", keyword="river", n=1, m=5),
    ),
)
def keywords_specific_position(text: Text, *, keyword: Filled, n: Position, m: Position) -> Finding:
    """The `m`-th word of the `n`-th sentence is `keyword`.

    Reference: words are the Treebank tokens with a letter or digit, so "don't" and "Anna's" are two
    each, and a `keyword` of several tokens never matches. A list number such as "1." is a sentence.
    Case does not matter.
    """
    sentences = plain.first(n, text.each_punkt_sentence())
    return _at_position(sentences, _alnum_tokens, keyword.strip(), n, m)


def _alnum_tokens(sentence: str) -> list[str]:
    return [token for token in segment.tokens(sentence) if plain.has_alnum(token)]


@IFBENCH.correction(
    "words:keywords_specific_position",
    why="a contraction is one word, and a list number is no sentence",
    examples=(
        no("We don't see river fish.", keyword="river", n=1, m=5),
        ok("We don't see river fish.", keyword="river", n=1, m=4),
        ok("1. The _river_ bends.", keyword="river", n=1, m=2),
    ),
)
def keywords_specific_position_by_word(
    text: Text, *, keyword: Filled, n: Position, m: Position
) -> Finding:
    """The `m`-th word of the `n`-th sentence is `keyword`."""
    keyword = keyword.strip().replace("’", "'")
    sentences = plain.first(n, plain.each_sentence(text))
    return _at_position(sentences, plain.words_of, keyword, n, m)


def _at_position(
    sentences: list[str], cut: Callable[[str], list[str]], keyword: str, n: int, m: int
) -> Finding:
    wanted = f"{keyword!r} as word {m} of sentence {n}"
    if len(sentences) < n:
        return Finding(False, f"{len(sentences)} sentences", wanted)
    words = cut(sentences[n - 1])
    if len(words) < m:
        return Finding(False, f"{len(words)} words in sentence {n}", wanted)
    word = words[m - 1]
    return Finding(word.lower() == keyword.lower(), f"{excerpt(word)} there", wanted)


@IFBENCH.instruction(
    "words:words_position",
    origin="WordsPositionChecker",
    examples=(
        ok("The kiwi likes a kiwi now.", keyword="kiwi"),
        no("A kiwi likes the fruit now.", keyword="kiwi"),
        no("I'm kiwi, no kiwi now!!", keyword="kiwi"),
    ),
)
def words_position(text: Text, *, keyword: str) -> Finding:
    """The second and the second-to-last word are both `keyword`.

    Reference: counts Treebank tokens with the punctuation among them; only one final mark of ASCII
    punctuation is left out. So a comma, a quote, a bullet or a contraction shifts the positions. An
    empty `keyword` never matches.
    """
    tokens = text.tokens
    if tokens and tokens[-1] in string.punctuation:
        tokens = tokens[:-1]
    return _second_from_both_ends(tokens, keyword)


@IFBENCH.correction(
    "words:words_position",
    why="punctuation is no word, and a contraction is one",
    examples=(
        ok("I'm kiwi, no kiwi now!!", keyword="kiwi"),
        no("- kiwi trees like kiwi now", keyword="kiwi"),
    ),
)
def words_position_by_word(text: Text, *, keyword: str) -> Finding:
    """The second and the second-to-last word are both `keyword`."""
    return _second_from_both_ends(text.of(plain.words), keyword)


def _second_from_both_ends(words: list[str], keyword: str) -> Finding:
    wanted = f"{keyword.strip()!r} second and second to last"
    if len(words) < 2:
        return Finding(False, "fewer than two words", wanted)
    second, second_to_last = words[1], words[-2]
    followed = second.lower() == second_to_last.lower() == keyword.strip().lower()
    return Finding(followed, f"{excerpt(second)} and {excerpt(second_to_last)}", wanted)


@IFBENCH.instruction(
    "words:start_verb",
    origin="StartWithVerbChecker",
    examples=(
        ok("Write a short note to the teacher."),
        no("The teacher wrote a note."),
        no("**Write** a short note."),
        no("Should we leave now?"),
    ),
    requires=tagger.require,
)
def start_verb(text: Text) -> Finding:
    """The answer starts with a verb.

    Reference: the first Treebank token has one of the verb tags of NLTK's perceptron tagger. Stars,
    bullets and quotes are tokens. Modal verbs have another tag, and a capitalised past form or a
    one-word command is often taken for a name.
    """
    tokens = list(islice(text.each_token(), tagger.TOKENS_READ))
    return _begins_with_verb([tokens], ("VB",))


@IFBENCH.correction(
    "words:start_verb",
    why="stars, bullets and quotes are no words; modal and capitalised verbs are verbs",
    examples=(ok("**Write** a short note."), ok("Should we leave now?")),
)
def start_verb_by_word(text: Text) -> Finding:
    """The first word is a verb or a modal verb, as it stands or in lower case."""
    tokens = list(islice(_tokens_from_first_word(text), tagger.TOKENS_READ))
    readings = [tokens, [token.lower() for token in tokens[:1]] + tokens[1:]]
    return _begins_with_verb(readings, _VERB_OR_MODAL)


def _tokens_from_first_word(text: Text) -> Iterator[str]:
    tokens = plain.unmarked(text).each_token()
    return dropwhile(lambda token: not plain.has_alnum(token), tokens)


def _begins_with_verb(readings: list[list[str]], tags: tuple[str, ...]) -> Finding:
    wanted = "a verb first"
    if not readings[0]:
        return Finding(False, "no word", wanted)
    found = [tagger.installed().first_tag(tokens) for tokens in readings]
    evidence = f"{excerpt(readings[0][0])} tagged {' or '.join(dict.fromkeys(found))}"
    return Finding(any(tag.startswith(tags) for tag in found), evidence, wanted)
