"""Recorded judge replies: which of them judges an answer, and what its verdict is."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, NamedTuple

from immutabledict import immutabledict

from checkers.inverse_ifeval import Judgement, first_block_verdict, read_reply
from checkers.judge_reply import Score
from ifbench_suite.errors import InputError
from ifbench_suite.inverse_rows import Messages, judge_messages, messages_hash
from ifbench_suite.judge_labels import Order, labelled
from ifbench_suite.records import Record, read_records
from ifbench_suite.responses import TRUNCATED
from ifbench_suite.rows import Row

Parser = Literal["last", "opencompass"]
"""How a verdict is read: the judge's last one, or the first block that parses."""
Pooling = Literal["majority", "mean"]
"""What counts of several verdicts on one answer: that of most, or the mean of all."""
_NO_VERDICT = "the reply holds no verdict"
_UNKNOWN = "unknown"
NOT_RECORDED = "no judge reply is recorded"
NOT_FITTING = "the recorded judge reply is to another answer or prompt"


Place = tuple[str, int]
"""Key and sample of an answer."""


class JudgeReply(NamedTuple):
    """One recorded reply.

    Attributes:
        judge: the model that gave it; "" if the file does not say.
        text: of the reply; None if the request failed.
        failure: why it failed; "" if it did not.
        truncated: whether the judge was cut off by a token limit.
        digest: `prompt_sha256`: the hash of the messages that were sent; None if not recorded.
        sampling: the parameters that were sent.
        labels: those of 1 and 0, where a label was asked for in place of a verdict; else ().
        p_follows: the probability of 1 that was read from such a reply.
    """

    judge: str
    text: str | None
    failure: str
    truncated: bool
    digest: str | None
    sampling: Mapping[str, Any]
    labels: Order = ()
    p_follows: float | None = None


@dataclass(frozen=True)
class JudgeReplies:
    """The replies of one file, by key and sample of the answer that each judges.

    Attributes:
        replies: several for one answer where the judge was asked several times.
        parser: how verdicts are read.
        pooling: what counts of several verdicts.
        labels: the replies to questions for a label, apart.
    """

    replies: Mapping[Place, Sequence[JudgeReply]]
    parser: Parser = "last"
    pooling: Pooling = "majority"
    labels: Mapping[Place, Sequence[JudgeReply]] = immutabledict()

    @classmethod
    def read(
        cls,
        *paths: str | Path,
        judge: str | None = None,
        parser: Parser = "last",
        pooling: Pooling = "majority",
    ) -> JudgeReplies:
        """The replies in files that `judge` wrote, or in ones of that form.

        Args:
            paths: JSON Lines with `key` and `reply`, and where there is more than one of each
                `sample`, `repeat` and `judge`.
            judge: only the replies of this model.
            parser: how verdicts are read.
            pooling: what counts of several verdicts.

        Raises:
            InputError: a line is not sound, two models judge one answer, or nothing is left.
        """
        records = (record for path in paths for record in read_records(path))
        latest = {_identity(record): record for record in records}
        found: dict[Place, list[JudgeReply]] = {}
        labels: dict[Place, list[JudgeReply]] = {}
        for record in latest.values():
            reply = _reply(record)
            if judge is None or reply.judge == judge:
                place = str(record.take("key", int, str)), record.take("sample", int, default=0)
                (labels if reply.labels else found).setdefault(place, []).append(reply)
        if not found:
            judges = ", ".join(sorted({_reply(record).judge for record in latest.values()}))
            whose = "with a verdict" if judge is None else f"of {judge!r}, only of {judges}"
            raise InputError(f"no replies {whose}", file=paths[0])
        _refuse_several_judges(found)
        return cls(found, parser, pooling, labels)

    @property
    def judges(self) -> str:
        """The models, as the signature names them."""
        names = {reply.judge or "unnamed" for of in self.replies.values() for reply in of}
        return "+".join(sorted(names))

    @property
    def sampling(self) -> str:
        """How the judges were sampled, how often, and what counted, as the signature says it."""
        ways: dict[str, set[int]] = {}
        for reply in (reply for of in self.replies.values() for reply in of):
            seeds = [v for k, v in reply.sampling.items() if k == "seed" and isinstance(v, int)]
            way = _shown({k: v for k, v in reply.sampling.items() if k != "seed" or not seeds})
            ways.setdefault(way, set()).update(seeds)
        shown = "+".join(_with_seeds(way, seeds) for way, seeds in sorted(ways.items()))
        most = max(map(len, self.replies.values()))
        return shown + (f",repeats={most}/{self.pooling}" if most > 1 else "")

    def judgement(self, row: Row, sample: int, answer: str) -> Judgement:
        """What the judge says of an answer; unscored, with the reason, where it says nothing."""
        replies = self.replies.get((str(row.key), sample), ())
        if not replies:
            return Judgement(None, NOT_RECORDED, "")
        messages = judge_messages(row, answer)
        digest = messages_hash(messages)
        fitting = [reply for reply in replies if reply.digest in (None, digest)]
        if not fitting:
            return Judgement(None, NOT_FITTING, "")
        judgements = [self._read(reply) for reply in fitting]
        pooled = POOLINGS[self.pooling](judgements)
        return pooled._replace(p_follows=self._p_follows((str(row.key), sample), messages))

    def _p_follows(self, place: Place, messages: Messages) -> tuple[float, ...] | None:
        """The probability under each order of the labels; () if one lacks: it would not balance."""
        fitting = [
            reply
            for reply in self.labels.get(place, ())
            if reply.digest in (None, messages_hash(labelled(messages, reply.labels)))
        ]
        if not fitting:
            return None
        found = {reply.labels: p for reply in fitting if (p := reply.p_follows) is not None}
        is_balanced = all((*order[1:], order[0]) in found for order in found)
        return tuple(found.values()) if is_balanced else ()

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


def mean(judgements: Sequence[Judgement]) -> Judgement:
    """The mean of the repeats' verdicts; as a single verdict it is 1 where most of them are."""
    votes = [one.score for one in judgements if one.score is not None]
    if not votes:
        return judgements[0]
    score: Score = 1 if 2 * sum(votes) > len(votes) else 0
    likeliest = next(one for one in judgements if one.score == score)
    return likeliest._replace(share=sum(votes) / len(votes))


POOLINGS: Mapping[Pooling, Callable[[Sequence[Judgement]], Judgement]] = {
    "majority": majority,
    "mean": mean,
}


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
        labels=_labels(record),
        p_follows=record.take("p_follows", float, int, type(None), default=None),
    )


def _labels(record: Record) -> Order:
    labels = record.take("labels", list, type(None), default=None)
    if labels and not (len(labels) == 2 and all(isinstance(one, str) for one in labels)):
        raise record.place.error("is not the label of 1 and that of 0", "labels")
    return tuple(labels or ())


def _refuse_several_judges(found: Mapping[tuple[str, int], Iterable[JudgeReply]]) -> None:
    for (key, _), replies in found.items():
        judges = sorted({reply.judge for reply in replies})
        if len(judges) > 1:
            problem = f"key {key} is judged by {' and '.join(judges)}; choose one with --judge"
            raise InputError(problem)


def _with_seeds(way: str, seeds: set[int]) -> str:
    """A way of sampling with its seed, or the first and last one of several repeats."""
    if not seeds:
        return way
    shown = "..".join(map(str, sorted({min(seeds), max(seeds)})))
    return f"seed={shown}" + ("" if way == _UNKNOWN else f",{way}")


def _shown(sampling: Mapping[str, Any]) -> str:
    return ",".join(f"{name}={value}" for name, value in sorted(sampling.items())) or _UNKNOWN
