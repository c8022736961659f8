"""Two runs on the same prompts: the difference, its test, and what could have been seen."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace
from statistics import NormalDist

from ifbench_suite.metrics.bootstrap import Resampling
from ifbench_suite.metrics.estimate import Estimate, Pool, combined


def difference(first: Pool, second: Pool, resampling: Resampling | None = None) -> Estimate:
    """`second` minus `first`, clusters paired: what is hard for both adds nothing to the error.

    The interval is the bootstrap's; the standard error is the linearised one (Miller 2024,
    section 4.2), unless the resampling's is asked for by its own.
    """
    parts = [(1.0, second), (-1.0, first)]
    linearised = replace(combined(parts, "paired_difference"), num=second.num)
    if resampling is None or linearised.stderr is None:
        return linearised
    resampled = combined(parts, "paired_difference", resampling)
    return replace(linearised, interval=resampled.interval)


def mcnemar(only_first: int, only_second: int) -> float:
    """The two-sided exact p-value of McNemar's test.

    Args:
        only_first: prompts that only the first run passes.
        only_second: prompts that only the second run passes.

    Returns:
        The chance of a split at least as uneven if either run were as likely to be the one that
        passes: min(1, 2 P(X <= min)), X binomial with p = 1/2.
    """
    discordant = only_first + only_second
    term = tail = 1
    for i in range(min(only_first, only_second)):
        term = term * (discordant - i) // (i + 1)
        tail += term
    p_value: float = 2 * tail / 2**discordant
    return min(1.0, p_value)


def holm(p_values: Sequence[float]) -> list[float]:
    """Holm's step-down adjustment: each at most 0.05 keeps the chance of any false one there."""
    order = sorted(range(len(p_values)), key=p_values.__getitem__)
    adjusted = [0.0] * len(p_values)
    highest = 0.0
    for rank, i in enumerate(order):
        highest = max(highest, min(1.0, (len(p_values) - rank) * p_values[i]))
        adjusted[i] = highest
    return adjusted


def smallest_detectable(stderr: float, power: float = 0.8, alpha: float = 0.05) -> float:
    """The true difference that a test of size `alpha` finds with chance `power`.

    (z(1 - alpha/2) + z(power)) * stderr (Miller 2024, section 5), at 80 % power 2.80 stderr.
    """
    normal = NormalDist()
    return (normal.inv_cdf(1 - alpha / 2) + normal.inv_cdf(power)) * stderr


def is_distinguishable(estimate: Estimate) -> bool:
    """Whether the 95 % interval of a difference leaves out zero."""
    if estimate.interval is None or math.isnan(estimate.value):
        return False
    low, high = estimate.interval
    return low > 0 or high < 0
