"""Multi-IF's official step files: what a run wrote after each turn."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from ifbench_suite.multi_if_rows import has_turn, is_conversation, rows_by_turn
from ifbench_suite.readers.fields import answer, decoded, key_of
from ifbench_suite.readers.messages import text_of
from ifbench_suite.readers.registry import reader
from ifbench_suite.readers.results import NO_RESPONSE
from ifbench_suite.records import Record
from ifbench_suite.row_fields import turn_of
from ifbench_suite.rows import Row

_RETRIES_FAILED = "[MAX_RETRY="
_CALL_FAILED = "Exception: "


@reader(
    "Multi-IF step files",
    path="results/MODEL/",
    keys=("turns", "responses", "turn_index"),
    together=True,
    traps="The file of step N holds the answers of all turns up to N, so the last file or the "
    "folder will do. `[MAX_RETRY=0] Failed.` and, of the driver for endpoints, `Exception: ...` "
    "are failed calls, not responses (the official code scores them).",
)
def multi_if(log: Sequence[Record]) -> Iterator[Record]:
    """One record per turn of each conversation, with its row where the columns are there.

    The answers of earlier turns stand in the history that was sent, `turns`. What several files
    say alike stands once in the result.
    """
    # A row of the data that was completed by a list of responses is of our own form.
    yield from (record for record in log if isinstance(record.value["responses"], list))
    log = [record for record in log if not isinstance(record.value["responses"], list)]
    is_wrapped = all(_is_wrapped(r.value["responses"]) for r in log if r.value["responses"])
    found: dict[tuple[str, int, str | None], Record] = {}
    for record in log:
        for one in _turns(record, is_wrapped):
            value = one.value
            found.setdefault((str(value["key"]), value["turn"], value["response"]), one)
    answered = {(key, turn) for key, turn, response in found if response is not None}
    for (key, turn, response), one in found.items():
        if response is not None or (key, turn) not in answered:
            yield one


def _turns(record: Record, is_wrapped: bool) -> Iterator[Record]:
    last = turn_of(Record(record.place, {"turn": record.value["turn_index"]})) or 1
    answers = _answers(record, last, is_wrapped)
    if not is_conversation(record):
        key = key_of(record.take("key", int, str))
        for turn, response in answers.items():
            yield answer(record.place, response, key=key, turn=turn)
        return
    for row in rows_by_turn(record)[:last]:
        turn = row.turn or 1
        status = None if turn in answers else NO_RESPONSE
        yield answer(record.place, answers.get(turn), _fields(row), turn=turn, status=status)


def _answers(record: Record, last: int, is_wrapped: bool) -> dict[int, str | None]:
    """Responses by turn. What was asked in place of an absent turn is left out."""
    answers: dict[int, str | None] = {}
    asked = 0
    for message in _history(record):
        if message.get("role") == "user":
            asked += 1
        elif message.get("role") == "assistant" and asked:
            answers[asked] = _response(text_of(message.get("content")), record)
    if is_conversation(record) and not has_turn(record, last):
        return {turn: response for turn, response in answers.items() if turn < last}
    if asked != last:
        problem = f"holds {asked} user messages, but turn_index is {last}"
        raise record.place.error(problem, "turns")
    text = record.take("responses", str, type(None))
    answers[last] = _response(decoded(text)[0]["response"] if is_wrapped and text else text, record)
    return answers


def _history(record: Record) -> Sequence[Mapping[str, Any]]:
    messages = decoded(record.take("turns", str, list))
    if not isinstance(messages, list) or not all(isinstance(one, dict) for one in messages):
        raise record.place.error("is not a list of chat messages", "turns")
    return messages


def _response(text: str | None, record: Record) -> str | None:
    """A response; None for the text that the official driver stores where a call failed."""
    if text is None or text.startswith(_RETRIES_FAILED):
        return None
    # Only the driver for endpoints, whose files have a status, stores exceptions.
    return None if "status" in record.value and text.startswith(_CALL_FAILED) else text


def _is_wrapped(response: Any) -> bool:
    """Whether a cell holds its response as `[{"response": ...}]`.

    A model may answer so; only if every cell looks like that is it the form of the files.
    """
    found = decoded(response)
    first = found[0] if isinstance(found, list) and found else None
    return isinstance(first, Mapping) and isinstance(first.get("response"), str)


def _fields(row: Row) -> dict[str, Any]:
    return {
        **row.extra,
        "key": row.key,
        "language": row.language,
        "prompt": row.prompt,
        "instruction_id_list": list(row.instruction_ids),
        "kwargs": list(row.kwargs),
    }
