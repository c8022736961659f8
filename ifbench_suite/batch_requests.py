"""Batch requests, as OpenAI's batch API and `vllm run-batch` take them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from ifbench_suite.errors import InputError
from ifbench_suite.evaluation import Evaluation
from ifbench_suite.generate import opening
from ifbench_suite.loading import load_rows
from ifbench_suite.responses import read_responses
from ifbench_suite.rows import Row
from ifbench_suite.thinking import without_thinking

_LONGEST_ID = 512
"""Characters that OpenAI takes for a `custom_id`."""


def custom_id(benchmark: str, row: Row) -> str:
    """What an answer is matched by: benchmark, key and turn."""
    turn = "" if row.turn is None else f"-turn{row.turn}"
    return f"{benchmark}-{row.key}{turn}"


def openai_requests(
    benchmark: str,
    rows: Sequence[Row],
    responses: Sequence[str | None],
    *,
    model: str,
) -> Iterator[dict[str, Any]]:
    """A chat request for every row that can be asked now.

    Of a conversation that is the first turn without a response; the turns before it, without
    their thinking, are its history.

    Args:
        benchmark: its name, the beginning of every id.
        rows: of the benchmark.
        responses: for each row its response so far; None where there is none.
        model: what the requests name.
    """
    conversations: defaultdict[str, list[tuple[Row, str | None]]] = defaultdict(list)
    for row, response in zip(rows, responses, strict=True):
        conversations[str(row.key)].append((row, response))
    for turns in conversations.values():
        messages: list[Mapping[str, Any]] = []
        for row, response in sorted(turns, key=lambda turn: turn[0].turn or 0):
            messages += opening(row)
            if response is None:
                yield _request(custom_id(benchmark, row), messages, model)
                break
            answer = without_thinking(response).text
            messages.append({"role": "assistant", "content": answer})


def requests_for(
    benchmark: str, *, model: str, data: str | Path | None = None, responses: str | None = None
) -> list[dict[str, Any]]:
    """The requests of a benchmark, or those that responses so far leave to be asked.

    Raises:
        InputError: rows or responses are not sound.
    """
    if responses is None:
        rows = load_rows(benchmark, data)
        return list(openai_requests(benchmark, rows, [None] * len(rows), model=model))
    evaluation = Evaluation(benchmark, data=data)
    rows, matches = evaluation.matched(read_responses(responses))
    given = [samples[0].text if samples else None for samples in matches.samples]
    return list(openai_requests(benchmark, rows, given, model=model))


def _request(id: str, messages: Sequence[Mapping[str, Any]], model: str) -> dict[str, Any]:
    if len(id) > _LONGEST_ID:
        raise InputError(f"the key is too long for a custom_id: {id[:60]}…")
    return {
        "custom_id": id,
        "method": "POST",
        "url": "/v1/chat/completions",
        "body": {"model": model, "messages": list(messages)},
    }
