"""What a judge model said of an answer, read from its reply.

A reply has a rationale, a score line, the mark 【JSON】 and a fenced object with `answer_score`. It
may quote the worked example of its instructions, which scores 1, before it gives its own verdict:
so the last verdict counts, and whatever is not plainly 0 or 1 is no verdict.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import Literal, NamedTuple

from checkers.finding import Finding

Score = Literal[0, 1]

MARK = "【JSON】"
"""Stands before the object that holds the verdict."""
_TRACES = (
    ("<think>", "</think>"),
    ("<thinking>", "</thinking>"),
    ("[THINK]", "[/THINK]"),
    ("<seed:think>", "</seed:think>"),
    ("◁think▷", "◁/think▷"),
)
_FENCE = re.compile(r"^[ \t]*```+", re.M)
_FENCE_END = re.compile(r"```+")
_VALUE = r"""(?P<value>"[^"\n]*"|'[^'\n]*'|[^\s"'`,;}，；。*]+)"""
_FIELD = re.compile(r"""answer_score["'”’*`]{0,3}[ \t]*[:：=]\s{0,8}\*{0,2}""" + _VALUE)
_OBJECT = re.compile(r"""\{\s{0,40}["']?answer_score""")
_DECODER = json.JSONDecoder()
_INFO = re.compile(r"[ \t]*[\w+.-]*", re.ASCII)
_SCORED_LINE = re.compile(
    r"(?P<label>.*)[:：】][*\s]*(?P<value>[^\s*分]+)[*\s]*(?P<unit>分|points?)?[*。.\s]*", re.I
)
_SCORE_WORD = re.compile(r"得分|评分|評分|分数|分數|打分|\bscore\b", re.I)
_NOT_OWN = ("满分", "滿分", "标准", "標準")
_ZERO_OR_ONE = re.compile(r"([01])(?:\.0*)?", re.ASCII)
_LONGEST_LINE = 200
_LONGEST_RATIONALE = 500


class Judgement(NamedTuple):
    """What a judge's reply says.

    Attributes:
        score: 1 followed, 0 not followed, None no verdict.
        why_unscored: the reason why there is none; "" if there is one.
        rationale: what the judge wrote before its verdict, at most 500 characters of it.
        contradicts: whether the reply holds a 0 and a 1, say a quoted example and a verdict.
        share: the mean of the verdicts of several replies, where that counts instead of `score`.
        p_follows: the probability of 1 under each order of the labels, where labels were asked
            for: it stands beside the score. () where a reply was no label; None: none asked for.
    """

    score: Score | None
    why_unscored: str
    rationale: str
    contradicts: bool = False
    share: float | None = None
    p_follows: tuple[float, ...] | None = None


class _Read(NamedTuple):
    """Where a reply says what the score is; `value` is None if that is no 0 or 1."""

    start: int
    value: Score | None
    written: str


def finding_of(judgement: Judgement) -> Finding:
    """A judgement as evidence: the judge's rationale, or why there is no verdict."""
    said = f"the judge: {judgement.rationale or 'no rationale'}"
    found = said if judgement.score is not None else f"unscored: {judgement.why_unscored}"
    return Finding(judgement.score == 1, found, "a verdict of 1")


def parse_verdict(reply: str) -> Score | None:
    """The judge's own verdict: 1 followed, 0 not followed, None if it gave none.

    A thinking trace is left out. Of what follows the last 【JSON】 (of all, without one) the last
    fenced block with `answer_score` is read; else, or where the judge goes on after it, a bare
    `answer_score`; else the last score line. A fence that never closes has no verdict.
    """
    return read_reply(reply).score


def read_reply(reply: str) -> Judgement:
    """The verdict of a reply together with its rationale, or the reason why there is none."""
    answer = without_trace(reply)
    before, mark, after = answer.rpartition(MARK)
    if not answer.strip():
        why = "an empty reply" if not reply.strip() else "nothing after the judge's thinking"
        return Judgement(None, why, "")
    blocks, is_open = _blocks(after)
    read = None if is_open else _last_verdict(after, blocks)
    rationale = _shortened(before if mark else after[: read.start] if read else after)
    if is_open:
        return Judgement(None, "the reply is cut off inside a fenced block", rationale)
    if read is None:
        return Judgement(None, "the reply holds no verdict", rationale)
    if read.value is None:
        written = read.written[:40] or "in no object"
        return Judgement(None, f"the score is {written}, not 0 or 1", rationale)
    return Judgement(read.value, "", rationale, _contradicts(answer, read.value))


def without_trace(reply: str) -> str:
    """What follows the judge's thinking trace; "" if the trace never ends."""
    for opener, closer in _TRACES:
        _, _, reply = reply.rpartition(closer)
        if reply.lstrip().startswith(opener):
            return ""
    return reply


def holds_verdict_format(answer: str) -> bool:
    """Whether an answer under judgement contains what a verdict is written with."""
    return MARK in answer or "answer_score" in answer


class _Block(NamedTuple):
    """A fenced block: where it stands, and what is in it."""

    start: int
    end: int
    body: str


def _blocks(text: str) -> tuple[list[_Block], bool]:
    """The fenced blocks of a text, and whether a last one never closes."""
    blocks: list[_Block] = []
    at = 0
    while opening := _FENCE.search(text, at):
        closing = _FENCE_END.search(text, opening.end())
        if closing is None:
            return blocks, True
        body = text[opening.end() : closing.start()]
        blocks.append(_Block(opening.start(), closing.end(), body))
        at = closing.end()
    return blocks, False


def _last_verdict(text: str, blocks: list[_Block]) -> _Read | None:
    scored = [block for block in blocks if "answer_score" in block.body]
    end = scored[-1].end if scored else 0
    rest = text[end:]
    later = _last(_fields(rest)) or _last(_score_lines(rest))
    if later:
        return later._replace(start=end + later.start)
    return _of_block(scored[-1]) if scored else None


def _of_block(block: _Block) -> _Read:
    found = _parsed(block.body)
    if isinstance(found, dict) and "answer_score" in found:
        written = _written(found)
        return _Read(block.start, _score(written), written)
    last = _last(_fields(block.body)) if found is None else None
    if last is None:
        return _Read(block.start, None, "")
    return last._replace(start=block.start)


def _written(found: object) -> str:
    """The score in a decoded object, as JSON writes it; "" where there is none."""
    if not isinstance(found, dict) or "answer_score" not in found:
        return ""
    return json.dumps(found["answer_score"], ensure_ascii=False)


def _parsed(body: str) -> object:
    """The JSON value of a block; None if it is no JSON, say because its key is not quoted."""
    try:
        found: object = json.loads(_INFO.sub("", body, count=1))
    except (ValueError, RecursionError):
        return None
    return found


def _fields(text: str) -> Iterator[_Read]:
    """Each `answer_score` with its value; one in a string of another's object is no field."""
    at = 0
    while match := _FIELD.search(text, at):
        opening = _OBJECT.match(text, max(at, text.rfind("{", at, match.start())))
        found, end = _decoded(text, opening.start()) if opening else (None, 0)
        at = max(end, match.end())
        written = match["value"] if found is None else _written(found)
        yield _Read((opening or match).start(), _score(written), written)


def _decoded(text: str, start: int) -> tuple[object, int]:
    try:
        return _DECODER.raw_decode(text, start)
    except (ValueError, RecursionError):
        return None, 0


def _score_lines(text: str) -> Iterator[_Read]:
    at = 0
    for line in text.splitlines(keepends=True):
        match = _SCORED_LINE.fullmatch(line.strip()) if len(line) < _LONGEST_LINE else None
        if match and _is_own_score(match["label"], match["unit"]):
            yield _Read(at, _score(match["value"]), match["value"])
        at += len(line)


def _is_own_score(label: str, unit: str | None) -> bool:
    if any(word in label for word in _NOT_OWN):
        return False
    return unit == "分" or _SCORE_WORD.search(label) is not None


def _score(written: str) -> Score | None:
    match = _ZERO_OR_ONE.fullmatch(written.strip("\"'").strip())
    return None if match is None else 1 if match[1] == "1" else 0


def _last(reads: Iterator[_Read]) -> _Read | None:
    found = list(reads)
    return found[-1] if found else None


def _contradicts(answer: str, value: Score) -> bool:
    reads = (*_fields(answer), *_score_lines(answer))
    return any(read.value not in (None, value) for read in reads)


def _shortened(text: str) -> str:
    """The end of a rationale, where the conclusion stands, on one line."""
    line = " ".join(text[-4 * _LONGEST_RATIONALE :].split())
    return line if len(line) <= _LONGEST_RATIONALE else "…" + line[-_LONGEST_RATIONALE + 1 :]
