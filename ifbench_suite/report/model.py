"""A scored run as one value: every number of report.json is computed here."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from ifbench_suite.metrics import Estimate, four_numbers
from ifbench_suite.metrics.four import RuleSet, corrected, reference
from ifbench_suite.outcome import Outcome, Status
from ifbench_suite.signature import Signature
from ifbench_suite.thinking import Trace


@dataclass(frozen=True, slots=True)
class Counts:
    """What a reader must know before believing a score; outcomes unless said otherwise.

    Attributes:
        rows: rows of the benchmark.
        missing: rows' samples without a response.
        empty: blank responses, those that held nothing but a thinking trace included.
        unmatched: records of the response file that answer no row.
        thinking_removed: responses from which a thinking trace was removed.
        thinking_unclosed: responses whose thinking trace never closes.
        truncated: responses that the file says were cut off.
        checker_errors: verdicts that a checker failed to give.
    """

    rows: int
    missing: int
    empty: int
    unmatched: int
    thinking_removed: int
    thinking_unclosed: int
    truncated: int
    checker_errors: int


@dataclass(frozen=True)
class Report:
    """A scored run.

    Attributes:
        outcomes: one per row (and sample), in the order of the rows.
        signature: what the score was made from and with.
        matched_by: rows matched by "key", "prompt" and "normalised prompt".
        unmatched: the records that answer no row, as "file:line: key or prompt".
    """

    outcomes: Sequence[Outcome]
    signature: Signature
    matched_by: Mapping[str, int] = field(default_factory=dict)
    unmatched: Sequence[str] = ()

    @cached_property
    def metrics(self) -> Mapping[str, Estimate]:
        """The four numbers by the reference rules."""
        return four_numbers(self.outcomes)

    @cached_property
    def corrected(self) -> Mapping[str, Estimate]:
        """The four numbers by the corrected rules; empty if they were not asked for."""
        return four_numbers(self.outcomes, corrected) if self.has_corrected else {}

    @property
    def has_corrected(self) -> bool:
        """Whether the outcomes hold verdicts of the corrected rules."""
        return all(outcome.corrected is not None for outcome in self.outcomes)

    @cached_property
    def differing(self) -> Sequence[Outcome]:
        """The outcomes on which reference and corrected rules disagree, by key."""
        if not self.has_corrected:
            return ()
        return _by_key(o for o in self.outcomes if _follow(o, reference) != _follow(o, corrected))

    @cached_property
    def missing(self) -> Sequence[Outcome]:
        """The outcomes without a response, by key."""
        return _by_key(o for o in self.outcomes if o.status is Status.MISSING)

    @cached_property
    def counts(self) -> Counts:
        """What stands beside the numbers."""
        statuses = [outcome.status for outcome in self.outcomes]
        traces = [outcome.trace for outcome in self.outcomes]
        return Counts(
            rows=self.signature.rows,
            missing=statuses.count(Status.MISSING),
            empty=statuses.count(Status.EMPTY),
            unmatched=len(self.unmatched),
            thinking_removed=traces.count(Trace.REMOVED),
            thinking_unclosed=traces.count(Trace.UNCLOSED),
            truncated=sum(outcome.truncated for outcome in self.outcomes),
            checker_errors=sum(len(outcome.errors) for outcome in self.outcomes),
        )

    @cached_property
    def by_instruction(self) -> Mapping[str, Mapping[str, float]]:
        """Strict and loose accuracy of each instruction id, in alphabetic order."""
        return _accuracies(self.outcomes, lambda id: id, self.has_corrected)

    @cached_property
    def by_family(self) -> Mapping[str, Mapping[str, float]]:
        """Strict and loose accuracy of each family: the ids before their colon."""
        return _accuracies(self.outcomes, lambda id: id.split(":")[0], self.has_corrected)

    @cached_property
    def subsets(self) -> Mapping[str, Mapping[str, Mapping[str, Estimate]]]:
        """The four numbers of each language and each turn, where rows have them."""
        return {
            "language": _split(self.outcomes, lambda o: o.language),
            "turn": _split(self.outcomes, lambda o: o.turn),
            "type": {},
        }

    def to_dict(self) -> dict[str, Any]:
        """The content of report.json; see docs/file-formats.md."""
        return {
            "signature": self.signature.to_dict(),
            "metrics": _dicts(self.metrics),
            "corrected": self._corrected_dict(),
            "subsets": {
                name: {value: _dicts(numbers) for value, numbers in split.items()}
                for name, split in self.subsets.items()
            },
            "by_family": self.by_family,
            "by_instruction": self.by_instruction,
            "counts": asdict(self.counts),
            "matched_by": dict(self.matched_by),
            "missing": [outcome.key for outcome in self.missing],
            "unmatched": sorted(self.unmatched),
            "checker_errors": sorted(
                f"key {one.key}: {error}" for one in self.outcomes for error in one.errors
            ),
        }

    def save(self, folder: str | Path) -> Path:
        """Writes report.json, report.md, outcomes.jsonl and the two official files.

        Returns:
            The folder.

        Raises:
            InputError: the folder cannot be written.
        """
        from ifbench_suite.report.files import save

        return save(self, Path(folder))

    def _corrected_dict(self) -> dict[str, Any]:
        if not self.has_corrected:
            return {}
        return {
            **_dicts(self.corrected),
            "rows_that_differ": len({str(outcome.key) for outcome in self.differing}),
            "differing": [
                {"key": one.key, "sample": one.sample, "instructions": differing_ids(one)}
                for one in self.differing
            ],
        }


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


def _accuracies(
    outcomes: Sequence[Outcome], group_of: Callable[[str], str], with_corrected: bool
) -> dict[str, dict[str, float]]:
    rule_sets = {"": reference, **({"corrected_": corrected} if with_corrected else {})}
    sums: defaultdict[str, defaultdict[str, int]] = defaultdict(lambda: defaultdict(int))
    for outcome in outcomes:
        for i, id in enumerate(outcome.instruction_ids):
            group = sums[group_of(id)]
            group["num"] += 1
            for prefix, rules in rule_sets.items():
                verdicts = rules(outcome)
                group[f"{prefix}strict"] += verdicts.strict[i]
                group[f"{prefix}loose"] += verdicts.loose[i]
    return {
        name: {mode: n if mode == "num" else n / group["num"] for mode, n in group.items()}
        for name, group in sorted(sums.items())
    }


def _split(
    outcomes: Sequence[Outcome], value_of: Callable[[Outcome], object]
) -> dict[str, dict[str, Estimate]]:
    parts: defaultdict[str, list[Outcome]] = defaultdict(list)
    for outcome in outcomes:
        if (value := value_of(outcome)) is not None:
            parts[str(value)].append(outcome)
    return {value: four_numbers(parts[value]) for value in sorted(parts)}


def _by_key(outcomes: Any) -> list[Outcome]:
    return sorted(outcomes, key=lambda o: (_natural(o.key), o.sample))


def _natural(key: int | str) -> tuple[int, str]:
    text = str(key)
    return (int(text), text) if text.isdecimal() and len(text) < 19 else (0, text)


def _dicts(numbers: Mapping[str, Estimate]) -> dict[str, Any]:
    return {name: estimate.to_dict() for name, estimate in numbers.items()}
