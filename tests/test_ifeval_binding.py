"""Which rows IFEval's instructions bind."""

import pytest

from checkers import IFEVAL, BadArguments

REFUSED = [
    ("keywords:existence", {}),
    ("keywords:existence", {"keywords": None}),
    ("keywords:existence", {"keywords": []}),
    ("keywords:existence", {"keywords": ""}),
    ("keywords:existence", {"keywords": [3]}),
    ("keywords:existence", {"keywords": ["sea"], "keyword": "sea"}),
    ("keywords:frequency", {"keyword": "", "frequency": 1, "relation": "at least"}),
    ("keywords:frequency", {"keyword": "sea", "frequency": -1, "relation": "at least"}),
    ("keywords:frequency", {"keyword": "sea", "frequency": 1, "relation": "at most"}),
    ("keywords:frequency", {"keyword": "sea", "frequency": 1}),
    ("keywords:forbidden_words", {"forbidden_words": []}),
    ("keywords:letter_frequency", {"letter": "", "let_frequency": 1, "let_relation": "at least"}),
    ("keywords:letter_frequency", {"letter": "ab", "let_frequency": 1, "let_relation": "at least"}),
    ("keywords:letter_frequency", {"letter": "İ", "let_frequency": 1, "let_relation": "at least"}),
    ("keywords:letter_frequency", {"letter": "a", "let_frequency": -1, "let_relation": "at least"}),
    ("language:response_language", {"language": "zh"}),
    ("length_constraints:number_words", {"num_words": "5", "relation": "at least"}),
    ("length_constraints:number_words", {"num_words": -5, "relation": "at least"}),
    ("length_constraints:number_words", {"num_words": True, "relation": "at least"}),
    ("length_constraints:number_sentences", {"num_sentences": -1, "relation": "at least"}),
    ("length_constraints:number_paragraphs", {"num_paragraphs": -1}),
    (
        "length_constraints:nth_paragraph_first_word",
        {"num_paragraphs": 2, "nth_paragraph": 3, "first_word": "sea"},
    ),
    (
        "length_constraints:nth_paragraph_first_word",
        {"num_paragraphs": 2, "nth_paragraph": 0, "first_word": "sea"},
    ),
    (
        "length_constraints:nth_paragraph_first_word",
        {"num_paragraphs": 2, "nth_paragraph": 1.5, "first_word": "sea"},
    ),
    ("length_constraints:nth_paragraph_first_word", {"num_paragraphs": 2, "nth_paragraph": 1}),
    ("detectable_content:number_placeholders", {"num_placeholders": -1}),
    ("detectable_content:postscript", {}),
    ("detectable_format:number_bullet_lists", {"num_bullets": -1}),
    ("detectable_format:number_highlighted_sections", {"num_highlights": -1}),
    ("detectable_format:multiple_sections", {"section_spliter": "Day", "num_sections": -1}),
    ("detectable_format:multiple_sections", {"num_sections": 1}),
    ("detectable_format:title", {"title": "x"}),
    ("combination:repeat_prompt", {"prompt_to_repeat": ""}),
    ("combination:repeat_prompt", {}),
    ("startend:end_checker", {"end_phrase": 3}),
    ("change_case:capital_word_frequency", {"capital_frequency": 1}),
    (
        "change_case:capital_word_frequency",
        {"capital_frequency": 1, "capital_relation": "at most"},
    ),
]
BOUND_ALTHOUGH_ODD = [
    (
        "change_case:capital_word_frequency",
        {"capital_frequency": -1, "capital_relation": "at least"},
    ),
    ("combination:repeat_prompt", {"prompt_to_repeat": "  "}),
    ("detectable_content:postscript", {"postscript_marker": ""}),
    ("detectable_format:multiple_sections", {"section_spliter": "", "num_sections": 2}),
    ("detectable_format:number_highlighted_sections", {"num_highlights": 0.5}),
    ("keywords:existence", {"keywords": [""]}),
    ("keywords:existence", {"keywords": "sea"}),
    ("keywords:frequency", {"keyword": " ", "frequency": 5, "relation": "at least"}),
    (
        "keywords:letter_frequency",
        {"letter": " e", "let_frequency": 0.0, "let_relation": "at least"},
    ),
    ("length_constraints:number_words", {"num_words": 2.5, "relation": "at least"}),
    (
        "length_constraints:nth_paragraph_first_word",
        {"num_paragraphs": 2.5, "nth_paragraph": 2.0, "first_word": ""},
    ),
    ("startend:end_checker", {"end_phrase": ""}),
]


@pytest.mark.parametrize(("id", "kwargs"), REFUSED)
def test_what_the_official_code_would_draw_or_refuse_is_refused(
    id: str, kwargs: dict[str, object]
) -> None:
    for corrected in (False, True):
        with pytest.raises(BadArguments):
            IFEVAL.get(id, corrected=corrected).bind(kwargs)


@pytest.mark.parametrize(("id", "kwargs"), BOUND_ALTHOUGH_ODD)
def test_what_the_official_code_keeps_binds(id: str, kwargs: dict[str, object]) -> None:
    for corrected in (False, True):
        assert IFEVAL.get(id, corrected=corrected).bind(kwargs) is not None
