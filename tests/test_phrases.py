"""Words and phrases in any script: places and counts worked out by hand."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkers.phrases import (
    blocks,
    ends_with,
    fold,
    half_width,
    lowered,
    occurrences,
    paragraphs_between,
    star_divided,
    starts_with,
    unix_lines,
    word_runs,
    words,
    writing,
)


@pytest.mark.parametrize(
    ("text", "phrase", "count"),
    [
        ("Tea, tea and TEA; teapot.", "tea", 3),
        ("El mármol", "mar", 0),
        ("Die Straße", " STRASSE ", 1),
        ("L'e\u0301cole", "école", 1),
        ("नदी नहीं", "नदी", 1),
        ("कमी", "कम", 0),
        ("小猫在猫窝", "猫", 2),
        ("수프를", "수프", 1),
        ("생수프", "수프", 0),
        ("c++ and C++.", "c++", 2),
        ("snake_case", "case", 0),
        ("aaa aa", "aa", 1),
        ("a-a a", "a-a", 1),
        ("x.y", "x?y", 0),
    ],
)
def test_occurrences(text: str, phrase: str, count: int) -> None:
    assert occurrences(text, phrase) == count


@pytest.mark.parametrize(
    ("text", "phrase", "expected"),
    [
        (" ¿Qué hora es?", "qué", True),
        ("«L'Amour» est là", "l'amour", True),
        ("（今天，下雨。）", "今天", True),
        ("**Tea**", "tea", False),
        ("**Tea**", "**tea", True),
        ("(a) first", "(a)", True),
        ("Tea-time", "tea", False),
        ("Tea - time", "tea", True),
        ("Teapot", "tea", False),
        ("ΛΟΓΟΣ τέλος", "λόγος", False),
        ("ΛΟΓΟΣ τέλος", "λογος", True),
        ("", "tea", False),
    ],
)
def test_starts_with(text: str, phrase: str, expected: bool) -> None:
    assert starts_with(text, phrase) is expected


@pytest.mark.parametrize(
    ("text", "phrase", "expected"),
    [
        ("We have tea.”\n", "Tea!", True),
        ("We have tea", "have tea", True),
        ("a green-tea", "tea", False),
        ("a green - tea", "tea", True),
        ("weekend", "end", False),
        ("我爱茶。", "茶", True),
        ("नदी।", "नदी", True),
        ("Stop it ?! ", "?!", True),
        ("Stop it ?! .", "?!", False),
        ("", "tea", False),
    ],
)
def test_ends_with(text: str, phrase: str, expected: bool) -> None:
    assert ends_with(text, phrase) is expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Don't stop: well-known, x²!", ["Don't", "stop", "well-known", "x²"]),
        ("rock ’n’ roll", ["rock", "n", "roll"]),
        ("a--b 3.14", ["a", "b", "3", "14"]),
        ("नहीं e\u0301te\u0301", ["नहीं", "été"]),
        ("Ⓐ‿b", ["Ⓐ‿b"]),
        ("...", []),
    ],
)
def test_words(text: str, expected: list[str]) -> None:
    assert words(text) == expected


def test_words_may_be_joined_by_other_signs() -> None:
    assert words("U.S.A. and 'so'", joined_by=".") == ["U.S.A", "and", "so"]


@pytest.mark.parametrize(
    ("text", "without_numerals", "with_numerals"),
    [("don't", 2, 2), ("x² ½", 1, 2), ("a²b", 2, 1), ("नहीं", 1, 1), ("a\u200db", 1, 1)],
)
def test_word_runs(text: str, without_numerals: int, with_numerals: int) -> None:
    assert len(word_runs(text)) == without_numerals
    assert len(word_runs(text, numerals=True)) == with_numerals


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("12, 34!", "none"),
        ("用Python写", "cjk"),
        ("猫 cat", "cjk"),
        ("猫 big cat", "other"),
        ("猫 ca\u0301t", "cjk"),
        ("カー", "cjk"),
        ("แมว cat", "thai"),
        ("नदी है", "devanagari"),
        ("नदी is a river", "other"),
        ("한국", "other"),
    ],
)
def test_writing(text: str, expected: str) -> None:
    assert writing(text) == expected


@pytest.mark.parametrize(
    ("text", "pieces", "paragraphs"),
    [
        ("a\n***\nb", ["a", "b"], 2),
        ("a\r\n***\r\nb", ["a", "b"], 2),
        ("***a\n\n***\nb", ["", "a\n", "b"], 2),
        ("It is ***very wet***, so", ["It is ***very wet***, so"], 1),
        ("x***y***z", ["x", "y", "z"], 3),
        ("a******b", ["a", "", "b"], None),
        (" ", [" "], 0),
    ],
)
def test_star_divided(text: str, pieces: list[str], paragraphs: int | None) -> None:
    assert star_divided(text) == pieces
    assert paragraphs_between(pieces) == paragraphs


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a\n\nb", ["a", "b"]),
        ("\n\na\n \t\n\n b\nc\r\n\r\nd", ["a", "b\nc", "d"]),
        ("a\nb", ["a\nb"]),
        (" \n\n ", []),
    ],
)
def test_blocks(text: str, expected: list[str]) -> None:
    assert blocks(text) == expected


def test_forms_of_text() -> None:
    assert fold("Stra\u00dfe E\u0301") == "strasse é"
    assert lowered("STRAßE E\u0301") == "straße é"
    assert unix_lines("a\r\nb\rc\n\r") == "a\nb\nc\n\n"
    assert half_width("［a］＜＜b＞＞＂，") == '[a]<<b>>"，'


@given(st.text(), st.text(min_size=1).filter(lambda phrase: phrase.strip() != ""))
def test_a_phrase_between_spaces_is_found(text: str, phrase: str) -> None:
    assert occurrences(f"{text} \n {phrase.strip()} \n {text}", phrase) >= 1


@given(st.text())
def test_nothing_raises(text: str) -> None:
    assert writing(text) in ("none", "cjk", "thai", "devanagari", "other")
    assert "".join(word_runs(text)) == "".join("".join(word_runs(text)).split())
    assert len(star_divided(text)) >= 1
    assert all(block == block.strip() != "" for block in blocks(text))
    assert isinstance(starts_with(text, "a"), bool)
    assert isinstance(ends_with(text, "a"), bool)
