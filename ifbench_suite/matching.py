"""Which response answers which row, and what is left over on either side."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple, TypeVar

from ifbench_suite.errors import InputError
from ifbench_suite.records import Place
from ifbench_suite.responses import Answered
from ifbench_suite.rows import Row
from ifbench_suite.samples import Kept, Sample, Samples

_Asked = TypeVar("_Asked", bound=Hashable)
_Found = TypeVar("_Found")


@dataclass(frozen=True, slots=True)
class Matches:
    """The samples of each row, and how they were found.

    Attributes:
        samples: for each row, in the order of the rows, its samples; none if nothing answers it.
        first: by number of the row, its first response.
        unmatched: the records that answer no row, without their samples.
    """

    samples: Samples[Any]
    first: Mapping[int, First]
    unmatched: tuple[Answered, ...]

    @property
    def by(self) -> Mapping[str, int]:
        """The number of rows matched by "key", "prompt" and "normalised prompt"."""
        ways = [found.way for found in self.first.values()]
        return {way: ways.count(way) for way in ("key", "prompt", "normalised prompt")}


class First(NamedTuple):
    """What is remembered of the first response to a row.

    Attributes:
        place: where it stands.
        number: of the sample, if it has one.
        way: how its row was found.
    """

    place: Place
    number: int | None
    way: str


class _Texts(NamedTuple):
    """Rows by what was asked: by turn and prompt, and conversations by the prompts they open with.

    A record that names no turn has None in its place. What several rows share is left out.
    """

    prompts: Mapping[tuple[int | None, str], int]
    openings: Mapping[tuple[str, ...], str]

    @classmethod
    def of(cls, rows: Sequence[Row], form: Callable[[str], str]) -> _Texts:
        prompts = _unique(
            ((turn, form(row.prompt)), i) for i, row in enumerate(rows) for turn in {None, row.turn}
        )
        conversations: defaultdict[str, list[str]] = defaultdict(list)
        for row in sorted((row for row in rows if row.turn), key=lambda row: row.turn or 0):
            conversations[str(row.key)].append(form(row.prompt))
        openings = _unique(
            (tuple(asked[:turns]), key)
            for key, asked in conversations.items()
            for turns in range(1, len(asked) + 1)
        )
        return cls(prompts, openings)


class RowIndex:
    """Rows by key and turn, by prompt, and by prompt with white space normalised."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.by_key = {(str(row.key), row.turn): i for i, row in enumerate(rows)}
        self.by_text: dict[str, tuple[Callable[[str], str], _Texts]] = {
            "prompt": (str, _Texts.of(rows, str)),
            "normalised prompt": (_normalised, _Texts.of(rows, _normalised)),
        }

    def find(self, answer: Answered) -> tuple[int | None, str]:
        """Which row is answered, and how it was found; None, "" if none is."""
        if answer.key is not None and (str(answer.key), answer.turn) in self.by_key:
            return self.by_key[str(answer.key), answer.turn], "key"
        for way, (form, texts) in self.by_text.items():
            if (row := self._asked(answer, form, texts)) is not None:
                return row, way
        return None, ""

    def _asked(self, answer: Answered, form: Callable[[str], str], texts: _Texts) -> int | None:
        if answer.prompt is not None:
            return texts.prompts.get((answer.turn, form(answer.prompt)))
        key = texts.openings.get(tuple(map(form, answer.opening)), "")
        return self.by_key.get((key, answer.turn)) if answer.opening else None


def match(
    rows: Sequence[Row],
    answers: Iterable[Answered],
    *,
    repeats: bool = False,
    samples: Samples[Any] | None = None,
    index: RowIndex | None = None,
) -> Matches:
    """Assigns answers to rows by key and turn, then by exact prompt, then by normalised prompt.

    A prompt that several rows share assigns nothing. In a conversation the prompts before it
    count too.

    Args:
        rows: what was asked.
        answers: what was answered.
        repeats: take several records for one row as its samples, in their order.
        samples: where they wait; None: in memory.
        index: of `rows`, where there is one already.

    Raises:
        InputError: two records answer the same row and `repeats` is not set.
    """
    index = RowIndex(rows) if index is None else index
    samples = Kept(len(rows)) if samples is None else samples
    first: dict[int, First] = {}
    unmatched: list[Answered] = []
    for answer in answers:
        if not answer.samples:
            continue
        row, way = index.find(answer)
        has_text = answer.samples != (None,)
        if row is None:
            unmatched += [replace(answer, samples=())] if has_text else []
            continue
        may_repeat = repeats or are_numbered(first.get(row), answer)
        if has_text and row in first and not may_repeat:
            raise _repeat(rows[row], first[row].place, answer)
        if may_repeat or has_text or not samples.counts[row]:
            if not may_repeat:
                samples.clear(row)
            _add(answer, row, samples)
        if has_text and row not in first:
            first[row] = First(answer.place, answer.number, way)
    return Matches(samples, first, tuple(unmatched))


def are_numbered(first: First | None, other: Answered | First | None) -> bool:
    """Whether two responses to a row are samples that their records number."""
    return all(one is not None and one.number is not None for one in (first, other))


def _add(answer: Answered, row: int, samples: Samples[Any]) -> None:
    given = [Sample(text, answer.truncated) for text in answer.samples]
    if not samples.add(row, given, answer.number):
        raise answer.place.error(f"sample {answer.number} of a prompt stands twice", "sample")


def _repeat(row: Row, first: Place, answer: Answered) -> InputError:
    return answer.place.error(
        f"a second response for {row.name} (first in line {first.line}); "
        "pass --repeats to score several samples per row",
        "key" if answer.key is not None else "prompt",
    )


def _unique(pairs: Iterable[tuple[_Asked, _Found]]) -> dict[_Asked, _Found]:
    """What was asked to what it was asked in, without what was asked more than once."""
    places: defaultdict[_Asked, list[_Found]] = defaultdict(list)
    for asked, place in pairs:
        places[asked].append(place)
    return {asked: found[0] for asked, found in places.items() if len(found) == 1}


def _normalised(prompt: str) -> str:
    return " ".join(prompt.split())
