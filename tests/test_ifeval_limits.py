"""Where the official code raises: keywords that are no pattern, and JSON that nests too deeply."""

import sys

import pytest

from checkers import IFEVAL, Finding, Text

JSON = "detectable_format:json_format"


@pytest.mark.parametrize(
    "keyword", ["(a", "*a", "a{99999999999}", "(?L)a", "(?au)a", "(" * 2000 + ")" * 2000]
)
def test_a_keyword_that_is_no_pattern_raises_in_the_reference(keyword: str) -> None:
    found = judge("keywords:existence", {"keywords": [keyword]}, "a")
    assert found.raised and not found.followed


@pytest.mark.parametrize(
    ("response", "followed", "raised"),
    [
        ("[" * 994 + "]" * 994, True, False),
        ("[" * 995 + "]" * 995, False, True),
        ('{"a":' * 994 + "1" + "}" * 994, True, False),
        ('{"a":' * 995 + "1" + "}" * 995, False, True),
        ("[" * 200_000, False, True),
        ("[" * 994, False, False),
        ("x" + "[" * 2000, False, False),
        ('["' + "[" * 2000 + '"]', True, False),
        ('["\\"' + "[" * 2000 + '"]', True, False),
        ("[" * 500 + "]" * 500 + "]", False, False),
        ("[" * 500 + "}" * 500, False, False),
        ("[1,]" + "[" * 2000, False, False),
        ("[" + "[]," * 400 + "]", False, False),
        ("[" + "[]," * 400 + "{} ]", True, False),
        ('{"a" ' * 300, False, False),
        ("{a:" * 300, False, False),
        ("[" + "9" * 4300 + "]", True, False),
        ("[-" + "9" * 4300 + "]", True, False),
        ("[" + "9" * 4301 + "]", False, False),
        ("[" * 300 + "9" * 4301 + "]" * 300, False, False),
    ],
)
def test_json_limits_are_those_of_the_recorded_python(
    response: str, followed: bool, raised: bool
) -> None:
    found = judge(JSON, {}, response)
    assert (found.followed, found.raised) == (followed, raised)
    assert judge(JSON, {}, response, corrected=True)[:1] == (followed,)


def test_json_integers_do_not_depend_on_the_setting() -> None:
    before = sys.get_int_max_str_digits()
    sys.set_int_max_str_digits(0)
    try:
        assert not judge(JSON, {}, "[" + "9" * 4301 + "]").followed
    finally:
        sys.set_int_max_str_digits(before)


def judge(id: str, kwargs: dict[str, object], response: str, *, corrected: bool = False) -> Finding:
    return IFEVAL.get(id, corrected=corrected).bind(kwargs)(Text(response))
