"""No pattern of `checkers` can match one text in so many ways that failing takes long."""

import json
import subprocess
import sys

import pytest

from tests.regex_ambiguity import ambiguities

FROM_ROWS = {"checkers/ifeval/patterns.py:compiled"}
"""Compiles what rows give as patterns; docs/performance.md says what bounds those."""
PROVEN = {
    "checkers/ifbench/csv_rows.py:_field_pattern": (
        "matched at one place; its last part takes whatever is left, so that it never fails"
    ),
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
    assert ambiguities(pattern)


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
    assert ambiguities(pattern) == []


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
        if ambiguities(pattern, flags)
    }
    assert {pattern for pattern, place in found.items() if place not in PROVEN} == set()
    assert sum(len(patterns) for _, _, patterns in compiled) > 200
