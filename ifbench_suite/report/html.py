"""report.html: the report as one page that needs no network and runs nothing but its own script."""

from __future__ import annotations

import base64
import hashlib
import math
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import cache
from typing import TYPE_CHECKING, Any

from ifbench_suite.metrics import Estimate
from ifbench_suite.report.browser import Selection, selection
from ifbench_suite.report.inert import printable
from ifbench_suite.report.model import Report
from ifbench_suite.report.sections import sections
from ifbench_suite.report.tables import tables
from ifbench_suite.report.wording import (
    fraction,
    interval,
    label,
    notices,
    percent,
    warning,
    with_error,
)

if TYPE_CHECKING:
    from jinja2 import Environment

_STYLES = ("page.css", "charts.css", "outcomes.css", "print.css")
_SCRIPTS = ("page.js", "outcome.js", "outcomes.js")
_HEAT_STEPS = 7
_FEW_COLUMNS, _SHORT_NAME = 4, 10
_UNREMARKABLE = ("rows",)
_SHOWN_ONCE = "prompt_level_strict"
"""The number of a benchmark that a judge decides: one instruction per row, and no loose mode."""


@dataclass(frozen=True, slots=True)
class Card:
    """A headline number.

    Attributes:
        name: the metric's.
        label: how it reads.
        estimate: by the reference rules.
        corrected: by the corrected rules; None without them.
    """

    name: str
    label: str
    estimate: Estimate
    corrected: Estimate | None


@dataclass(frozen=True, slots=True)
class Cell:
    """A cell of a heat map: a share, and how it reads."""

    share: float
    text: str

    @property
    def step(self) -> int:
        """Its colour in the style sheet, from 0 to 6."""
        if math.isnan(self.share):
            return 0
        return min(_HEAT_STEPS - 1, max(0, math.floor(self.share * _HEAT_STEPS)))


@dataclass(frozen=True, slots=True)
class HeatMap:
    """A table whose cells are coloured by their value; None where there is none.

    Attributes:
        title: what it shows.
        note: what its numbers are.
        header: the names of the columns.
        rows: the name of each row, and its cells.
    """

    title: str
    note: str
    header: Sequence[str]
    rows: Mapping[str, Sequence[Cell | None]]

    @property
    def has_long_names(self) -> bool:
        """Whether the columns are too narrow for their names."""
        return len(self.header) > _FEW_COLUMNS and max(map(len, self.header[1:])) > _SHORT_NAME


def page(report: Report, selected: Callable[[], Selection] | None = None) -> str:
    """The content of report.html.

    Args:
        report: what it shows.
        selected: gets the outcomes that it shows; None: they are selected here.
    """
    parts = list(sections(report))
    titles = {part.table.title for part in parts}
    first, *others = tables(report)
    return rendered(
        "report.html.j2",
        report=report,
        title=f"{report.signature.benchmark}: instruction following",
        headline=first,
        cards=list(cards(report)),
        warning=warning(report),
        notices=list(notices(report)),
        counts=counts(report),
        sections=parts,
        heat_maps=list(heat_maps(report)),
        others=[table for table in others if table.title not in titles and table.rows],
        selection=(chosen := selected() if selected else selection(report.outcomes)),
        data=_trusted(f"[{','.join(chosen.outcomes)}]"),
    )


def cards(report: Report) -> Iterator[Card]:
    """The numbers that stand first."""
    if report.judging:
        yield Card(_SHOWN_ONCE, "followed", report.metrics[_SHOWN_ONCE], None)
        return
    for name, estimate in report.metrics.items():
        yield Card(name, label(name), estimate, report.corrected.get(name))


def counts(report: Report) -> Mapping[str, tuple[int, bool]]:
    """What is counted beside the numbers, and whether it should be looked at."""
    found = asdict(report.counts)
    if report.judging:
        found["unscored"] = report.judging.total.unscored
    if report.has_corrected:
        found["differ when corrected"] = len(report.differing)
    return {
        name.replace("_", " "): (count, count > 0 and name not in _UNREMARKABLE)
        for name, count in found.items()
    }


def heat_maps(report: Report) -> Iterator[HeatMap]:
    """Language by turn, by each rule set, where rows have turns."""
    for rules, found in report.conversations.items():
        turns = list(found.cells)
        rows = {
            language: [_overall(found.cells[turn].get(language)) for turn in turns]
            for language in found.languages
        }
        if len(turns) > 1 or len(rows) > 1:
            header = ["language", *(f"turn {turn}" for turn in turns)]
            yield HeatMap(f"By {rules} rules", "mean of the four numbers in percent", header, rows)


def _overall(numbers: Mapping[str, Estimate] | None) -> Cell | None:
    if numbers is None:
        return None
    overall = numbers["overall"]
    return Cell(overall.value, with_error(overall))


def rendered(template: str, **values: Any) -> str:
    """A page from one of the templates, in which no style or script but ours is allowed."""
    styles, scripts = (_asset(names) for names in (_STYLES, _SCRIPTS))
    policy = "; ".join(
        (
            "default-src 'none'",
            f"style-src '{_fingerprint(styles)}'",
            f"script-src '{_fingerprint(scripts)}'",
            "base-uri 'none'",
            "form-action 'none'",
        )
    )
    environment = _environment()
    text: str = environment.get_template(template).render(
        styles=_trusted(styles), scripts=_trusted(scripts), policy=policy, **values
    )
    return text


@cache
def _environment() -> Environment:
    from jinja2 import Environment, PackageLoader, StrictUndefined

    environment = Environment(
        autoescape=True,
        finalize=_shown,
        keep_trailing_newline=True,
        loader=PackageLoader("ifbench_suite.report"),
        lstrip_blocks=True,
        trim_blocks=True,
        undefined=StrictUndefined,
    )
    environment.filters |= {
        "fraction": fraction,
        "interval": interval,
        "percent": percent,
        "trusted": _trusted,
        "with_error": with_error,
    }
    return environment


def _shown(value: Any) -> Any:
    """Foreign text with its control and direction characters made visible."""
    is_foreign = isinstance(value, str) and not hasattr(value, "__html__")
    return printable(value) if is_foreign else value


def _trusted(text: str) -> Any:
    """Markup of our own, which the template takes as it is."""
    from markupsafe import Markup

    return Markup(text)


@cache
def _asset(names: tuple[str, ...]) -> str:
    environment = _environment()
    assert environment.loader is not None
    return "".join(environment.loader.get_source(environment, name)[0] for name in names)


def _fingerprint(text: str) -> str:
    """What a content security policy knows an inline script or style by."""
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()
