"""A row's pattern is searched for as `re` does, or refused; the steps are counted, not timed."""

import re
from collections import deque

import pytest
from hypothesis import assume, example, given, settings
from hypothesis import strategies as st

import checkers
from benchmarks.patterns import HOSTILE, PIECES
from checkers import pattern_paths, pattern_steps
from checkers.ifeval.patterns import EndlessPattern, bounded, compiled
from checkers.pattern_paths import TooManySteps, is_affordable, steps
from checkers.pattern_steps import longest_safe, that_may_fail
from tests.backtracking import Backtracking

LONG = {name: (piece * 20_000)[:20_000] for name, piece in PIECES.items()}
FRIENDLY = [
    *("dog", "c.t", r"\bdogs?\b", r"\d+", r"\s?Day\s?\d+\s?", ".*", ".+", r"\w+"),
    *("(?:cat|cow|dog)+", r"https?://\S+", "^The", r"\([^)]*\)", r"(?i:DOG)", r"\s+"),
]


@pytest.mark.parametrize("pattern", HOSTILE)
def test_a_hostile_pattern_is_answered_or_refused(
    pattern: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    # Fewer steps than usual, so that the test need not count as many.
    monkeypatch.setattr(pattern_paths, "MOST_STEPS", 3_000_000)
    found = compiled(pattern)
    assert found
    for text in LONG.values():
        if is_affordable(found, text):
            deque(found.finditer(text), maxlen=0)
            assert is_affordable(found, text[: len(text) // 2])


@pytest.mark.parametrize(
    ("pattern", "input"),
    [
        ("(a+)+b", "a"),
        ("a*a*b", "a"),
        ("a*b", "a"),
        ("(?:ab)*c", "pairs"),
        (r"\s+$", "words and blanks"),
        (".*x.*y", "a line"),
        (".*.*.*=.*", "prose"),
        (r"(\w+\s?)*!", "words"),
        (r"(?:\d{1,3},?)+x", "digits"),
        (r"(a+)\1b", "a"),
        ("a{9999}b", "a"),
        ("(?:){4000000000}", "prose"),
        ("a" * 9_000 + "!", "a"),
        ("(" * 101 + ")" * 101, "prose"),
    ],
)
def test_more_than_a_second_of_work_is_refused(pattern: str, input: str) -> None:
    found = compiled(pattern)
    assert found
    text = (LONG.get(input) or "word" + " " * 19_990) + "word"
    with pytest.raises(EndlessPattern):
        bounded(found, text)


@pytest.mark.parametrize("pattern", FRIENDLY)
@pytest.mark.parametrize("text", LONG)
def test_a_usual_pattern_is_never_refused(pattern: str, text: str) -> None:
    found = compiled(pattern)
    assert found
    assert bounded(found, LONG[text]) is found


@pytest.mark.parametrize(
    ("pattern", "piece"),
    [("(a+)+b", "a"), ("(a|a)+b", "a"), ("(a*)*b", "a"), ("(?:a?b|a)+c", "ab"), ("(a.?)+b", "a")],
)
def test_doubling_is_refused_from_a_few_characters_on(pattern: str, piece: str) -> None:
    found = compiled(pattern)
    assert found
    assert bounded(found, "a" * 8) is found
    with pytest.raises(EndlessPattern, match=r"may take more than 100,000,000 steps on this text"):
        bounded(found, piece * 60)


@pytest.mark.parametrize("keyword", ["mountain stream", "Don't do this, please.", "zebra (", "C++"])
def test_words_are_never_refused_in_four_megabytes(keyword: str) -> None:
    text = ("Don't go up the mountain; " + keyword[:-1] + " ") * 100_000
    for id, kwargs in (
        ("existence", {"keywords": [keyword]}),
        ("forbidden_words", {"forbidden_words": [keyword]}),
        ("frequency", {"keyword": keyword, "frequency": 1, "relation": "at least"}),
    ):
        checkers.check("ifeval", f"keywords:{id}", text, kwargs)


def test_the_count_of_one_loop() -> None:
    found = re.compile("a*b")
    # Arrivals at a*: 5; characters run over: 4 + 3 + 2 + 1; arrivals after a* and at b: 15 each.
    assert steps(found, "aaaa") - 2 * pattern_paths.VISIT == 5 + 10 + 15 + 15
    with pytest.raises(TooManySteps):
        steps(found, "a" * 20_000)


def test_the_end_that_cannot_fail_is_not_counted() -> None:
    for pattern, rest in {
        "xa+b*": "xa{1}",
        r"x(\d+\s?)": r"x(\d{1})",
        "a*": "",
        "a*b": "a*b",
    }.items():
        kept = that_may_fail(re._parser.parse(pattern))
        assert str(kept) == str(re._parser.parse(rest))


ATOMS = st.sampled_from(["a", "b", ".", "[ab]", r"\w", "[^a]", r"\b", "^", "$"])
LOOPS = st.sampled_from(["*", "+", "?", "*?", "+?", "??", "*+", "{2}", "{0,2}", "{2,}", "{1,3}"])


def _longer(parts: st.SearchStrategy[str]) -> st.SearchStrategy[str]:
    groups = st.sampled_from(["(?:{})", "({})", "(?={})", "(?!{})", "(?>{})"])
    return st.one_of(
        st.builds("{}{}".format, parts, parts),
        st.builds("(?:{}|{})".format, parts, parts),
        st.builds("(?:{}){}".format, parts, LOOPS),
        st.builds(lambda group, part: group.format(part), groups, parts),
    )


PATTERNS = st.recursive(ATOMS, _longer, max_leaves=6)
TEXTS = st.text("ab\n", max_size=9)


@given(PATTERNS, TEXTS)
@settings(max_examples=300)
def test_an_answer_is_that_of_re(pattern: str, text: str) -> None:
    found = compiled(pattern, 0)
    assert found
    for raw in (text, text * 9):
        if is_affordable(found, raw) and len(raw) < 100:
            spans = [match.span() for match in bounded(found, raw).finditer(raw)]
            assert spans == [match.span() for match in re.finditer(pattern, raw)]


@given(PATTERNS, TEXTS)
@settings(max_examples=300)
@example("(?:(?:^)+){2,}^", "")
@example("(?:(?:(?:(?:a?)+)+)+)+b", "a")
def test_no_search_takes_more_steps_than_counted(pattern: str, text: str) -> None:
    found = re.compile(pattern)
    tried = Backtracking(pattern, text)
    assume(tried.steps < 100_000)
    assert tried.spans == [match.span() for match in found.finditer(text)]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pattern_paths, "VISIT", 0)
        counted = steps(found, text)
    # Not counted are an end that cannot fail and the second start after an empty match.
    assert tried.steps <= 2 * counted + len(pattern) * (len(text) + 1)


@given(PATTERNS, TEXTS, st.integers(1, 10**5))
def test_no_text_up_to_the_safe_length_takes_more_steps(pattern: str, text: str, most: int) -> None:
    found = re.compile(pattern)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(pattern_steps, "MOST_STEPS", most)
        patch.setattr(pattern_paths, "VISIT", 0)
        longest_safe.cache_clear()
        if len(text) <= longest_safe(found):
            assert steps(found, text) <= most
    longest_safe.cache_clear()
