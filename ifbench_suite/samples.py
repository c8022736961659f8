"""The samples of every row, put in as they come and taken out row by row."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import defaultdict
from collections.abc import Iterator, Sequence
from operator import itemgetter
from typing import Any, Generic, NamedTuple, TypeVar

_Handle = TypeVar("_Handle")
FIRST = -(2**63)
"""Stands for no number: as in a database, such samples come first."""


class Sample(NamedTuple):
    """One response to a row.

    Attributes:
        text: the response; None for one that a conversation lacks.
        truncated: whether the response file says that the model was cut off.
    """

    text: str | None
    truncated: bool = False


class Samples(ABC, Generic[_Handle]):
    """The samples of rows, which are put in as they come and taken out row by row.

    Attributes:
        counts: how many samples each row has.
    """

    def __init__(self, rows: int) -> None:
        self.counts = [0] * rows

    @property
    def most(self) -> int:
        """The samples of the row that has the most."""
        return max(self.counts, default=0)

    @abstractmethod
    def add(self, row: int, samples: Sequence[Sample], number: int | None = None) -> bool:
        """Adds samples of a row: after those that it has, or at the place of a number.

        Returns:
            False if the row has that number already; then nothing is added.

        Raises:
            InputError: there is no space left.
        """

    @abstractmethod
    def clear(self, row: int) -> None:
        """Forgets the samples of a row."""

    @abstractmethod
    def handles(self, row: int) -> Iterator[_Handle]:
        """What `at` needs for each sample of a row, by number, then as they came.

        Raises:
            InputError: there is no space left.
        """

    @abstractmethod
    def at(self, handle: _Handle) -> Sample:
        """The sample of a handle; also in another process, which has a copy of this object."""

    def of(self, row: int) -> Iterator[Sample]:
        """The samples of a row, one at a time, in the order of `handles`."""
        return map(self.at, self.handles(row))

    def __iter__(self) -> Iterator[tuple[Sample, ...]]:
        return (tuple(self.of(row)) for row in range(len(self.counts)))


class Listed(Samples[_Handle]):
    """Samples whose handles are in memory."""

    def __init__(self, rows: int) -> None:
        super().__init__(rows)
        self._of: defaultdict[int, list[tuple[int, _Handle]]] = defaultdict(list)
        self._taken: set[tuple[int, int]] = set()

    @abstractmethod
    def put(self, sample: Sample) -> _Handle:
        """The handle of a new sample."""

    def add(self, row: int, samples: Sequence[Sample], number: int | None = None) -> bool:
        """As in `Samples`."""
        if number is not None:
            if (row, number) in self._taken:
                return False
            self._taken.add((row, number))
        order = FIRST if number is None else number
        self._of[row] += [(order, self.put(sample)) for sample in samples]
        self.counts[row] += len(samples)
        return True

    def clear(self, row: int) -> None:
        """As in `Samples`."""
        self._of[row].clear()
        self.counts[row] = 0

    def handles(self, row: int) -> Iterator[_Handle]:
        """As in `Samples`."""
        return (handle for _, handle in sorted(self._of[row], key=itemgetter(0)))


class Kept(Listed[Sample]):
    """Samples in memory, where their responses are anyway: each is its own handle."""

    def put(self, sample: Sample) -> Sample:
        """The sample itself."""
        return sample

    def at(self, handle: Sample) -> Sample:
        """As in `Samples`."""
        return handle

    def __getstate__(self) -> dict[str, Any]:
        """What a copy in another process has: it is given handles."""
        return {"counts": self.counts}
