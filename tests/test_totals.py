"""Totals: those of parts add up to those of the whole, in any order, and say what outcomes say."""

import json
import random
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ifbench_suite as suite
from ifbench_suite.errors import InputError
from ifbench_suite.metrics import METRICS
from ifbench_suite.metrics.four import FOUR
from ifbench_suite.metrics.totals import Totals
from ifbench_suite.outcome import Outcome, Status
from ifbench_suite.partitions import Partitioned
from ifbench_suite.report import Reporting
from ifbench_suite.resources import data_file
from ifbench_suite.rows import Row
from ifbench_suite.scorer import Scorer
from tests.metric_samples import outcome

FOLLOW = st.lists(st.integers(0, 1), min_size=2, max_size=2)


@st.composite
def runs(draw: st.DrawFn) -> list[Outcome]:
    """Outcomes of some samples of some rows: of conversations of two turns, or without turns."""
    turns: Sequence[int | None] = draw(st.sampled_from([(None,), (1, 2)]))
    samples = draw(st.integers(1, 3))
    return [
        outcome(key, draw(FOLLOW), turn=turn, sample=sample, language="en")
        for key in range(draw(st.integers(1, 3)))
        for turn in turns
        for sample in range(samples)
    ]


@given(runs(), st.randoms(use_true_random=False))
def test_parts_add_up_to_the_whole_in_any_order(every: list[Outcome], draw: random.Random) -> None:
    whole = Totals.of(every)
    parts: list[list[Outcome]] = [[], [], []]
    for one in every:
        draw.choice(parts).append(one)
    draw.shuffle(parts)
    merged = Totals()
    for part in parts:
        merged.merge(Totals.of(part))
    assert merged == whole


@given(runs())
def test_of_known_rows_nothing_is_kept_of_finished_conversations(every: list[Outcome]) -> None:
    totals = Totals.over(Totals.of(every).rows.values())
    for one in every:
        part = Totals()
        part.add(one)
        totals.merge(part)
    assert not totals.unfinished
    assert sorted(map(str, totals.tallies())) == sorted(map(str, Totals.of(every).tallies()))


@given(runs())
def test_metrics_of_the_tallies_are_those_of_the_outcomes(every: list[Outcome]) -> None:
    tallies = Totals.of(every).tallies()
    assert sum(one.times for one in tallies) == len(every)
    samples = len({one.sample for one in every})
    repeats = [METRICS.get(f"{kind}@k:k={samples}&level=inst") for kind in ("pass", "all")]
    for metric in (*FOUR, *repeats):
        assert metric.estimate(tallies) == metric.estimate(every)


def test_equal_outcomes_of_a_row_are_one_tally() -> None:
    every = [outcome(1, [1, 0], sample=i) for i in range(1000)] + [outcome(1, [1, 1], sample=1000)]
    tallies = Totals.of(every).tallies()
    assert [(one.times, one.strict) for one in tallies] == [
        (1000, (True, False)),
        (1, (True, True)),
    ]


def test_conversations_are_counted_whole() -> None:
    """Two samples that differ in their first turn only: turns are not mixed between them."""
    every = [
        outcome("a", [first if turn == 1 else 1], turn=turn, sample=sample)
        for turn in (1, 2)
        for sample, first in enumerate((0, 1))
    ]
    found = {(one.sample, one.turn): one.strict for one in Totals.of(every).tallies()}
    assert sorted(found.values()) == [(False,), (True,), (True,), (True,)]
    firsts = {sample: found[sample, 1] for sample, _ in found}
    assert sorted(firsts.values()) == [(False,), (True,)]


def test_each_run_has_its_own_numbers() -> None:
    every = [
        outcome(1, [1, 0]),
        outcome(1, [1, 1], sample=1),
        outcome(2, [1]),
        outcome(2, [0], sample=1),
    ]
    spread = Totals.of(every).spread()
    assert spread["prompt_level_strict"].runs == (0.5, 0.5)
    assert spread["inst_level_loose"].runs == (2 / 3, 2 / 3)


SAMPLED = ("ifeval", "ifbench", "if_rlvr", "multi_if")


def sample(benchmark: str, kind: str) -> list[dict[str, Any]]:
    path = data_file(f"samples/{benchmark}_{kind}.jsonl")
    return [json.loads(line) for line in path.read_text("utf-8").splitlines()]


def rows_of(benchmark: str) -> list[Row]:
    return suite.load_rows(benchmark, data_file(f"samples/{benchmark}_rows.jsonl"))


@pytest.mark.parametrize("benchmark", SAMPLED)
@pytest.mark.parametrize("parts", [1, 3, 7])
def test_partitions_make_the_report_of_the_whole(benchmark: str, parts: int) -> None:
    responses = sample(benchmark, "responses")[:-2]
    report = suite.evaluate(responses, benchmark, data=data_file(f"samples/{benchmark}_rows.jsonl"))
    run = Partitioned(rows_of(benchmark), Scorer(benchmark))
    shuffled = random.Random(parts).sample(responses, len(responses))
    found = run.report(run.part(shuffled[i::parts]) for i in range(parts))
    assert json.dumps(found.to_dict()) == json.dumps(report.to_dict())


def test_samples_of_a_row_may_stand_in_different_partitions() -> None:
    responses = sample("ifeval", "responses")
    repeated = [
        {**one, "response": one["response"] * (i + 1), "sample": i}
        for one in responses
        for i in range(3)
        if (one["key"], i) != (responses[0]["key"], 2)
    ]
    data = data_file("samples/ifeval_rows.jsonl")
    report = suite.evaluate(repeated, "ifeval", data=data)
    run = Partitioned(rows_of("ifeval"), Scorer("ifeval"))
    shuffled = random.Random(0).sample(repeated, len(repeated))
    found = run.report(run.part(shuffled[i::4]) for i in range(4))
    assert found.signature.samples == 3
    assert found.counts.missing == report.counts.missing == 1
    assert json.dumps(found.to_dict()) == json.dumps(report.to_dict())


def test_a_sample_that_stands_in_two_partitions_is_an_error() -> None:
    response = sample("ifeval", "responses")[0]
    run = Partitioned(rows_of("ifeval"), Scorer("ifeval"))
    parts = [run.part([response]), run.part([response])]
    with pytest.raises(InputError, match="two responses for one sample; number those of a row"):
        run.report(parts)


def test_partitions_without_a_match_are_an_error() -> None:
    run = Partitioned(rows_of("ifeval"), Scorer("ifeval"))
    with pytest.raises(InputError, match="none of the 1 responses answers one of the 26 rows"):
        run.report([run.part([{"key": "no such", "response": "x"}])])


def test_a_report_of_totals_writes_no_outcomes_and_its_page_says_so(tmp_path: Path) -> None:
    run = Partitioned(rows_of("ifeval"), Scorer("ifeval"))
    run.report([run.part(sample("ifeval", "responses"))]).save(tmp_path)
    assert {path.name for path in tmp_path.iterdir()} == {"report.json", "report.md", "report.html"}
    assert "its outcomes are where they were judged" in (tmp_path / "report.html").read_text(
        "utf-8"
    )


def test_what_needs_outcomes_is_refused_by_a_report_of_totals(tmp_path: Path) -> None:
    run = Partitioned(rows_of("ifeval"), Scorer("ifeval"))
    report = run.report([run.part(sample("ifeval", "responses"))])
    with pytest.raises(InputError, match="made of totals; this needs the outcomes themselves"):
        report.save(tmp_path / "out", exports=("csv",))
    assert not (tmp_path / "out").exists()
    reading = replace(report, reporting=Reporting.of(["reliable@k:k=1&field=key"]))
    with pytest.raises(InputError, match="made of totals; this needs the outcomes themselves"):
        _ = reading.metrics


def test_a_missing_response_is_a_tally_too() -> None:
    run = Partitioned(rows_of("ifeval"), Scorer("ifeval"))
    found = run.report([run.part(sample("ifeval", "responses")[:1])])
    assert found.counts.missing == 25
    assert sum(one.status is Status.MISSING for one in found.tallies) == 25
