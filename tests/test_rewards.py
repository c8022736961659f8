import pickle
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ifbench_suite as suite
from checkers import IF_RLVR
from ifbench_suite.rows import registry_of
from tools.degenerate_answers import ANSWERS, accidents

IDS = ["punctuation:no_comma", "length_constraints:number_sentences", "startend:quotation"]
KWARGS: list[dict[str, Any]] = [{}, {"num_sentences": 2, "relation": "at least"}, {}]
ask = partial(suite.reward, instruction_ids=IDS, kwargs=KWARGS, benchmark="ifeval")


def test_a_reward_is_the_share_or_all_or_nothing() -> None:
    assert ask("Rain fell. It stopped.") == pytest.approx(2 / 3)
    assert ask("Rain fell. It stopped.", all_or_nothing=True) == 0.0
    assert ask('"Rain fell. It stopped."') == ask('"A b. C d."', all_or_nothing=True) == 1.0


def test_a_reward_by_the_corrected_rules() -> None:
    kwargs = [{"num_sentences": 2, "relation": "at least"}]
    glued = partial(suite.reward, "Rain fell.Then it stopped.", IDS[1:2], kwargs, "ifeval")
    assert (glued(), glued(corrected=True)) == (0.0, 1.0)


def test_findings_say_what_a_reward_is_made_of() -> None:
    found = suite.findings("Rain, then.", IDS, KWARGS, "ifeval")
    assert [one.followed for one in found] == [False, False, False]
    assert (found[1].found, found[1].wanted) == ("1 sentences", "at least 2")


@pytest.mark.parametrize("blank", ["", " ", "\n\t\u3000\x1c", "<think>No", "<think>No.</think> \n"])
def test_a_blank_answer_earns_nothing(blank: str) -> None:
    assert ask(blank) == 0.0
    for id in IF_RLVR:
        kwargs = IF_RLVR.get(id).examples[0].kwargs
        for corrected in (False, True):
            assert suite.reward(blank, [id], [kwargs], corrected=corrected) == 0.0


def test_a_prohibition_is_followed_by_a_full_stop_and_a_length_is_not() -> None:
    earned = {one.id: dict(zip(ANSWERS, one.earned, strict=True)) for one in accidents(IF_RLVR)}
    assert earned["punctuation:no_comma"]["`.`"] == "both"
    assert earned["keywords:palindrome"]["`.`"] == "reference"
    assert earned["length_constraints:number_words"]["`.`"] == ""
    assert "length_constraints:number_sentences" not in earned


@settings(max_examples=60, deadline=None)
@given(st.text(), st.booleans())
def test_a_reward_is_the_share_of_what_scoring_finds(response: str, corrected: bool) -> None:
    row = suite.Row(1, "Hi.", tuple(IDS), tuple(KWARGS))
    (outcome,) = suite.score([row], [{"key": 1, "response": response}], benchmark="ifeval")
    assert outcome.corrected is not None
    strict = outcome.corrected.strict if corrected else outcome.strict
    assert ask(response, corrected=corrected) == sum(strict) / 3
    assert ask(response, corrected=corrected, all_or_nothing=True) == float(all(strict))


def test_a_reward_is_the_same_in_threads_and_processes() -> None:
    texts = ["Rain fell. It stopped.", '"Yes."', "No, no.", "one two. three."] * 8
    alone = list(map(ask, texts))
    assert list(map(pickle.loads(pickle.dumps(ask)), texts)) == alone
    for pool in (ThreadPoolExecutor(8), ProcessPoolExecutor(2)):
        with pool:
            assert list(pool.map(ask, texts)) == alone


def test_what_is_not_installed_is_an_error_and_no_zero() -> None:
    from checkers.ifbench import tagger

    def missing() -> None:
        raise tagger.MissingTagger

    rule = registry_of("ifbench").get("words:start_verb")
    object.__setattr__(rule, "requires", missing)
    try:
        with pytest.raises(suite.InputError, match="needs the English perceptron tagger"):
            suite.reward("Go.", ["words:start_verb"], [{}], "ifbench")
    finally:
        object.__setattr__(rule, "requires", tagger.require)
