"""The sample of Multi-IF in data/samples: what it covers, and its verdicts."""

import json
from collections import Counter, defaultdict
from pathlib import Path

import pytest

import ifbench_suite as suite
from checkers import MULTI_IF
from ifbench_suite.cli import main
from ifbench_suite.loading import load_rows_file
from ifbench_suite.report import Report
from ifbench_suite.resources import data_file

ROWS = data_file("samples/multi_if_rows.jsonl")
RESPONSES = data_file("samples/multi_if_responses.jsonl")
LANGUAGES = ("Chinese", "English", "French", "Hindi", "Italian", "Portuguese", "Russian", "Spanish")


@pytest.fixture(scope="module")
def report() -> Report:
    return suite.evaluate(RESPONSES, "multi_if", data=ROWS)


def test_three_conversations_of_three_turns_in_each_language() -> None:
    rows = load_rows_file(ROWS)
    assert Counter((row.language, row.turn) for row in rows) == {
        (language, turn): 3 for language in LANGUAGES for turn in (1, 2, 3)
    }


def test_every_id_is_asked_in_four_languages_or_more() -> None:
    languages = defaultdict(set)
    for row in load_rows_file(ROWS):
        for id in row.instruction_ids:
            languages[id].add(row.language)
    assert set(languages) == set(MULTI_IF)
    assert min(map(len, languages.values())) == 4


NOT_FOLLOWED = """
1:1:en 3 detectable_format:title
3:1:en 2 startend:quotation
4:1:zh 2 detectable_format:title
6:1:zh 3 combination:two_responses
7:1:es 1 length_constraints:number_sentences
8:1:es 1 detectable_format:constrained_response
9:1:es 1 change_case:english_capital
9:1:es 2 change_case:english_capital
9:1:es 3 change_case:english_capital
9:1:es 3 change_case:capital_word_frequency
9:1:es 3 detectable_format:multiple_sections
10:1:ru 2 detectable_format:title
10:1:ru 3 detectable_content:postscript
12:1:ru 2 startend:quotation
13:1:fr 3 detectable_format:number_bullet_lists
14:1:fr 2 keywords:forbidden_words
15:1:fr 3 detectable_format:json_format
16:1:hi 2 detectable_format:number_highlighted_sections
16:1:hi 3 detectable_format:number_bullet_lists
17:1:hi 3 punctuation:no_comma
19:1:it 1 detectable_content:number_placeholders
20:1:it 1 length_constraints:nth_paragraph_first_word
21:1:it 1 change_case:english_lowercase
22:1:pt 3 startend:end_checker
23:1:pt 1 language:response_language
24:1:pt 2 length_constraints:number_paragraphs
"""


def test_what_is_not_followed(report: Report) -> None:
    """As it was written to be; 9:1:es 1 and 2 are English that is taken for German."""
    found = [
        f"{outcome.key} {outcome.turn} {id}"
        for outcome in report.outcomes
        for id, followed in zip(outcome.instruction_ids, outcome.strict, strict=True)
        if not followed
    ]
    assert found == NOT_FOLLOWED.split("\n")[1:-1]


def test_it_is_scored_without_flags(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--benchmark", "multi_if"]) == 0
    shown = capsys.readouterr().out
    assert "multi_if, 72 rows" in shown
    assert "Overall by language and turn" in shown
    assert all(len(line) <= 80 for line in shown.splitlines() if "benchmark:" not in line)


def test_saved_outcomes_are_scored_again_to_the_same_report(report: Report, tmp_path: Path) -> None:
    again = suite.evaluate(report.save(tmp_path / "out") / "outcomes.jsonl", "multi_if")
    assert json.dumps(again.to_dict()) == json.dumps(report.to_dict())


@pytest.mark.parametrize("workers", [1, 2])
def test_the_report_does_not_depend_on_the_number_of_workers(report: Report, workers: int) -> None:
    other = suite.evaluate(RESPONSES, "multi_if", data=ROWS, workers=workers)
    assert json.dumps(other.to_dict()) == json.dumps(report.to_dict())
