"""`format:`, `sentence:`, `custom:` and `repeat:` of IFBench: binding, known faults, and laws."""

from collections.abc import Mapping

import pytest

from checkers.registry import IFBENCH, BadArguments
from checkers.text import Text
from ifbench_suite.response import Response
from ifbench_suite.verdict import BoundRule

FAMILIES = ("format", "sentence", "custom", "repeat")
MODULES = tuple(f"checkers.ifbench.{family}" for family in FAMILIES)
IDS = [id for id, rule in IFBENCH.own.items() if rule.check.__module__.startswith(MODULES)]
KWARGS: Mapping[str, Mapping[str, object]] = {
    "format:options": {"options": "yes/no/maybe"},
    "format:list": {"sep": "-"},
    "sentence:keyword": {"word": "sea", "N": 1},
    "sentence:increment": {"small_n": 1},
    "repeat:repeat_change": {"prompt_to_repeat": "Write a poem"},
    "repeat:repeat_span": {"prompt_to_repeat": "Write a poem", "n_start": 0, "n_end": 3},
}
WORD_PROMPT = "Say part of the sentence again; its ends are word indices."
TEMPLATE = "My Answer: a My Conclusion: b Future Outlook: c"
LETTERS = {"options": "a), b), c), d)"}


def judged(
    id: str, response: str, kwargs: Mapping[str, object], prompt: str | None = None
) -> tuple[bool, bool]:
    """Followed in strict under the reference and under the corrected rule."""
    text = Text(response, prompt=prompt)
    exact, fixed = (IFBENCH.get(id, corrected=corrected) for corrected in (False, True))
    return exact.bind(kwargs)(text).followed, fixed.bind(kwargs)(text).followed


def loose(id: str, response: str, *, corrected: bool) -> bool:
    rule = IFBENCH.get(id, corrected=corrected)
    bound = BoundRule.of(rule, KWARGS.get(id, {}))
    whole = Response(response)
    return bound.loose(whole, bound.strict(whole))


def test_the_part_has_its_31_instructions() -> None:
    assert len(IDS) == 31
    assert {id.split(":")[0] for id in IDS} == set(FAMILIES)
    assert {id for id in IDS if id not in IFBENCH.corrections} == {
        "sentence:increment",
        "custom:multiples",
        "custom:character_reverse",
        "repeat:repeat_simple",
    }


@pytest.mark.parametrize(
    ("id", "kwargs"),
    [
        ("format:quotes", {"sep": "-"}),
        ("format:options", {}),
        ("format:options", {"options": ["yes", "no"]}),
        ("format:list", {"sep": None}),
        ("format:list", {"sep": 3}),
        ("sentence:keyword", {"word": "sea"}),
        ("sentence:keyword", {"word": "", "N": 1}),
        ("sentence:keyword", {"word": "sea", "N": -1}),
        ("sentence:keyword", {"word": "sea", "N": "1"}),
        ("sentence:keyword", {"word": "sea", "N": True}),
        ("sentence:increment", {}),
        ("sentence:increment", {"small_n": -1}),
        ("repeat:repeat_change", {"prompt_to_repeat": ""}),
        ("repeat:repeat_simple", {"prompt_to_repeat": "Write."}),
        ("repeat:repeat_span", {"prompt_to_repeat": "", "n_start": 0, "n_end": 1}),
        ("repeat:repeat_span", {"prompt_to_repeat": "Write.", "n_end": 1}),
        ("repeat:repeat_span", {"prompt_to_repeat": "Write.", "n_start": 0}),
        ("repeat:repeat_span", {"prompt_to_repeat": "Write.", "n_start": 0.5, "n_end": 1}),
    ],
)
@pytest.mark.parametrize("corrected", [False, True])
def test_refused(id: str, kwargs: dict[str, object], corrected: bool) -> None:
    with pytest.raises(BadArguments, match=id):
        IFBENCH.get(id, corrected=corrected).bind(kwargs)


@pytest.mark.parametrize(
    ("id", "kwargs"),
    [
        ("format:quotes", {"sep": None}),
        ("format:options", {"options": ""}),
        ("format:list", {"sep": ""}),
        ("sentence:keyword", {"word": "sea", "N": 0}),
        ("sentence:keyword", {"word": "sea", "N": 8.0}),
        ("sentence:keyword", {"word": "sea", "N": 1.5}),
        ("sentence:increment", {"small_n": 0}),
        ("sentence:increment", {"small_n": 1.5}),
        ("repeat:repeat_change", {"prompt_to_repeat": " "}),
        ("repeat:repeat_span", {"prompt_to_repeat": "Write.", "n_start": -3, "n_end": -1}),
        ("repeat:repeat_span", {"prompt_to_repeat": "Write.", "n_start": 2.0, "n_end": 900}),
        *[(id, {"N": -1, "whatever": [{}]}) for id in IDS if id.startswith("custom:")],
    ],
)
@pytest.mark.parametrize("corrected", [False, True])
def test_bound(id: str, kwargs: dict[str, object], corrected: bool) -> None:
    verdict = IFBENCH.get(id, corrected=corrected).bind(kwargs)
    assert not verdict(Text("No rule is followed by this.\nNot one.\n")).raised


@pytest.mark.parametrize(
    ("id", "kwargs", "response", "exact", "fixed"),
    [
        ("format:parentheses", {}, "(a [b {c (d [e] f) g} h] i)", True, True),
        ("format:parentheses", {}, "(a [b {c (d ) g} h] i)", False, False),
        ("format:parentheses", {}, "((((( oops )", True, False),
        ("format:parentheses", {}, "(((() [{(deep)}]", True, False),
        ("format:parentheses", {}, "(()()()()())", False, False),
        ("format:parentheses", {}, "((((] ((((x))))", False, False),
        ("format:parentheses", {}, "（（（（（x）））））", False, False),
        ("format:quotes", {}, '"a \'b "c" d\' e"', True, True),
        ("format:quotes", {}, "\"a 'b' c\"", False, False),
        ("format:quotes", {}, "„a ‚b „c” d’ e”", False, True),
        ("format:quotes", {}, '"It\'s \'a "b" c\' d"', False, True),
        ("format:quotes", {}, '"It\'s" "so\'s"', True, False),
        ("format:options", KWARGS["format:options"], "**Yes!**", True, True),
        ("format:options", KWARGS["format:options"], "yes\n", False, True),
        ("format:options", {"options": "I know or I don't know"}, "i don’t know", False, True),
        ("format:options", LETTERS, "a)", True, True),
        ("format:options", LETTERS, "a)\n", False, True),
        ("format:options", LETTERS, "a).", False, False),
        ("format:options", LETTERS, "a", False, False),
        ("format:options", LETTERS, "A)", False, False),
        ("format:options", {"options": "orange, apple, pear"}, "orange", False, True),
        ("format:options", {"options": "orange, apple, pear"}, "ange, apple, pear", True, False),
        ("format:options", {"options": "red, green, or blue"}, "Blue", True, True),
        ("format:options", {"options": "red, green, or blue"}, "Red", False, True),
        ("format:options", {"options": "yes//no"}, "?!", True, False),
        ("format:newline", {}, "o'clock\n\n\nwell-known", True, True),
        ("format:newline", {}, "1. apple\n2. pear", False, False),
        ("format:newline", {}, "a b\n \nc", True, False),
        ("format:newline", {}, "Rain\r\n\r\nfalls", False, True),
        ("format:newline", {}, "...", True, False),
        ("format:emoji", {}, "We won 🎉. Dance 💃!", True, True),
        ("format:emoji", {}, "We won! 🎉 Dance! 💃", True, True),
        ("format:emoji", {}, "Dear 👨‍👩‍👧, ❤️", True, True),
        ("format:emoji", {}, "Bon voyage 🇫🇷.", False, True),
        ("format:emoji", {}, "Bon voyage 🇫🇷🇩.", False, False),
        ("format:emoji", {}, "First 1️⃣", False, True),
        ("format:emoji", {}, "We won 🎉a.", True, False),
        ("format:emoji", {}, "We won 🎉。", True, True),
        ("format:emoji", {}, "We won 🎉). ?! 💃", False, False),
        ("format:emoji", {}, "A heading\nWe won 🎉.", True, True),
        ("format:line_indent", {}, "one\n two\n  three", True, True),
        ("format:line_indent", {}, "one\n\n two\n\n  three", True, True),
        ("format:line_indent", {}, "one\n\n\n two\n  three", False, True),
        ("format:line_indent", {}, "one\n\ttwo\n\t\tthree", False, True),
        ("format:line_indent", {}, "one", True, False),
        ("format:line_indent", {}, "one\n two\n two", False, False),
        ("format:quote_unquote", {}, '"a" "b"', False, False),
        ("format:quote_unquote", {}, "“a” “b” c", True, False),
        ("format:quote_unquote", {}, '"a" -- "b" c', True, True),
        ("format:quote_unquote", {}, 'It says "a" 12!', False, False),
        ("format:quote_unquote", {}, "a'\"'", True, True),
        ("format:quote_unquote", {}, "123", True, True),
        ("format:list", {"sep": "-"}, "well-known far-off", True, False),
        ("format:list", {"sep": "-"}, "---", True, False),
        ("format:list", {"sep": "-"}, "- a\n  - b", True, True),
        ("format:list", {"sep": "SEPARATOR"}, "separator a\nseparator b", False, False),
        ("format:list", {"sep": "!?!?"}, "!?!?!?", False, False),
        ("format:list", {"sep": ""}, "a", True, False),
        ("format:thesis", {}, "<em></em>", True, False),
        ("format:thesis", {}, "<i></i>x", False, False),
        ("format:thesis", {}, "<i>a</em>", True, False),
        ("format:thesis", {}, "<em>a</em> b <i>c</i>", False, True),
        ("format:thesis", {}, '<I class="x">a</I > b', False, True),
        ("format:thesis", {}, "<i a <em>b</em> c", True, False),
        ("format:thesis", {}, "<img>a</img> b", False, False),
        ("format:sub-bullets", {}, "no bullet", True, False),
        ("format:sub-bullets", {}, "* **a**\n  - b", False, True),
        ("format:sub-bullets", {}, "* well-known", True, False),
        ("format:sub-bullets", {}, "- b\n* a\n*\n- c", False, False),
        ("format:sub-bullets", {}, "*\n- b\n* a\n- c", True, True),
        ("format:no_bullets_bullets", {}, "A b. C d.\n* e\n* f", True, True),
        ("format:no_bullets_bullets", {}, "A b. C d.\n* e\n* f\n", False, True),
        ("format:no_bullets_bullets", {}, "A b.\n\nC d.\n* e\n\n* f", False, True),
        ("format:no_bullets_bullets", {}, "A b. C d.\n- e\n- f", False, False),
        ("format:no_bullets_bullets", {}, "A b! C d!\n* e\n* f", True, False),
        ("format:no_bullets_bullets", {}, "(A b.) “C d.”\n* e\n* f", True, True),
        ("format:no_bullets_bullets", {}, "(A b.)\n“C d.”\n* e\n* f", True, True),
        ("format:no_bullets_bullets", {}, "A b. C d.\n**e**\n**f**", True, False),
        ("format:no_bullets_bullets", {}, "A b. C d.\n* e\n* f\nEnd.", False, False),
        ("format:title_case", {}, "The Mill of the River", False, True),
        ("format:title_case", {}, "of the River", False, False),
        ("format:title_case", {}, "the Mill", False, False),
        ("format:title_case", {}, "“The Mill” – a Tale", False, True),
        ("format:title_case", {}, "My iPhone And NASA", True, True),
        ("format:title_case", {}, "x2", True, False),
        ("format:title_case", {}, "A pH Of 7", False, False),
        ("format:title_case", {}, "Note:this", False, False),
        ("format:title_case", {}, "2nd Street", True, True),
        ("format:output_template", {}, TEMPLATE, True, True),
        ("format:output_template", {}, "Future Outlook: My Answer: My Conclusion:", True, False),
        ("format:output_template", {}, "Well. " + TEMPLATE, True, False),
        ("format:output_template", {}, TEMPLATE.replace("b", "[Conclusion]"), True, False),
        ("format:output_template", {}, TEMPLATE.replace("My", "\n**My"), True, True),
        ("format:no_whitespace", {}, "one\u200btwo", True, True),
        ("format:no_whitespace", {}, "one\u00a0two", False, False),
        ("sentence:alliteration_increment", {}, "Two ants. Big bears. Six sly swans.", True, True),
        ("sentence:alliteration_increment", {}, "Six silly swans. We wade as ants.", True, False),
        ("sentence:alliteration_increment", {}, "Big bears. Wild winds.", False, False),
        ("sentence:alliteration_increment", {}, "Ant. “Big bears.” See.", False, False),
        ("sentence:keyword", {"word": "C++", "N": 1}, "We like C++ a lot.", False, True),
        ("sentence:keyword", {"word": "C++", "N": 1}, "We like C++11.", True, False),
        ("sentence:keyword", {"word": "sea", "N": 0}, "No. The sea.", True, False),
        ("sentence:keyword", {"word": "sea", "N": 1.5}, "The sea. No.", True, True),
        ("sentence:keyword", {"word": "sea", "N": 1.5}, "The sea.", False, False),
        ("sentence:keyword", {"word": "café", "N": 2}, "No. A cafe\u0301.", False, True),
        ("sentence:keyword", {"word": "art", "N": 1}, "We start.", False, False),
        ("sentence:increment", {"small_n": 1}, "Go. Go now — yes.", False, False),
        ("sentence:increment", {"small_n": 3}, "Go. Go now — yes.", True, True),
        ("sentence:increment", {"small_n": 0}, "One two. A b.", True, True),
        ("sentence:increment", {"small_n": 1.5}, "Go. Go now.", False, False),
        ("repeat:repeat_change", KWARGS["repeat:repeat_change"], "Compose a  poem", True, True),
        ("repeat:repeat_change", KWARGS["repeat:repeat_change"], "Write a poem", False, False),
        ("repeat:repeat_change", KWARGS["repeat:repeat_change"], "Write a poem ", True, False),
        ("repeat:repeat_change", KWARGS["repeat:repeat_change"], "write a poem", True, True),
        ("repeat:repeat_change", KWARGS["repeat:repeat_change"], '"Write a poem"', False, False),
        ("repeat:repeat_span", KWARGS["repeat:repeat_span"], " WRIT\n", True, True),
        ("repeat:repeat_span", KWARGS["repeat:repeat_span"], "Write a poem", False, False),
    ],
)
def test_known_faults(
    id: str, kwargs: Mapping[str, object], response: str, exact: bool, fixed: bool
) -> None:
    assert judged(id, response, kwargs) == (exact, fixed)


@pytest.mark.parametrize(
    ("response", "exact", "fixed"),
    [("d  e\nF", False, True), ("d e", False, False), ("b c", True, False)],
)
def test_the_span_is_one_of_words_if_the_prompt_says_so(
    response: str, exact: bool, fixed: bool
) -> None:
    kwargs = {"prompt_to_repeat": "a b c d e f g", "n_start": 3, "n_end": 5}
    exact_kwargs = kwargs | {"n_start": 2, "n_end": 4}
    assert judged("repeat:repeat_span", response, exact_kwargs)[0] is exact
    assert judged("repeat:repeat_span", response, kwargs, prompt=WORD_PROMPT)[1] is fixed


@pytest.mark.parametrize(
    ("id", "response", "exact", "fixed"),
    [
        ("format:no_whitespace", "Two words\nOne", True, False),
        ("format:no_whitespace", "One\n", True, True),
        ("format:sub-bullets", "* no sub-bullet", True, False),
        ("format:sub-bullets", "* a\n- b\n* c", True, True),
        ("format:no_bullets_bullets", "**A** b. C d.\n* e\n* f", False, True),
    ],
)
def test_loose(id: str, response: str, exact: bool, fixed: bool) -> None:
    assert loose(id, response, corrected=False) is exact
    assert loose(id, response, corrected=True) is fixed


@pytest.mark.parametrize("id", IDS)
@pytest.mark.parametrize("response", ["", "\n\r", ".", "\u200b", "\ud800", "\x00", "e\u0301" * 40])
def test_every_text_gets_a_verdict(id: str, response: str) -> None:
    exact, fixed = judged(id, response, KWARGS.get(id, {}))
    assert isinstance(exact, bool) and isinstance(fixed, bool)
