"""Scoring where a judge decides: an answer's verdict is read from the recorded reply about it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field, replace

from checkers.inverse_ifeval import INVERSE_IFEVAL, finding_of
from ifbench_suite.errors import InputError
from ifbench_suite.inverse_rows import judge_prompts_hash
from ifbench_suite.judge_replies import NOT_FITTING, NOT_RECORDED, JudgeReplies
from ifbench_suite.outcome import Outcome, Status, Verdicts
from ifbench_suite.postprocess import Postprocessing
from ifbench_suite.rows import Row
from ifbench_suite.scorer import Job, Scorer
from ifbench_suite.signature import Signature


@dataclass(frozen=True)
class JudgedScorer(Scorer):
    """A scorer that reads recorded judge replies. A blank answer follows nothing, unjudged.

    Attributes:
        replies: the judge's.
    """

    replies: JudgeReplies = field(default_factory=lambda: JudgeReplies({}))

    def judge(self, job: Job) -> Outcome:
        """The outcome of one job; loose is strict, since a judge's verdict cannot be relaxed."""
        blank = super().judge(replace(job, response=None if job.response is None else ""))
        answer = self.postprocessing(job.response or "")
        if not answer.text.strip():
            return replace(blank, trace=answer.trace)
        judgement = self.replies.judgement(job.bound.row, job.sample, answer.text)
        finding = finding_of(judgement)
        verdicts = Verdicts((finding.followed,), (finding.followed,), (finding,))
        return replace(
            blank,
            response=answer.text,
            trace=answer.trace,
            status=Status.ANSWERED,
            reference=verdicts,
            corrected=verdicts if self.corrected else None,
            judgement=judgement,
        )


def scorer_of(
    benchmark: str,
    corrected: bool,
    postprocessing: Postprocessing,
    replies: JudgeReplies | None,
) -> Scorer:
    """The scorer of a benchmark: by its rules, or by what a judge replied.

    Raises:
        InputError: a benchmark that needs judge replies has none, or the other way round.
    """
    if replies is None:
        refuse_judged(benchmark)
        return Scorer(benchmark, corrected, postprocessing)
    if not is_judged(benchmark):
        raise InputError(f"{benchmark} is decided by rules; it takes no judge replies")
    return JudgedScorer(benchmark, False, postprocessing, replies)


def signed(signature: Signature, scorer: Scorer, rows: Sequence[Row]) -> Signature:
    """The signature with the judge in it, where one decides."""
    if not isinstance(scorer, JudgedScorer):
        return signature
    return replace(
        signature,
        judge=scorer.replies.judges,
        judge_prompts=judge_prompts_hash(rows)[:8],
        judge_parser=scorer.replies.parser,
        judge_sampling=scorer.replies.sampling,
    )


def is_judged(benchmark: str) -> bool:
    """Whether a judge model decides in this benchmark, and no rule reads the answer itself."""
    return benchmark == INVERSE_IFEVAL.name


def refuse_judged(benchmark: str) -> None:
    """Raises where the answers alone decide nothing.

    Raises:
        InputError: `benchmark` needs judge replies.
    """
    if is_judged(benchmark):
        raise InputError(
            f"{benchmark} is decided by a judge model: record its replies with `python -m "
            "ifbench_suite judge`, then pass --judge_replies FILE (in Python, evaluate's judging)"
        )


def check_some_judged(outcomes: Sequence[Outcome], replies: JudgeReplies) -> None:
    """Raises if the replies are not about these answers at all.

    Raises:
        InputError: not one answer has a reply.
    """
    judgements = [one.judgement for one in outcomes if one.judgement is not None]
    if judgements and all(one.why_unscored in (NOT_RECORDED, NOT_FITTING) for one in judgements):
        raise InputError(
            f"none of the judge replies ({len(replies.replies)} answers) is about one of these "
            f"{len(judgements)} answers: {judgements[0].why_unscored}"
        )
