"""Asks a judge for a label in place of a verdict, with the labels permuted, by log-probabilities.

A judge that favours the first option, or a letter, favours each verdict once. What comes out is a
probability beside the verdict, for judges that return log-probabilities; it decides nothing.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Mapping, Sequence
from itertools import permutations
from typing import Any

from immutabledict import immutabledict

from ifbench_suite.completion import Reply
from ifbench_suite.inverse_rows import Messages

Order = tuple[str, ...]
"""The labels of the verdicts 1 and 0."""
LABELS: Order = ("A", "B")
_PARAMETERS: Mapping[str, Any] = immutabledict(logprobs=True, top_logprobs=20, max_tokens=16)
_OTHER_LIMIT = "max_completion_tokens"
"""Endpoints refuse it beside `max_tokens`."""
_AROUND = " \t\r\n*_`'\"()[]【】.:："
"""What a label may stand in."""


def orders(fraction: float, labels: Sequence[str] = LABELS) -> list[Order]:
    """As many permutations of the labels as a fraction asks for, rounded up to balanced ones.

    Balanced is a set in which each label stands in each place equally often: a permutation with
    all its rotations. Two labels have one such set, so that any fraction but 0 gives both orders.

    Args:
        fraction: of all permutations, from 0 to 1.
        labels: what is permuted.
    """
    starts = [(labels[0], *rest) for rest in permutations(labels[1:])]
    chosen = starts[: math.ceil(fraction * len(starts))]
    return [order[i:] + order[:i] for order in chosen for i in range(len(order))]


def labelled(messages: Messages, order: Order) -> Messages:
    """The messages to a judge with one sentence more: reply with the label of the verdict.

    The labels are always named in alphabetic order, so that with the labels the place changes.
    """
    of_one, of_zero = order
    first, second = (1, 0) if of_one < of_zero else (0, 1)
    asked = (
        "Give the verdict in another form than the one asked for: reply with a single letter and "
        f"nothing else, {min(order)} if the score is {first} and {max(order)} if it is {second}."
    )
    *before, last = messages
    return [*before, {**last, "content": f"{last['content']}\n\n{asked}"}]


def parameters(sampling: Mapping[str, Any]) -> dict[str, Any]:
    """What is sent when a label is asked for: `sampling`, log-probabilities, a short reply."""
    kept = {name: value for name, value in sampling.items() if name != _OTHER_LIMIT}
    return {**kept, **_PARAMETERS}


def p_follows(reply: Reply, order: Order) -> float | None:
    """The probability of the verdict 1 against 0, where the judge writes its label.

    A label that is not among the most probable tokens there counts as impossible.

    Returns:
        None where the reply does not begin with a line that is a label.
    """
    line = reply.text.strip().partition("\n")[0].strip(_AROUND)
    places = [token for token in reply.tokens if token.text.strip(_AROUND) == line]
    if line not in order or not places:
        return None
    weights: defaultdict[str, float] = defaultdict(float)
    for candidate, logprob in places[0].candidates.items():
        weights[candidate.strip(_AROUND)] += math.exp(min(logprob, 0.0))
    of_one, of_zero = (weights[label] for label in order)
    return of_one / (of_one + of_zero) if of_one + of_zero else None
