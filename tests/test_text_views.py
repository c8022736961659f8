"""Views of a text: what is read first, what a part takes from its whole, what is rewritten."""

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkers import REGISTRIES, Instruction, Registry, Text
from checkers.punkt import each_sentence, sentences
from checkers.punkt_parts import sentences_of_part
from checkers.requirement import MissingRequirement
from checkers.segment import without_punctuation
from checkers.text import Part
from ifbench_suite.response import Response

PIECES = (
    *(
        "It rained. ",
        "We saw Dr. Foo. ",
        "We won 🎉. ",
        "I'm here, cannot you? ",
        "J. Bach ",
        "12. ",
    ),
    *("wow!!! ", "Why?! ", "it.", "He said “no.” ", '"Go." ', "(a) ", "[b] ", "... ", ". . . "),
    *(
        "* item",
        "- ",
        "**Bold** ",
        "a*b ",
        "_it_ ",
        "`x_y` ",
        "1. ",
        "2) ",
        "<i>",
        "</i>",
        "{",
        "}",
    ),
    *("\n", "\n", "\n\n", "\r\n", " ", "  ", "\t", "\xa0", "\u2028", "\x85", "\x1c", "\u3000"),
    *(
        "ΑΣ",
        "Σ-α ",
        "İ",
        "ß",
        "ſ",
        "e\u0301",
        "\u0301",
        "ﬁ",
        "山。",
        "走？",
        "ﾗｰﾒﾝ",
        "👩‍👩‍👧",
        "1️⃣",
        "🇫🇷",
    ),
    *(
        "and ",
        "And, ",
        "the ",
        "US ",
        "Emma ",
        "level ",
        "10:30 ",
        "1,250.75 ",
        "—",
        "--",
        "…",
        ";",
    ),
)
TEXTS = st.lists(st.sampled_from(PIECES), max_size=40).map("".join)


def rules(registry: Registry) -> list[Instruction]:
    """Those of the registry's own layer for which everything is installed."""
    return [
        rule
        for rule in (*registry.own.values(), *registry.corrections.values())
        if rule.requires is None or _is_met(rule)
    ]


def _is_met(rule: Instruction) -> bool:
    try:
        rule.bind(rule.examples[0].kwargs)
    except MissingRequirement:
        return False
    return True


@pytest.mark.parametrize("registry", REGISTRIES.values(), ids=lambda one: one.name)
@settings(max_examples=40, deadline=None)
@given(raw=TEXTS)
def test_a_finding_depends_on_the_text_alone(registry: Registry, raw: str) -> None:
    """Neither on the whole that the text is a part of nor on what other rules have read."""
    response = Response(raw, text_view=registry.view)
    for rule in rules(registry):
        check = rule.bind(rule.examples[0].kwargs)
        for text in response.loose():
            assert check(text) == check(registry.view(text.raw)), rule.id


@given(TEXTS)
def test_a_part_has_the_sentences_that_it_has_alone(raw: str) -> None:
    for text in Response(raw).loose():
        assert text.punkt_sentences == sentences(text.raw)


@pytest.mark.parametrize(
    ("whole", "part", "cut"),
    [
        ("Go.\nIt rains. We stay.\nNo.", "It rains. We stay.", ["It rains.", "We stay."]),
        ("A head\nIt rains. We stay.", "It rains. We stay.", ["It rains.", "We stay."]),
        ("It rains. Oh no!!!\nWe stay.", "It rains. Oh no!!!", ["It rains.", "Oh no!!", "!"]),
        ("See Dr.\nFoo. We stay.", "See Dr.", ["See Dr."]),
        (
            "I stay, J.\nBach. He goes. Or so.",
            "Bach. He goes. Or so.",
            ["Bach.", "He goes.", "Or so."],
        ),
        ('He says: "No.\n" We stay. I go.', '" We stay. I go.', ['" We stay.', "I go."]),
        ("Wow.\nStop!!! Stop!!! Go.", "Stop!!! Stop!!! Go.", ["Stop!!!", "Stop!!!", "Go."]),
        ("No.\n\xa0Stop.\xa0Go.\xa0On", "Stop.\xa0Go.\xa0On", ["Stop.\xa0Go.", "On"]),
    ],
)
def test_sentences_of_a_part(whole: str, part: str, cut: list[str]) -> None:
    assert sentences_of_part(part, whole, sentences(whole)) == cut


@given(TEXTS)
def test_sentences_and_tokens_one_by_one_are_all_of_them(raw: str) -> None:
    assert list(each_sentence(raw)) == sentences(raw)
    for first_all in (False, True):
        text = Text(raw)
        if first_all:
            assert text.tokens is text.tokens
        assert list(text.each_punkt_sentence()) == text.punkt_sentences
        assert list(text.each_token()) == text.tokens


def test_the_first_sentences_do_not_cut_the_text_to_its_end() -> None:
    text = Text("One. Two. Three. Four.")
    assert next(text.each_punkt_sentence()) == "One."
    assert next(text.each_token()) == "One"
    assert "punkt_sentences" not in vars(text) and "tokens" not in vars(text)


@given(TEXTS)
def test_pieces_one_by_one_are_those_of_all_lines(raw: str) -> None:
    assert list(Text(raw).each(str.split)) == Text(raw).chunks == raw.split()


def test_a_text_that_rewriting_does_not_change_is_itself() -> None:
    plain, starred = Text("a b"), Text("*a* b")
    assert plain.without_asterisks is plain
    assert starred.without_asterisks is starred.without_asterisks
    assert starred.without_asterisks.raw == "a b"


def test_a_part_of_a_text_becomes_a_part_of_the_rewritten_text() -> None:
    whole = Text("*a*\nb *c*", prompt="Say c.", asked_language="en")
    rewritten = Text("b *c*", part=Part(whole, True, False)).without_asterisks
    assert (rewritten.raw, rewritten.part) == ("b c", Part(whole.without_asterisks, True, False))
    assert rewritten.chunks == ["b", "c"]
    assert (whole.without_asterisks.prompt, whole.without_asterisks.asked_language) == (
        "Say c.",
        "en",
    )


@given(st.text())
def test_without_punctuation_the_other_characters_are_left(text: str) -> None:
    marks = set("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~")
    assert without_punctuation(text) == "".join(sign for sign in text if sign not in marks)
