"""Comments in code, as a lexer finds them."""

import pytest

import ifbench_suite as suite
from ifbench_suite.code_comments import has_comments
from ifbench_suite.resources import data_file


def fenced(language: str, code: str) -> str:
    return f"Here:\n```{language}\n{code}\n```\nDone."


ANSWERS = [
    (fenced("python", "x = 1"), False),
    (fenced("python", "x = 1  # one"), True),
    (fenced("python", 'x = "# no comment"'), False),
    (fenced("python", '"""A docstring."""\nx = 1'), False),
    (fenced("python", "#!/usr/bin/env python\nx = 1"), False),
    (fenced("c", "#include <stdio.h>\nint x;"), False),
    (fenced("c++", "int x; // one"), True),
    (fenced("sql", "-- one\nSELECT 1"), True),
    (fenced("html", "<!-- one --><p>a</p>"), True),
    (fenced("bash", "echo '#'"), False),
    (fenced("python", "x = 1") + "\n" + fenced("js", "/* a */ let x"), True),
    (fenced("", "x = 1  # one"), None),
    (fenced("no-such-language", "# one"), None),
    ("x = 1  # one", None),
    ("", None),
    ("```python\nx = 1  # never closes", None),
    (fenced("python", "x" * 60_000), None),
]


@pytest.mark.parametrize(("answer", "found"), ANSWERS)
def test_comments_are_what_a_lexer_takes_for_them(answer: str, found: bool | None) -> None:
    assert has_comments(answer) is found


def test_the_report_says_how_far_lexer_and_judge_agree() -> None:
    names = ("responses", "rows", "judge_replies")
    answers, rows, replies = (data_file(f"samples/inverse_ifeval_{name}.jsonl") for name in names)
    report = suite.evaluate(answers, "inverse_ifeval", data=rows, judging=replies)
    comments = report.to_dict()["judging"]["code_comments"]
    assert comments == {"num": 2, "with_comments": 1, "agreeing": 2}
