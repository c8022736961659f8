"""inspect_ai: tasks, and a scorer that re-scores any log of IFEval-like rows too.

`inspect eval ifbench_suite/ifeval` and `inspect score LOG --scorer
ifbench_suite/instruction_following` find this module through the package's entry point.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from inspect_ai import Task, task
from inspect_ai.dataset import MemoryDataset, Sample
from inspect_ai.model import ChatMessageUser
from inspect_ai.scorer import Metric, SampleScore, Score, Scorer, Target, metric, scorer
from inspect_ai.solver import Generate, Solver, TaskState, generate, solver

from ifbench_suite.adapters.judging import (
    KnownRows,
    as_json,
    as_record,
    conversations,
    explained,
    judged_turns,
    known_rows,
    row_asked,
    rows_to_ask,
    scored,
    turns_from,
)
from ifbench_suite.metrics.scores import aggregate
from ifbench_suite.readers.messages import last_prompt, turns_of
from ifbench_suite.rows import Row

_TURNS = "turns"
"""The metadata that holds the rows of a conversation."""
_JOIN = "\n"
"""What inspect puts between several text parts of a message."""


@task
def ifeval(data: str | None = None) -> Task:
    """IFEval. `data`: its official file (default: the fetched one; "sample": the package's)."""
    return _task("ifeval", data)


@task
def ifbench(data: str | None = None) -> Task:
    """IFBench. `data`: its official file (default: the fetched one; "sample": the package's)."""
    return _task("ifbench", data)


@task
def if_rlvr(data: str | None = None) -> Task:
    """IF-RLVR's training rows. `data`: their file (default: the fetched one; or "sample")."""
    return _task("if_rlvr", data)


@task
def multi_if(data: str | None = None) -> Task:
    """Multi-IF, turn by turn. `data`: its official file (default: the fetched one; or "sample")."""
    samples = [
        Sample(
            id=turns[0].key,
            input=turns[0].prompt,
            metadata={
                "key": turns[0].key,
                "language": turns[0].language,
                _TURNS: as_json(turns),
            },
        )
        for turns in conversations(rows_to_ask("multi_if", data))
    ]
    return Task(
        dataset=MemoryDataset(samples, name="multi_if"),
        solver=[next_turns()],
        scorer=instruction_following(benchmark="multi_if"),
    )


def _task(benchmark: str, data: str | None) -> Task:
    samples = [
        Sample(id=row.key, input=row.prompt, metadata=as_record(row))
        for row in rows_to_ask(benchmark, data)
    ]
    return Task(
        dataset=MemoryDataset(samples, name=benchmark),
        solver=[generate()],
        scorer=instruction_following(benchmark=benchmark),
    )


@solver
def next_turns() -> Solver:
    """Asks the turns of a conversation one by one, each after the answer to the last."""

    async def solve(state: TaskState, generate: Generate) -> TaskState:
        state = await generate(state)
        for row in turns_from(state.metadata[_TURNS])[1:]:
            state.messages.append(ChatMessageUser(content=row.prompt))
            state = await generate(state)
        return state

    return solve


@metric
def four_numbers() -> Metric:
    """Prompt and instruction level, strict and loose; the latter pools all instructions."""

    def compute(scores: list[SampleScore]) -> dict[str, float]:
        clusters = [
            number if one.sample_id is None else str(one.sample_id)
            for number, one in enumerate(scores)
        ]
        estimates = aggregate([one.score for one in scores], clusters=clusters)
        values = {name: one.value for name, one in estimates.items()}
        errors = {f"{name}_stderr": one.stderr for name, one in estimates.items()}
        return values | {name: error for name, error in errors.items() if error is not None}

    return compute


@scorer(metrics=[four_numbers()])
def instruction_following(benchmark: str = "ifeval", data: str | None = None) -> Scorer:
    """Judges by the official rules of a benchmark.

    The row stands in a sample's metadata, in any form that a log may hold it in. Where the
    benchmark's data is at hand, its row with the same prompt goes before it.

    Args:
        benchmark: whose rules to judge by.
        data: the benchmark's official file; None: the fetched one, if there is one.
    """
    known = known_rows(benchmark, data)

    async def score(state: TaskState, target: Target) -> Score:
        rows = _rows(state, known)
        answers = _answers(state)
        outcomes = judged_turns(rows, answers, benchmark)
        sample = scored(outcomes)
        return Score(
            value=dict(sample.value),
            answer=outcomes[-1].response,
            explanation=explained(outcomes),
            metadata={
                **sample.metadata,
                "strict": [list(one.strict) for one in outcomes],
                "loose": [list(one.loose) for one in outcomes],
            },
        )

    return score


def _rows(state: TaskState, known: KnownRows) -> Sequence[Row]:
    if isinstance(turns := state.metadata.get(_TURNS), str):
        return turns_from(turns)
    asked = state.input if isinstance(state.input, str) else _as_dicts(state.input)
    return [row_asked(state.metadata, last_prompt(asked, _JOIN), known)]


def _answers(state: TaskState) -> list[str | None]:
    """The answers by turn, as the reader of logs takes them."""
    turns = turns_of(_as_dicts(state.messages), _JOIN)
    answers = [turn.answer for turn in turns]
    return answers if len(turns) > 1 else [answers[0] or state.output.completion]


def _as_dicts(messages: Sequence[Any]) -> list[dict[str, Any]]:
    return [message.model_dump() for message in messages]
