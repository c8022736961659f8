"""What is computed of a scored run besides the four numbers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from ifbench_suite.errors import InputError
from ifbench_suite.metrics import METRICS, Metric, Resampling
from ifbench_suite.summary import Summary, load


@dataclass(frozen=True)
class Reporting:
    """What a report holds and how its error bars are made.

    Attributes:
        metrics: what is computed besides the four numbers.
        split_by: fields of the rows, besides language, turn and type, that part the report;
            several joined by "+" are one.
        resampling: how every error bar is bootstrapped; None: those with a closed form have it.
        summary: groups over the metrics and subsets.
    """

    metrics: Sequence[Metric] = ()
    split_by: Sequence[str] = ()
    resampling: Resampling | None = None
    summary: Summary | None = None

    @classmethod
    def of(
        cls,
        metrics: Sequence[str] = (),
        split_by: Sequence[str] = (),
        *,
        bootstrap: bool = False,
        seed: int = 0,
        summary: str | Path | None = None,
    ) -> Reporting:
        """The reporting that names and a file ask for.

        Args:
            metrics: names such as "inst_level_strict_macro", "pass@k:k=4" or "module:ATTRIBUTE".
            split_by: fields of the rows.
            bootstrap: bootstrap every error bar.
            seed: of the bootstrap.
            summary: a TOML file of groups, or the name of a built-in one.

        Raises:
            InputError: a metric or the summary is not sound.
        """
        return cls(
            tuple(map(METRICS.get, dict.fromkeys(metrics))),
            tuple(split_by),
            Resampling(seed=seed) if bootstrap else None,
            load(summary) if summary is not None else None,
        )

    def check(self, *, judged: bool) -> None:
        """Makes sure, before anything is scored, that the metrics find what they need.

        Raises:
            InputError: one needs a judge's verdicts, and there is no judge.
        """
        for metric in self.metrics:
            if metric.category == "judge" and not judged:
                problem = f"{metric.name} needs a judge, and rules decide this benchmark"
                raise InputError(problem, field="metric")
