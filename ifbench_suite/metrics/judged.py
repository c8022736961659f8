"""What is known of a score where some answers have no verdict: its lowest and highest value."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

from checkers.inverse_ifeval import holds_verdict_format
from ifbench_suite.code_comments import has_comments
from ifbench_suite.metrics.estimate import total
from ifbench_suite.metrics.split import parts_of
from ifbench_suite.outcome import Outcome

FIELDS = ("type", "language", "language+type")
"""What judged outcomes are counted by."""
TOLERATED = 0.02
"""The share of answers without a verdict above which a report says so before anything else."""


@dataclass(frozen=True, slots=True)
class Verdicts:
    """How the judge decided over some answers; unscored ones are among `num`, not `followed`."""

    num: int
    followed: float
    unscored: int

    @classmethod
    def of(cls, outcomes: Sequence[Outcome]) -> Verdicts:
        """The verdicts on `outcomes`; where the mean of several counts, `followed` adds shares."""
        followed = total([_followed(outcome) for outcome in outcomes])
        return cls(len(outcomes), followed, len(unscored(outcomes)))

    @property
    def lowest(self) -> float:
        """The score if no unscored answer follows its instruction: the one that is reported."""
        return self.followed / self.num if self.num else math.nan

    @property
    def highest(self) -> float:
        """The score if every unscored answer does."""
        return (self.followed + self.unscored) / self.num if self.num else math.nan

    def to_dict(self) -> dict[str, Any]:
        """As report.json has it."""
        return {
            "num": self.num,
            "followed": self.followed,
            "unscored": self.unscored,
            "lowest": self.lowest,
            "highest": self.highest,
        }


@dataclass(frozen=True, slots=True)
class Comments:
    """Code without Comments, by a lexer instead of the judge; beside the score, never in it.

    Attributes:
        num: answers whose code has a named and known language, and a verdict.
        with_comments: those in whose code a lexer finds comments.
        agreeing: those where the judge says followed and there are none, or the other way round.
    """

    num: int
    with_comments: int
    agreeing: int

    @classmethod
    def of(cls, outcomes: Sequence[Outcome]) -> Comments | None:
        """The comments in the answers to such prompts; None if there is no such answer."""
        pairs = [
            (found, one.judgement.score == 1)
            for one in outcomes
            if one.instruction_ids == ("inverse:CC",)
            and one.judgement
            and one.judgement.score is not None
            and (found := has_comments(one.response)) is not None
        ]
        if not pairs:
            return None
        agreeing = sum(found is not followed for found, followed in pairs)
        return cls(len(pairs), sum(found for found, _ in pairs), agreeing)


@dataclass(frozen=True, slots=True)
class Labels:
    """What comes out where the judge is asked for labels, permuted; beside the score, never in it.

    Attributes:
        num: answers with a probability under each order of the labels.
        unread: answers without one, because a reply was no label or an order is missing.
        mean: the probability that the judge gives "followed", averaged over orders and answers;
            None where `num` is 0.
        agreeing: answers where the average is on the side of the verdict.
        order_dependent: answers where the order decides on which side the judge is.
    """

    num: int
    unread: int
    mean: float | None
    agreeing: int
    order_dependent: int

    @classmethod
    def of(cls, outcomes: Sequence[Outcome]) -> Labels | None:
        """The labels of the judge; None if it was not asked for any."""
        judgements = [one.judgement for one in outcomes if one.judgement]
        asked = [(o.p_follows, o.score) for o in judgements if o.p_follows is not None]
        if not asked:
            return None
        read = [(fmean(each), each, score) for each, score in asked if each]
        return cls(
            num=len(read),
            unread=len(asked) - len(read),
            mean=fmean(mean for mean, _, _ in read) if read else None,
            agreeing=sum((mean > 0.5) is (score == 1) for mean, _, score in read),
            order_dependent=sum(min(each) <= 0.5 < max(each) for _, each, _ in read),
        )


@dataclass(frozen=True)
class Judging:
    """The judge's part in a report.

    Attributes:
        total: over all answers.
        parts: by field ("type", "language", "language+type") and value.
        why_unscored: how many answers for each reason, the most frequent first.
        contradicting: replies that hold both verdicts; the last was read.
        verdict_format: keys of the answers that contain what a verdict is written with.
        comments: what a lexer says of Code without Comments.
        labels: what the judge says when asked for labels.
    """

    total: Verdicts
    parts: Mapping[str, Mapping[str, Verdicts]]
    why_unscored: Mapping[str, int]
    contradicting: int
    verdict_format: Sequence[str]
    comments: Comments | None = None
    labels: Labels | None = None

    @classmethod
    def of(cls, outcomes: Sequence[Outcome]) -> Judging:
        """The judging of `outcomes`."""
        reasons = Counter(one.judgement.why_unscored for one in outcomes if one.judgement)
        del reasons[""]
        return cls(
            total=Verdicts.of(outcomes),
            parts={
                field: {
                    value: Verdicts.of(part) for value, part in parts_of(outcomes, field).items()
                }
                for field in FIELDS
            },
            why_unscored=dict(sorted(reasons.items(), key=lambda item: (-item[1], item[0]))),
            contradicting=sum(one.judgement.contradicts for one in outcomes if one.judgement),
            verdict_format=[str(one.key) for one in outcomes if holds_verdict_format(one.response)],
            comments=Comments.of(outcomes),
            labels=Labels.of(outcomes),
        )

    @property
    def is_doubtful(self) -> bool:
        """Whether more answers than tolerated have no verdict."""
        return self.total.num > 0 and self.total.unscored / self.total.num > TOLERATED

    def to_dict(self) -> dict[str, Any]:
        """As report.json has it."""
        return {
            **self.total.to_dict(),
            "why_unscored": dict(self.why_unscored),
            "contradicting": self.contradicting,
            "verdict_format": sorted(self.verdict_format),
            "code_comments": self.comments and asdict(self.comments),
            "judge_label_perm": self.labels and asdict(self.labels),
            "by": {
                field: {value: verdicts.to_dict() for value, verdicts in parts.items()}
                for field, parts in self.parts.items()
            },
        }


def _followed(outcome: Outcome) -> float:
    share = outcome.judgement.share if outcome.judgement else None
    return all(outcome.strict) if share is None else share


def unscored(outcomes: Sequence[Outcome]) -> list[Outcome]:
    """The outcomes whose answer was to be judged and has no verdict."""
    return [one for one in outcomes if one.judgement and one.judgement.score is None]
