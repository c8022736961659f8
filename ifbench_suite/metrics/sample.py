"""What a corpus-level aggregator sees of one judged sample."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from typing import Any, NamedTuple

from ifbench_suite.outcome import Outcome

LARGEST_WHOLE = 2**53
"""Below it every whole float is the number that was meant."""
Value = float | tuple[bool, ...]
"""A number, or a follow list: one verdict per instruction."""
Group = tuple[Hashable, ...]
SampleFunction = Callable[[Outcome], Value | None]
"""The value of one outcome; None for one that does not count."""


class Sample(NamedTuple):
    """The value of one metric on one sample.

    Attributes:
        group: what the repeats of one prompt share: key and turn. Its first item alone is the
            cluster.
        value: what the metric says of the sample.
        weight: the weight declared for it; None: none was declared. It is whatever a harness
            wrote, and may be malformed.
        outcome: where the value is from, if from an outcome.
        times: how many equal samples it stands for.
    """

    group: Group
    value: Value
    weight: Any = None
    outcome: Outcome | None = None
    times: int = 1

    @property
    def cluster(self) -> Hashable:
        """What samples share that succeed and fail together: the row's key.

        In Multi-IF that is the conversation.
        """
        return self.group[0]

    @property
    def counts(self) -> bool:
        """Whether there is anything in it: an empty follow list drops out."""
        return self.value != ()

    @property
    def number(self) -> float:
        """The value as one number; of a follow list, the share that is followed."""
        if isinstance(self.value, bool):
            return int(self.value)
        if isinstance(self.value, tuple):
            followed, num = sum(self.value), len(self.value)
            return followed // num if followed % num == 0 else followed / num
        return _whole(self.value)


def _whole(value: float) -> float:
    """Whole numbers as int, bools and 1.0 included: sums of them are exact."""
    is_whole = value == value // 1 and abs(value) < LARGEST_WHOLE
    return int(value) if is_whole else float(value)


def samples_of(outcomes: Iterable[Outcome], value_of: SampleFunction) -> tuple[list[Sample], int]:
    """The samples of those outcomes that have a value, and how many have none."""
    samples: list[Sample] = []
    dropped = 0
    for outcome in outcomes:
        if (value := value_of(outcome)) is None:
            dropped += outcome.times
            continue
        group = (str(outcome.key), outcome.turn)
        samples.append(Sample(group, value, None, outcome, outcome.times))
    return samples, dropped
