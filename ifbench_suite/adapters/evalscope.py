"""evalscope from 1.12 on: its benchmarks ifbench_suite_ifeval, _ifbench, _if_rlvr and _multi_if.

evalscope has no option that names a module, so this one runs its command line:
`python -m ifbench_suite.adapters.evalscope eval --datasets ifbench_suite_ifeval ...`. In Python,
importing this module before `run_task` is enough.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from evalscope.api.benchmark import BenchmarkMeta, DefaultDataAdapter, MultiTurnAdapter
from evalscope.api.dataset import DatasetDict, DictDataLoader, Sample
from evalscope.api.evaluator import TaskState
from evalscope.api.messages import ChatMessageUser
from evalscope.api.metric import Score
from evalscope.api.registry import register_benchmark

from ifbench_suite.adapters.judging import (
    LEVELS,
    MULTI_TURN,
    SINGLE_TURN,
    as_json,
    as_record,
    conversations,
    explained,
    judged_turns,
    row_from,
    rows_to_ask,
    scored,
    turns_from,
)
from ifbench_suite.outcome import Outcome
from ifbench_suite.readers.messages import turns_of

PREFIX = "ifbench_suite_"
_TITLES = {"ifeval": "IFEval", "ifbench": "IFBench", "if_rlvr": "IF-RLVR", "multi_if": "Multi-IF"}
_DATA = {
    "type": "str | null",
    "description": 'The official file; null: the one that was fetched; "sample": a small sample.',
    "value": None,
}


class InstructionAdapter(DefaultDataAdapter):
    """A benchmark of one prompt per row."""

    def load(self) -> tuple[DatasetDict, None]:
        """The rows; nothing is downloaded.

        Raises:
            InputError: the data is not at hand, or not sound.
        """
        return _dataset(self, [as_record(row) for row in self.rows()]), None

    def rows(self) -> list[Any]:
        """The benchmark's rows."""
        return rows_to_ask(_benchmark(self), self.extra_params.get("data"))

    def record_to_sample(self, record: dict[str, Any]) -> Sample:
        """The sample of a row."""
        prompt = ChatMessageUser(content=record["prompt"])
        return Sample(input=[prompt], target="", metadata=record)

    def match_score(
        self,
        original_prediction: str,
        filtered_prediction: str,
        reference: str,
        task_state: TaskState,
    ) -> Score:
        """The four numbers of an answer, judged as it was given: filters do not apply."""
        row = row_from(task_state.metadata)
        outcomes = judged_turns([row], [original_prediction], _benchmark(self))
        return _score(outcomes, original_prediction)


class ConversationAdapter(MultiTurnAdapter):
    """A benchmark of conversations."""

    def load(self) -> tuple[DatasetDict, None]:
        """The conversations; nothing is downloaded.

        Raises:
            InputError: the data is not at hand, or not sound.
        """
        rows = rows_to_ask(_benchmark(self), self.extra_params.get("data"))
        records = [
            {"key": turns[0].key, "language": turns[0].language, "turns": as_json(turns)}
            for turns in conversations(rows)
        ]
        return _dataset(self, records), None

    def record_to_sample(self, record: dict[str, Any]) -> Sample:
        """The sample of a conversation; its prompts come turn by turn."""
        return Sample(input=[ChatMessageUser(content="")], target="", metadata=record)

    def get_max_turns(self, sample: Sample) -> int:
        """How many turns it has."""
        return len(turns_from(sample.metadata["turns"]))

    def build_turn_prompt(self, sample: Sample, history: list[Any], turn_index: int) -> str:
        """What the user says in a turn."""
        return turns_from(sample.metadata["turns"])[turn_index].prompt

    def match_score(
        self,
        original_prediction: str,
        filtered_prediction: str,
        reference: str,
        task_state: TaskState,
    ) -> Score:
        """The four numbers over the turns of a conversation."""
        messages = [message.model_dump() for message in task_state.messages]
        answers = [turn.answer for turn in turns_of(messages, "\n")]
        rows = turns_from(task_state.metadata["turns"])
        return _score(judged_turns(rows, answers, _benchmark(self)), original_prediction)


def _benchmark(adapter: DefaultDataAdapter) -> str:
    name: str = adapter.name
    return name.removeprefix(PREFIX)


def _dataset(adapter: DefaultDataAdapter, records: list[dict[str, Any]]) -> DatasetDict:
    loader = DictDataLoader(
        dict_list=records,
        sample_fields=adapter.record_to_sample,
        limit=adapter.limit,
        repeats=adapter.repeats,
    )
    return DatasetDict({"default": loader.load()})


def _score(outcomes: Sequence[Outcome], prediction: str) -> Score:
    sample = scored(outcomes)
    return Score(
        value=dict(sample.value),
        prediction=prediction,
        extracted_prediction=outcomes[-1].response,
        explanation=explained(outcomes),
        metadata=dict(sample.metadata),
        main_score_name=LEVELS[0],
    )


def _register(benchmark: str, adapter: type[DefaultDataAdapter]) -> None:
    meta = BenchmarkMeta(
        name=PREFIX + benchmark,
        pretty_name=f"{_TITLES[benchmark]} (ifbench_suite)",
        description=f"{_TITLES[benchmark]} by the official rules; inst_level_* pool instructions.",
        dataset_id=PREFIX + benchmark,
        subset_list=["default"],
        metric_list=list(LEVELS),
        primary_metric=LEVELS[0],
        aggregation="weighted_mean",
        few_shot_num=0,
        eval_split="test",
        prompt_template="",
        extra_params={"data": dict(_DATA)},
    )
    register_benchmark(meta)(adapter)


for _name in SINGLE_TURN:
    _register(_name, type(f"{_name}_adapter", (InstructionAdapter,), {}))
for _name in MULTI_TURN:
    _register(_name, type(f"{_name}_adapter", (ConversationAdapter,), {}))


if __name__ == "__main__":
    from evalscope.cli.cli import run_cmd

    run_cmd()
