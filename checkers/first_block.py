"""The verdict in a judge's reply as OpenCompass finds it, to compare scores with.

The first object that gives a score counts, so that a judge that quotes the worked example first is
read by the example.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Literal

_FENCE = "```"
_FIELD = "answer_score"
_WRITTEN = (
    re.compile(r'"answer_score"\s*:\s*"?([01])'),
    re.compile(r'answer_score\s*[:：]\s*"?([01])'),
    re.compile(r"【评分】\s*[:：]\s*([01])\s*分"),
    re.compile(r"评分\s*[:：]\s*([01])\s*分"),
)
"""Tried in turn where no object gives a score; of "10" the first two read the 1."""


def first_block_verdict(reply: str) -> Literal[0, 1] | None:
    """The verdict by OpenCompass's rule (its commit a5acc4b): 1, 0, or None.

    Read are the fenced blocks, then the objects from a brace past `answer_score` to the next
    closing one; the first whose `answer_score` is 0 or 1 counts, true and "1" included. Else the
    first score that is written out counts. Where OpenCompass raises there is no verdict: a block
    that is JSON and no object.
    """
    for candidate in (*_blocks(reply), *_objects(reply)):
        try:
            found = json.loads(candidate.strip())
        except (ValueError, RecursionError):
            continue
        if not isinstance(found, dict):
            return None
        score = found.get(_FIELD)
        if isinstance(score, str):
            score = {"0": 0, "1": 1}.get(score.strip())
        if score in (0, 1):
            return 1 if score else 0
    matches = (pattern.search(reply) for pattern in _WRITTEN)
    written = next((match[1] for match in matches if match), None)
    return None if written is None else 1 if written == "1" else 0


def _blocks(reply: str) -> Iterator[str]:
    """What stands between each pair of fences, without a "json" at its beginning."""
    parts = _fenced(reply)
    return (body[4:] if body[:4].lower() == "json" else body for body in parts)


def _fenced(reply: str) -> Iterator[str]:
    at = 0
    while (opening := reply.find(_FENCE, at)) >= 0:
        closing = reply.find(_FENCE, opening + len(_FENCE))
        if closing < 0:
            return
        yield reply[opening + len(_FENCE) : closing]
        at = closing + len(_FENCE)


def _objects(reply: str) -> Iterator[str]:
    at = 0
    while (opening := reply.find("{", at)) >= 0:
        field = reply.find(_FIELD, opening + 1)
        closing = reply.find("}", field + len(_FIELD)) if field >= 0 else -1
        if closing < 0:
            return
        yield reply[opening : closing + 1]
        at = closing + 1
