"""Multi-IF's own views and rules, with counts and verdicts worked out by hand."""

from __future__ import annotations

import pytest

import checkers
from checkers import MULTI_IF, segment_multilingual
from checkers.multi_if import MissingThai, MultilingualText, require_thai
from ifbench_suite.response import Response
from ifbench_suite.verdict import BoundRule


def identified(raw: str, language: str | None) -> MultilingualText:
    """A text that is taken to be in `language`."""
    text = MultilingualText(raw)
    text.__dict__["language"] = language
    return text


@pytest.mark.parametrize(
    ("language", "raw", "words", "sentences"),
    [
        ("zh-cn", "小猫。小狗。", 4, 2),
        ("zh-tw", "小猫。小狗。", 4, 2),
        ("ja", "小猫。小狗。", 4, 2),
        ("ko", "小猫。小狗。", 2, 1),
        ("hi", "छोटा घर।। हाँ।", 4, 3),
        ("mr", "छोटा घर।। हाँ।", 4, 1),
        (None, "Rain fell. It stopped.", 4, 2),
        ("unknown", "Rain fell. It stopped.", 4, 2),
    ],
)
def test_the_language_decides_how_the_reference_cuts(
    language: str | None, raw: str, words: int, sentences: int
) -> None:
    text = identified(raw, language)
    assert (len(text.words), len(text.sentences)) == (words, sentences)


def test_thai_without_its_packages_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(segment_multilingual, "find_spec", lambda name: None)
    with pytest.raises(MissingThai, match=r'pip install "ifbench-suite\[thai\]"'):
        require_thai()
    with pytest.raises(MissingThai):
        _ = identified("แมวสองตัว", "th").words
    with pytest.raises(MissingThai):
        _ = identified("แมวสองตัว", "th").sentences


def test_thai_words_and_sentences() -> None:
    pytest.importorskip("pythainlp")
    pytest.importorskip("pycrfsuite")
    text = identified("แมวสองตัว นอน", "th")
    assert text.words == ["แมว", "สอง", "ตัว", " ", "นอน"]
    assert identified("แมว\nแมว\r\n\nแมว", "th").sentences == ["แมว"] * 3
    assert len(identified("แมว\ud800", "th").sentences) == 1


HIGHLIGHTS = "detectable_format:number_highlighted_sections"
FAULTS = [
    # (instruction, kwargs, response, reference, corrected)
    ("keywords:existence", {"keywords": ["STRASSE"]}, "Die Straße ist leer.", False, True),
    ("keywords:existence", {"keywords": ["art"]}, "We start early.", True, False),
    ("keywords:existence", {"keywords": ["(draft"]}, "a (draft)", False, True),
    ("keywords:existence", {"keywords": ["", "zzz"]}, "tea", False, False),
    ("keywords:existence", {"keywords": [" "]}, "two words", True, True),
    ("keywords:forbidden_words", {"forbidden_words": ["कम"]}, "कमी है।", False, True),
    ("keywords:forbidden_words", {"forbidden_words": ["수프"]}, "수프를 끓여요.", True, False),
    ("keywords:forbidden_words", {"forbidden_words": "tea"}, "t for two", False, True),
    ("language:response_language", {"language": "en"}, "12345", True, False),
    ("detectable_content:number_placeholders", {"num_placeholders": 1}, "［姓名］", False, True),
    ("detectable_content:number_placeholders", {"num_placeholders": 1}, "[ ] [!]", True, False),
    ("detectable_content:number_placeholders", {"num_placeholders": 1}, "  * [X] a", True, False),
    ("detectable_content:number_placeholders", {"num_placeholders": 1}, "a - [X]", True, True),
    ("detectable_content:postscript", {"postscript_marker": "P.S."}, "P.S. hi", True, False),
    ("detectable_content:postscript", {"postscript_marker": "P.S."}, "a\n *p. s. b", True, True),
    ("detectable_content:postscript", {"postscript_marker": "P.S."}, "a\nP.\nS. b", True, False),
    ("detectable_content:postscript", {"postscript_marker": "(x"}, "a\r\n(X b", False, True),
    ("detectable_content:postscript", {"postscript_marker": " "}, "a", True, True),
    ("detectable_format:number_bullet_lists", {"num_bullets": 1}, "* a\r* b", True, False),
    ("detectable_format:number_bullet_lists", {"num_bullets": 2}, "* a\n*\tb\n- - -", False, True),
    ("detectable_format:constrained_response", {}, "My answer is no. My answer is no.", True, True),
    (
        HIGHLIGHTS,
        {"num_highlights": 2},
        "***a***",
        True,
        False,
    ),
    (
        HIGHLIGHTS,
        {"num_highlights": 1},
        "* a * b",
        True,
        False,
    ),
    (
        "detectable_format:multiple_sections",
        {"section_spliter": "Section", "num_sections": 1},
        "\n\n ## **Section  IV**\n",
        False,
        True,
    ),
    (
        "detectable_format:multiple_sections",
        {"section_spliter": "C++ (", "num_sections": 1},
        "C++ (1",
        False,
        True,
    ),
    ("detectable_format:json_format", {}, '```json\n[{"a": 1}]\n```', True, True),
    ("detectable_format:json_format", {}, '{"a": -Infinity}', True, False),
    ("detectable_format:json_format", {}, "[" * 2000 + "]" * 2000, False, False),
    ("detectable_format:title", {}, "＜＜海＞＞", False, True),
    ("detectable_format:title", {}, "<<--->>", True, False),
    ("detectable_format:title", {}, "<<a>>", True, True),
    ("combination:two_responses", {}, "a b\n******\na  b", True, False),
    ("combination:two_responses", {}, "a\n************\nb", False, False),
    ("combination:repeat_prompt", {"prompt_to_repeat": "A\nB"}, "a\r\nb c", False, True),
    ("combination:repeat_prompt", {"prompt_to_repeat": "Name it."}, "Name it.\n\n", True, False),
    ("combination:repeat_prompt", {"prompt_to_repeat": " "}, "x", True, True),
    ("startend:end_checker", {"end_phrase": "再见。"}, "“再见。”", False, True),
    ("startend:end_checker", {"end_phrase": 'said "go"'}, 'He said "go"', False, True),
    ("startend:end_checker", {"end_phrase": "end"}, "the weekend", True, False),
    ("startend:end_checker", {"end_phrase": ""}, "a", True, True),
    ("startend:quotation", {}, "「“”」", True, True),
    ("startend:quotation", {}, "“ ”", True, False),
    ("startend:quotation", {}, "„Tee ist fertig.“", False, True),
    ("startend:quotation", {}, "„Tee ist fertig.”", False, True),
    ("startend:quotation", {}, "„Tee“ oder „Milch“", False, False),
    ("startend:quotation", {}, "„Er sagt: „Tee“, immer.“", False, True),
    ("startend:quotation", {}, '"She said ("no")."', True, True),
    ("startend:quotation", {}, '"', False, False),
    ("punctuation:no_comma", {}, "نعم، شكرا", True, False),
    ("punctuation:no_comma", {}, "茶、水", True, True),
    ("change_case:english_lowercase", {}, "ⅰ ⅱ", True, False),
    (
        "change_case:capital_word_frequency",
        {"capital_frequency": 2, "capital_relation": "less than"},
        "AI很好，IT也很好",
        True,
        False,
    ),
    (
        "change_case:capital_word_frequency",
        {"capital_frequency": 2, "capital_relation": "less than"},
        "I'M",
        False,
        True,
    ),
    ("length_constraints:number_paragraphs", {"num_paragraphs": 1}, "***so***, yes", False, True),
    ("length_constraints:number_paragraphs", {"num_paragraphs": 2}, "a\n***\nb\n***", True, True),
    ("length_constraints:number_paragraphs", {"num_paragraphs": 2}, "a******b", False, False),
]


@pytest.mark.parametrize(("instruction", "kwargs", "response", "reference", "corrected"), FAULTS)
def test_faults_in_both_rule_sets(
    instruction: str, kwargs: dict[str, object], response: str, reference: bool, corrected: bool
) -> None:
    assert checkers.check("multi_if", instruction, response, kwargs).followed is reference
    fixed = checkers.check("multi_if", instruction, response, kwargs, corrected=True)
    assert fixed.followed is corrected


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("小市场开门了。河水慢慢流。", 2),
        ("他说：“今天很冷。”她说：“是的。”", 2),
        ("真的？！好！！", 2),
        ("共3.5元。", 1),
        ("他用Python写代码.很好", 2),
        ("一\r二\r\n三", 3),
        ("मौसम ठंडा है॥ हम घर जाते हैं।। बस.", 3),
        ("“हाँ।” वह बोला।", 2),
        ("दाम 3.5 है।", 1),
        ("Rain fell. Dr. Lee left.", 2),
    ],
)
def test_corrected_sentences(text: str, count: int) -> None:
    assert _counted("length_constraints:number_sentences", text, "num_sentences") == count


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("小市场在日出之前就开门了。", 12),
        ("后来『孩子们』骑车，hello,world去", 10),
        ("猫😀½", 3),
        ("नमस्ते दुनिया", 2),
        ("Заче́м же ты э́то сде́лал", 5),
        ("Ho\u0302m nay tro\u031b\u0300i", 3),
        ("state-of-the-art, don't", 6),
        ("² ½ a", 1),
        ("...", 0),
    ],
)
def test_corrected_words(text: str, count: int) -> None:
    assert _counted("length_constraints:number_words", text, "num_words") == count


def _counted(instruction: str, text: str, parameter: str) -> int:
    """The count that a corrected rule finds, read off its thresholds."""
    rule = MULTI_IF.get(instruction, corrected=True)
    reached = [
        rule.bind({parameter: n, "relation": "at least"})(MultilingualText(text)).followed
        for n in range(20)
    ]
    return reached.index(False) - 1


def test_an_invalid_pattern_is_not_followed_and_ends_nothing() -> None:
    kwargs = {"keyword": "[tea", "frequency": 1, "relation": "less than"}
    finding = checkers.check("multi_if", "keywords:frequency", "milk", kwargs)
    assert (finding.followed, finding.raised) == (False, False)
    assert checkers.check("ifeval", "keywords:frequency", "milk", kwargs).raised


def test_a_row_in_chinese_cannot_be_asked_for() -> None:
    with pytest.raises(checkers.BadArguments, match="zh"):
        MULTI_IF.get("language:response_language", corrected=True).bind({"language": "zh"})


@pytest.mark.parametrize("instruction", ["punctuation:no_comma", "startend:quotation"])
def test_a_blank_response_follows_nothing(instruction: str) -> None:
    response = Response("  \n ", text_view=MULTI_IF.view)
    rule = BoundRule.of(MULTI_IF.get(instruction), {})
    assert not rule.strict(response)
    assert not rule.loose(response, rule.strict(response))


def test_deleting_asterisks_makes_no_paragraph_in_the_corrected_rules() -> None:
    response = Response("a\n***\nb", text_view=MULTI_IF.view)
    kwargs = {"num_paragraphs": 1}
    reference = BoundRule.of(MULTI_IF.get("length_constraints:number_paragraphs"), kwargs)
    fixed = MULTI_IF.get("length_constraints:number_paragraphs", corrected=True)
    corrected = BoundRule.of(fixed, kwargs)
    one_line = Response("a *** b", text_view=MULTI_IF.view)
    assert reference.loose(one_line, reference.strict(one_line))
    assert not corrected.loose(one_line, corrected.strict(one_line))
    assert reference.loose(response, reference.strict(response))
