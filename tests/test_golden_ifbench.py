"""Every recorded verdict of the official IFBench code on real responses."""

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import pytest

import ifbench_suite as suite
from checkers.ifbench import tagger
from ifbench_suite.rows import Row
from tests.official import lines, official
from tests.test_golden_ifeval import differences

pytestmark = pytest.mark.slow

TEST_SET = "data/ifbench_test_300.jsonl"
SAMPLE_OUTPUT = "data/ifbench_sample_output.jsonl"
NEEDS_TAGGER = "words:start_verb"


def need_tagger() -> None:
    try:
        tagger.require()
    except tagger.MissingTagger as missing:
        pytest.skip(f"its rows hold {NEEDS_TAGGER}: {missing}")


def rows(*, tagged: bool) -> list[Row]:
    """The rows that hold words:start_verb, or the others."""
    every = suite.load_rows("ifbench", official(TEST_SET))
    return [row for row in every if (NEEDS_TAGGER in row.instruction_ids) is tagged]


def cross_differences(chosen: Iterable[Row]) -> tuple[int, list[str]]:
    """How many responses were judged, and where the verdicts are not those recorded."""
    by_key = {str(row.key): row for row in chosen}
    texts = {
        (row["model"], row["key"]): row["response"]
        for row in lines("data/ifeval_responses_17models.jsonl.gz")
    }
    golden: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    for recorded in lines("golden/ifbench_cross.jsonl.gz"):
        if recorded["key"] in by_key:
            golden[recorded["key"]].append(recorded)
    found = []
    for key, recorded_for_row in golden.items():
        responses = [texts[one["model"], one["response_key"]] for one in recorded_for_row]
        answer = {"key": key, "responses": responses}
        outcomes = suite.score([by_key[key]], [answer], benchmark="ifbench", corrected=False)
        for outcome, recorded in zip(outcomes, recorded_for_row, strict=True):
            found += differences([outcome], {key: recorded})
    return sum(map(len, golden.values())), found


def test_other_models_responses_to_the_rows_without_the_tagger() -> None:
    assert cross_differences(rows(tagged=False)) == (5090 - 103, [])


def test_other_models_responses_to_the_rows_that_need_the_tagger() -> None:
    need_tagger()
    assert cross_differences(rows(tagged=True)) == (103, [])


@pytest.mark.parametrize("tagged", [False, True], ids=["without the tagger", "with the tagger"])
def test_the_official_sample_output(tagged: bool) -> None:
    if tagged:
        need_tagger()
    chosen = rows(tagged=tagged)
    golden = {row["key"]: row for row in lines("golden/ifbench_sample.jsonl")}
    prompts = {" ".join(row.prompt.split()) for row in chosen}
    records = [r for r in lines(SAMPLE_OUTPUT) if " ".join(r["prompt"].split()) in prompts]
    outcomes = suite.score(chosen, records, benchmark="ifbench", corrected=False)
    judged = [outcome for outcome in outcomes if str(outcome.key) in golden]
    assert len(judged) == len(records) == (6 if tagged else 287)
    assert differences(judged, golden) == []


def test_the_numbers_of_the_official_sample_output(tmp_path: Path) -> None:
    need_tagger()
    report = suite.evaluate(official(SAMPLE_OUTPUT), "ifbench", data=official(TEST_SET))
    assert report.to_dict()["missing"] == [str(key) for key in range(268, 275)]
    followed = {
        name: f"{round(estimate.value * estimate.num)}/{estimate.num}"
        for name, estimate in report.metrics.items()
    }
    assert followed == {
        "prompt_level_strict": "76/300",
        "inst_level_strict": "92/344",
        "prompt_level_loose": "86/300",
        "inst_level_loose": "107/344",
    }
    assert report.to_dict()["matched_by"]["normalised prompt"] == 3
    text = (report.save(tmp_path) / "report.md").read_text(encoding="utf-8")
    assert "3 prompts matched after normalising white space" in " ".join(text.split())
