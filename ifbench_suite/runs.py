"""Runs by name: response files, files that hold several models' responses, saved reports."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from ifbench_suite.errors import InputError
from ifbench_suite.evaluation import Evaluation
from ifbench_suite.records import Record
from ifbench_suite.report import Report
from ifbench_suite.report.saved import folder_of, load_report
from ifbench_suite.responses import read_responses


class Source(NamedTuple):
    """Where one run, or several models' runs, stand.

    Attributes:
        path: a response file, or a saved report (its folder, or a file in it).
        evaluation: how responses are scored.
    """

    path: str
    evaluation: Evaluation


def runs_of(
    sources: Sequence[Source],
    *,
    model_field: str | None = None,
    models: Sequence[str] = (),
) -> dict[str, Report]:
    """The report of each run, under its name.

    Args:
        sources: where they stand.
        model_field: the field of a record that names its model; each model is a run. None: each
            source is one run.
        models: only these, in this order.

    Raises:
        InputError: a source is not sound, or has no such field or model; or one name stands for
            two runs.
    """
    names = _names([source.path for source in sources])
    runs: dict[str, Report] = {}
    for source, name in zip(sources, names, strict=True):
        for run, report in _runs(source, name, model_field, models):
            if run in runs:
                raise InputError(f"two runs are called {run!r}", file=source.path)
            runs[run] = report
    return {name: runs[name] for name in models} if models else runs


def _runs(
    source: Source, name: str, field: str | None, models: Sequence[str]
) -> Iterator[tuple[str, Report]]:
    path, evaluation = source
    if (folder := folder_of(Path(path))) is not None:
        yield name, load_report(folder, evaluation.reporting)
        return
    if field is None:
        yield name, evaluation.of_source(path)
        return
    by_model = by_field(read_responses(path), field)
    if lost := [model for model in models if model not in by_model]:
        has = ", ".join(by_model)
        raise InputError(f"no record says {lost[0]!r}; there are {has}", file=path, field=field)
    for model in models or by_model:
        yield model, evaluation.of(by_model[model])


def by_field(records: Iterable[Record], field: str) -> dict[str, list[Record]]:
    """The records by the value of a field, in the order of the values.

    Raises:
        InputError: a record does not have the field, or its value is neither text nor a number.
    """
    parts: defaultdict[str, list[Record]] = defaultdict(list)
    for record in records:
        parts[str(record.take(field, str, int))].append(record)
    return {value: parts[value] for value in sorted(parts)}


def _names(sources: Sequence[str]) -> list[str]:
    """Each source's file or folder name; of those that are alike the whole path."""
    short = [_short(source) for source in sources]
    times = Counter(short)
    return [
        source if times[name] > 1 else name for source, name in zip(sources, short, strict=True)
    ]


def _short(source: str) -> str:
    path = folder_of(Path(source)) or Path(source)
    return path.resolve().name if path.is_dir() else path.name.split(".json")[0] or source
