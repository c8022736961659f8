"""No pattern of `checkers` can match one text in so many ways that failing takes long."""

import json
import re
import subprocess
import sys

import pytest

import checkers
import ifbench_suite as suite
from tests.pattern_ambiguity import ambiguities

FROM_ROWS = {"checkers/ifeval/patterns.py:compiled"}
"""Compiles what rows give as patterns; docs/performance.md says what bounds those."""
PROVEN = {
    "checkers/judge_reply.py:<module>": "the line that it is matched against has under 200 signs",
    "checkers/inverse_ifeval.py:<module>": "likewise",
}
"""Where a pattern is ambiguous and yet cannot take long, and why."""


@pytest.mark.parametrize(
    "pattern",
    [
        "(a+)+b",
        "a*a*b",
        r"\s*\n\s*x",
        ".*x.*y",
        r"(\w+\s?)*!",
        "a{1,300}a{1,300}b",
        "(?:ab)*(?:ab)*c",
        "(?=a*a*)b",
        "(?:[ab]x|[bc]y)*z",
        r"(a|\w+)*!",
        "a*?b?a*?c",
    ],
)
def test_ambiguous_patterns_are_found(pattern: str) -> None:
    assert any(ambiguities(pattern))


@pytest.mark.parametrize(
    "pattern",
    [
        r"\w+(?:['.-]\w+)*",
        '"[^"]*"[^"]*',
        r"\s*+\s*x",
        "(?>a*)a*b",
        r"(?:\w+\s)*!",
        r"[^,]*,\s*x",
        "(?:a|b)*c",
        r"\d{1000}\d*x",
        r"a*(?=b)b*",
    ],
)
def test_clear_patterns_are_not(pattern: str) -> None:
    assert not any(ambiguities(pattern))


ENDLESS = ["(a+)+b", r"(\w+\s?)*!", "(?:a|aa)+b", r"(?:\d{1,3},?)+x", "(?:a?a)*b"]
CONSTRUCTS = [
    *(r"\bdog\b|^A|!$|\Ax|x\Z", r"(?P<it>o)(?P=it)?", "(?i:DOG)", "[^a-c]", r"\S\s\d?\w"),
    *("(?=A)A", "(?!A)d", "(?<=t)!", "(?<!t)!", "(?!)", "(?s:.)", "(?x: d # c\n)", "(?#c)d", "()"),
    *("a??", "a*?c", "a++b", "a{2}+", "(?>a|b)c", r"(a)?(?(1)b|c)", r"(a)?(?(1)b)", "(d)(o)\\2?"),
]
"""One pattern at least of every kind that Python knows; `(...)*` is put around each as well."""
FINE = [r"(?:cat|cow|dog)+", r"(\w+ )*!", "(?:ab?)*c", "a*a*b", "a{2,3}", "(a|b)", "(ab)+"]


@pytest.mark.parametrize("keyword", ENDLESS)
def test_a_keyword_that_would_keep_the_search_busy_is_a_checker_error(keyword: str) -> None:
    row = suite.Row(
        1, "Hi.", ("keywords:existence", "punctuation:no_comma"), ({"keywords": [keyword]}, {})
    )
    response = "a" * 5000 + "1" * 100
    (outcome,) = suite.score([row], [{"key": 1, "response": response}], benchmark="ifeval")
    assert (outcome.strict, outcome.loose) == ((False, True), (False, True))
    problem = f"EndlessPattern: {keyword!r} may take more than 100,000,000 steps on this text"
    assert outcome.errors == (f"keywords:existence: {problem}",)
    with pytest.raises(suite.InputError, match="may take more than"):
        suite.reward(response, row.instruction_ids, row.kwargs)
    assert suite.reward("aaa", row.instruction_ids, row.kwargs) == 0.5


@pytest.mark.parametrize("keyword", FINE)
def test_other_keywords_are_searched_for_as_they_are(keyword: str) -> None:
    text = "A dog saw the cat! Dogdog, abac."
    found = checkers.check("ifeval", "keywords:existence", text, {"keywords": [keyword]})
    assert found.followed is bool(re.search(keyword, text, re.IGNORECASE))


@pytest.mark.parametrize("pattern", [*CONSTRUCTS, *(f"(?:{one}x)+" for one in CONSTRUCTS)])
def test_every_construct_is_understood(pattern: str) -> None:
    text = "A dog saw the cat! Dogdog, abac."
    assert not ambiguities(pattern).multiplied
    found = checkers.check("ifeval", "keywords:existence", text, {"keywords": [pattern]})
    assert found.followed is bool(re.search(pattern, text, re.IGNORECASE))


def test_no_pattern_of_checkers_is_ambiguous() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "tests.compiled_patterns"],
        capture_output=True,
        text=True,
        check=True,
    )
    compiled = json.loads(done.stdout)
    found = {
        f"{place} {pattern!r}": place
        for place, flags, patterns in compiled
        if place not in FROM_ROWS
        for pattern in patterns
        if any(ambiguities(pattern, flags))
    }
    assert {pattern for pattern, place in found.items() if place not in PROVEN} == set()
    assert sum(len(patterns) for _, _, patterns in compiled) > 200
