"""Judging through OpenAI's batch API: requests out, its output file in."""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ifbench_suite.completion import Again, Reply, read_reply
from ifbench_suite.errors import InputError
from ifbench_suite.generate import Tally
from ifbench_suite.journal import Journal
from ifbench_suite.judge import (
    Judge,
    Question,
    answered,
    entry_of,
    identity,
    judge_of,
    ordered,
    parameters_of,
    reply_fields,
)
from ifbench_suite.records import Record, read_records


def export_batch(
    path: str | Path, asked: Sequence[Question], judges: Mapping[str, Judge], journal: Journal
) -> int:
    """Writes a request for every question that the journal holds no reply to.

    Returns:
        How many there are.

    Raises:
        InputError: a type has no judge, or the file cannot be written.
    """
    lines = [json.dumps(one) + "\n" for one in _requests(asked, judges, journal)]
    try:
        Path(path).write_text("".join(lines), "utf-8")
    except OSError as error:
        raise InputError(f"cannot be written ({error.strerror})", file=path) from None
    return len(lines)


def import_batch(
    path: str | Path, asked: Sequence[Question], judges: Mapping[str, Judge], journal: Journal
) -> Tally:
    """Takes the replies of a batch's output file over into the journal.

    Raises:
        InputError: the file cannot be read, or a line belongs to none of the questions.
    """
    by_id = {_custom_id(question): question for question in asked}
    known = answered(journal)
    tally = Tally(total=len(asked), kept=sum(_key(q, judges) in known for q in asked))
    for record in read_records(path):
        question = by_id.get(record.take("custom_id", str))
        if question is None:
            raise record.place.error("is of none of these answers and prompts", "custom_id")
        judge = judge_of(question, judges)
        entry = entry_of(judge, question)
        if identity(entry) in known:
            continue
        reply = _reply(record, parameters_of(judge, question))
        if isinstance(reply, str):
            journal.append({**entry, "reply": None, "failure": reply})
            tally.fail(_custom_id(question), reply)
        else:
            journal.append({**entry, **reply_fields(judge, question, reply)})
            tally.add(reply)
    journal.rewrite(ordered(journal.entries, asked))
    return tally


def _requests(
    asked: Sequence[Question], judges: Mapping[str, Judge], journal: Journal
) -> Iterator[dict[str, Any]]:
    known = answered(journal)
    for question in asked:
        if _key(question, judges) in known:
            continue
        judge = judge_of(question, judges)
        yield {
            "custom_id": _custom_id(question),
            "method": "POST",
            "url": "/v1/chat/completions",
            "body": {
                "model": judge.model,
                "messages": list(question.messages),
                **parameters_of(judge, question),
            },
        }


def _key(question: Question, judges: Mapping[str, Judge]) -> tuple[str, ...]:
    return identity(entry_of(judge_of(question, judges), question))


def _custom_id(question: Question) -> str:
    return f"{question.row.key}-{question.sample}-{question.repeat}-{question.digest[:16]}"


def _reply(record: Record, parameters: Mapping[str, Any]) -> Reply | str:
    """The reply of a line, or why there is none."""
    response = record.value.get("response") or {}
    status, body = response.get("status_code"), response.get("body")
    if status != 200:
        return " ".join(f"status {status}: {record.value.get('error') or body}".split())[:200]
    try:
        return read_reply(json.dumps(body).encode(), parameters)
    except Again as problem:
        return str(problem)
