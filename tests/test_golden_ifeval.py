"""Every recorded verdict of the official code on real responses."""

from collections import defaultdict
from collections.abc import Sequence
from typing import Any

import pytest

import ifbench_suite as suite
from tests.official import lines, official

pytestmark = pytest.mark.slow


def differences(outcomes: Sequence[suite.Outcome], recorded: dict[str, Any]) -> list[str]:
    """Verdicts unlike the recorded ones; a null one was drawn at random by the official code."""
    return [
        f"{outcome.key} {outcome.instruction_ids[i]} {mode}"
        for outcome in outcomes
        for mode in ("strict", "loose")
        for i, verdict in enumerate(recorded[str(outcome.key)][mode])
        if verdict is not None and verdict is not getattr(outcome, mode)[i]
    ]


def test_gpt4() -> None:
    report = suite.evaluate(
        official("data/ifeval_responses_gpt4_20231107.jsonl"),
        data=official("data/ifeval_input_20231127.jsonl"),
    )
    golden = {str(row["key"]): row for row in lines("golden/ifeval_gpt4.jsonl")}
    assert differences(report.outcomes, golden) == []
    followed = [round(e.value * e.num, 6) for e in report.metrics.values()]
    assert followed == [417, 698, 431, 714]
    assert [e.num for e in report.metrics.values()] == [541, 834, 541, 834]


def test_gpt4_with_the_later_input_names_the_prompt_that_is_missing() -> None:
    report = suite.evaluate(
        official("data/ifeval_responses_gpt4_20231107.jsonl"),
        data=official("data/ifeval_input_20240611.jsonl"),
    )
    assert (report.counts.missing, report.counts.unmatched) == (1, 1)
    assert report.to_dict()["missing"] == [2785]


def test_seventeen_models() -> None:
    rows = suite.load_rows("ifeval", official("data/ifeval_input_20240611.jsonl"))
    responses: defaultdict[str, list[dict[str, Any]]] = defaultdict(list)
    golden: defaultdict[str, dict[str, Any]] = defaultdict(dict)
    for row in lines("data/ifeval_responses_17models.jsonl.gz"):
        responses[row["model"]].append(row)
    for row in lines("golden/ifeval_17models.jsonl.gz"):
        golden[row["model"]][str(row["key"])] = row
    assert sum(map(len, responses.values())) == sum(map(len, golden.values())) == 6492
    for model in responses:
        outcomes = suite.score(rows, responses[model], corrected=False)
        assert differences(outcomes, golden[model]) == [], model
