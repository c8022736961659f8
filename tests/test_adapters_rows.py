"""What all adapters share: rows in any form that a harness holds them in, and their verdicts."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ifbench_suite as suite
from ifbench_suite.adapters import judging
from ifbench_suite.metrics import METRIC_WEIGHTS_KEY, aggregate, four_numbers
from ifbench_suite.resources import data_file

IDS = ["keywords:frequency", "punctuation:no_comma"]
KWARGS: list[dict[str, Any]] = [
    {"keyword": "rain", "frequency": 2, "relation": "at least"},
    {},
]
EVERY_NAME = dict.fromkeys(["keyword", "frequency", "relation", "num_words"])


@pytest.mark.parametrize(
    "kwargs",
    [
        KWARGS,
        json.dumps(KWARGS),
        [json.dumps(one) for one in KWARGS],
        {"0": KWARGS[0], "1": {}},
        {"0": KWARGS[0]},
        [{**EVERY_NAME, **one} for one in KWARGS],
        [{**EVERY_NAME, **KWARGS[0], "frequency": 2.0}, dict(EVERY_NAME)],
        [KWARGS[0], None],
    ],
    ids=["objects", "text", "texts", "keyed", "empty left out", "nulls", "floats", "null"],
)
@pytest.mark.parametrize("form", [dict, json.dumps])
def test_kwargs_survive_every_road(kwargs: Any, form: Any) -> None:
    row = judging.row_from(form({"key": 7, "instruction_id_list": IDS, "kwargs": kwargs}))
    assert (row.key, row.instruction_ids) == (7, tuple(IDS))
    assert [dict(one) for one in row.kwargs] == KWARGS
    assert judging.judged(row, "Rain and rain.", "ifeval").strict == (True, True)
    assert judging.judged(row, "Rain.", "ifeval").strict == (False, True)


def test_zero_and_false_are_kept() -> None:
    kwargs = [{"n_start": 0, "n_end": 0, "bold": False, "word": ""}]
    row = judging.row_from({"instruction_id_list": ["a:b"], "kwargs": kwargs})
    assert [dict(one) for one in row.kwargs] == kwargs


@pytest.mark.parametrize("value", [{}, {"prompt": "Hi"}, "no JSON", None, "[1]"])
def test_what_names_no_instructions_is_an_error(value: Any) -> None:
    with pytest.raises(suite.InputError, match="no list of instruction ids"):
        judging.row_from(value)


@pytest.mark.parametrize("benchmark", [*judging.SINGLE_TURN, *judging.MULTI_TURN])
def test_a_row_comes_back_from_its_json(benchmark: str) -> None:
    for turns in judging.conversations(judging.rows_to_ask(benchmark, "sample")):
        back = judging.turns_from(judging.as_json(turns))
        for row, copy in zip(turns, back, strict=True):
            assert judging.row_from(judging.as_json(row), row.prompt) == copy
            assert (copy.key, copy.prompt, copy.turn) == (row.key, row.prompt, row.turn)
            assert (copy.instruction_ids, copy.kwargs) == (row.instruction_ids, row.kwargs)
            assert copy.language == row.language


def test_conversations_have_their_turns_in_order() -> None:
    rows = judging.rows_to_ask("multi_if", "sample")
    whole = judging.conversations(reversed(rows))
    assert len(whole) == 24
    assert all([row.turn for row in turns] == [1, 2, 3][: len(turns)] for turns in whole)
    assert sum(map(len, whole)) == len(rows)


def test_a_judged_benchmark_is_refused() -> None:
    with pytest.raises(suite.InputError, match="judge"):
        judging.rows_to_ask("inverse_ifeval", "sample")


def test_a_known_row_goes_before_a_log_that_lost_a_zero() -> None:
    known = judging.KnownRows([_row(1, "Say it.", {"n_start": 0, "n_end": 3})])
    log = {"instruction_id_list": ["copy:x"], "kwargs": {"0": {"n_end": 3}}}
    found = judging.row_asked(log, " Say  it.", known)
    assert dict(found.kwargs[0]) == {"n_start": 0, "n_end": 3}
    other = judging.row_asked({**log, "instruction_id_list": ["copy:y"]}, "Say it.", known)
    assert dict(other.kwargs[0]) == {"n_end": 3}
    assert judging.row_asked({}, "Say it.", known) == known.find(1, None)
    assert judging.row_asked({}, None, known, key="1") == known.find(1, None)
    with pytest.raises(suite.InputError, match="no row at hand is for it"):
        judging.row_asked({}, "Say that.", known, key=2)


def _row(key: int, prompt: str, kwargs: dict[str, Any]) -> suite.Row:
    return suite.Row(key, prompt, ("copy:x",), (kwargs,))


def _outcomes(benchmark: str) -> list[suite.Outcome]:
    paths = [data_file(f"samples/{benchmark}_{kind}.jsonl") for kind in ("responses", "rows")]
    return list(suite.evaluate(paths[0], benchmark, data=paths[1]).outcomes)


@pytest.mark.parametrize("benchmark", ["ifeval", "ifbench", "if_rlvr", "multi_if"])
def test_scores_and_levels_pool_to_the_four_numbers(benchmark: str) -> None:
    outcomes = _outcomes(benchmark)
    wanted = {name: one.value for name, one in four_numbers(outcomes).items()}
    by_key: dict[str, list[suite.Outcome]] = {}
    for outcome in outcomes:
        by_key.setdefault(str(outcome.key), []).append(outcome)
    scores = [judging.scored(one) for one in by_key.values()]
    assert {name: one.value for name, one in aggregate(scores).items()} == wanted
    levels = judging.levels_of(outcomes)
    assert {name: levels[name] for name in judging.LEVELS} == wanted
    parts = [judging.levels_of(one) for one in by_key.values()]
    followed = sum(one["followed_loose"] for one in parts)
    assert followed / sum(one["instructions"] for one in parts) == wanted["inst_level_loose"]


def test_a_score_of_one_prompt_declares_only_instructions_as_weights() -> None:
    (outcome, *_) = _outcomes("ifeval")
    weights = judging.scored([outcome]).metadata[METRIC_WEIGHTS_KEY]
    assert weights == {"inst_level_strict": 1, "inst_level_loose": 1}


def test_unanswered_turns_are_missing_and_not_followed() -> None:
    turns = judging.conversations(judging.rows_to_ask("multi_if", "sample"))[0]
    outcomes = judging.judged_turns(turns, ["The ferry and a lantern."], "multi_if")
    assert [one.status.value for one in outcomes] == ["answered", "missing", "missing"]
    assert not any(any(one.strict) or any(one.loose) for one in outcomes[1:])


def test_the_evidence_is_one_line_per_instruction() -> None:
    row = judging.row_from({"instruction_id_list": IDS, "kwargs": KWARGS})
    lines = judging.explained([judging.judged(row, "Rain, rain.", "ifeval")]).splitlines()
    assert [line[:2] for line in lines] == ["+ ", "- "]
    assert lines[1].startswith("- punctuation:no_comma: ")


@given(st.text())
def test_a_verdict_is_a_bool_for_any_text(text: str) -> None:
    row = judging.row_from({"instruction_id_list": IDS, "kwargs": KWARGS})
    outcome = judging.judged(row, text, "ifeval")
    assert {type(one) for one in outcome.strict + outcome.loose} == {bool}
