"""Outcomes in files, written as they come: a run holds none of them in memory."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence, Set
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import overload

from ifbench_suite.errors import InputError
from ifbench_suite.excerpt import Excerpt, Mark
from ifbench_suite.metrics.totals import Totals
from ifbench_suite.outcome import Outcome
from ifbench_suite.outcome_lines import LINES, file_names, outcome_of, written
from ifbench_suite.records import Place, Record, read_records


@dataclass(frozen=True, slots=True)
class LinesInFile:
    """Lines for several files, in a file of their own: for another process, which reads them once.

    Attributes:
        path: of that file; it is gone when all lines are read.
        sizes: bytes of the lines for each file.
    """

    path: Path
    sizes: Sequence[int]

    @classmethod
    def of(cls, lines: Sequence[bytes], folder: Path) -> LinesInFile:
        """Puts lines into a new file of `folder`.

        Raises:
            InputError: there is no space left.
        """
        with _space(folder.parent):
            number, name = tempfile.mkstemp(dir=folder)
            with open(number, "wb") as file:
                file.writelines(lines)
        return cls(Path(name), list(map(len, lines)))

    def __iter__(self) -> Iterator[bytes]:
        with self.path.open("rb") as file:
            yield from map(file.read, self.sizes)
        self.path.unlink()


@dataclass(frozen=True, slots=True)
class Part:
    """Some outcomes, as their process hands them over.

    Attributes:
        lines: what they add to each file.
        totals: what they add up to.
        marks: by which the page's are chosen.
    """

    lines: Iterable[bytes]
    totals: Totals
    marks: Sequence[Mark]

    @classmethod
    def of(
        cls, outcomes: Sequence[Outcome], *, gzipped: bool = False, folder: Path | None = None
    ) -> Part:
        """The part that outcomes make.

        Args:
            outcomes: some of a run.
            gzipped: whether the lines are.
            folder: where the lines wait; None: in memory.
        """
        totals = Totals()
        for outcome in outcomes:
            totals.add(outcome)
        lines = [written(outcomes, line, gzipped=gzipped) for line in LINES.values()]
        waiting = LinesInFile.of(lines, folder) if folder else lines
        return cls(waiting, totals, list(map(Mark.of, outcomes)))

    def __len__(self) -> int:
        return len(self.marks)


@dataclass
class OutcomeFiles(Sequence[Outcome]):
    """A run's outcomes in files of a folder of their own.

    Attributes:
        parent: holds that folder; who made it removes it.
        totals: what the outcomes add up to.
        gzipped: whether the files are.
        excerpt: which of them the page may show.
    """

    parent: Path
    totals: Totals
    gzipped: bool = False
    excerpt: Excerpt = field(default_factory=Excerpt)

    def __post_init__(self) -> None:
        self.folder = Path(tempfile.mkdtemp(dir=self.parent))

    def append(self, part: Part) -> None:
        """Adds the outcomes of `part` to the end of each file.

        Raises:
            InputError: there is no space left.
        """
        with _space(self.parent):
            for path, lines in zip(self._paths, part.lines, strict=True):
                with path.open("ab") as file:
                    file.write(lines)
        self.totals.merge(part.totals)
        for mark in part.marks:
            self.excerpt.add(mark)

    def picked(self, numbers: Set[int]) -> dict[int, Outcome]:
        """The outcomes of those numbers, counted from 0."""
        path = self._paths[0]
        with (gzip.open if self.gzipped else open)(path, "rb") as file:
            lines = {i: line for i, line in enumerate(file) if i in numbers}
        return {
            i: outcome_of(Record(Place(str(path), i + 1), json.loads(line)))
            for i, line in lines.items()
        }

    def put_into(self, folder: Path) -> None:
        """Puts the files into `folder`, without a copy where the file system can."""
        for path in self._paths:
            _link(path, folder / path.name)

    @overload
    def __getitem__(self, number: int) -> Outcome: ...

    @overload
    def __getitem__(self, number: slice) -> list[Outcome]: ...

    def __getitem__(self, number: int | slice) -> Outcome | list[Outcome]:
        """Reads the file up to there: to go through all outcomes, iterate."""
        numbers = range(len(self))[number]
        if isinstance(numbers, int):
            return self.picked({numbers})[numbers]
        found = self.picked(set(numbers))
        return [found[i] for i in numbers]

    def __iter__(self) -> Iterator[Outcome]:
        return map(outcome_of, read_records(self._paths[0])) if self else iter(())

    def __len__(self) -> int:
        return self.excerpt.total

    @property
    def _paths(self) -> list[Path]:
        return [self.folder / name for name in file_names(gzipped=self.gzipped)]


def totals_of(outcomes: Sequence[Outcome]) -> Totals:
    """What outcomes add up to, in memory or in files."""
    return outcomes.totals if isinstance(outcomes, OutcomeFiles) else Totals.of(outcomes)


def excerpt_of(outcomes: Sequence[Outcome]) -> Excerpt:
    """Which outcomes a page may show."""
    return outcomes.excerpt if isinstance(outcomes, OutcomeFiles) else Excerpt.of(outcomes)


def picked(outcomes: Sequence[Outcome], numbers: Set[int]) -> dict[int, Outcome]:
    """The outcomes of those numbers, counted from 0."""
    if isinstance(outcomes, OutcomeFiles):
        return outcomes.picked(numbers)
    return {number: outcomes[number] for number in numbers}


@contextmanager
def _space(folder: Path) -> Iterator[None]:
    try:
        yield
    except OSError as error:
        raise InputError(f"cannot be written ({error.strerror})", file=folder) from None


def _link(source: Path, target: Path) -> None:
    try:
        os.link(source, target)
    except OSError:  # another file system, or one without links
        shutil.copyfile(source, target)
