"""Recorded judge replies: which of them judges an answer, and what its verdict is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NamedTuple

from checkers.inverse_ifeval import Judgement, first_block_verdict, read_reply
from ifbench_suite.errors import InputError
from ifbench_suite.inverse_rows import judge_messages, messages_hash
from ifbench_suite.records import Record, read_records
from ifbench_suite.responses import TRUNCATED
from ifbench_suite.rows import Row

Parser = Literal["last", "opencompass"]
"""How a verdict is read: the judge's last one, or the first block that parses."""
_NO_VERDICT = "the reply holds no verdict"
NOT_RECORDED = "no judge reply is recorded"
NOT_FITTING = "the recorded judge reply is to another answer or prompt"


class JudgeReply(NamedTuple):
    """One recorded reply.

    Attributes:
        judge: the model that gave it; "" if the file does not say.
        text: of the reply; None if the request failed.
        failure: why it failed; "" if it did not.
        truncated: whether the judge was cut off by a token limit.
        digest: `prompt_sha256`: the hash of the messages that were sent; None if not recorded.
        sampling: the parameters that were sent.
    """

    judge: str
    text: str | None
    failure: str
    truncated: bool
    digest: str | None
    sampling: Mapping[str, Any]


@dataclass(frozen=True)
class JudgeReplies:
    """The replies of one file, by key and sample of the answer that each judges.

    Attributes:
        replies: several for one answer where the judge was asked several times.
        parser: how verdicts are read.
    """

    replies: Mapping[tuple[str, int], Sequence[JudgeReply]]
    parser: Parser = "last"

    @classmethod
    def read(
        cls, *paths: str | Path, judge: str | None = None, parser: Parser = "last"
    ) -> JudgeReplies:
        """The replies in files that `judge` wrote, or in ones of that form.

        Args:
            paths: JSON Lines with `key` and `reply`, and where there is more than one of each
                `sample`, `repeat` and `judge`.
            judge: only the replies of this model.
            parser: how verdicts are read.

        Raises:
            InputError: a line is not sound, two models judge one answer, or nothing is left.
        """
        records = (record for path in paths for record in read_records(path))
        latest = {_identity(record): record for record in records}
        found: dict[tuple[str, int], list[JudgeReply]] = {}
        for record in latest.values():
            reply = _reply(record)
            if judge is None or reply.judge == judge:
                place = str(record.take("key", int, str)), record.take("sample", int, default=0)
                found.setdefault(place, []).append(reply)
        if not found:
            judges = ", ".join(sorted({_reply(record).judge for record in latest.values()}))
            raise InputError(f"no replies of {judge!r}, only of {judges}", file=paths[0])
        _refuse_several_judges(found)
        return cls(found, parser)

    @property
    def judges(self) -> str:
        """The models, as the signature names them."""
        names = {reply.judge or "unnamed" for of in self.replies.values() for reply in of}
        return "+".join(sorted(names))

    @property
    def sampling(self) -> str:
        """How the judges were sampled, and how often, as the signature says it."""
        ways = {_shown(reply.sampling) for of in self.replies.values() for reply in of}
        most = max(map(len, self.replies.values()))
        return "+".join(sorted(ways)) + (f",repeats={most}" if most > 1 else "")

    def judgement(self, row: Row, sample: int, answer: str) -> Judgement:
        """What the judge says of an answer; unscored, with the reason, where it says nothing."""
        replies = self.replies.get((str(row.key), sample), ())
        if not replies:
            return Judgement(None, NOT_RECORDED, "")
        digest = messages_hash(judge_messages(row, answer))
        fitting = [reply for reply in replies if reply.digest in (None, digest)]
        if not fitting:
            return Judgement(None, NOT_FITTING, "")
        return majority([self._read(reply) for reply in fitting])

    def _read(self, reply: JudgeReply) -> Judgement:
        if reply.text is None:
            return Judgement(None, f"the judge did not reply: {reply.failure}", "")
        judgement = PARSERS[self.parser](reply.text)
        if reply.truncated and self.parser == "last":
            # What it wrote last may be the example that it quoted, not the verdict to come.
            return judgement._replace(score=None, why_unscored="a token limit cut the judge off")
        return judgement


def _by_first_block(reply: str) -> Judgement:
    score, own = first_block_verdict(reply), read_reply(reply)
    return Judgement(score, "" if score is not None else _NO_VERDICT, own.rationale)


PARSERS: Mapping[Parser, Callable[[str], Judgement]] = {
    "last": read_reply,
    "opencompass": _by_first_block,
}


def majority(judgements: Sequence[Judgement]) -> Judgement:
    """The judgement of most repeats that gave a verdict; a tie is none."""
    votes = Counter(one.score for one in judgements if one.score is not None)
    if not votes:
        return judgements[0]
    if votes[0] == votes[1]:
        return Judgement(None, f"the judge's {votes.total()} verdicts tie", judgements[0].rationale)
    score = max(votes, key=lambda value: votes[value])
    return next(one for one in judgements if one.score == score)


def _identity(record: Record) -> tuple[str, ...]:
    """What a later line of the same content replaces: a failed request that was asked again."""
    fields = ("key", "sample", "repeat", "judge", "prompt_sha256")
    return tuple(str(record.value.get(name) or "") for name in fields)


def _reply(record: Record) -> JudgeReply:
    text = record.take("reply", str, type(None))
    failure = record.take("failure", str, type(None), default=None)
    sampling = record.take("sampling", dict, type(None), default=None)
    return JudgeReply(
        judge=record.take("judge", str, type(None), default=None) or "",
        text=None if failure is not None else text or "",
        failure=failure or "",
        truncated=record.value.get("finish_reason") in TRUNCATED,
        digest=record.take("prompt_sha256", str, type(None), default=None),
        sampling=sampling or {},
    )


def _refuse_several_judges(found: Mapping[tuple[str, int], Iterable[JudgeReply]]) -> None:
    for (key, _), replies in found.items():
        judges = sorted({reply.judge for reply in replies})
        if len(judges) > 1:
            problem = f"key {key} is judged by {' and '.join(judges)}; choose one with --judge"
            raise InputError(problem)


def _shown(sampling: Mapping[str, Any]) -> str:
    return ",".join(f"{name}={value}" for name, value in sorted(sampling.items())) or "unknown"
