"""How outcomes are named and ordered for readers, and where their two rule sets disagree."""

from __future__ import annotations

from collections.abc import Iterable

from ifbench_suite.metrics.four import RuleSet, corrected, reference
from ifbench_suite.metrics.split import natural
from ifbench_suite.outcome import Outcome
from ifbench_suite.rows import Key


def place_of(outcome: Outcome) -> Key:
    """The key of an outcome's row, and its turn if it has one."""
    return outcome.key if outcome.turn is None else f"{outcome.key}, turn {outcome.turn}"


def by_key(outcomes: Iterable[Outcome]) -> list[Outcome]:
    """The outcomes by key, turn and sample."""
    return sorted(outcomes, key=lambda one: (natural(str(one.key)), one.turn or 0, one.sample))


def differ(outcome: Outcome) -> bool:
    """Whether reference and corrected rules disagree anywhere in an outcome."""
    return _follow(outcome, reference) != _follow(outcome, corrected)


def differing_ids(outcome: Outcome) -> list[str]:
    """The instructions of an outcome on which reference and corrected rules disagree."""
    verdicts = zip(
        outcome.instruction_ids,
        _follow(outcome, reference),
        _follow(outcome, corrected),
        strict=True,
    )
    return list(dict.fromkeys(id for id, exact, right in verdicts if exact != right))


def _follow(outcome: Outcome, rules: RuleSet) -> list[tuple[bool, bool]]:
    verdicts = rules(outcome)
    return list(zip(verdicts.strict, verdicts.loose, strict=True))
