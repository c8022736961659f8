"""Which response answers which row, and what is left over on either side."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ifbench_suite.responses import Answered
from ifbench_suite.rows import Row


@dataclass(frozen=True, slots=True)
class Matches:
    """The samples of each row, and how they were found.

    Attributes:
        samples: for each row, in the order of the rows, its samples; () if none answers it.
        truncated: for each row, whether its model was cut off.
        by: number of rows matched by "key", "prompt" and "normalised prompt".
        unmatched: the records that answer no row.
    """

    samples: tuple[tuple[str, ...], ...]
    truncated: tuple[bool, ...]
    by: Mapping[str, int]
    unmatched: tuple[Answered, ...]


class _Index:
    """Rows by key, by prompt, and by prompt with white space normalised."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self.by_key = {str(row.key): i for i, row in enumerate(rows)}
        self.by_prompt = _unique((row.prompt, i) for i, row in enumerate(rows))
        self.by_normalised = _unique((_normalised(row.prompt), i) for i, row in enumerate(rows))

    def find(self, answer: Answered) -> tuple[int | None, str]:
        if answer.key is not None and str(answer.key) in self.by_key:
            return self.by_key[str(answer.key)], "key"
        if answer.prompt is None:
            return None, ""
        if (row := self.by_prompt.get(answer.prompt)) is not None:
            return row, "prompt"
        return self.by_normalised.get(_normalised(answer.prompt)), "normalised prompt"


def match(rows: Sequence[Row], answers: Iterable[Answered], *, repeats: bool = False) -> Matches:
    """Assigns answers to rows by key, then by exact prompt, then by normalised prompt.

    Args:
        rows: what was asked.
        answers: what was answered.
        repeats: take several records for one row as its samples, in their order.

    Raises:
        InputError: two records answer the same row and `repeats` is not set.
    """
    index = _Index(rows)
    found: dict[int, list[Answered]] = defaultdict(list)
    by = {"key": 0, "prompt": 0, "normalised prompt": 0}
    unmatched: list[Answered] = []
    for answer in answers:
        row, way = index.find(answer)
        if row is None:
            unmatched.append(answer)
            continue
        _refuse_repeat(rows[row], found[row], answer, repeats)
        by[way] += not found[row]
        found[row].append(answer)
    per_row = [found.get(i, []) for i in range(len(rows))]
    samples = tuple(tuple(s for answer in of for s in answer.samples) for of in per_row)
    truncated = tuple(any(answer.truncated for answer in of) for of in per_row)
    return Matches(samples, truncated, by, tuple(unmatched))


def _refuse_repeat(row: Row, earlier: list[Answered], answer: Answered, repeats: bool) -> None:
    if earlier and not repeats:
        first = earlier[0].place
        raise answer.place.error(
            f"a second response for key {row.key} (first in line {first.line}); "
            "pass --repeats to score several samples per row",
            "key" if answer.key is not None else "prompt",
        )


def _unique(pairs: Iterable[tuple[str, int]]) -> dict[str, int]:
    """Prompts to rows, without the prompts that several rows share."""
    rows: dict[str, list[int]] = defaultdict(list)
    for prompt, row in pairs:
        rows[prompt].append(row)
    return {prompt: of[0] for prompt, of in rows.items() if len(of) == 1}


def _normalised(prompt: str) -> str:
    return " ".join(prompt.split())
