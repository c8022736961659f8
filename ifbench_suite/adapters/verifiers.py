"""verifiers from 0.4 on: tasksets for evaluation and training.

`PYTHONPATH=$(python -m ifbench_suite adapter verifiers --path)` makes them known by the ids
ifbench-suite-vf and ifbench-suite-vf-turns, as the library looks for modules of that name.
"""

from __future__ import annotations

from collections.abc import Iterator

import verifiers.v1 as vf

from ifbench_suite.adapters.judging import (
    as_json,
    conversations,
    judged_turns,
    levels_of,
    row_from,
    rows_to_ask,
    turns_from,
)
from ifbench_suite.adapters.rewards import reward_for
from ifbench_suite.readers.messages import turns_of


class InstructionConfig(vf.TasksetConfig):
    """Which rows: `--env.taskset.benchmark ifbench --env.taskset.data rows.jsonl`."""

    benchmark: str = "ifeval"
    data: str | None = None
    """The official file; None: the fetched one; "sample": the package's."""


class InstructionData(vf.TaskData):
    """A row, as JSON text, and whose rules judge it."""

    row: str
    benchmark: str


class ConversationData(vf.TaskData):
    """The rows of a conversation, as JSON text, and whose rules judge them."""

    turns: str
    benchmark: str


class InstructionTask(vf.Task[InstructionData]):
    """One prompt."""

    @vf.reward(weight=1.0)
    async def instruction_following(self, trace: vf.Trace) -> float:
        """The share of instructions that the answer follows."""
        (answer,) = _answers(trace)[-1:]
        return reward_for(answer, self.data.row, benchmark=self.data.benchmark)

    @vf.metric
    async def levels(self, trace: vf.Trace) -> dict[str, float]:
        """The four numbers, and what they are shares of."""
        row = row_from(self.data.row)
        return levels_of(judged_turns([row], _answers(trace)[-1:], self.data.benchmark))


class ConversationTask(vf.Task[ConversationData]):
    """One conversation."""

    @vf.reward(weight=1.0)
    async def instruction_following(self, trace: vf.Trace) -> float:
        """The share of instructions that the answers follow, over all turns."""
        levels: dict[str, float] = await self.levels(trace)
        return levels["inst_level_strict"]

    @vf.metric
    async def levels(self, trace: vf.Trace) -> dict[str, float]:
        """The four numbers, and what they are shares of."""
        rows = turns_from(self.data.turns)
        return levels_of(judged_turns(rows, _answers(trace), self.data.benchmark))


class InstructionTaskset(vf.Taskset[InstructionTask, InstructionConfig]):
    """The prompts of ifeval, ifbench or if_rlvr."""

    def load(self) -> Iterator[InstructionTask]:
        """One task per row.

        Raises:
            InputError: the data is not at hand, or not sound.
        """
        benchmark = self.config.benchmark
        for row in rows_to_ask(benchmark, self.config.data):
            data = InstructionData(
                id=str(row.key), prompt=row.prompt, row=as_json(row), benchmark=benchmark
            )
            yield InstructionTask(data, self.config.task)


class ConversationConfig(InstructionConfig):
    """Which conversations."""

    benchmark: str = "multi_if"


class ConversationTaskset(vf.Taskset[ConversationTask, ConversationConfig]):
    """The conversations of multi_if."""

    def load(self) -> Iterator[ConversationTask]:
        """One task per conversation.

        Raises:
            InputError: the data is not at hand, or not sound.
        """
        benchmark = self.config.benchmark
        for rows in conversations(rows_to_ask(benchmark, self.config.data)):
            data = ConversationData(id=str(rows[0].key), turns=as_json(rows), benchmark=benchmark)
            yield ConversationTask(data, self.config.task)


class ConversationEnvConfig(vf.EnvConfig):
    """The one agent."""

    agent: vf.AgentConfig = vf.AgentConfig()


class ConversationEnv(vf.Env[ConversationEnvConfig]):
    """Asks the turns of a conversation one by one."""

    async def run(self, task: ConversationTask, agents: vf.Agents) -> None:
        """Plays one conversation to its end, or until the agent stops."""
        async with agents.agent.interaction(task) as conversation:
            for row in turns_from(task.data.turns):
                segment = await conversation.turn(row.prompt)
                if segment.terminated:
                    break


def _answers(trace: vf.Trace) -> list[str | None]:
    """The answers by turn, as the reader of traces takes them."""
    messages = [
        {**node.message.model_dump(), "source": "generate" if node.sampled else "input"}
        for node in trace.nodes
    ]
    return [turn.answer for turn in turns_of(messages)]
