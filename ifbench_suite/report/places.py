"""Rows as readers find them: which have no response, and on which the two rule sets disagree."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, NamedTuple

from ifbench_suite.metrics.four import RuleSet, corrected, reference
from ifbench_suite.metrics.split import natural
from ifbench_suite.outcome import Outcome, Status
from ifbench_suite.rows import Key


class Differing(NamedTuple):
    """A row on which the two rule sets disagree.

    Attributes:
        key: of the row.
        turn: of the row, if it has one.
        samples: on how many of its samples.
        instructions: on which of its instructions.
    """

    key: Key
    turn: int | None
    samples: int
    instructions: Sequence[str]

    @property
    def place(self) -> Key:
        """The key, and the turn if there is one."""
        return _place(self.key, self.turn)

    def to_dict(self) -> dict[str, Any]:
        """As report.json has it."""
        found = self._asdict() | {"instructions": list(self.instructions)}
        return {name: value for name, value in found.items() if value is not None}


def differing_rows(outcomes: Iterable[Outcome]) -> list[Differing]:
    """The rows on some of whose outcomes reference and corrected rules disagree, by key."""
    found: dict[tuple[str, int | None], Differing] = {}
    for one in _by_key(outcomes):
        if _follow(one, reference) == _follow(one, corrected):
            continue
        name = str(one.key), one.turn
        known = found.get(name, Differing(one.key, one.turn, 0, ()))
        ids = dict.fromkeys((*known.instructions, *_differing_ids(one)))
        in_order = [id for id in dict.fromkeys(one.instruction_ids) if id in ids]
        found[name] = Differing(one.key, one.turn, known.samples + one.times, in_order)
    return list(found.values())


def missing_rows(outcomes: Iterable[Outcome]) -> list[Key]:
    """The keys (and turns) of the rows that lack a response, in their order."""
    missing = _by_key(one for one in outcomes if one.status is Status.MISSING)
    return list(dict.fromkeys(_place(one.key, one.turn) for one in missing))


def _place(key: Key, turn: int | None) -> Key:
    return key if turn is None else f"{key}, turn {turn}"


def _by_key(outcomes: Iterable[Outcome]) -> list[Outcome]:
    return sorted(outcomes, key=lambda one: (natural(str(one.key)), one.turn or 0))


def _differing_ids(outcome: Outcome) -> list[str]:
    verdicts = zip(
        outcome.instruction_ids,
        _follow(outcome, reference),
        _follow(outcome, corrected),
        strict=True,
    )
    return [id for id, exact, right in verdicts if exact != right]


def _follow(outcome: Outcome, rules: RuleSet) -> list[tuple[bool, bool]]:
    verdicts = rules(outcome)
    return list(zip(verdicts.strict, verdicts.loose, strict=True))
