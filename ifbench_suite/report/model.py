"""A scored run as one value: every number of report.json is computed here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from checkers import MULTI_IF
from ifbench_suite.data_faults import Fault, Slot, faults
from ifbench_suite.metrics import METRICS, Estimate, Metric, four_numbers
from ifbench_suite.metrics.conversations import Conversations
from ifbench_suite.metrics.four import FOUR, corrected, reference
from ifbench_suite.metrics.judged import Judging
from ifbench_suite.metrics.repeats import Spread, spread
from ifbench_suite.metrics.split import Parts, accuracies, parts_of, rollups, split
from ifbench_suite.outcome import Outcome, Status
from ifbench_suite.report.counts import Counts
from ifbench_suite.report.places import by_key, differ, differing_ids, place_of
from ifbench_suite.report.reporting import Reporting
from ifbench_suite.report.values import values_of
from ifbench_suite.rows import named
from ifbench_suite.signature import Signature


@dataclass(frozen=True)
class Report:
    """A scored run.

    Attributes:
        outcomes: one per row (and sample), in the order of the rows.
        signature: what the score was made from and with.
        matched_by: rows matched by "key", "prompt" and "normalised prompt".
        unmatched: the records that answer no row, by key or prompt.
        reporting: what is computed besides the four numbers, and how error bars are made.
        notes: further notices, of the response log.
    """

    outcomes: Sequence[Outcome]
    signature: Signature
    matched_by: Mapping[str, int] = field(default_factory=dict)
    unmatched: Sequence[str] = ()
    reporting: Reporting = field(default_factory=Reporting)
    notes: Sequence[str] = ()

    @cached_property
    def metrics(self) -> Mapping[str, Estimate]:
        """The four numbers by the reference rules, then those that were asked for."""
        return {
            one.name: one.estimate(self.outcomes, self.reporting.resampling)
            for one in (*FOUR, *self.reporting.metrics)
        }

    @cached_property
    def corrected(self) -> Mapping[str, Estimate]:
        """The four numbers by the corrected rules; empty if they were not asked for."""
        if not self.has_corrected:
            return {}
        return four_numbers(self.outcomes, corrected, self.reporting.resampling)

    @property
    def has_corrected(self) -> bool:
        """Whether the outcomes hold verdicts of the corrected rules."""
        return all(outcome.corrected is not None for outcome in self.outcomes)

    @cached_property
    def differing(self) -> Sequence[Outcome]:
        """The outcomes on which reference and corrected rules disagree, by key."""
        if not self.has_corrected:
            return ()
        return by_key(one for one in self.outcomes if differ(one))

    @cached_property
    def missing(self) -> Sequence[Outcome]:
        """The outcomes without a response, by key."""
        return by_key(one for one in self.outcomes if one.status is Status.MISSING)

    @cached_property
    def counts(self) -> Counts:
        """What stands beside the numbers."""
        return Counts.of(self.outcomes, rows=self.signature.rows, unmatched=len(self.unmatched))

    @cached_property
    def by_instruction(self) -> Mapping[str, Mapping[str, float | None]]:
        """Strict and loose accuracy of each instruction id, in alphabetic order."""
        return accuracies(self.outcomes, "instruction", self.has_corrected)

    @cached_property
    def by_family(self) -> Mapping[str, Mapping[str, float | None]]:
        """Strict and loose accuracy of each family: the ids before their colon."""
        return accuracies(self.outcomes, "family", self.has_corrected)

    @cached_property
    def subsets(self) -> Mapping[str, Mapping[str, Mapping[str, Estimate]]]:
        """Every metric of each language, turn, type and further field that rows have."""
        return {
            name: split(parts, self.split_metrics, self.reporting.resampling)
            for name, parts in self._parts.items()
        }

    @cached_property
    def rollups(self) -> Mapping[str, Mapping[str, Mapping[str, Estimate]]]:
        """The same over all subsets of a field that has several: "micro" and "macro"."""
        return {
            name: rollups(parts, self.split_metrics, self.reporting.resampling)
            for name, parts in self._parts.items()
            if len(parts) > 1
        }

    @cached_property
    def repeats(self) -> Mapping[str, Estimate]:
        """With n samples per row: the chance that one, and that each, of n passes; else empty."""
        if (n := self.signature.samples) == 1:
            return {}
        names = [
            f"{kind}@k:k={n}&level={level}&mode={mode}"
            for kind in ("pass", "all")
            for mode in ("strict", "loose")
            for level in ("prompt", "inst")
        ]
        return {
            name: METRICS.get(name).estimate(self.outcomes, self.reporting.resampling)
            for name in names
        }

    @cached_property
    def spread(self) -> Mapping[str, Spread]:
        """With several samples per row: the four numbers run by run; else empty."""
        if self.signature.samples == 1:
            return {}
        return {metric.name: spread(metric, self.outcomes) for metric in FOUR}

    @cached_property
    def samples_per_row(self) -> tuple[int, int]:
        """The fewest and the most responses that a row has."""
        rows = Counter({(str(o.key), o.turn): 0 for o in self.outcomes})
        rows.update((str(o.key), o.turn) for o in self.outcomes if o.status is not Status.MISSING)
        return min(rows.values(), default=0), max(rows.values(), default=0)

    @property
    def error_bars(self) -> str:
        """How standard errors and intervals were made."""
        return str(self.reporting.resampling) if self.reporting.resampling else "clustered by key"

    @cached_property
    def summarised(self) -> Mapping[str, Mapping[str, float | str]]:
        """The results of the summary's groups, computed from percents; empty without one."""
        return summary.results(values_of(self)) if (summary := self.reporting.summary) else {}

    @property
    def split_metrics(self) -> Sequence[Metric]:
        """The metrics that mean something on a part of the rows."""
        extra = (
            m for m in self.reporting.metrics if not getattr(m.corpus, "crosses_prompts", False)
        )
        return (*FOUR, *extra)

    @cached_property
    def judging(self) -> Judging | None:
        """The verdicts of the judge model, where one decides."""
        return Judging.of(self.outcomes) if self.signature.judge is not None else None

    @cached_property
    def conversations(self) -> Mapping[str, Conversations]:
        """Where rows have turns, turn by turn and language by language; by rule set."""
        if any(outcome.turn is None for outcome in self.outcomes):
            return {}
        rule_sets = {
            "reference": reference,
            **({"corrected": corrected} if self.has_corrected else {}),
        }
        return {
            name: Conversations.of(self.outcomes, rules, self.reporting.resampling)
            for name, rules in rule_sets.items()
        }

    @cached_property
    def data_faults(self) -> Sequence[Fault]:
        """What is wrong with the rows themselves, where that is known: in Multi-IF."""
        return faults(
            Slot(one.key, one.turn, id, kwargs)
            for one in self.outcomes
            if one.benchmark == MULTI_IF.name
            for id, kwargs in zip(one.instruction_ids, one.kwargs, strict=True)
        )

    @cached_property
    def _parts(self) -> Mapping[str, Parts]:
        judged = ("language+type",) if self.judging else ()
        fields = dict.fromkeys(("language", "turn", "type", *judged, *self.reporting.split_by))
        return {name: parts_of(self.outcomes, name) for name in fields}

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
            "rollups": {
                name: {kind: _dicts(numbers) for kind, numbers in rolled.items()}
                for name, rolled in self.rollups.items()
            },
            "repeats": {
                **_dicts(self.repeats),
                **(
                    {"spread": {k: v.to_dict() for k, v in self.spread.items()}}
                    if self.spread
                    else {}
                ),
            },
            "conversations": {name: one.to_dict() for name, one in self.conversations.items()},
            "summary": self.summarised,
            "error_bars": self.error_bars,
            "by_family": self.by_family,
            "by_instruction": self.by_instruction,
            "counts": asdict(self.counts),
            "judging": self.judging and self.judging.to_dict(),
            "matched_by": dict(self.matched_by),
            "data_faults": [fault.to_dict() for fault in self.data_faults],
            "missing": [place_of(outcome) for outcome in self.missing],
            "unmatched": sorted(self.unmatched),
            "checker_errors": sorted(
                f"{named(one.key, one.turn)}: {error}"
                for one in self.outcomes
                for error in one.errors
            ),
        }

    def save(self, folder: str | Path, *, exports: Sequence[str] = (), name: str = "") -> Path:
        """Writes report.json, .md and .html, outcomes.jsonl and the two official files.

        Args:
            folder: where to.
            exports: further files: "csv", "parquet", "model-card"; see docs/file-formats.md.
            name: what the run, say its model, is called in these; "": as the folder.

        Returns:
            The folder.

        Raises:
            InputError: the folder cannot be written, there is no such export, or it needs a
                library that is not installed.
        """
        from ifbench_suite.report.files import save

        return save(self, Path(folder), exports, name)

    def _corrected_dict(self) -> dict[str, Any]:
        if not self.has_corrected:
            return {}
        return {
            **_dicts(self.corrected),
            "rows_that_differ": len({str(place_of(outcome)) for outcome in self.differing}),
            "differing": [
                {
                    "key": one.key,
                    **({} if one.turn is None else {"turn": one.turn}),
                    "sample": one.sample,
                    "instructions": differing_ids(one),
                }
                for one in self.differing
            ],
        }


def _dicts(numbers: Mapping[str, Estimate]) -> dict[str, Any]:
    return {name: estimate.to_dict() for name, estimate in numbers.items()}
