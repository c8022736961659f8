"""What counts as a judge's verdict, and what does not."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import checkers
from checkers.inverse_ifeval import (
    INVERSE_IFEVAL,
    TYPES,
    first_block_verdict,
    holds_verdict_format,
    parse_verdict,
    read_reply,
)


def fenced(value: str) -> str:
    return f'```json\n{{"answer_score": {value}}}\n```'


def reply(value: str, reason: str = "It does what was asked.") -> str:
    return f"【评分理由】\n{reason}\n【评分】：{value}分\n【JSON】\n{fenced(value)}"


ECHOED = (
    "The example in my instructions:\n" + reply("1", "Pink has no e.") + "\n\nNow the answer.\n"
)

VERDICTS = [
    # The layout that the judge prompts ask for, with each verdict that counts.
    (reply("1"), 1),
    (reply("0"), 0),
    (reply("1.0"), 1),
    (reply("0.0"), 0),
    (fenced('"1"'), 1),
    (fenced('"0"'), 0),
    # The worked example, which scores 1, stands before the judge's own verdict.
    (ECHOED + reply("0"), 0),
    (ECHOED + "【JSON】" + fenced("0"), 0),
    (fenced("1") + "\nMine:\n" + fenced("0"), 0),
    (fenced("1") + '\nMine: {"answer_score": 0}', 0),
    (fenced("1") + "\n得分：0分", 0),
    (ECHOED + "【JSON】\n```json\n{", None),
    (fenced("1") + "\n\n```json\n{", None),
    (ECHOED + "【评分】：0分", 0),
    # Order: the last fenced block, else a bare field, else the score line.
    ("answer_score: 1\n" + fenced("0"), 0),
    ("得分：1分\n" + fenced("0"), 0),
    ("得分：1分\nanswer_score: 0", 0),
    ("【JSON】\n" + fenced("0") + "\n```python\nprint(1)\n```", 0),
    # Forms of the object.
    ("```json\n{answer_score: 0}\n```", 0),
    ("```json\n{'answer_score': 1}\n```", 1),
    ("```\n" + '{"answer_score": 1}' + "\n```", 1),
    ('```JSON {"answer_score":1}```', 1),
    ("````json\n" + '{"answer_score": 0}' + "\n````", 0),
    ('【JSON】{"answer_score": 1}', 1),
    ('{"reason": "a", "answer_score": 0}', 0),
    ('{"answer_score": 0, "reason": "the example says answer_score: 1"}', 0),
    ('```json\n{"answer_score": 0, "reason": "not answer_score: 1"}\n```', 0),
    ('```json\n{"answer_score": 1, "answer_score": 0}\n```', 0),
    ("answer_score：1", 1),
    ("answer_score = 0", 0),
    ("**answer_score**: 1.", 1),
    # Forms of the score line.
    ("得分：1分", 1),
    ("得分: 0 分。", 0),
    ("【评分】：1分", 1),
    ("**Score:** 0", 0),
    ("Score: 1 point", 1),
    ("最终结论：得分：1分", 1),
    ("满分：1分", None),
    ("评分标准：1分", None),
    ("得分：0.5分", None),
    ("得分：10分", None),
    # No verdict.
    ("", None),
    (" \n\t", None),
    ("I cannot help with that.", None),
    (reply("null"), None),
    (reply("0.5"), None),
    (reply("100"), None),
    (reply("2"), None),
    (reply("-1"), None),
    (reply("true"), None),
    (reply("[1]"), None),
    (reply("[[1]]"), None),
    (reply('{"value": 1}'), None),
    (fenced('"yes"'), None),
    (fenced("0|1"), None),
    ("answer_score: 1/1", None),
    ("answer_score: 10", None),
    ('【JSON】\n```json\n[{"answer_score": 1}]\n```', None),
    ('【JSON】\n```json\n{"result": {"answer_score": 1}}\n```', None),
    ('【JSON】\n```json\n{"answer_score": 1}', None),
    ('【JSON】\n```json\n{"answer_score": 1', None),
    ('【JSON】\n```json\n{"answer_sc', None),
    ("得分：1分\n【JSON】\n```json\n", None),
    (reply("1") + "\n【JSON】", None),
    ("A score of 1 would be too much.", None),
    ("answer_score is 0 or 1", None),
    # The judge's thinking.
    ("<think>" + reply("1") + "</think>" + reply("0"), 0),
    ("<think>so " + reply("1") + "</think>", None),
    ("<think>so " + reply("1"), None),
    ("so " + reply("1") + "</think>\n" + reply("0"), 0),
    ("<think>a</think><think>" + reply("1"), None),
    ("[THINK]" + reply("1") + "[/THINK]" + reply("0"), 0),
    ("The answer writes <think> and stops.\n" + reply("0"), 0),
]


@pytest.mark.parametrize(("text", "verdict"), VERDICTS)
def test_a_verdict_is_the_judges_own_last_one(text: str, verdict: int | None) -> None:
    assert parse_verdict(text) == verdict
    finding = checkers.check("inverse_ifeval", "inverse:QC", text, {})
    assert finding.followed is (verdict == 1)


FIRST_BLOCK = [
    (ECHOED + reply("0"), 1),
    (reply("0"), 0),
    ("```python\nx\n```\n" + fenced("1"), 1),
    (fenced("null") + fenced("0"), 0),
    (fenced("true"), 1),
    (fenced("1.0"), 1),
    (fenced('" 1 "'), 1),
    ('So {"answer_score": 0}, not {"answer_score": 1}.', 0),
    ('【JSON】\n```json\n{"answer_score": 0', 0),
    ("【评分】：1分", 1),
    ("评分: 0 分", 0),
    ("得分：1分", None),
    ("answer_score = 1", None),
    ("no", None),
    ("", None),
    # Scores that are none are read by their first digit.
    (fenced("0.5"), 0),
    (fenced("100"), 1),
    # Thinking is not left out.
    ("<think>" + fenced("1") + "</think>" + fenced("0"), 1),
    # OpenCompass raises here.
    ("```\n[1]\n```\n" + fenced("1"), None),
]


@pytest.mark.parametrize(("text", "verdict"), FIRST_BLOCK)
def test_the_first_block_rule_reads_a_quoted_example(text: str, verdict: int | None) -> None:
    assert first_block_verdict(text) == verdict


WHY = [
    ("", "an empty reply"),
    ("<think>hm", "nothing after the judge's thinking"),
    ("Fine.", "the reply holds no verdict"),
    (reply("0.5"), "the score is 0.5, not 0 or 1"),
    ("【JSON】\n```json\n{", "the reply is cut off inside a fenced block"),
]


@pytest.mark.parametrize(("text", "why"), WHY)
def test_an_unscored_reply_says_why(text: str, why: str) -> None:
    assert read_reply(text).why_unscored == why
    if text:
        assert why in checkers.check("inverse_ifeval", "inverse:CA", text, {}).found


def test_a_reply_with_both_verdicts_is_flagged() -> None:
    assert read_reply(ECHOED + reply("0")).contradicts
    assert not read_reply(ECHOED + reply("1")).contradicts
    assert not read_reply(reply("0")).contradicts


def test_the_finding_holds_the_judges_rationale() -> None:
    found = checkers.check("inverse_ifeval", "inverse:II", reply("0", "It explains too much."), {})
    assert "It explains too much." in found.found
    assert len(read_reply(reply("0", "long " * 9999)).rationale) == 500


def test_there_is_an_instruction_per_type() -> None:
    assert list(INVERSE_IFEVAL) == [f"inverse:{code}" for code in TYPES.values()]
    assert list(TYPES.values()) == ["QC", "ITF", "CC", "CCF", "DIA", "II", "MIM", "CA"]


MARKS = [
    "【JSON】",
    "```",
    "```json\n",
    "\n",
    "{",
    "}",
    '"',
    "'",
    ":",
    "：",
    " ",
    "[",
    "]",
    ",",
    "x",
]
WORDS = [
    "answer_score",
    "1",
    "0",
    "0.5",
    "null",
    "得分",
    "分",
    "<think>",
    "</think>",
    "\ud800",
    "\0",
]
PIECES = st.sampled_from([*MARKS, *WORDS, fenced("1"), fenced("0"), '{"answer_score": '])
REPLIES = st.text(max_size=200) | st.lists(PIECES, max_size=60).map("".join)


@settings(max_examples=300, deadline=None)
@given(REPLIES)
def test_every_string_has_a_verdict_or_none(text: str) -> None:
    assert parse_verdict(text) in (0, 1, None)
    assert first_block_verdict(text) in (0, 1, None)
    judgement = read_reply(text)
    assert (judgement.score is None) is bool(judgement.why_unscored)


@settings(max_examples=200, deadline=None)
@given(REPLIES, st.sampled_from("01"))
def test_nothing_that_stands_before_a_whole_reply_moves_its_verdict(text: str, value: str) -> None:
    before = text.replace("think", "")
    assert parse_verdict(before + "\n" + reply(value)) == int(value)
    assert parse_verdict("x" + text + "</think>\n" + reply(value)) == int(value)


@settings(max_examples=200, deadline=None)
@given(st.text(max_size=300), st.sampled_from("01"))
def test_a_rationale_may_hold_any_text(text: str, value: str) -> None:
    assert parse_verdict("Reason: " + text + "\n" + reply(value)) == int(value)


def test_an_answer_with_the_format_of_a_verdict_is_recognised() -> None:
    assert holds_verdict_format('Done. {"answer_score": 1}')
    assert holds_verdict_format("【JSON】")
    assert not holds_verdict_format("The score was 1 to 0.")
