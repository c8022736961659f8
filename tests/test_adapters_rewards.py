"""Rewards in the shapes in which trainers call them, without the trainers."""

import asyncio
import importlib.util
import json
import sys
from collections.abc import Callable
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import ifbench_suite as suite
from ifbench_suite.adapters import rewards, trl, verl

IDS = ["punctuation:no_comma", "length_constraints:number_words"]
KWARGS: list[dict[str, Any]] = [{}, {"num_words": 3, "relation": "at least"}]
ROW = {"key": "1", "instruction_id_list": IDS, "kwargs": KWARGS}
LITERAL = str([{"instruction_id": IDS, "kwargs": [None, KWARGS[1]]}])
HALF = "Only two"


@pytest.mark.parametrize(
    "truth",
    [
        ROW,
        json.dumps(ROW),
        json.dumps({**ROW, "kwargs": json.dumps(KWARGS)}),
        LITERAL,
        [LITERAL],
        json.dumps([{"instruction_id": IDS, "kwargs": KWARGS}]),
        str([json.dumps({"instruction_id": IDS, "kwargs": KWARGS})]),
        [ROW],
    ],
    ids=["object", "JSON", "kwargs as text", "literal", "listed", "JSON list", "both", "in a list"],
)
def test_ground_truths_of_all_shapes(truth: Any) -> None:
    assert rewards.reward_for(HALF, truth) == 0.5
    assert rewards.reward_for("Now there are four.", truth) == 1.0
    assert rewards.reward_for(HALF, truth, all_or_nothing=True) == 0.0


@pytest.mark.parametrize("truth", ["", "no row", "{}", "[]", "[1, 2]", None, 3, {"kwargs": []}])
def test_an_unsound_ground_truth_is_an_error(truth: Any) -> None:
    with pytest.raises(suite.InputError):
        rewards.reward_for("x", truth)


@pytest.mark.parametrize(
    ("completion", "text"),
    [
        ("a", "a"),
        (None, ""),
        ([], ""),
        ({"role": "assistant", "content": "a"}, "a"),
        ([{"role": "assistant", "content": "a"}], "a"),
        ([{"role": "user", "content": "b"}], ""),
        (
            [
                {"role": "assistant", "content": "b"},
                {"role": "tool", "content": "c"},
                {"role": "assistant", "content": [{"type": "text", "text": "a"}]},
            ],
            "a",
        ),
    ],
)
def test_the_text_of_a_completion(completion: Any, text: str) -> None:
    assert rewards.answer_of(completion) == text


def test_messages_may_be_objects() -> None:
    class Message:
        role = "assistant"
        content = "a"

    assert rewards.answer_of([Message()]) == rewards.answer_of(Message()) == "a"


@pytest.mark.parametrize("pool", [lambda: None, lambda: ThreadPoolExecutor(4), ProcessPoolExecutor])
def test_a_batch_keeps_its_order_in_threads_and_processes(
    pool: Callable[[], Executor | None],
) -> None:
    completions = [HALF, "Now there are four.", "", "One, two", *["Rain fell here."] * 96]
    truths = [json.dumps(ROW)] * 100
    wanted = [0.5, 1.0, 0.0, 0.0, *[1.0] * 96]
    assert rewards.rewards(completions, truths) == wanted
    executor = pool()
    found = asyncio.run(rewards.batch_rewards(completions, truths, executor=executor))
    assert found == wanted
    if executor is not None:
        executor.shutdown()


def test_an_unsound_row_stops_a_batch() -> None:
    with pytest.raises(suite.InputError):
        asyncio.run(rewards.batch_rewards(["a"] * 40, [ROW] * 39 + ["no row"]))
    with pytest.raises(suite.InputError, match="2 completions, 1 truths"):
        rewards.rewards(["a", "b"], [ROW])
    with pytest.raises(suite.InputError, match="0 completions, 1 truths"):
        asyncio.run(rewards.batch_rewards([], [ROW]))
    assert asyncio.run(rewards.batch_rewards([], [])) == []


CHATS = [[{"role": "assistant", "content": text}] for text in (HALF, "Now there are four.")]


@pytest.mark.parametrize("completions", [[HALF, "Now there are four."], CHATS])
@pytest.mark.parametrize(
    "columns",
    [
        {"row": [json.dumps(ROW)] * 2},
        {"ground_truth": [LITERAL] * 2},
        {"ground_truth": [[LITERAL]] * 2, "dataset": ["ifeval"] * 2},
        {"instruction_id_list": [IDS] * 2, "kwargs": [KWARGS] * 2},
        {"instruction_id_list": [IDS] * 2, "kwargs": [json.dumps(KWARGS)] * 2},
    ],
)
def test_trl_gets_one_reward_per_completion(completions: Any, columns: Any) -> None:
    more = {"completion_ids": [[1], [2]], "trainer_state": None, "log_metric": print}
    found = trl.instruction_following(
        completions=completions, prompts=["Hi", "Ho"], **columns, **more
    )
    assert found == [0.5, 1.0]


def test_trl_leaves_out_rows_that_ask_for_no_instruction() -> None:
    columns = {"instruction_id_list": [IDS, None, []], "kwargs": [KWARGS, None, []]}
    found = trl.instruction_following([HALF] * 3, ["Hi"] * 3, **columns)
    assert found == [0.5, None, None]
    assert trl.instruction_following([HALF], row=[None]) == [None]


def test_trl_without_a_column_of_rows_is_an_error() -> None:
    with pytest.raises(suite.InputError, match="its columns are answer, kwargs"):
        trl.instruction_following([HALF], ["Hi"], answer=["7"], kwargs=[KWARGS])


def test_trl_names_its_metric_by_the_function() -> None:
    whole = trl.reward_function("ifeval", all_or_nothing=True)
    assert whole.__name__ == trl.instruction_following.__name__ == "instruction_following"
    assert whole([HALF], row=[json.dumps(ROW)]) == [0.0]


def test_verl_gets_a_float_or_a_dict() -> None:
    given = ("ifeval", HALF, json.dumps(ROW))
    assert verl.compute_score(*given) == 0.5
    assert verl.compute_score(*given, {"num_turns": 1}, all_or_nothing=True) == 0.0
    assert verl.compute_score(*given, reward_router_address="x", reward_model_tokenizer=None) == 0.5
    assert verl.compute_score_dict(*given, extra_info={"prompt": "Hi"}) == {
        "score": 0.5,
        "turns": 1.0,
        "instructions": 2.0,
        "turns_strict": 0.0,
        "turns_loose": 0.0,
        "followed_strict": 1.0,
        "followed_loose": 1.0,
        "prompt_level_strict": 0.0,
        "prompt_level_loose": 0.0,
        "inst_level_strict": 0.5,
        "inst_level_loose": 0.5,
    }


def test_verl_reads_the_rules_from_the_data_source_where_they_differ() -> None:
    truth = json.dumps({"instruction_id_list": ["count:numbers"], "kwargs": [{"N": 1}]})
    assert verl.compute_score("ifbench", "It was 7.", truth) == 1.0
    assert verl.compute_score("my_data", "It was 7.", truth, benchmark="ifbench") == 1.0
    with pytest.raises(suite.InputError, match="no instruction 'count:numbers'"):
        verl.compute_score("ifeval", "It was 7.", truth)


def test_verl_can_load_the_module_by_its_path() -> None:
    spec = importlib.util.spec_from_file_location("custom_module", verl.__file__)
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    assert module.compute_score("x", HALF, LITERAL) == 0.5


class Verifier:
    """What open-instruct's base class of verifiers is to a subclass."""

    def __init__(self, name: str, verifier_config: Any = None, weight: float = 1.0) -> None:
        self.name, self.verifier_config, self.weight = name, verifier_config, weight


class Result:
    def __init__(self, score: float) -> None:
        self.score = score


@pytest.fixture
def open_instruct(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    library = ModuleType("open_instruct.ground_truth_utils")
    library.__dict__.update(VerifierFunction=Verifier, VerificationResult=Result)
    monkeypatch.setitem(sys.modules, "open_instruct", ModuleType("open_instruct"))
    monkeypatch.setitem(sys.modules, "open_instruct.ground_truth_utils", library)
    spec = importlib.util.find_spec("ifbench_suite.adapters.open_instruct")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


@pytest.mark.parametrize("label", [LITERAL, [LITERAL], json.dumps(ROW)])
def test_open_instruct_finds_a_direct_subclass(open_instruct: ModuleType, label: Any) -> None:
    assert open_instruct.InstructionFollowingVerifier in Verifier.__subclasses__()
    verifier = open_instruct.InstructionFollowingVerifier(verifier_config="theirs")
    assert (verifier.name, verifier.weight) == ("instruction_following", 1.0)
    assert verifier([1, 2], HALF, label, query="Hi").score == 0.5


def test_open_instruct_is_launched_with_its_own_arguments(
    open_instruct: ModuleType, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "grpo_fast.py").write_text("import sys\nsys.stdout.write(' '.join(sys.argv[1:]))\n")
    sys.modules["open_instruct"].__path__ = [str(tmp_path)]
    monkeypatch.setattr(sys, "argv", [])
    seen: list[str] = []
    monkeypatch.setattr(sys.stdout, "write", seen.append)
    open_instruct.main(["grpo_fast", "--remap_verifier", "ifeval=instruction_following"])
    assert "".join(seen) == "--remap_verifier ifeval=instruction_following"
    with pytest.raises(SystemExit, match="usage"):
        open_instruct.main([])
