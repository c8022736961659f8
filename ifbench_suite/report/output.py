"""A result on standard output, in the format that was asked for."""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Mapping
from functools import partial
from typing import Any, NamedTuple

from ifbench_suite.outcome_lines import encoded
from ifbench_suite.report.exports import csv_text
from ifbench_suite.report.flat import Flat, metrics_table
from ifbench_suite.report.markdown import markdown
from ifbench_suite.report.model import Report
from ifbench_suite.report.runs import runs_dict, runs_markdown


class Output(NamedTuple):
    """A result in every format; each is made when it is asked for.

    Attributes:
        table: prints it for a person.
        json: the content of its JSON file.
        md: that of its Markdown file.
        csv: its numbers.
    """

    table: Callable[[], None]
    json: Callable[[], Any]
    md: Callable[[], str]
    csv: Callable[[], Flat]

    def put(self, format: str) -> None:
        """Prints the result in the format of that name; all but the table as UTF-8 everywhere."""
        if format == "table":
            self.table()
        elif format == "json":
            # ASCII, so that no terminal obeys anything in it.
            _write(json.dumps(self.json(), indent=2) + "\n")
        elif format == "md":
            _write(self.md())
        else:
            _write(csv_text(self.csv()))


def output_of(reports: Mapping[str, Report]) -> Output:
    """The output of a run, or of several by name."""
    from rich.console import Console

    from ifbench_suite.report import terminal

    csv = partial(metrics_table, reports)
    if len(reports) > 1:
        json, md = partial(runs_dict, reports), partial(runs_markdown, reports)
        return Output(lambda: terminal.show_runs(reports, Console()), json, md, csv)
    (report,) = reports.values()
    table = partial(terminal.show, report, Console())
    return Output(table, report.to_dict, partial(markdown, report), csv)


def _write(text: str) -> None:
    sys.stdout.flush()
    sys.stdout.buffer.write(encoded(text))
    sys.stdout.buffer.flush()
