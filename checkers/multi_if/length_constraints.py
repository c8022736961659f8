"""`length_constraints:*`: how many words, sentences and paragraphs, in any script."""

from __future__ import annotations

import re
from collections.abc import Mapping

from immutabledict import immutabledict

from checkers import segment
from checkers.emoji_sequences import split_emoji
from checkers.finding import Finding, compare, exactly, excerpt
from checkers.ifeval import length_constraints as reference
from checkers.multi_if.registry import MULTI_IF
from checkers.normal_form import composed
from checkers.parameters import Count, Relation, Whole
from checkers.phrases import (
    Writing,
    blocks,
    cjk_characters,
    is_word_character,
    paragraphs_between,
    star_divided,
    starts_with,
    unix_lines,
    without_cjk,
    word_runs,
    writing,
)
from checkers.registry import no, ok
from checkers.segment_multilingual import thai_sentences, thai_words
from checkers.text import Text

_CJK_END = re.compile(r"""\n|(?:[。！？．!?]|(?<!\d)\.|\.(?!\d))+[”’」』）)"'》】]*""")
# Only a whole run of marks can stand before white space; tried from each mark of a long run, it
# would take quadratic time.
_DEVANAGARI_END = re.compile(r"""(?<![।॥!?.])[।॥!?.]++["'”’»)\]]*+(?=\s|$)""")

_WRITING_OF_LANGUAGE: Mapping[str, Writing] = immutabledict(
    zh="cjk", ja="cjk", hi="devanagari", mr="devanagari", ne="devanagari"
)


@MULTI_IF.correction(
    "length_constraints:number_sentences",
    why="short text is taken for another language; quotes and doubled marks are no sentences",
    examples=(
        ok("小市场开门了。河水慢慢流。", num_sentences=2, relation="at least"),
        ok("मौसम ठंडा है॥ हम घर जाते हैं॥", num_sentences=2, relation="at least"),
        no("मौसम ठंडा है।। हम घर जाते हैं।", num_sentences=3, relation="at least"),
    ),
)
def number_sentences(text: Text, *, num_sentences: Count, relation: Relation) -> Finding:
    """The response has `relation` `num_sentences` sentences.

    Corrected: the language that the row asks for decides how sentences end, or else the script;
    not the language that is identified. Chinese, Japanese and Devanagari marks, full stops and
    closing quotes in a row end one sentence; Thai is cut by the reference's model, the rest by
    the English Punkt model.
    """
    return compare(text.of(_sentence_count), relation, num_sentences, "sentences")


@MULTI_IF.correction(
    "length_constraints:number_words",
    why="short text is taken for another language; combining marks are parts of words",
    examples=(
        ok("小市场开门了。", num_words=6, relation="at least"),
        no("नमस्ते", num_words=2, relation="at least"),
    ),
)
def number_words(text: Text, *, num_words: Count, relation: Relation) -> Finding:
    """The response has `relation` `num_words` words.

    Corrected: the language that the row asks for decides what a word is, or else the script; not
    the language that is identified. In Chinese and Japanese each character and each emoji is one;
    Thai is cut by dictionary, without blanks and signs; the rest are runs of letters, digits and
    combining marks.
    """
    return compare(text.of(_word_count), relation, num_words, "words")


@MULTI_IF.correction(
    "length_constraints:number_paragraphs",
    why="bold italics divide nothing; deleting asterisks does not make one paragraph",
    examples=(ok("It was ***very wet*** today.", num_paragraphs=1),),
    loose_variants="asterisks kept",
)
def number_paragraphs(text: Text, *, num_paragraphs: Count) -> Finding:
    """There are `num_paragraphs` paragraphs, divided by `***`.

    Corrected: the asterisks around bold italics are no dividers.
    """
    count = paragraphs_between(star_divided(text.raw))
    if count is None:
        return Finding(False, "a blank paragraph", f"exactly {num_paragraphs}")
    return exactly(count, num_paragraphs, "paragraphs")


@MULTI_IF.correction(
    "length_constraints:nth_paragraph_first_word",
    why="blank pieces shift the number; in many languages other signs, or none, end a word",
    examples=(
        ok("今天下雨。\n\n两只猫睡了。", num_paragraphs=2, nth_paragraph=2, first_word="两只"),
        ok("L'amour est là.", num_paragraphs=1, nth_paragraph=1, first_word="l'amour"),
        no("Tea-time.", num_paragraphs=1, nth_paragraph=1, first_word="tea"),
        ok("Rain.\n\n\n\nSun.", num_paragraphs=2, nth_paragraph=2, first_word="sun"),
    ),
)
def nth_paragraph_first_word(
    text: Text, *, num_paragraphs: Count, nth_paragraph: Whole, first_word: str
) -> Finding:
    """There are `num_paragraphs` paragraphs; number `nth_paragraph` starts with `first_word`.

    Corrected: paragraphs stand between empty lines; opening quotes and brackets before the word
    are skipped, and it is followed by nothing that makes a longer word.
    """
    if not first_word.strip():
        return reference.nth_paragraph_first_word(
            text, num_paragraphs=num_paragraphs, nth_paragraph=nth_paragraph, first_word=first_word
        )
    paragraphs = blocks(text.raw)
    count = len(paragraphs)
    wanted = f"{num_paragraphs} paragraphs, number {nth_paragraph} with {first_word!r}"
    if nth_paragraph > count:
        return Finding(False, f"{count} paragraphs, number {nth_paragraph} missing", wanted)
    paragraph = paragraphs[nth_paragraph - 1]
    followed = count == num_paragraphs and starts_with(paragraph, first_word)
    return Finding(followed, f"{count} paragraphs, {excerpt(paragraph[:40])} first", wanted)


def _writing(text: Text, raw: str) -> Writing:
    """How words and sentences are set apart: by the language asked for, else by the script."""
    if text.asked_language in (None, "th"):  # only text in Thai needs the packages for it
        return writing(raw)
    return _WRITING_OF_LANGUAGE.get(text.asked_language or "", "other")


def _sentence_count(text: Text) -> int:
    match _writing(text, text.raw):
        case "cjk":
            return _with_words(_CJK_END.split(unix_lines(text.raw)))
        case "devanagari":
            return _with_words(_DEVANAGARI_END.split(text.raw))
        case "thai":
            return len(thai_sentences(text.raw))
        case _:
            return len(segment.sentences(text.raw))


def _word_count(text: Text) -> int:
    raw = composed(text.raw)
    match _writing(text, raw):
        case "cjk":
            emoji, rest = split_emoji(raw, " ")
            runs = word_runs(without_cjk(rest), numerals=True)
            return len(cjk_characters(raw)) + len(emoji) + len(runs)
        case "thai":
            return _with_words(thai_words(raw))
        case _:
            return len(word_runs(raw))


def _with_words(pieces: list[str]) -> int:
    return sum(1 for piece in pieces if any(map(is_word_character, piece)))
