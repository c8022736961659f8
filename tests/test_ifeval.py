"""IFEval's rules: verdicts worked out by hand, of both rule sets, and their evidence."""

import pytest

from checkers import IFEVAL, Finding, Text

SECTION: dict[str, object] = {"section_spliter": "Section", "num_sections": 2}
TREE: dict[str, object] = {"prompt_to_repeat": "Name Anna's tree."}
# Instruction, kwargs, response, reference verdict, corrected verdict.
BY_HAND: list[tuple[str, dict[str, object], str, bool, bool]] = [
    ("keywords:existence", {"keywords": ["ear"]}, "It is early.", True, False),
    ("keywords:existence", {"keywords": ["a.b"]}, "aXb", True, False),
    ("keywords:existence", {"keywords": ["(oops"]}, "No (oops here.", False, True),
    ("keywords:existence", {"keywords": ["b", "(a"]}, "b (a", False, True),
    ("keywords:existence", {"keywords": ["café"]}, "One cafe\u0301 closed.", False, True),
    ("keywords:existence", {"keywords": "dog"}, "God bless.", True, False),
    ("keywords:existence", {"keywords": ["sea", ""]}, "Overseas.", True, True),
    ("keywords:existence", {"keywords": ["kiss"]}, "Kıſs", True, True),
    ("keywords:existence", {"keywords": ["sea"]}, "Seas, and the SEA.", True, True),
    ("keywords:forbidden_words", {"forbidden_words": ["$5"]}, "It is $5 now.", True, False),
    ("keywords:forbidden_words", {"forbidden_words": ["(oops"]}, "Fine.", False, True),
    ("keywords:forbidden_words", {"forbidden_words": ["a", "(b"]}, "A cat.", False, False),
    ("keywords:forbidden_words", {"forbidden_words": ["U.S."]}, "In the U.S. now.", True, False),
    ("keywords:forbidden_words", {"forbidden_words": ["sun"]}, "Sunday.", True, True),
    ("keywords:forbidden_words", {"forbidden_words": "sun"}, "n is a number.", False, True),
    ("language:response_language", {"language": "hi"}, "12345 !!!", True, True),
    ("language:response_language", {"language": "fr"}, ".", True, True),
    ("language:response_language", {"language": "ta"}, "ＨＥＬＬＯ", True, False),
    ("change_case:english_capital", {}, "HELLO", False, True),
    ("change_case:english_capital", {}, "YES.", False, True),
    ("change_case:english_capital", {}, "BUY MORE PIZZA NOW!", False, True),
    ("change_case:english_capital", {}, "Hello", False, False),
    ("change_case:english_capital", {}, "12", False, False),
    ("change_case:english_lowercase", {}, "pizza is good", False, True),
    ("change_case:english_lowercase", {}, "i like cats", False, True),
    ("change_case:english_lowercase", {}, "llama drama", False, True),
    ("change_case:english_lowercase", {}, "привет", False, False),
    ("detectable_format:number_bullet_lists", {"num_bullets": 2}, "---\n* a", True, False),
    ("detectable_format:number_bullet_lists", {"num_bullets": 1}, "-5 degrees", True, False),
    ("detectable_format:number_bullet_lists", {"num_bullets": 1}, "*it* line", True, False),
    ("detectable_format:number_bullet_lists", {"num_bullets": 2}, "• a\n• b", False, False),
    ("detectable_format:number_bullet_lists", {"num_bullets": 1}, "+ a", False, True),
    ("detectable_format:number_bullet_lists", {"num_bullets": 2}, "* a\n  * b", True, True),
    ("detectable_format:number_bullet_lists", {"num_bullets": 1}, "*\n* b", True, True),
    ("detectable_format:number_bullet_lists", {"num_bullets": 2}, "*\n- b", True, False),
    ("detectable_format:number_bullet_lists", {"num_bullets": 0}, "Text\n*", True, True),
    (
        "detectable_format:number_highlighted_sections",
        {"num_highlights": 1},
        "2 * 3 * 4",
        True,
        False,
    ),
    (
        "detectable_format:number_highlighted_sections",
        {"num_highlights": 2},
        "***x***",
        True,
        False,
    ),
    ("detectable_format:number_highlighted_sections", {"num_highlights": 1}, "***x***", True, True),
    (
        "detectable_format:number_highlighted_sections",
        {"num_highlights": 1},
        "_a_ __b__",
        False,
        False,
    ),
    (
        "detectable_format:number_highlighted_sections",
        {"num_highlights": 1},
        "*a\nb*",
        False,
        False,
    ),
    ("detectable_format:number_highlighted_sections", {"num_highlights": 1}, r"\*a\*", True, False),
    (
        "detectable_format:number_highlighted_sections",
        {"num_highlights": 2},
        "* **a**: b",
        True,
        False,
    ),
    ("detectable_format:multiple_sections", SECTION, "See Section 4 and Section 9", True, False),
    ("detectable_format:multiple_sections", SECTION, "Section I\nSection II", False, True),
    ("detectable_format:multiple_sections", SECTION, "Section 1\nSection 2\nSection 3", True, True),
    ("detectable_format:multiple_sections", SECTION, "## Section IX\n**Section X**", False, True),
    ("detectable_format:multiple_sections", SECTION, "Section I\nSection X", False, False),
    ("detectable_format:multiple_sections", SECTION, "Section  1\nSection  2", False, True),
    (
        "detectable_format:multiple_sections",
        {"section_spliter": "(", "num_sections": 1},
        "( 1",
        False,
        True,
    ),
    ("detectable_format:title", {}, "cout << x >> y", True, False),
    ("detectable_format:title", {}, "«T»", False, False),
    ("detectable_format:title", {}, "** << Low Tide >> **", True, True),
    ("detectable_format:title", {}, "a << b, <<Tide>>", True, True),
    (
        "detectable_content:number_placeholders",
        {"num_placeholders": 3},
        "[a](b) [1] []",
        True,
        False,
    ),
    ("detectable_content:number_placeholders", {"num_placeholders": 1}, "[a\nb]", False, False),
    ("detectable_content:number_placeholders", {"num_placeholders": 2}, "[one [two]", False, False),
    ("detectable_content:number_placeholders", {"num_placeholders": 1}, "- [x] done", True, False),
    ("detectable_content:number_placeholders", {"num_placeholders": 1}, "The axis [x]", True, True),
    (
        "detectable_content:postscript",
        {"postscript_marker": "P.S."},
        "P.S. hi\nMuch text.",
        True,
        False,
    ),
    ("detectable_content:postscript", {"postscript_marker": "P.S."}, "Bye.\nPS: hi", False, False),
    (
        "detectable_content:postscript",
        {"postscript_marker": "P.S."},
        "Bye.\nP.P.S. hi",
        True,
        False,
    ),
    (
        "detectable_content:postscript",
        {"postscript_marker": "P.P.S"},
        "Bye.\n**P. P. S** hi",
        True,
        True,
    ),
    ("detectable_content:postscript", {"postscript_marker": "+"}, "Bye.", True, False),
    ("startend:quotation", {}, "“a”", False, True),
    ("startend:quotation", {}, '"a" and "b"', True, False),
    ("startend:quotation", {}, '"She said "no" twice"', True, True),
    ("startend:quotation", {}, '"', False, False),
    ("startend:quotation", {}, '""go" she said"', True, True),
    ("startend:end_checker", {"end_phrase": "Bye."}, "So long. **bye.**", False, True),
    ("startend:end_checker", {"end_phrase": "Bye."}, '"So long. BYE."', True, True),
    ("startend:end_checker", {"end_phrase": "bye"}, "Good-bye", True, True),
    ("combination:repeat_prompt", TREE, "Name Anna’s tree.\nWillow.", False, False),
    ("combination:repeat_prompt", TREE, "Name  Anna's tree.\nWillow.", False, False),
    ("combination:repeat_prompt", TREE, " Name Anna's tree. Willow.", True, True),
    ("combination:two_responses", {}, "a\n*******\nb", True, True),
    ("combination:two_responses", {}, "a\n*******\na", True, False),
    ("combination:two_responses", {}, "a******b******c", False, False),
    ("combination:two_responses", {}, "******a************b", False, False),
    ("punctuation:no_comma", {}, "你好，世界", True, False),
    ("punctuation:no_comma", {}, "نعم، لا", True, False),
    ("punctuation:no_comma", {}, "1,000", False, False),
    (
        "length_constraints:number_paragraphs",
        {"num_paragraphs": 2},
        "***\nA\n***\nB\n***",
        True,
        True,
    ),
    ("length_constraints:number_paragraphs", {"num_paragraphs": 2}, "A\n***\n***\nB", False, False),
    ("length_constraints:number_paragraphs", {"num_paragraphs": 0}, "***", True, True),
    (
        "length_constraints:number_paragraphs",
        {"num_paragraphs": 3},
        "An ***odd*** word.",
        True,
        False,
    ),
    (
        "length_constraints:nth_paragraph_first_word",
        {"num_paragraphs": 1, "nth_paragraph": 1, "first_word": "ΟΔΟΣ"},
        "ΟΔΟΣ.",
        False,
        True,
    ),
]


def test_letters_that_the_official_code_replaces_are_counted() -> None:
    hashes = {"letter": "#", "let_frequency": 4, "let_relation": "at least"}
    assert judge("keywords:letter_frequency", hashes, "####").followed
    assert not judge("keywords:letter_frequency", hashes, "###").followed


@pytest.mark.parametrize(("id", "kwargs", "response", "reference", "corrected"), BY_HAND)
def test_verdicts_by_hand(
    id: str, kwargs: dict[str, object], response: str, reference: bool, corrected: bool
) -> None:
    assert judge(id, kwargs, response).followed is reference
    assert judge(id, kwargs, response, corrected=True).followed is corrected


@pytest.mark.parametrize(
    ("id", "response", "reference", "corrected"),
    [
        ("number_words", "I don't", 3, 2),
        ("number_words", "state-of-the-art", 4, 4),
        ("number_words", "我们去公园散步。", 1, 7),
        ("number_words", "यह एक छोटा वाक्य है।", 8, 5),
        ("number_words", "3.14 and 1,000", 5, 3),
        ("number_words", "x² co\u00adop, https://sea.org/a-b 'tis", 9, 4),
        ("number_words", "a..b rock''n", 4, 4),
        ("number_sentences", "milk\nbread\njam", 1, 1),
        ("number_sentences", "We met at 3 p.m. Then we left.", 1, 1),
        ("number_sentences", "No. 5 is here. Ok.", 3, 3),
        ("number_sentences", "See e.g. this. Ok.", 3, 3),
        ("number_sentences", "今天下雨。我们在家！", 1, 2),
        ("number_sentences", "1. Wash it.\n2. Dry it.", 4, 2),
        ("number_sentences", "She said “go.” Then she left.", 1, 2),
        ("number_sentences", "He said no.Then he left.", 1, 2),
    ],
)
def test_counts_by_hand(id: str, response: str, reference: int, corrected: int) -> None:
    number = "num_words" if id == "number_words" else "num_sentences"
    for count, rule_set in ((reference, False), (corrected, True)):
        for threshold, followed in ((count, True), (count + 1, False)):
            kwargs = {number: threshold, "relation": "at least"}
            found = judge(f"length_constraints:{id}", kwargs, response, corrected=rule_set)
            assert found.followed is followed, found


@pytest.mark.parametrize(
    ("response", "reference", "corrected"),
    [
        ("You CAN'T stop.", 2, 1),
        ("NASA/ESA", 1, 2),
        ("I saw COVID-19 in the U.S.", 3, 3),
        ("None here", 0, 0),
    ],
)
def test_capital_words_by_hand(response: str, reference: int, corrected: int) -> None:
    for count, rule_set in ((reference, False), (corrected, True)):
        kwargs = {"capital_frequency": count, "capital_relation": "at least"}
        found = judge("change_case:capital_word_frequency", kwargs, response, corrected=rule_set)
        assert found.found == f"{count} words in capitals"


@pytest.mark.parametrize(
    ("nth", "response"),
    [(1, "\n\nRain.\n\nSun."), (2, "Sun.\n\n\n\nRain."), (2, "Sun.\r\n\r\nRain.")],
)
def test_blank_pieces_shift_the_paragraph_in_the_reference_only(nth: int, response: str) -> None:
    kwargs: dict[str, object] = {"num_paragraphs": 2, "nth_paragraph": nth, "first_word": "rain"}
    id = "length_constraints:nth_paragraph_first_word"
    assert not judge(id, kwargs, response).followed
    assert judge(id, kwargs, response, corrected=True).followed


def test_evidence_says_what_was_found() -> None:
    assert judge("keywords:existence", {"keywords": ["sea"]}, "Sky.").found == "no 'sea'"
    assert judge("keywords:forbidden_words", {"forbidden_words": ["sky"]}, "Sky.").found == "'sky'"
    words = {"num_words": 3, "relation": "at least"}
    assert judge("length_constraints:number_words", words, "Two words.").found == "2 words"
    repeated = judge("combination:repeat_prompt", {"prompt_to_repeat": "Name it."}, "Name them.")
    assert repeated.found == "'them.' in place of 'it.'"
    assert judge("detectable_format:json_format", {}, "{").found.startswith("not JSON: ")
    german = "Der Zug fährt heute erst am späten Abend nach Hause."
    assert judge("language:response_language", {"language": "en"}, german).found == "'de'"


def judge(id: str, kwargs: dict[str, object], response: str, *, corrected: bool = False) -> Finding:
    return IFEVAL.get(id, corrected=corrected).bind(kwargs)(Text(response))
