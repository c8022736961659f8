"""Scores of conversations in several languages: turn by turn, and what a later turn breaks."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ifbench_suite.metrics.bootstrap import Resampling
from ifbench_suite.metrics.estimate import Estimate, Pool, Units, combined
from ifbench_suite.metrics.four import Follow, Mode, RuleSet, four_of
from ifbench_suite.outcome import Outcome

Cell = tuple[int, str]
"""A turn and a language."""
Numbers = Mapping[str, Estimate]
"""The four numbers and `overall`, or IFR and ECR, by name."""
NO_LANGUAGE = "not stated"
"""The language of rows that name none."""
_MODES: tuple[Mode, Mode] = ("strict", "loose")


@dataclass(frozen=True)
class Conversations:
    """Every number of Multi-IF by one rule set.

    `micro` pools rows and instructions, so that a language weighs by its size; `macro` is the
    unweighted mean. `overall` is the mean of the four numbers. All error bars are clustered by
    conversation, whose turns succeed and fail together.

    Attributes:
        cells: by turn and language: the four numbers and `overall`.
        turns: by turn, over its languages: "micro" and "macro".
        languages: by language, over its turns: "micro" and "macro".
        total: "micro" over everything; "mean_of_turns" and "macro", the means over the turns of
            their micro and of their macro.
        changes: by "all", turn and language: `ifr_strict`, `ecr_strict`, `ifr_loose`, `ecr_loose`.
    """

    cells: Mapping[int, Mapping[str, Numbers]]
    turns: Mapping[int, Mapping[str, Numbers]]
    languages: Mapping[str, Mapping[str, Numbers]]
    total: Mapping[str, Numbers]
    changes: Mapping[str, Numbers]

    @classmethod
    def of(
        cls, outcomes: Sequence[Outcome], rules: RuleSet, resampling: Resampling | None = None
    ) -> Conversations:
        """The numbers of outcomes all of which have a turn."""
        grid = _Grid(_pools(outcomes, rules), resampling)
        turns, languages = grid.turns, grid.languages
        return cls(
            cells={t: {s: grid.mean([{(t, s)}]) for s in grid.spoken(t)} for t in turns},
            turns={t: grid.rolled([{(t, s)} for s in grid.spoken(t)]) for t in turns},
            languages={
                s: grid.rolled([{(t, s)} for t in turns if (t, s) in grid.pools]) for s in languages
            },
            total={
                "micro": grid.mean([set(grid.pools)]),
                "mean_of_turns": grid.mean([grid.of_turn(t) for t in turns]),
                "macro": grid.mean_of_means([[{(t, s)} for s in grid.spoken(t)] for t in turns]),
            },
            changes=dict(_changes(outcomes, rules, resampling)),
        )

    def to_dict(self) -> dict[str, Any]:
        """As report.json has it."""
        return {
            "turn_language": {
                str(turn): {name: _dicts(numbers) for name, numbers in of.items()}
                for turn, of in self.cells.items()
            },
            "turn": {str(turn): _rolled_dicts(of) for turn, of in self.turns.items()},
            "language": {name: _rolled_dicts(of) for name, of in self.languages.items()},
            "total": _rolled_dicts(self.total),
            "changes": _rolled_dicts(self.changes),
        }


class _Grid:
    """The pools of the four numbers by turn and language, and means over parts of them."""

    def __init__(
        self, pools: Mapping[Cell, Mapping[str, Pool]], resampling: Resampling | None
    ) -> None:
        self.pools = pools
        self.resampling = resampling
        self.turns = sorted({turn for turn, _ in pools})
        self.languages = sorted({language for _, language in pools})

    def spoken(self, turn: int) -> list[str]:
        return [language for language in self.languages if (turn, language) in self.pools]

    def of_turn(self, turn: int) -> set[Cell]:
        return {cell for cell in self.pools if cell[0] == turn}

    def rolled(self, parts: Sequence[set[Cell]]) -> dict[str, Numbers]:
        return {"micro": self.mean([set().union(*parts)]), "macro": self.mean(parts)}

    def mean(self, parts: Sequence[set[Cell]]) -> Numbers:
        """The unweighted mean over parts, each of which pools its cells."""
        return self._weighted([(1 / len(parts), cells) for cells in parts])

    def mean_of_means(self, groups: Sequence[Sequence[set[Cell]]]) -> Numbers:
        return self._weighted(
            [(1 / (len(groups) * len(parts)), cells) for parts in groups for cells in parts]
        )

    def _weighted(self, parts: Sequence[tuple[float, set[Cell]]]) -> Numbers:
        pooled = [(weight, self._pooled(cells)) for weight, cells in parts]
        names = list(pooled[0][1])
        prefix = "macro_" if len(parts) > 1 else ""
        numbers = {
            name: combined(
                [(weight, pools[name]) for weight, pools in pooled],
                prefix + pooled[0][1][name].aggregation,
                self.resampling,
            )
            for name in names
        }
        quarters = [(weight / len(names), pools[n]) for weight, pools in pooled for n in names]
        overall = combined(quarters, f"{prefix}mean_of_four", self.resampling)
        return {**numbers, "overall": replace(overall, num=numbers[names[0]].num)}

    def _pooled(self, cells: set[Cell]) -> Mapping[str, Pool]:
        chosen = [self.pools[cell] for cell in sorted(cells)]
        if len(chosen) == 1:
            return chosen[0]
        return {name: _merged([pools[name] for pools in chosen]) for name in chosen[0]}


def _pools(outcomes: Iterable[Outcome], rules: RuleSet) -> Mapping[Cell, Mapping[str, Pool]]:
    parts: defaultdict[Cell, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        parts[_cell(outcome)].append(outcome)
    pools: dict[Cell, dict[str, Pool]] = {}
    for cell, part in parts.items():
        found = {metric.name: metric.pool(part) for metric in four_of(rules)}
        pools[cell] = {name: pool for name, pool in found.items() if pool is not None}
    return pools


def _cell(outcome: Outcome) -> Cell:
    return outcome.turn or 1, outcome.language or NO_LANGUAGE


def _merged(pools: Sequence[Pool]) -> Pool:
    return Pool.of((unit for pool in pools for unit in pool.units), pools[0].aggregation)


class _Change(NamedTuple):
    """An instruction of an earlier turn, at a later one."""

    cell: Cell
    conversation: Hashable
    was_followed: bool
    was_broken: bool
    is_followed: bool
    times: int


def _changes(
    outcomes: Sequence[Outcome], rules: RuleSet, resampling: Resampling | None
) -> Iterator[tuple[str, Numbers]]:
    found = {mode: list(_changed(outcomes, rules, mode)) for mode in _MODES}
    cells = {change.cell for change in found["strict"]}
    groups = {"all": cells}
    groups |= {
        str(turn): {c for c in cells if c[0] == turn} for turn in sorted({t for t, _ in cells})
    }
    groups |= {name: {c for c in cells if c[1] == name} for name in sorted({s for _, s in cells})}
    for name, group in groups.items():
        if group:
            yield name, dict(_ratios(found, group, resampling))


def _ratios(
    changes: Mapping[Mode, Sequence[_Change]], cells: set[Cell], resampling: Resampling | None
) -> Iterator[tuple[str, Estimate]]:
    for mode, every in changes.items():
        inside = [change for change in every if change.cell in cells]
        forgotten = [_units(c, not c.is_followed) for c in inside if c.was_followed]
        mended = [_units(c, c.is_followed) for c in inside if c.was_broken]
        yield f"ifr_{mode}", Pool.of(forgotten, "ifr").estimate(resampling)
        yield f"ecr_{mode}", Pool.of(mended, "ecr").estimate(resampling)


def _units(change: _Change, counts: bool) -> Units:
    return Units(change.conversation, change.times * counts, change.times)


def _changed(outcomes: Iterable[Outcome], rules: RuleSet, mode: Mode) -> Iterator[_Change]:
    """Each instruction at each turn after its first."""
    follow = Follow(rules, mode)
    conversations: defaultdict[Hashable, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        conversations[str(outcome.key), outcome.sample].append(outcome)
    for turns in conversations.values():
        earlier: list[tuple[object, list[bool]]] = []
        for outcome in sorted(turns, key=lambda one: one.turn or 0):
            asked = list(zip(outcome.instruction_ids, map(dict, outcome.kwargs), strict=True))
            verdicts = [
                earlier[i][1] if i < len(earlier) and earlier[i][0] == one else []
                for i, one in enumerate(asked)
            ]
            for before, now in zip(verdicts, follow(outcome), strict=True):
                if before:
                    was = any(before), not all(before)
                    yield _Change(_cell(outcome), str(outcome.key), *was, now, outcome.times)
            now_too = zip(asked, verdicts, follow(outcome), strict=True)
            earlier = [(one, [*before, now]) for one, before, now in now_too]


def _rolled_dicts(rolled: Mapping[str, Numbers]) -> dict[str, Any]:
    return {name: _dicts(numbers) for name, numbers in rolled.items()}


def _dicts(numbers: Numbers) -> dict[str, Any]:
    return {name: estimate.to_dict() for name, estimate in numbers.items()}
