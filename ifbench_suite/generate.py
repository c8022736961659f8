"""Asks a model every prompt of a benchmark, turn by turn where there are turns."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, NamedTuple

from immutabledict import immutabledict

from ifbench_suite.client import Client, Unanswered, in_parallel
from ifbench_suite.completion import Reply
from ifbench_suite.errors import InputError
from ifbench_suite.inverse_rows import messages_hash
from ifbench_suite.journal import Entry, Journal
from ifbench_suite.rows import Row
from ifbench_suite.thinking import without_thinking

ReasoningHistory = Literal["none", "tags", "field"]
"""What later turns see of a model's thinking: nothing; the tags as the model wrote them, or around
what the server kept apart; or a `reasoning_content` beside the answer."""
Identity = tuple[str, int | None, int]
"""Key, turn and sample of one answer."""


@dataclass(frozen=True)
class Generation:
    """What is asked for.

    Attributes:
        model: its name at the endpoint.
        sampling: temperature, top_p, max_tokens, seed ...; sent as they are, but for the seed of
            sample i, which is i higher.
        samples: answers per prompt.
        reasoning_history: what later turns see of the thinking in earlier ones.
    """

    model: str
    sampling: Mapping[str, Any] = immutabledict()
    samples: int = 1
    reasoning_history: ReasoningHistory = "none"

    def parameters(self, sample: int) -> dict[str, Any]:
        """What is sent for one sample."""
        seed = self.sampling.get("seed")
        return {**self.sampling, **({} if seed is None else {"seed": seed + sample})}

    @property
    def settings(self) -> dict[str, Any]:
        """What every answer of a file has in common."""
        history = {"reasoning_history": self.reasoning_history}
        return {"model": self.model, "sampling": {**self.sampling, **history}}


@dataclass
class Tally:
    """How far a run is."""

    total: int = 0
    kept: int = 0
    answered: int = 0
    failed: int = 0
    prompt_tokens: int = 0
    completion_tokens: int = 0
    failures: list[str] = field(default_factory=list)

    def add(self, reply: Reply) -> None:
        """Counts a new answer."""
        self.answered += 1
        self.prompt_tokens += reply.prompt_tokens
        self.completion_tokens += reply.completion_tokens

    def fail(self, name: str, why: str, requests: int = 1) -> None:
        """Counts requests that came to nothing."""
        self.failed += requests
        self.failures.append(f"{name}: {why}")

    @property
    def done(self) -> int:
        """Requests that are settled, in this run or an earlier one."""
        return self.kept + self.answered + self.failed


Watch = Callable[[Tally], None]
"""Called whenever the tally has changed."""


class Conversation(NamedTuple):
    """The rows that one sample of a conversation answers, in the order of their turns."""

    rows: Sequence[Row]
    sample: int


def conversations(
    rows: Sequence[Row], samples: int, limit: int | None = None
) -> list[Conversation]:
    """The first `limit` prompts or conversations, `samples` times each."""
    by_key: dict[str, list[Row]] = {}
    for row in rows:
        by_key.setdefault(str(row.key), []).append(row)
    ordered = [sorted(of, key=lambda row: row.turn or 0) for of in by_key.values()]
    return [Conversation(of, sample) for of in ordered[:limit] for sample in range(samples)]


def generate(
    work: Sequence[Conversation],
    generation: Generation,
    client: Client,
    journal: Journal,
    watch: Watch = lambda tally: None,
) -> Tally:
    """Answers whatever the journal does not hold yet, and puts the journal into the rows' order.

    A failed request leaves no line, and neither do the turns after it; another call asks for them.

    Raises:
        InputError: the journal holds answers that other settings or prompts gave, or no request
            can succeed.
        KeyboardInterrupt: as it came; what was answered is in the journal.
    """
    run = _Run(generation, client, journal, watch)
    run.tally.total = sum(len(one.rows) for one in work)
    asyncio.run(run.all(work))
    journal.rewrite(_ordered(journal.entries, work))
    return run.tally


class _Run:
    """One call of `generate`."""

    def __init__(
        self, generation: Generation, client: Client, journal: Journal, watch: Watch
    ) -> None:
        self.generation, self.client = generation, client
        self.journal, self.watch = journal, watch
        self.tally = Tally()
        self.known = {_identity(entry, journal): entry for entry in journal.entries}
        _check_settings(journal, generation)

    async def all(self, work: Sequence[Conversation]) -> None:
        try:
            await in_parallel(work, self._converse, self.client.endpoint.concurrency)
        finally:
            await self.client.close()

    async def _converse(self, conversation: Conversation) -> None:
        rows, sample = conversation
        messages: list[Mapping[str, Any]] = []
        for number, row in enumerate(rows):
            messages += opening(row)
            try:
                entry = await self._answer(row, sample, messages)
            except Unanswered as failure:
                self.tally.fail(_name(row, sample), str(failure), len(rows) - number)
                self.watch(self.tally)
                return
            self.watch(self.tally)
            messages.append(remembered(entry, self.generation.reasoning_history))

    async def _answer(self, row: Row, sample: int, messages: Sequence[Mapping[str, Any]]) -> Entry:
        digest = messages_hash(messages)
        known = self.known.get((str(row.key), row.turn, sample))
        if known is not None:
            if known.get("request") != digest:
                problem = f"holds an answer to another prompt for {_name(row, sample)}"
                raise InputError(f"{problem}; choose another --output", file=self.journal.path)
            self.tally.kept += 1
            return known
        reply = await self.client.ask(messages, self.generation.parameters(sample))
        entry = self._entry(row, sample, reply, digest)
        self.journal.append(entry)
        self.tally.add(reply)
        return entry

    def _entry(self, row: Row, sample: int, reply: Reply, digest: str) -> Entry:
        turn = {} if row.turn is None else {"turn": row.turn}
        reasoning = {} if reply.reasoning is None else {"reasoning_content": reply.reasoning}
        return {
            "key": row.key,
            **turn,
            "sample": sample,
            "prompt": row.prompt,
            "response": reply.text,
            **reasoning,
            "finish_reason": reply.finish_reason,
            **self.generation.settings,
            "usage": usage_of(reply),
            "request": digest,
        }


def opening(row: Row) -> list[Mapping[str, Any]]:
    """What is said before the model answers a row: its prompt, or the messages up to it."""
    messages = row.extra.get("messages")
    if isinstance(messages, list) and len(messages) > 1:
        last = max(i for i, one in enumerate(messages) if one.get("role") == "user")
        return [{"role": m["role"], "content": m["content"]} for m in messages[: last + 1]]
    return [{"role": "user", "content": row.prompt}]


def remembered(entry: Entry, history: ReasoningHistory) -> Mapping[str, Any]:
    """An answer as later turns see it."""
    text, reasoning = entry["response"], entry.get("reasoning_content")
    if history == "tags":
        thought = f"<think>\n{reasoning}\n</think>\n\n" if reasoning else ""
        return {"role": "assistant", "content": thought + text}
    answer = {"role": "assistant", "content": without_thinking(text).text}
    return (
        {**answer, "reasoning_content": reasoning} if history == "field" and reasoning else answer
    )


def usage_of(reply: Reply) -> dict[str, int]:
    """The tokens of a reply, as entries hold them."""
    return {
        "prompt_tokens": reply.prompt_tokens,
        "completion_tokens": reply.completion_tokens,
    }


def _identity(entry: Entry, journal: Journal) -> Identity:
    if not {"key", "sample", "response", "request"} <= entry.keys():
        problem = "holds lines that `generate` did not write; choose another --output"
        raise InputError(problem, file=journal.path)
    return str(entry["key"]), entry.get("turn"), entry["sample"]


def _check_settings(journal: Journal, generation: Generation) -> None:
    """All answers of a file come from one model and one way of sampling."""
    wanted = _flat(generation.settings)
    for number, entry in enumerate(journal.entries, start=1):
        found = _flat({name: entry.get(name) for name in generation.settings})
        names = [n for n in {**wanted, **found} if found.get(n) != wanted.get(n)]
        if names:
            name = names[0]
            problem = f"was made with {name} {found.get(name)}, not {wanted.get(name)}"
            problem += "; choose another --output"
            raise InputError(problem, file=journal.path, line=number)


def _flat(settings: Mapping[str, Any]) -> dict[str, Any]:
    sampling = settings.get("sampling")
    return {"model": settings.get("model"), **(sampling if isinstance(sampling, dict) else {})}


def _ordered(entries: Sequence[Entry], work: Sequence[Conversation]) -> list[Entry]:
    """By conversation, sample and turn; what is not part of `work` stays at the end."""
    places = {
        (str(row.key), row.turn, one.sample): (i, number)
        for i, one in enumerate(work)
        for number, row in enumerate(one.rows)
    }

    def place(entry: Entry) -> tuple[int, int]:
        identity = (str(entry["key"]), entry.get("turn"), entry["sample"])
        return places.get(identity, (len(work), 0))

    return sorted(entries, key=place)


def _name(row: Row, sample: int) -> str:
    turn = f" turn {row.turn}" if row.turn is not None else ""
    return f"key {row.key}{turn} sample {sample}"
