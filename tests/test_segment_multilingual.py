"""The Chinese and Hindi cutters and the emoji, with counts worked out by hand."""

from __future__ import annotations

import emoji as package
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from checkers.emoji_sequences import split_emoji
from checkers.segment_multilingual import chinese_sentences, chinese_words, hindi_sentences


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("小猫在睡觉。", 5),
        ("你好，world！3只猫", 5),
        ("hello,world 你", 2),
        ("a_b-c 好", 2),
        ("『猫』", 3),
        ("一=二|三", 5),
        ("‘猫’", 3),
        ("カー・テン", 5),
        ("한국 中", 3),
        ("猫😀👨‍👩‍👧犬", 4),
        ("猫👍🏽，1️⃣", 3),
        ("好……吗？", 2),
    ],
)
def test_chinese_words(text: str, count: int) -> None:
    assert len(chinese_words(text)) == count


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("", 0),
        ("小市场开门了。河水慢慢流。", 2),
        ("他说：“今天很冷。”她说：“是的。”", 3),
        ("好！！好？", 2),
        ("共3.5元。", 2),
        ("好。 。好", 3),
        ("。。。", 0),
        ("一\n二\r\n三\u2028四", 4),
        ("  \n一，二；三…四", 1),
        ("これはペンです．はい", 2),
    ],
)
def test_chinese_sentences(text: str, count: int) -> None:
    assert len(chinese_sentences(text)) == count


@pytest.mark.parametrize(
    ("text", "count"),
    [
        ("  ", 0),
        ("मौसम ठंडा है। हम घर जाते हैं।", 2),
        ("मौसम ठंडा है।। हम घर जाते हैं।", 3),
        ("सच?! हाँ।", 3),
        ("“हाँ।” वह बोला", 2),
        ("एक॥ दो. तीन\nचार", 1),
    ],
)
def test_hindi_sentences(text: str, count: int) -> None:
    assert len(hindi_sentences(text)) == count


@pytest.mark.parametrize(
    ("text", "emoji", "rest"),
    [
        ("no emoji, 12 # *", [], "no emoji, 12 # *"),
        ("a😀b", ["😀"], "ab"),
        ("👨‍👩‍👧!", ["👨‍👩‍👧"], "!"),
        ("😀\u200d😀", ["😀", "😀"], ""),
        ("👍🏽👍", ["👍🏽", "👍"], ""),
        ("1️⃣1", ["1️⃣"], "1"),
        ("a\ufe0f\u200d", [], "a\u200d"),
    ],
)
def test_split_emoji(text: str, emoji: list[str], rest: str) -> None:
    assert split_emoji(text) == (emoji, rest)


def test_a_long_chain_of_joiners_is_read_once() -> None:
    emoji, rest = split_emoji("👨\u200d" * 30_000)
    assert (len(emoji), rest) == (30_000, "")


_EMOJI_PARTS = st.sampled_from(
    [*"a中1#👨👩👧💻🏽🏿🦰❤💋🇩🇪⚕😀\u200d\ufe0f\ufe0e", "👨\u200d", "👩🏽\u200d❤\ufe0f\u200d"]
)


@given(st.lists(_EMOJI_PARTS, max_size=12).map("".join))
@example("a👩🏻\u200d🤝\u200d👨🏽\u200d🦲\u200d")
@example("中🏽\u200d👨\u200d🦰\u200d")
def test_split_emoji_equals_the_package(text: str) -> None:
    emoji, rest = split_emoji(text)
    assert emoji == [match["emoji"] for match in package.emoji_list(text)]
    assert rest == package.replace_emoji(text, "")
    assert split_emoji(text, " ")[1] == package.replace_emoji(text, " ")
