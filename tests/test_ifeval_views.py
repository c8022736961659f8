"""What the corrected rules of IFEval count is the same however quickly it is counted."""

import re
import unicodedata
from collections import Counter

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st

from checkers import IFEVAL, Text, treebank
from checkers.ifeval.scripts import may_be_in
from checkers.ifeval.words import count_readable_words, joined_words
from checkers.segment import count_word_runs, sentences, word_runs
from checkers.treebank_parts import tokens_of_part

# A line that is not ASCII, and has no word, keeps a text from being counted the quick way.
SLOWLY = "\n§"

WORDS = [
    ("I don't", 2, 2),
    ("3.14 and 1,000", 3, 4),
    ("a.b, c-d", 4, 2),
    ("'tis the '90s'", 3, 3),
    ("well--known, 2-3", 4, 3),
    ("see https://example.org/a?b=c now", 3, 7),
    ("snake_case _ __", 3, 3),
    ("don’t stop—now", 3, 3),
    ("“1,5”…‘6’ • x", 3, 4),
    ("我们去公园", 5, 1),
    ("1.’2’.3", 3, 3),
    ("", 0, 0),
]
TEXTS = st.text("aB1_'’.,-\"“—…•:/é\u0301\u00ad我\n ", max_size=20)


@pytest.mark.parametrize(("raw", "readable", "joined"), WORDS)
def test_words(raw: str, readable: int, joined: int) -> None:
    assert count_readable_words(raw) == count_readable_words(raw + SLOWLY) == readable
    assert len(joined_words(raw)) == len(joined_words(raw + SLOWLY)) == joined


@given(TEXTS)
@example("a.'b")
@example("1.,2")
def test_words_of_ascii_texts_are_those_of_others(raw: str) -> None:
    assert count_readable_words(raw) == count_readable_words(raw + SLOWLY)
    capitals, slowly = (list(map(str.isupper, joined_words(x))) for x in (raw, raw + SLOWLY))
    assert capitals == slowly


@given(TEXTS)
def test_word_runs_are_those_of_the_pattern(raw: str) -> None:
    assert word_runs(raw) == re.findall(r"\w+", raw)
    assert count_word_runs(raw) == len(word_runs(raw))


@given(st.text("* \t\n\u3000\x1ca", max_size=20))
@example("** ****")
@example("a *** *** b")
def test_dividers_are_those_of_the_patterns(raw: str) -> None:
    assert Text(raw).starred == re.split(r"\s?\*\*\*\s?", raw)
    alone = re.split(r"\s?(?<![^\s*])\*\*\*(?![^\s*])\s?", raw)
    blank_ends = sum(
        not piece.strip() for piece in {0: alone[0], len(alone) - 1: alone[-1]}.values()
    )
    check = IFEVAL.get("length_constraints:number_paragraphs", corrected=True)
    followed = check.bind({"num_paragraphs": len(alone) - blank_ends})(Text(raw)).followed
    assert followed is all(piece.strip() for piece in alone[1:-1])


@settings(deadline=None)  # The first text reads Punkt's model.
@given(st.lists(st.sampled_from(["It is. ", "1. ", "\n", "2) ", "ab.Cd ", "山。", "“No.” ", "x"])))
@example(["1. ", "1. ", "x"])
@example(["x", "\n", "  12) ", "It is. ", "ab.Cd "])
def test_readable_sentences_are_those_of_the_amended_text(pieces: list[str]) -> None:
    raw = "".join(pieces)
    amended = re.sub(r"^[ \t]*\d{1,3}[.)][ \t]+", "", raw, flags=re.MULTILINE)
    amended = amended.replace("。", ". ")
    amended = re.sub(r"(?<=[a-z]{2})([.?!])(?=[A-Z][a-z])", r"\1 ", amended)
    count = len(sentences(amended, typographic_quotes=True))
    check = IFEVAL.get("length_constraints:number_sentences", corrected=True)
    found = check.bind({"num_sentences": 1, "relation": "at least"})(Text(raw)).found
    assert found == f"{count} sentences"


LETTERS = "aZ 1.éßЖяあ中😀\ud800Ｋ\u0301"


def letters_by_script(raw: str) -> Counter[str]:
    letters = filter(str.isalpha, unicodedata.normalize("NFKC", raw))
    return Counter(unicodedata.name(letter).split()[0].split("-")[0] for letter in letters)


@given(st.text(LETTERS, max_size=24))
@example("abc Жяж")
@example("Ｋ" * 3 + "яя")
def test_a_text_too_short_to_identify_may_be_in_the_language_of_its_script(raw: str) -> None:
    scripts = letters_by_script(raw)
    for code, script in (("en", "LATIN"), ("ru", "CYRILLIC")):
        is_most = not scripts or 2 * scripts[script] > scripts.total()
        assert may_be_in(Text(raw), code).followed is is_most  # type: ignore[arg-type]


@settings(deadline=None)  # The first text reads the tables of language identification.
@given(st.text("abcd" + LETTERS, min_size=20, max_size=90))
@example("It rains, and we stay at home. " * 2 + "я" * 46)
@example("It rains, and we stay at home. " * 2 + "я" * 47)
@example("It rains and we stay home with tea. 茶")
def test_a_text_mostly_in_another_script_is_in_no_language_of_latin_letters(raw: str) -> None:
    scripts = letters_by_script(raw)
    found = may_be_in(Text(raw), "en").found
    is_most = not scripts or 2 * scripts["LATIN"] > scripts.total()
    assert found.endswith("letters") is not is_most
    assert found.endswith("too few to tell") is (is_most and scripts.total() < 25)


SENTENCES = st.lists(st.sampled_from(["It is.", '"Go."', "I can't.", "1.", "Oh", "'tis J."]))


@given(SENTENCES, SENTENCES, SENTENCES, SENTENCES)
@example(["Oh"], ["It is.", "1."], ["1."], [])
def test_tokens_of_a_part_are_those_that_it_has_alone(
    before: list[str], shared: list[str], after: list[str], own: list[str]
) -> None:
    whole = [*before, *shared, *after]
    tokens = treebank.tokens(whole)
    for part in (shared, [*own, *shared], [*shared, *own], [*own[:1], *shared, *own[1:]]):
        assert tokens_of_part(part, whole, tokens) == treebank.tokens(part)
