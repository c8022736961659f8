"""`count:`, `ratio:` and `words:` of IFBench: binding, known faults, and laws."""

import re
import unicodedata
from collections.abc import Mapping
from fractions import Fraction

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkers import lexicons
from checkers.finding import Finding
from checkers.ifbench import plain, tagger
from checkers.ifbench.syllables import syllables
from checkers.registry import IFBENCH, BadArguments, Registry, ok
from checkers.text import Text

IDS = [
    id for id in IFBENCH if id in IFBENCH.own and id.split(":")[0] in ("count", "ratio", "words")
]
KEYWORDS = {f"keyword{i}": word for i, word in enumerate(("sea", "fog", "elm", "jug", "owl"), 1)}
TEXTS = st.text() | st.text(alphabet="ab Ae1._*'’-—,?!\n\u0301\u0316é漢ア。", max_size=40)


def judged(id: str, response: str, kwargs: Mapping[str, object]) -> tuple[bool, bool]:
    """Followed under the reference and under the corrected rule."""
    text = Text(response)
    both = (IFBENCH.get(id, corrected=corrected) for corrected in (False, True))
    exact, fixed = (rule.check(text, **rule.arguments(kwargs)).followed for rule in both)
    return exact, fixed


def test_the_part_has_its_27_instructions() -> None:
    ours = [id for id in IDS if IFBENCH.own[id].check.__module__.startswith("checkers.ifbench.")]
    assert len(ours) == 27
    assert [id for id in ours if id not in IFBENCH.corrections] == ["count:punctuation"]


@pytest.mark.parametrize(
    ("id", "kwargs"),
    [
        ("count:word_count_range", {"min_words": 1}),
        ("count:word_count_range", {"min_words": -1, "max_words": 5}),
        ("count:unique_word_count", {"N": None}),
        ("count:unique_word_count", {"N": "3"}),
        ("count:conjunctions", {"small_n": -2}),
        ("count:person_names", {"N": -1.0}),
        ("count:numbers", {"N": True}),
        ("count:punctuation", {"N": 2}),
        ("count:words_japanese", {}),
        ("count:words_japanese", {"N": -3}),
        ("count:pronouns", {"small_n": 2}),
        ("count:keywords_multiple", {**KEYWORDS, "keyword5": None}),
        ("ratio:stop_words", {"percentage": -1}),
        ("ratio:stop_words", {"percentage": float("nan")}),
        ("ratio:overlap", {"percentage": 10}),
        ("ratio:overlap", {"reference_text": "sea", "percentage": -0.5}),
        ("words:repeats", {"small_n": -1}),
        ("words:keywords_specific_position", {"keyword": "", "n": 1, "m": 1}),
        ("words:keywords_specific_position", {"keyword": "sea", "n": 0, "m": 1}),
        ("words:keywords_specific_position", {"keyword": "sea", "n": 1, "m": -1}),
        ("words:keywords_specific_position", {"keyword": "sea", "n": 1.5, "m": 1}),
        ("words:words_position", {}),
    ],
)
def test_refused(id: str, kwargs: dict[str, object]) -> None:
    with pytest.raises(BadArguments, match=id):
        IFBENCH.get(id).bind(kwargs)


@pytest.mark.parametrize(
    ("id", "kwargs"),
    [
        ("count:word_count_range", {"min_words": 9.0, "max_words": 5}),
        ("count:numbers", {"N": 0, "small_n": None}),
        ("count:words_japanese", {"N": 0}),
        ("count:words_japanese", {"N": 2.5}),
        ("count:keywords_multiple", {**KEYWORDS, "keyword5": ""}),
        ("ratio:stop_words", {"percentage": 12.5}),
        ("ratio:overlap", {"reference_text": "", "percentage": 0}),
        ("words:keywords_specific_position", {"keyword": " ", "n": 2.0, "m": 3}),
        ("words:words_position", {"keyword": ""}),
    ],
)
def test_bound(id: str, kwargs: dict[str, object]) -> None:
    assert isinstance(IFBENCH.get(id).bind(kwargs)(Text("Rain fell.")), Finding)


SEVEN_STOPS_OF_25 = "the of and to in is was " + "river " * 18
THREE_LINES = "Sea. Fog fog. Elm elm elm. Jug jug jug jug jug. Owl owl owl owl owl owl owl."


@pytest.mark.parametrize(
    ("id", "response", "kwargs", "reference", "corrected"),
    [
        ("count:word_count_range", "It costs 3.5 or so", {"min_words": 6, "max_words": 6}, 1, 0),
        ("count:word_count_range", "two ___ words", {"min_words": 2, "max_words": 2}, 0, 1),
        ("count:unique_word_count", "alpha -", {"N": 2}, 1, 0),
        ("count:conjunctions", "And and and, (and) *and*", {"small_n": 5}, 1, 0),
        ("count:conjunctions", "and/or but—so", {"small_n": 1}, 0, 1),
        ("count:person_names", "Miami is available. Available!", {"N": 1}, 0, 0),
        ("count:person_names", "Leo2 and Zoë", {"N": 1}, 0, 0),
        ("count:person_names", "Zoe\u0308", {"N": 1}, 1, 0),
        ("count:person_names", "_Ava_ saw Mia的 house", {"N": 2}, 0, 1),
        ("count:numbers", "10-20", {"N": 2}, 0, 1),
        ("count:numbers", "1,2,3", {"N": 3}, 0, 1),
        ("count:numbers", "2024-05-06 and H2O", {"N": 4}, 0, 1),
        ("count:numbers", "1,250.75 and 10:30 and 3/4 and ½", {"N": 3}, 1, 1),
        ("count:punctuation", "!?! a. b, c; d: e?", {}, 1, 1),
        ("count:punctuation", "‽ a. b, c; d: e?", {}, 0, 0),
        ("count:words_japanese", "これはとても長い文です", {"N": 1}, 1, 1),
        ("count:words_japanese", "we drank 3.5 cups", {"N": 3}, 0, 0),
        ("count:words_japanese", "we drank ５ cups", {"N": 3}, 1, 1),
        ("count:words_japanese", "水 水", {"N": 0}, 0, 0),
        ("count:words_japanese", "one two three four 五", {"N": 2.5}, 1, 1),
        ("count:pronouns", "IT in the US", {"N": 1}, 1, 0),
        ("count:pronouns", "TELL US", {"N": 1}, 1, 1),
        ("count:pronouns", "_it_ saw", {"N": 1}, 0, 1),
        ("count:keywords_multiple", THREE_LINES, KEYWORDS, 1, 1),
        ("count:keywords_multiple", THREE_LINES + " Overseas.", KEYWORDS, 0, 1),
        ("count:keywords_multiple", THREE_LINES[5:] + " Overseas.", KEYWORDS, 1, 0),
        ("ratio:stop_words", SEVEN_STOPS_OF_25, {"percentage": 28}, 0, 1),
        ("ratio:stop_words", SEVEN_STOPS_OF_25, {"percentage": 27.9}, 0, 0),
        ("ratio:stop_words", "-- ...", {"percentage": 100}, 0, 0),
        ("ratio:sentence_type", "no stop", {}, 1, 0),
        ("ratio:sentence_type", 'He said "Yes." She said "No." Why?', {}, 0, 1),
        ("ratio:sentence_balance", "no stop", {}, 1, 0),
        ("ratio:sentence_balance", "Rain. Rain? Rain?!", {}, 0, 0),
        ("ratio:sentence_balance", "雨。雨？", {}, 1, 0),
        ("ratio:overlap", "ab", {"reference_text": "ab", "percentage": 0}, 0, 0),
        ("ratio:overlap", "abcdef", {"reference_text": "ABCDEF", "percentage": 2}, 1, 1),
        ("ratio:overlap", "abcdefghijklmnopqrstuvwxyz.", {"reference_text": "abcdefghi",
                                                          "percentage": 26}, 0, 1),
        ("ratio:sentence_words", "Go now. Go now. Go now.", {}, 1, 0),
        ("words:alphabet", "İzmir", {}, 0, 1),
        ("words:alphabet", "How İzmir", {}, 1, 1),
        ("words:alphabet", "“Zoos” attract 🙂 bears", {}, 0, 1),
        ("words:alphabet", "...", {}, 0, 0),
        ("words:vowel", "A cat sits.\nA dog runs.", {}, 0, 0),
        ("words:vowel", "Ana là un ôté", {}, 1, 0),
        ("words:vowel", "Ana a un ôs", {}, 1, 1),
        ("words:vowel", "Ana un île ôs", {}, 1, 0),
        ("words:consonants", "Boys & myths", {}, 0, 1),
        ("words:consonants", "12 34", {}, 0, 0),
        ("words:palindrome", "level,radar," * 5, {}, 0, 1),
        ("words:prime_lengths", "don’t", {}, 1, 0),
        ("words:prime_lengths", "a" * 101, {}, 0, 1),
        ("words:prime_lengths", "a" * 121, {}, 0, 0),
        ("words:repeats", "it's its", {"small_n": 1}, 0, 1),
        ("words:repeats", "“stop” stop", {"small_n": 1}, 1, 0),
        ("words:repeats", "...", {"small_n": 0}, 1, 1),
        ("words:odd_even_syllables", "A 12 tree", {}, 1, 1),
        ("words:odd_even_syllables", "water — 🙂 — colder", {}, 0, 0),
        ("words:last_first", "We love rain? Rain! rain.", {}, 0, 1),
        ("words:last_first", "1. We love rain. 2. Rain falls.", {}, 0, 1),
        ("words:last_first", "...", {}, 1, 0),
        ("words:paragraph_last_first", "**Rain** is **rain**.", {}, 0, 1),
        ("words:paragraph_last_first", "***\n—\nsea", {}, 1, 1),
        ("words:no_consecutive", "“alpha “beta", {}, 0, 1),
        ("words:no_consecutive", "été ends", {}, 1, 0),
        ("words:keywords_specific_position", "I can't see kiwi now.",
         {"keyword": "kiwi", "n": 1, "m": 4}, 0, 1),
        ("words:keywords_specific_position", "I cannot see kiwi now.",
         {"keyword": "kiwi", "n": 1, "m": 4}, 0, 1),
        ("words:keywords_specific_position", "I don’t.",
         {"keyword": " DON’T ", "n": 1.0, "m": 2.0}, 0, 1),
        ("words:words_position", "The kiwi likes a kiwi now", {"keyword": "Kiwi "}, 1, 1),
        ("words:words_position", "The kiwi likes a kiwi now...", {"keyword": "kiwi"}, 0, 1),
        ("words:words_position", "I'm kiwi no kiwi don't", {"keyword": "kiwi"}, 0, 1),
        ("words:words_position", "kiwi.", {"keyword": "kiwi"}, 0, 0),
        ("words:words_position", "a kiwi kiwi a", {"keyword": ""}, 0, 0),
    ],
)  # fmt: skip
def test_known_faults(
    id: str, response: str, kwargs: dict[str, object], reference: int, corrected: int
) -> None:
    assert judged(id, response, kwargs) == (bool(reference), bool(corrected))


def test_dividing_by_zero_ends_the_trying_in_the_reference_alone() -> None:
    exact, fixed = (IFBENCH.get("count:words_japanese", corrected=c) for c in (False, True))
    assert exact.bind({"N": 0})(Text("水")).raised
    assert not fixed.bind({"N": 0})(Text("水")).raised


@pytest.mark.parametrize("id", sorted(set(IDS) - {"words:start_verb"}))
@pytest.mark.parametrize("response", ["", " \n", ".", "\u200b", "\ud800", "\x00", "e\u0301" * 40])
def test_every_text_gets_a_verdict(id: str, response: str) -> None:
    for verdict in judged(id, response, IFBENCH.own[id].examples[0].kwargs):
        assert isinstance(verdict, bool)


@given(st.text(alphabet="ab_* 1é", max_size=30))
def test_only_underscores_between_two_characters_stay(raw: str) -> None:
    bare = raw.replace("*", "")
    kept = re.sub(r"(?<![^\W_])(?<!_)_+|(?<!_)_+(?!_)(?![^\W_])", "", bare)
    assert plain.without_markup(raw) == kept


@given(TEXTS)
def test_words_begin_and_end_as_defined(raw: str) -> None:
    for word in plain.words_of(raw):
        assert word[0].isalnum()
        assert word[-1].isalnum() or unicodedata.category(word[-1]).startswith("M")
        assert not re.search(r"\s|[\u2012-\u2015]|--|…|\.\.", word)


@given(TEXTS)
def test_vowels_are_those_of_the_whole_text_decomposed(raw: str) -> None:
    decomposed = unicodedata.normalize("NFD", raw.lower())
    wanted = "\n" not in raw.strip() and len(set(decomposed) & set("aeiou")) <= 3
    assert judged("words:vowel", raw, {})[1] is wanted


@given(st.lists(st.sampled_from(["Ava", "Mia", "Zoe", "_", " ", "s", "é", "2", "さ"]), max_size=9))
def test_names_stand_between_word_boundaries(pieces: list[str]) -> None:
    raw = "".join(pieces)
    found = sum(1 for name in ("Ava", "Mia", "Zoe") if re.search(rf"\b{name}\b", raw))
    assert judged("count:person_names", raw, {"N": found})[0]
    assert not judged("count:person_names", raw, {"N": found + 1})[0]


@given(st.text(alphabet="abc", max_size=30), st.text(alphabet="abc", max_size=9),
       st.integers(0, 100))  # fmt: skip
def test_overlap_in_whole_numbers(raw: str, reference: str, percentage: int) -> None:
    own, other = ({t[i : i + 3] for i in range(len(t) - 2)} for t in (raw, reference))
    kwargs = {"reference_text": reference, "percentage": percentage}
    wanted = bool(own) and abs(Fraction(100 * len(own & other), len(own)) - percentage) <= 2
    assert judged("ratio:overlap", raw, kwargs)[1] is wanted


@pytest.mark.parametrize(
    ("word", "count"),
    [("water", 2), ("mp3", 0), ("猫", 1), ("—", 1), ("bzzle", 1), ("xyxle", 2), ("qe", 1),
     ("aeroplanish", 4), ("zzouyaz", 1), ("é", 1)],
)  # fmt: skip
def test_syllables(word: str, count: int) -> None:
    assert syllables(word) == count


def test_lists_are_whole() -> None:
    assert len(lexicons.words("person_names")) == 50
    assert len(lexicons.words("stop_words")) == 198
    assert len(lexicons.words("pronouns")) == 63
    assert len(lexicons.numbers("syllables")) == 6392


def test_an_absent_list_is_an_error() -> None:
    with pytest.raises(FileNotFoundError):
        lexicons.words("no_such_list")


def test_an_instruction_and_its_correction_refuse_to_bind_without_what_they_need() -> None:
    registry = Registry("one", reference="none")

    def unavailable() -> None:
        raise tagger.MissingTagger

    def check(text: Text) -> Finding:
        return Finding(True, "", "")

    registry.instruction("a:b", origin="C", examples=(ok("."),), requires=unavailable)(check)
    registry.correction("a:b", why="", examples=(ok("."),))(check)
    for corrected in (False, True):
        with pytest.raises(tagger.MissingTagger, match="fetch tagger"):
            registry.get("a:b", corrected=corrected).bind({})
