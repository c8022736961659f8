"""runs.html: several runs side by side, ranked, and each held against the first of them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from ifbench_suite.errors import InputError
from ifbench_suite.report.charts import Series, bar_chart
from ifbench_suite.report.files import file_name
from ifbench_suite.report.html import Cell, HeatMap, rendered
from ifbench_suite.report.model import Report
from ifbench_suite.report.runs import is_over_benchmarks, lines_table, runs_summary
from ifbench_suite.report.sections import Section, estimate_bar
from ifbench_suite.report.tables import Table
from ifbench_suite.report.wording import gap, notices, p_value, points

_RANKED_BY = "prompt_level_strict"


def runs_page(reports: Mapping[str, Report]) -> str:
    """The content of runs.html.

    Args:
        reports: two or more, by name.
    """
    ranked = reports if is_over_benchmarks(reports) else _ranked(reports)
    signatures = dict.fromkeys(str(report.signature) for report in ranked.values())
    return rendered(
        "runs.html.j2",
        title="Instruction following: several runs",
        pages={name: f"{file_name(name)}/report.html" for name in ranked},
        ranking=_ranking(ranked),
        comparison=_comparison_table(ranked),
        heat_maps=list(_heat_maps(ranked)),
        summary=runs_summary(reports),
        notices=[f"{name}: {notice}" for name, one in ranked.items() for notice in notices(one)],
        signatures=list(signatures),
    )


def _ranked(reports: Mapping[str, Report]) -> Mapping[str, Report]:
    def score(name: str) -> float:
        return reports[name].metrics[_RANKED_BY].value

    return {name: reports[name] for name in sorted(reports, key=score, reverse=True)}


def _ranking(reports: Mapping[str, Report]) -> Section:
    bars = [estimate_bar("reference", report.metrics[_RANKED_BY]) for report in reports.values()]
    series = [Series("reference", bars)]
    if all(report.has_corrected for report in reports.values()):
        right = [report.corrected[_RANKED_BY] for report in reports.values()]
        series.append(Series("corrected", [estimate_bar("corrected", one) for one in right]))
    table = lines_table(reports)
    return Section(
        "ranking",
        table,
        bar_chart("Runs", list(reports), series, "prompts passed, strict, in percent"),
        [one.name for one in series],
        "Prompts all of whose instructions are followed, strict, in percent; lines: 95 % interval.",
    )


def _comparison_table(reports: Mapping[str, Report]) -> Table | None:
    """Each run against the first; None where they were not made alike."""
    from ifbench_suite.comparison import Comparison

    (first, best), *others = reports.items()
    rows = []
    for name, report in others:
        try:
            found = Comparison(first, name, best, report).headline
        except InputError:
            return None
        flips = [str(count) for count in (found.only_first, found.only_second) if count is not None]
        p = [] if found.p_value is None else [p_value(found.p_value)]
        rows.append([name, points(found.difference), gap(found.difference), *flips, *p])
    header = ["run", "difference", "95 % interval", "only the first", "only this run", "p"]
    return Table(f"Against {first}", header, rows)


def _heat_maps(reports: Mapping[str, Report]) -> Iterator[HeatMap]:
    if is_over_benchmarks(reports):
        return
    for kind in ("family", "instruction"):
        groups = {name: getattr(report, f"by_{kind}") for name, report in reports.items()}
        names = list(dict.fromkeys(name for one in groups.values() for name in one))
        rows = {name: [_cell(one.get(name)) for one in groups.values()] for name in names}
        if len(names) > 1:
            header: Sequence[str] = [kind, *groups]
            yield HeatMap(f"By {kind}", "strict accuracy in percent", header, rows)


def _cell(group: Mapping[str, float | None] | None) -> Cell | None:
    share = None if group is None else group["strict"]
    return None if share is None else Cell(share, f"{100 * share:.0f}")
