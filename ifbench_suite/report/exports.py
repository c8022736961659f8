"""CSV and Parquet files of a report, for spreadsheets and data frames, and its model card."""

from __future__ import annotations

import csv
import io
from collections.abc import Callable, Iterator, Mapping, Sequence
from importlib.util import find_spec
from itertools import islice
from pathlib import Path
from typing import TextIO

from immutabledict import immutabledict

from ifbench_suite.errors import InputError
from ifbench_suite.report.flat import Cell, Flat, flat_tables
from ifbench_suite.report.inert import spreadsheet_text
from ifbench_suite.report.model import Report
from ifbench_suite.report.model_card import model_card

_AT_A_TIME = 10_000
"""Rows that are turned into Parquet at a time."""


def check_exports(names: Sequence[str]) -> None:
    """Makes sure, before anything is scored, that the exports can be made.

    Raises:
        InputError: there is no such export, or pyarrow is not installed.
    """
    if unknown := [name for name in names if name not in _EXPORTS]:
        problem = f"{unknown[0]!r} is none of {', '.join(_EXPORTS)}"
        raise InputError(problem, field="--export")
    if "parquet" in names and find_spec("pyarrow") is None:
        problem = "writing Parquet needs pip install 'ifbench-suite[parquet]'"
        raise InputError(problem, field="--export")


def export(report: Report, folder: Path, names: Sequence[str], run: str) -> None:
    """Writes the exports of those names into `folder`; `run` is what the run is called."""
    for name in names:
        _EXPORTS[name](report, folder, run)


def csv_text(table: Flat) -> str:
    """A table as CSV (RFC 4180, every cell quoted), in which no text is a formula."""
    stream = io.StringIO(newline="")
    _write_csv(table, stream)
    return stream.getvalue()


def _write_csv(table: Flat, stream: TextIO) -> None:
    writer = csv.writer(stream, quoting=csv.QUOTE_ALL, lineterminator="\n")
    writer.writerow(table.columns)
    writer.writerows(map(_csv_cell, row) for row in table.rows)


def _csv_cell(cell: Cell) -> str:
    if isinstance(cell, bool):
        return str(cell).lower()
    if cell is None:
        return ""
    return spreadsheet_text(cell) if isinstance(cell, str) else repr(cell)


def _export_csv(report: Report, folder: Path, run: str) -> None:
    for name, table in flat_tables(report, run).items():
        with (folder / f"{name}.csv").open("w", encoding="utf-8", newline="") as stream:
            _write_csv(table, stream)


def _export_parquet(report: Report, folder: Path, run: str) -> None:
    import pyarrow as pa
    from pyarrow import parquet

    types = {str: pa.string(), int: pa.int64(), float: pa.float64(), bool: pa.bool_()}
    for name, table in flat_tables(report, run).items():
        fields = [(column, types[kind]) for column, kind in table.columns.items()]
        schema = pa.schema(fields, metadata={"signature": str(report.signature)})
        with parquet.ParquetWriter(folder / f"{name}.parquet", schema) as writer:
            for rows in _batches(table):
                writer.write_table(pa.Table.from_pylist(rows, schema))


def _batches(table: Flat) -> Iterator[list[dict[str, Cell]]]:
    rows = iter(table.rows)
    while batch := list(islice(rows, _AT_A_TIME)):
        yield [dict(zip(table.columns, map(_valid, row), strict=True)) for row in batch]


def _valid(cell: Cell) -> Cell:
    r"""Text as UTF-8 can hold it: a lone surrogate becomes `\udXXX`."""
    if not isinstance(cell, str):
        return cell
    return cell.encode("utf-8", "backslashreplace").decode()


def _export_model_card(report: Report, folder: Path, run: str) -> None:
    (folder / "model-card.md").write_text(model_card(report, run), encoding="utf-8")


_EXPORTS: Mapping[str, Callable[[Report, Path, str], None]] = immutabledict(
    {"csv": _export_csv, "parquet": _export_parquet, "model-card": _export_model_card}
)
EXPORTS = tuple(_EXPORTS)
"""The names of the exports."""
