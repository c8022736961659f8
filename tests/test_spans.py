import string
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from checkers import IFBENCH, IFEVAL, MULTI_IF
from checkers.spans import spans

FOUND: list[tuple[str, dict[str, Any], str, list[str]]] = [
    ("punctuation:no_comma", {}, "a, b,", [",", ","]),
    ("keywords:existence", {"keywords": ["sea", "Sky"]}, "SEA and sky", ["SEA", "sky"]),
    ("keywords:forbidden_words", {"forbidden_words": ["red"]}, "Red redwood", ["Red"]),
    (
        "keywords:frequency",
        {"keyword": "sun", "frequency": 1, "relation": "at least"},
        "Sunday sun",
        ["Sun", "sun"],
    ),
    (
        "keywords:letter_frequency",
        {"letter": "O", "let_frequency": 1, "let_relation": "at least"},
        "Otto",
        ["O", "o"],
    ),
    ("detectable_content:postscript", {"postscript_marker": "P.S."}, "Bye.\nP. S. x", ["P. S."]),
    ("detectable_content:number_placeholders", {"num_placeholders": 1}, "[a] [b\n]", ["[a]"]),
    ("detectable_format:number_bullet_lists", {"num_bullets": 2}, "* a\n - b\n** c", ["*", " -"]),
    (
        "detectable_format:number_highlighted_sections",
        {"num_highlights": 1},
        "*a* and * *",
        ["*a*"],
    ),
    (
        "detectable_format:multiple_sections",
        {"section_spliter": "Day", "num_sections": 2},
        "Day 1\nDay 22",
        ["Day 1", "Day 22"],
    ),
    ("detectable_format:title", {}, "x\nso <<low tide>>!", ["<<low tide>>"]),
    ("detectable_format:constrained_response", {}, "My answer is no.", ["My answer is no."]),
    ("length_constraints:number_paragraphs", {"num_paragraphs": 2}, "a\n***\nb", ["***"]),
    (
        "length_constraints:nth_paragraph_first_word",
        {"num_paragraphs": 2, "nth_paragraph": 2, "first_word": "sun"},
        "Rain.\n\n Sun and moon.\n",
        ["Sun and moon."],
    ),
    ("startend:end_checker", {"end_phrase": "the end."}, 'It is "the end."\n', ["the end."]),
    ("startend:quotation", {}, ' "a" ', ['"', '"']),
    ("combination:two_responses", {}, "a\n******\nb", ["******"]),
    ("combination:repeat_prompt", {"prompt_to_repeat": "Say it."}, " say it. Fine", ["say it."]),
    (
        "change_case:capital_word_frequency",
        {"capital_frequency": 1, "capital_relation": "at least"},
        "I saw NASA",
        ["I", "NASA"],
    ),
    ("change_case:english_lowercase", {}, "a Bc", ["B"]),
    ("change_case:english_capital", {}, "A bC", ["b"]),
]


@pytest.mark.parametrize(("id", "kwargs", "raw", "pieces"), FOUND, ids=[id for id, *_ in FOUND])
def test_what_a_rule_found_is_where_it_is_said_to_be(
    id: str, kwargs: dict[str, object], raw: str, pieces: list[str]
) -> None:
    assert [raw[start:end] for start, end in spans(IFEVAL, id, raw, kwargs)] == pieces


def test_other_rules_and_kwargs_that_do_not_fit_have_none() -> None:
    assert spans(IFEVAL, "detectable_format:json_format", "{}", {}) == []
    assert spans(IFEVAL, "keywords:existence", "sea", {"keywords": 3}) == []
    assert spans(IFEVAL, "keywords:existence", "sea", {"keywords": ["("]}) == []
    assert spans(IFBENCH, "punctuation:no_comma", "a, b", {}) == [(1, 2)]
    assert spans(MULTI_IF, "punctuation:no_comma", "a, b", {}) in ([], [(1, 2)])


@given(st.one_of(st.text(max_size=60), st.text(string.printable, max_size=60)), st.characters())
def test_characters_are_found_wherever_they_are(raw: str, letter: str) -> None:
    wanted = {
        "change_case:english_lowercase": (str.isupper, {}),
        "change_case:english_capital": (str.islower, {}),
        "keywords:letter_frequency": (
            lambda char: char.lower() == letter.strip().lower(),
            {"letter": letter, "let_frequency": 1, "let_relation": "at least"},
        ),
    }
    for id, (is_wanted, kwargs) in wanted.items():
        places = [(i, i + 1) for i, char in enumerate(raw) if is_wanted(char)]
        assert spans(IFEVAL, id, raw, kwargs) == places


def test_there_are_no_more_than_a_reader_can_use() -> None:
    assert len(spans(IFEVAL, "punctuation:no_comma", "," * 10_000, {})) == 200


@pytest.mark.parametrize("piece", ["[", "*", "<<", "\n", "-", "'", "a"])
def test_long_runs_of_one_piece_are_no_burden(piece: str) -> None:
    for id, kwargs, *_ in FOUND:
        spans(IFEVAL, id, piece * (100_000 // len(piece)), kwargs)
