"""Recorded verdicts of Multi-IF's official code."""

from typing import Any

import pytest

import ifbench_suite as suite
from checkers import MULTI_IF
from ifbench_suite.loading import load_rows_file
from ifbench_suite.outcome import Outcome
from ifbench_suite.rows import bind
from ifbench_suite.scorer import Job, Scorer
from tests.official import lines, official


def differences(outcome: Outcome, recorded: dict[str, Any]) -> list[str]:
    """Verdicts unlike the recorded ones; a null one was drawn at random by the official code."""
    return [
        f"{outcome.key} turn {outcome.turn} {recorded['response_id']} {id} {mode}"
        for mode in ("strict", "loose")
        for id, ours, theirs in zip(
            outcome.instruction_ids, getattr(outcome, mode), recorded[mode], strict=True
        )
        if theirs is not None and theirs is not ours
    ]


@pytest.mark.slow
def test_responses_in_five_languages_to_rows_of_every_turn() -> None:
    rows = load_rows_file(official("data/multi_if_rows.jsonl"))
    bound = {(row.key, row.turn): bind(row, MULTI_IF) for row in rows}
    texts = {one["id"]: one["response"] for one in lines("data/multilingual_responses.jsonl.gz")}
    golden = lines("golden/multi_if_cross.jsonl.gz")
    assert len(golden) == 3254
    scorer = Scorer("multi_if", corrected=False)
    different = [
        difference
        for recorded in golden
        for difference in differences(
            scorer.judge(
                Job(bound[recorded["key"], recorded["turn"]], texts[recorded["response_id"]])
            ),
            recorded,
        )
    ]
    assert different == []


def test_a_chinese_conversation() -> None:
    (recorded,) = lines("data/multi_if_zh_verdicts.jsonl")
    rows = [
        row
        for row in load_rows_file(official("data/multi_if_rows.jsonl"))
        if row.key == recorded["key"]
    ]
    responses = [
        {"key": row.key, "responses": [t["response"] for t in recorded["turns"]]}
        for row in rows[:1]
    ]
    outcomes = suite.score(rows, responses, benchmark="multi_if")
    assert len(outcomes) == len(recorded["turns"]) == 3
    for outcome, turn in zip(outcomes, recorded["turns"], strict=True):
        assert outcome.prompt == turn["prompt"]
        assert list(outcome.instruction_ids) == turn["instruction_ids"]
        assert list(outcome.strict) == turn["strict_results"]
        assert list(outcome.loose) == turn["loose_results"]
