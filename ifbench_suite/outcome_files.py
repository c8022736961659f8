"""Outcomes in files, written as they come: a run holds none of them in memory."""

from __future__ import annotations

import gzip
import json
import os
import shutil
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import islice
from pathlib import Path
from typing import overload

from ifbench_suite.errors import InputError
from ifbench_suite.excerpt import Candidate, Excerpt
from ifbench_suite.metrics.totals import Totals
from ifbench_suite.outcome import Outcome
from ifbench_suite.outcome_lines import file_names, lines_of, outcome_of, packed
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
        excerpt: which of them the page may show.
    """

    lines: Iterable[bytes]
    totals: Totals
    excerpt: Excerpt

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
        totals, excerpt, lines = Totals(), Excerpt(), []
        for outcome in outcomes:
            lines.append(lines_of(outcome))
            totals.add(outcome)
            excerpt.add(outcome, len(lines[-1][0]))
        files = [packed(of_file, gzipped=gzipped) for of_file in zip(*lines, strict=True)]
        return cls(LinesInFile.of(files, folder) if folder else files, totals, excerpt)

    def __len__(self) -> int:
        return self.excerpt.total


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
        self.excerpt.merge(part.excerpt)

    def picked(self, candidates: Iterable[Candidate]) -> dict[int, Outcome]:
        """The outcomes of candidates, by their numbers."""
        found, path = {}, self._paths[0]
        with (gzip.open if self.gzipped else open)(path, "rb") as file:
            for number, start in sorted((one.number, one.start) for one in candidates):
                file.seek(start)
                record = Record(Place(str(path), number + 1), json.loads(file.readline()))
                found[number] = outcome_of(record)
        return found

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
            return next(islice(self, numbers, None))
        found = {i: outcome for i, outcome in enumerate(self) if i in numbers}
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


def picked(outcomes: Sequence[Outcome], candidates: Iterable[Candidate]) -> dict[int, Outcome]:
    """The outcomes of candidates, by their numbers."""
    if isinstance(outcomes, OutcomeFiles):
        return outcomes.picked(candidates)
    return {one.number: outcomes[one.number] for one in candidates}


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
