import random
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ifbench_suite as suite
from checkers import IFEVAL, Finding, Text
from ifbench_suite.outcome import Outcome, Status
from ifbench_suite.resources import data_file
from ifbench_suite.response import Response
from ifbench_suite.rows import BoundRow, Row
from ifbench_suite.scorer import Job, Scorer
from ifbench_suite.verdict import BoundRule

ROWS = suite.load_rows("ifeval", data_file("samples/ifeval_rows.jsonl"))
RESPONSES = [{"key": row.key, "response": f"Answer {row.key}, in short."} for row in ROWS]


def test_the_eight_variants_of_loose_in_their_order() -> None:
    response = Response("*a*\n\n  b \n* c\r\n")
    assert [text.raw for text in response.loose()] == [
        "*a*\n\n  b \n* c\r\n",
        "a\n\n  b \n c\r\n",
        "b \n* c",
        "*a*\n\n  b \n* c",
        "b \n c",
        "a\n\n  b \n c",
    ]


def test_a_line_of_its_own_has_no_shorter_variant() -> None:
    assert [text.raw for text in Response("* a").loose()] == ["* a", " a"]


def test_corrections_name_the_variants_that_count() -> None:
    response = Response("\n*a*\n")
    assert [text.raw for text in response.loose("asterisks kept")] == ["\n*a*\n", "*a*"]
    assert [text.raw for text in response.loose("whole response")] == ["\n*a*\n", "\na\n", "*a*"]


@pytest.mark.parametrize("response", ["", " ", "\n\t\u3000", None])
def test_a_blank_response_follows_nothing(response: str | None) -> None:
    outcomes = suite.score(ROWS, [{"key": row.key, "response": response} for row in ROWS])
    assert not any(any(o.strict) or any(o.loose) for o in outcomes)
    assert {outcome.status for outcome in outcomes} == {Status.EMPTY}


def test_a_row_without_a_response_counts_as_missing() -> None:
    outcomes = suite.score(ROWS, RESPONSES[1:])
    assert outcomes[0].status is Status.MISSING
    assert not any(outcomes[0].strict)
    assert len(outcomes) == len(ROWS)


@pytest.mark.parametrize("name", ["ifeval", "ifbench", "if_rlvr", "multi_if"])
def test_rows_know_by_whose_rules_they_are_judged(name: str) -> None:
    rows = suite.load_rows(name, data_file(f"samples/{name}_rows.jsonl"))
    outcomes = suite.score(rows, [{"key": rows[0].key, "turn": rows[0].turn, "response": "Hm."}])
    assert {outcome.benchmark for outcome in outcomes} == {name}


def test_rows_of_no_known_benchmark_need_its_name() -> None:
    row = Row(1, "Hi.", ("punctuation:no_comma",), ({},))
    with pytest.raises(suite.InputError, match="pass benchmark=NAME"):
        suite.score([row], [{"key": 1, "response": "Hm."}])
    assert suite.score([row], [{"key": 1, "response": "Hm."}], benchmark="ifeval")[0].strict == (
        True,
    )


def test_a_response_that_answers_no_row_is_an_error() -> None:
    with pytest.raises(suite.InputError, match="1 responses answer no row"):
        suite.score(ROWS, [*RESPONSES, {"key": 999, "response": "x"}])


def test_a_trace_that_never_closes_is_an_empty_response() -> None:
    (outcome, *_) = suite.score(ROWS, [{"key": 1, "response": "<think>lantern gull"}])
    assert (outcome.status, outcome.response) == (Status.EMPTY, "")


def test_samples_that_a_row_lacks_are_missing() -> None:
    both: list[dict[str, Any]] = [{"key": 1, "responses": ["a", "b"]}, *RESPONSES[1:]]
    outcomes = suite.score(ROWS, both)
    assert len(outcomes) == 2 * len(ROWS)
    assert [o.status for o in outcomes[:4]] == [
        Status.ANSWERED,
        Status.ANSWERED,
        Status.ANSWERED,
        Status.MISSING,
    ]


def _fails(text: Text) -> Finding:
    raise ZeroDivisionError("by zero")


def test_a_checker_that_fails_is_counted_named_and_not_followed() -> None:
    rule = BoundRule(_fails, "all")
    row = Row(1, "Hi.", ("test:fails",), ({},))
    outcome = Scorer("ifeval").judge(Job(BoundRow(row, (rule,), (rule,)), "Hello."))
    assert outcome.errors == ("test:fails: ZeroDivisionError: by zero",)
    assert (outcome.strict, outcome.loose) == ((False,), (False,))
    assert "by zero" in outcome.reference.findings[0].found


def test_an_official_exception_ends_the_loose_trying() -> None:
    texts: list[str] = []

    def check(text: Text) -> Finding:
        texts.append(text.raw)
        return Finding(False, "", "", raised=len(texts) == 2)

    rule, response = BoundRule(check, "all"), Response("*a\nb\nc")
    assert not rule.loose(response, rule.strict(response))
    assert texts == ["*a\nb\nc", "a\nb\nc"]


def _verdicts(outcomes: list[Outcome]) -> list[Any]:
    return [outcome.to_dict() for outcome in outcomes]


def test_workers_do_not_matter() -> None:
    alone = suite.score(ROWS, RESPONSES)
    assert _verdicts(suite.score(ROWS, RESPONSES, workers=2)) == _verdicts(alone)


def test_the_order_of_responses_does_not_matter() -> None:
    shuffled = random.Random(3).sample(RESPONSES, len(RESPONSES))
    assert _verdicts(suite.score(ROWS, shuffled)) == _verdicts(suite.score(ROWS, RESPONSES))


def test_threads_agree() -> None:
    alone = _verdicts(suite.score(ROWS, RESPONSES))
    with ThreadPoolExecutor(16) as pool:
        runs = pool.map(lambda _: _verdicts(suite.score(ROWS, RESPONSES)), range(16))
    assert all(run == alone for run in runs)


TEXTS = st.text() | st.lists(
    st.sampled_from(["*", "\n", "a", "B", ",", ".", " ", "***", '"', "[x]", "P.S.", "<<t>>", "{}"])
).map("".join)


@settings(max_examples=200, deadline=None)
@given(TEXTS)
def test_loose_follows_whatever_strict_follows(response: str) -> None:
    outcomes = suite.score(ROWS, [{"key": row.key, "response": response} for row in ROWS])
    for outcome in outcomes:
        assert outcome.corrected is not None
        assert outcome.errors == ()
        for verdicts in (outcome.reference, outcome.corrected):
            pairs = zip(verdicts.strict, verdicts.loose, strict=True)
            assert all(loose or not strict for strict, loose in pairs)


def test_a_reward_is_the_share_of_instructions_followed() -> None:
    ids = ["punctuation:no_comma", "startend:quotation"]
    assert suite.reward("No, no.", ids, [None, {}], "ifeval") == 0.0
    assert suite.reward("<think>a, b</think>Yes.", ids, [None, {}], "ifeval") == 0.5
    assert suite.reward('"Yes."', ids, [{}, {}], "ifeval") == 1.0
    assert suite.reward(" ", ids, [{}, {}], "ifeval") == 0.0


@pytest.mark.parametrize(
    ("ids", "kwargs", "message"),
    [
        ([], [], "0 instruction ids and 0 kwargs"),
        (["punctuation:no_comma"], [], "1 instruction ids and 0 kwargs"),
        (["punctuation:no_coma"], [{}], "close: punctuation:no_comma"),
        (["keywords:existence"], [{}], "parameter 'keywords' is missing"),
    ],
)
def test_a_reward_for_a_malformed_rule_is_refused(
    ids: list[str], kwargs: list[Any], message: str
) -> None:
    with pytest.raises(suite.InputError, match=message):
        suite.reward("Hi.", ids, kwargs, "ifeval")


def test_every_id_of_ifeval_is_in_the_sample() -> None:
    assert {id for row in ROWS for id in row.instruction_ids} == set(IFEVAL)


COLD_START = """
import sys
from concurrent.futures import ThreadPoolExecutor
from threading import Barrier
import ifbench_suite as suite
from ifbench_suite.resources import data_file
from ifbench_suite.records import read_records
rows = suite.load_rows("ifeval", data_file("samples/ifeval_rows.jsonl"))
responses = [record.value for record in read_records(data_file("samples/ifeval_responses.jsonl"))]
together = Barrier(16)
def verdicts(_):
    together.wait()
    return [(outcome.strict, outcome.loose) for outcome in suite.score(rows, responses)]
with ThreadPoolExecutor(16) as pool:
    runs = list(pool.map(verdicts, range(16)))
sys.exit(0 if all(run == runs[0] for run in runs) else "threads disagree")
"""


def test_threads_agree_from_a_cold_start() -> None:
    done = subprocess.run([sys.executable, "-c", COLD_START], capture_output=True, text=True)
    assert (done.returncode, done.stderr) == (0, "")
