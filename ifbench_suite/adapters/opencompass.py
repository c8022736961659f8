"""OpenCompass: the data sets and the evaluator that `opencompass_config`, beside this, names."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from typing import Any

from datasets import Dataset
from opencompass.datasets.base import BaseDataset
from opencompass.openicl.icl_evaluator import BaseEvaluator

from ifbench_suite.adapters.judging import (
    LEVELS,
    as_json,
    conversations,
    judged_turns,
    levels_of,
    row_from,
    rows_to_ask,
    turns_from,
)
from ifbench_suite.outcome import Outcome


class InstructionDataset(BaseDataset):
    """Prompts, and their rows as JSON text."""

    @staticmethod
    def load(benchmark: str, data: str | None = None) -> Dataset:
        """The rows of ifeval, ifbench or if_rlvr.

        Raises:
            InputError: the data is not at hand, or not sound.
        """
        rows = rows_to_ask(benchmark, data)
        return Dataset.from_list([{"prompt": row.prompt, "row": as_json(row)} for row in rows])


class ConversationDataset(BaseDataset):
    """Conversations with a gap for each answer, and their rows as JSON text."""

    @staticmethod
    def load(benchmark: str, data: str | None = None) -> Dataset:
        """The conversations of multi_if; one may have fewer turns than another.

        Raises:
            InputError: the data is not at hand, or not sound.
        """
        return Dataset.from_list(
            [
                {
                    "dialogue": list(_dialogue([row.prompt for row in turns])),
                    "row": json.dumps({"key": turns[0].key, "turns": as_json(turns)}),
                }
                for turns in conversations(rows_to_ask(benchmark, data))
            ]
        )


class InstructionEvaluator(BaseEvaluator):
    """The four numbers in percent; the instruction level pools all instructions.

    Args:
        benchmark: whose rules to judge by.
    """

    def __init__(self, benchmark: str) -> None:
        super().__init__()
        self.benchmark = benchmark

    def score(self, predictions: Sequence[Any], references: Sequence[str]) -> dict[str, Any]:
        """The numbers over a list of predictions, each a text or the texts of a conversation.

        Raises:
            InputError: a row is not sound.
        """
        judged = [
            self._outcomes(prediction, reference)
            for prediction, reference in zip(predictions, references, strict=True)
        ]
        pooled = levels_of([outcome for outcomes in judged for outcome in outcomes])
        details = {str(i): _detail(outcomes) for i, outcomes in enumerate(judged)}
        return {level: 100 * pooled[level] for level in LEVELS} | {"details": details}

    def _outcomes(self, prediction: Any, reference: str) -> list[Outcome]:
        turns = json.loads(reference).get("turns")
        rows = [row_from(reference)] if turns is None else turns_from(turns)
        answers = prediction if isinstance(prediction, list) else [prediction]
        return judged_turns(rows, answers, self.benchmark)


def _dialogue(prompts: Sequence[str]) -> Iterator[dict[str, str]]:
    for prompt in prompts:
        yield {"role": "user", "content": prompt}
        yield {"role": "assistant", "content": ""}


def _detail(outcomes: Sequence[Outcome]) -> dict[str, Any]:
    return {
        "strict": [list(one.strict) for one in outcomes],
        "loose": [list(one.loose) for one in outcomes],
        "is_correct": all(all(one.strict) for one in outcomes),
    }
