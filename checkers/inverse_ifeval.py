"""Inverse IFEval: a judge model decides. The text that a rule here reads is the judge's reply."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from immutabledict import immutabledict

from checkers.finding import Finding
from checkers.first_block import first_block_verdict
from checkers.judge_reply import (
    MARK,
    Judgement,
    finding_of,
    holds_verdict_format,
    parse_verdict,
    read_reply,
)
from checkers.registry import Registry, no, ok
from checkers.text import Text

__all__ = [
    "INVERSE_IFEVAL",
    "MARK",
    "TYPES",
    "Judgement",
    "finding_of",
    "first_block_verdict",
    "holds_verdict_format",
    "parse_verdict",
    "read_reply",
]

TYPES: Mapping[str, str] = immutabledict(
    {
        "Question Correction": "QC",
        "Intentional Textual Flaws": "ITF",
        "Code without Comments": "CC",
        "Counter-Conventional Formatting": "CCF",
        "Deliberately Incorrect Answers": "DIA",
        "Instructional Induction": "II",
        "Mid-turn Instruction Modification": "MIM",
        "Counterfactual Answering": "CA",
    }
)
"""The types of rows, and what follows "inverse:" in the id of each."""
INVERSE_IFEVAL = Registry("inverse_ifeval", reference="m-a-p/Inverse_IFEval@35f1da1")

_REFERENCE = """Reference: a judge model decides, by the judge prompt that the row carries. What is
read here is the judge's reply; without a plain verdict of 0 or 1 it is unscored, which counts as
not followed and is told apart in the report."""
_REPLY = 'It does.\nScore：{0}分\n【JSON】\n```json\n{{"answer_score": {0}}}\n```'

_Check = Callable[[Text], Finding]


def _judged(type: str) -> Callable[[_Check], _Check]:
    """Registers the rule of a type, with the words that all of them share in its docstring."""

    def register(check: _Check) -> _Check:
        check.__doc__ = f"{check.__doc__}\n\n{_REFERENCE}"
        examples = (ok(_REPLY.format(1)), no(_REPLY.format(0)), no(_REPLY.format("null")))
        id = f"inverse:{TYPES[type]}"
        return INVERSE_IFEVAL.instruction(id, origin=type, examples=examples)(check)

    return register


@_judged("Question Correction")
def question_correction(text: Text) -> Finding:
    """The answer says that the question is faulty instead of picking an option."""
    return finding_of(read_reply(text.raw))


@_judged("Intentional Textual Flaws")
def intentional_textual_flaws(text: Text) -> Finding:
    """The answer has the flaws of spelling or wording that are asked for, and no others."""
    return finding_of(read_reply(text.raw))


@_judged("Code without Comments")
def code_without_comments(text: Text) -> Finding:
    """The answer's code has no comments."""
    return finding_of(read_reply(text.raw))


@_judged("Counter-Conventional Formatting")
def counter_conventional_formatting(text: Text) -> Finding:
    """The answer keeps off the format that would be usual, as asked."""
    return finding_of(read_reply(text.raw))


@_judged("Deliberately Incorrect Answers")
def deliberately_incorrect_answers(text: Text) -> Finding:
    """The answer is wrong where a wrong answer is asked for."""
    return finding_of(read_reply(text.raw))


@_judged("Instructional Induction")
def instructional_induction(text: Text) -> Finding:
    """The answer does what the examples or the instruction imply, and nothing more."""
    return finding_of(read_reply(text.raw))


@_judged("Mid-turn Instruction Modification")
def mid_turn_instruction_modification(text: Text) -> Finding:
    """The answer follows the last of several instructions that revoke one another."""
    return finding_of(read_reply(text.raw))


@_judged("Counterfactual Answering")
def counterfactual_answering(text: Text) -> Finding:
    """The answer is taken from the given text, even where that text is untrue."""
    return finding_of(read_reply(text.raw))
