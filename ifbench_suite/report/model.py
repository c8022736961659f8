"""A scored run as one value: every number of report.json is computed here."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from checkers import MULTI_IF
from ifbench_suite.data_faults import Fault, Slot, faults
from ifbench_suite.errors import InputError
from ifbench_suite.metrics import METRICS, Estimate, Metric, four_numbers
from ifbench_suite.metrics.conversations import Conversations
from ifbench_suite.metrics.four import FOUR, OfVerdicts, corrected, reference
from ifbench_suite.metrics.judged import Judging
from ifbench_suite.metrics.repeats import Spread
from ifbench_suite.metrics.split import Parts, accuracies, parts_of, rollups, split
from ifbench_suite.metrics.totals import Totals
from ifbench_suite.outcome import Outcome, Status
from ifbench_suite.outcome_files import totals_of
from ifbench_suite.report.counts import Counts
from ifbench_suite.report.places import Differing, differing_rows, missing_rows
from ifbench_suite.report.reporting import Reporting
from ifbench_suite.report.values import values_of
from ifbench_suite.rows import Key
from ifbench_suite.signature import Signature


@dataclass(frozen=True)
class Report:
    """A scored run.

    Attributes:
        outcomes: one per row (and sample), in the order of the rows; in memory or in a file.
        signature: what the score was made from and with.
        matched_by: rows matched by "key", "prompt" and "normalised prompt".
        unmatched: the records that answer no row, by key or prompt.
        reporting: what is computed besides the four numbers, and how error bars are made.
        notes: further notices, of the response log.
        counted: what the outcomes add up to, where they themselves are elsewhere.
    """

    outcomes: Sequence[Outcome]
    signature: Signature
    matched_by: Mapping[str, int] = field(default_factory=dict)
    unmatched: Sequence[str] = ()
    reporting: Reporting = field(default_factory=Reporting)
    notes: Sequence[str] = ()
    counted: Totals | None = None

    @cached_property
    def totals(self) -> Totals:
        """What the outcomes add up to."""
        return self.counted or totals_of(self.outcomes)

    @property
    def is_of_totals(self) -> bool:
        """Whether the outcomes themselves are elsewhere, say on the machines that judged them."""
        return self.counted is not None and not self.outcomes

    @property
    def whole_outcomes(self) -> Sequence[Outcome]:
        """The outcomes, for what reads more of them than tallies have.

        Raises:
            InputError: they are elsewhere.
        """
        if self.is_of_totals:
            raise InputError("the report was made of totals; this needs the outcomes themselves")
        return self.outcomes

    @cached_property
    def tallies(self) -> Sequence[Outcome]:
        """The outcomes counted: equal ones of a row as one, without their texts."""
        return self.totals.tallies()

    @cached_property
    def metrics(self) -> Mapping[str, Estimate]:
        """The four numbers by the reference rules, then those that were asked for."""
        return {
            one.name: one.estimate(
                self.tallies if _reads_tallies(one) else self.whole_outcomes,
                self.reporting.resampling,
            )
            for one in (*FOUR, *self.reporting.metrics)
        }

    @cached_property
    def corrected(self) -> Mapping[str, Estimate]:
        """The four numbers by the corrected rules; empty if they were not asked for."""
        if not self.has_corrected:
            return {}
        return four_numbers(self.tallies, corrected, self.reporting.resampling)

    @property
    def has_corrected(self) -> bool:
        """Whether the outcomes hold verdicts of the corrected rules."""
        return all(outcome.corrected is not None for outcome in self.tallies)

    @cached_property
    def differing(self) -> Sequence[Differing]:
        """The rows on which reference and corrected rules disagree, by key."""
        return differing_rows(self.tallies) if self.has_corrected else ()

    @cached_property
    def missing(self) -> Sequence[Key]:
        """The rows that lack a response, by key."""
        return missing_rows(self.tallies)

    @cached_property
    def counts(self) -> Counts:
        """What stands beside the numbers."""
        return Counts.of(
            self.tallies,
            rows=self.signature.rows,
            unmatched=len(self.unmatched),
            checker_errors=self.totals.errors.total(),
        )

    @cached_property
    def by_instruction(self) -> Mapping[str, Mapping[str, float | None]]:
        """Strict and loose accuracy of each instruction id, in alphabetic order."""
        return accuracies(self.tallies, "instruction", self.has_corrected)

    @cached_property
    def by_family(self) -> Mapping[str, Mapping[str, float | None]]:
        """Strict and loose accuracy of each family: the ids before their colon."""
        return accuracies(self.tallies, "family", self.has_corrected)

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
            name: METRICS.get(name).estimate(self.tallies, self.reporting.resampling)
            for name in names
        }

    @cached_property
    def spread(self) -> Mapping[str, Spread]:
        """With several samples per row: the four numbers run by run; else empty."""
        if self.signature.samples == 1:
            return {}
        return self.totals.spread()

    @cached_property
    def samples_per_row(self) -> tuple[int, int]:
        """The fewest and the most responses that a row has."""
        rows = Counter(dict.fromkeys(self.totals.rows, 0))
        for one in self.tallies:
            rows[str(one.key), one.turn] += one.times * (one.status is not Status.MISSING)
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
        if any(outcome.turn is None for outcome in self.tallies):
            return {}
        rule_sets = {
            "reference": reference,
            **({"corrected": corrected} if self.has_corrected else {}),
        }
        return {
            name: Conversations.of(self.tallies, rules, self.reporting.resampling)
            for name, rules in rule_sets.items()
        }

    @cached_property
    def data_faults(self) -> Sequence[Fault]:
        """What is wrong with the rows themselves, where that is known: in Multi-IF."""
        return faults(
            Slot(one.key, one.turn, id, kwargs)
            for one in self.totals.rows.values()
            if one.benchmark == MULTI_IF.name
            for id, kwargs in zip(one.instruction_ids, one.kwargs, strict=True)
        )

    @cached_property
    def _parts(self) -> Mapping[str, Parts]:
        judged = ("language+type",) if self.judging else ()
        fields = dict.fromkeys(("language", "turn", "type", *judged, *self.reporting.split_by))
        return {name: self.parts(name) for name in fields}

    def parts(self, field: str) -> Parts:
        """The outcomes by the value of a field of their rows.

        They are counted ones, unless a metric or the number of the sample needs them whole.
        """
        counted = all(map(_reads_tallies, self.split_metrics)) and "sample" not in field.split("+")
        return parts_of(self.tallies if counted else self.whole_outcomes, field)

    def to_dict(self) -> dict[str, Any]:
        """The content of report.json; see docs/file-formats.md."""
        from ifbench_suite.report.content import content

        return content(self)

    def save(
        self,
        folder: str | Path,
        *,
        exports: Sequence[str] = (),
        name: str = "",
        gzipped: bool = False,
        workers: int = 1,
    ) -> Path:
        """Writes report.json, .md and .html, outcomes.jsonl and the two official files.

        Args:
            folder: where to.
            exports: further files: "csv", "parquet", "model-card"; see docs/file-formats.md.
            name: what the run, say its model, is called in these; "": as the folder.
            gzipped: gzip the files that have a line per outcome.
            workers: processes that may be used; the files do not depend on it.

        Returns:
            The folder.

        Raises:
            InputError: the folder cannot be written, there is no such export, or it needs a
                library that is not installed.
        """
        from ifbench_suite.report.files import save

        return save(self, Path(folder), exports, name, gzipped=gzipped, workers=workers)


def _reads_tallies(metric: Metric) -> bool:
    """Whether a metric needs neither texts nor which sample an outcome is."""
    crosses_prompts = getattr(metric.corpus, "crosses_prompts", False)
    return isinstance(metric.sample, OfVerdicts) and not crosses_prompts
