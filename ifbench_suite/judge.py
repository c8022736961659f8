"""Asks a judge model about answers, and records its replies."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

from immutabledict import immutabledict

from ifbench_suite.client import Client, Unanswered, in_parallel
from ifbench_suite.completion import Reply
from ifbench_suite.errors import InputError
from ifbench_suite.generate import Tally, Watch, usage_of
from ifbench_suite.inverse_rows import Messages, judge_messages, messages_hash
from ifbench_suite.journal import Entry, Journal
from ifbench_suite.judge_labels import Order, labelled, p_follows
from ifbench_suite.judge_labels import parameters as label_parameters
from ifbench_suite.matching import Matches
from ifbench_suite.postprocess import Postprocessing
from ifbench_suite.rows import Row

OPTIONAL = ("temperature", "seed")
"""Parameters that are left out where a judge refuses them, as some reasoning models do."""
_REFUSED = ("logprobs", "nsupported parameter")
"""What a status 400 says where a judge cannot be asked for log-probabilities."""


@dataclass(frozen=True)
class Judge:
    """A judge model and how it is sampled.

    Attributes:
        model: its name at the endpoint.
        sampling: the parameters of each request.
        client: where it is asked; None where requests are only written down.
    """

    model: str
    sampling: Mapping[str, Any] = immutabledict()
    client: Client | None = None


class Question(NamedTuple):
    """One answer about which a judge is asked once; `labels`: for a label instead of a verdict."""

    row: Row
    sample: int
    repeat: int
    messages: Messages
    labels: Order = ()

    @property
    def digest(self) -> str:
        """What tells this answer and judge prompt from others."""
        return messages_hash(self.messages)


def questions(
    rows: Sequence[Row],
    matches: Matches,
    postprocessing: Postprocessing,
    *,
    repeats: int = 1,
    limit: int | None = None,
    orders: Sequence[Order] = (),
) -> list[Question]:
    """What a judge is to be asked: `repeats` times about each answer that is not blank.

    Args:
        rows: of the benchmark.
        matches: the answers to each row.
        postprocessing: what is done to an answer before it is judged; as scoring does it.
        repeats: how often about each answer.
        limit: only the first so many rows.
        orders: of labels; for each the judge is asked for a label, too.
    """
    return [
        question
        for row, answers in list(zip(rows, matches.samples, strict=True))[:limit]
        for sample, given in enumerate(answers)
        if (answer := postprocessing(given.text or "").text).strip()
        for question in _about(row, sample, judge_messages(row, answer), repeats, orders)
    ]


def _about(
    row: Row, sample: int, messages: Messages, repeats: int, orders: Sequence[Order]
) -> Iterator[Question]:
    for repeat in range(repeats):
        yield Question(row, sample, repeat, messages)
    for order in orders:
        yield Question(row, sample, 0, labelled(messages, order), order)


def judge_answers(
    asked: Sequence[Question],
    judges: Mapping[str, Judge],
    journal: Journal,
    watch: Watch = lambda tally: None,
) -> Tally:
    """Asks whatever the journal holds no reply to, and puts the journal into the rows' order.

    Args:
        asked: the questions.
        judges: the judge of each instruction id; under "" that of all others.
        journal: where replies go. A request that failed is recorded as a failure, and another
            call asks again.
        watch: shown how far it is.

    Raises:
        InputError: a type has no judge, the journal holds replies that the judge gave under other
            settings, no request can succeed, or a label is asked for and the judge returns no
            log-probabilities, which is found out first.
        KeyboardInterrupt: as it came; the replies so far are in the journal.
    """
    run = _Run(judges, journal, watch)
    run.tally.total = len(asked)
    asyncio.run(run.all(asked))
    journal.rewrite(ordered(journal.entries, asked))
    return run.tally


class _Run:
    """One call of `judge_answers`."""

    def __init__(self, judges: Mapping[str, Judge], journal: Journal, watch: Watch) -> None:
        self.judges, self.journal, self.watch = judges, journal, watch
        self.tally = Tally()
        self.known = answered(journal)

    async def all(self, asked: Sequence[Question]) -> None:
        by_judge: dict[int, tuple[Judge, list[Question]]] = {}
        for question in asked:
            judge = judge_of(question, self.judges)
            by_judge.setdefault(id(judge), (judge, []))[1].append(question)
        try:
            for judge, its in by_judge.values():
                await self._try_labels(judge, its)
            await self._ask_each(list(by_judge.values()))
        finally:
            for judge, _ in by_judge.values():
                await _client(judge).close()

    async def _try_labels(self, judge: Judge, asked: list[Question]) -> None:
        """Asks for one label before all else, so that a judge that cannot be asked ends the run."""
        first = next((question for question in asked if question.labels), None)
        if first is not None:
            await self._ask(judge, first)
            asked.remove(first)

    async def _ask_each(self, by_judge: Sequence[tuple[Judge, Sequence[Question]]]) -> None:
        runs = [asyncio.create_task(self._by_one(judge, its)) for judge, its in by_judge]
        try:
            await asyncio.gather(*runs)
        finally:
            for run in runs:
                run.cancel()
            await asyncio.gather(*runs, return_exceptions=True)

    async def _by_one(self, judge: Judge, asked: Sequence[Question]) -> None:
        async def ask(question: Question) -> None:
            await self._ask(judge, question)

        await in_parallel(asked, ask, _client(judge).endpoint.concurrency)

    async def _ask(self, judge: Judge, question: Question) -> None:
        await self._settle(judge, question)
        self.watch(self.tally)

    async def _settle(self, judge: Judge, question: Question) -> None:
        entry = entry_of(judge, question)
        if (known := self.known.get(identity(entry))) is not None:
            self._check(known, entry)
            self.tally.kept += 1
            return
        try:
            reply = await _client(judge).ask(
                question.messages, parameters_of(judge, question), optional=OPTIONAL
            )
        except Unanswered as failure:
            if question.labels and any(word in str(failure) for word in _REFUSED):
                raise _without_logprobs(judge, f" ({failure})") from None
            self.journal.append({**entry, "reply": None, "failure": str(failure)})
            self.tally.fail(f"key {question.row.key} sample {question.sample}", str(failure))
            return
        self.journal.append({**entry, **reply_fields(judge, question, reply)})
        self.tally.add(reply)

    def _check(self, known: Entry, wanted: Entry) -> None:
        settings = known.get("settings") or wanted["settings"]
        for name in {**settings, **wanted["settings"]}:
            found, now = settings.get(name), wanted["settings"].get(name)
            if found != now:
                problem = f"holds replies of {wanted['judge']} with {name} {found}, not {now}"
                raise InputError(f"{problem}; choose another --output", file=self.journal.path)


def _client(judge: Judge) -> Client:
    assert judge.client is not None, "a judge that is asked has a client"
    return judge.client


def _without_logprobs(judge: Judge, why: str = "") -> InputError:
    problem = f"{judge.model} returns no log-probabilities{why}; name another judge or leave it out"
    return InputError(problem, field="--judge_label_perm")


def judge_of(question: Question, judges: Mapping[str, Judge]) -> Judge:
    """Who is asked.

    Raises:
        InputError: nobody is there for the row's type.
    """
    id = question.row.instruction_ids[0]
    judge = judges.get(id) or judges.get("")
    if judge is None:
        raise question.row.error(f"no judge for {id}")
    return judge


def answered(journal: Journal) -> dict[tuple[str, ...], Entry]:
    """The replies that a journal holds, by the `identity` of their requests."""
    replies = [entry for entry in journal.entries if entry.get("failure") is None]
    return {identity(entry): entry for entry in replies}


def parameters_of(judge: Judge, question: Question) -> dict[str, Any]:
    """What is sent besides the messages; repeat i gets the seed + i."""
    if question.labels:
        return label_parameters(judge.sampling)
    seed = judge.sampling.get("seed")
    return {**judge.sampling, **({} if seed is None else {"seed": seed + question.repeat})}


def entry_of(judge: Judge, question: Question) -> Entry:
    """What is recorded of a request before its reply is known."""
    return {
        "key": question.row.key,
        "sample": question.sample,
        "repeat": question.repeat,
        "judge": judge.model,
        "prompt_sha256": question.digest,
        "settings": dict(judge.sampling),
        **({"labels": list(question.labels)} if question.labels else {}),
    }


def reply_fields(judge: Judge, question: Question, reply: Reply) -> Entry:
    """What is recorded of a reply.

    Raises:
        InputError: a label was asked for, and the reply has no log-probabilities.
    """
    if question.labels and not any(len(token.candidates) > 1 for token in reply.tokens):
        raise _without_logprobs(judge)
    label = {"p_follows": p_follows(reply, question.labels)} if question.labels else {}
    reasoning = {} if reply.reasoning is None else {"reasoning_content": reply.reasoning}
    return {
        "sampling": dict(reply.parameters),
        "reply": reply.text,
        **label,
        **reasoning,
        "finish_reason": reply.finish_reason,
        "usage": usage_of(reply),
    }


def identity(entry: Entry) -> tuple[str, ...]:
    """What tells one request from others."""
    fields = ("key", "sample", "repeat", "judge", "prompt_sha256")
    return tuple(json.dumps(entry.get(name)) for name in fields)


def ordered(entries: Sequence[Entry], asked: Sequence[Question]) -> list[Entry]:
    """One line per request, the latest, in the order of the questions; other lines last."""
    places = {
        (str(one.row.key), one.sample, one.repeat, one.labels): number
        for number, one in enumerate(asked)
    }
    latest: dict[tuple[str, ...], Entry] = {}
    for entry in entries:
        latest[identity(entry)] = entry

    def place(entry: Entry) -> int:
        key, sample, repeat = (entry.get(name, 0) for name in ("key", "sample", "repeat"))
        labels = tuple(entry.get("labels", ()))
        return places.get((str(key), sample, repeat, labels), len(asked))

    return sorted(latest.values(), key=place)
