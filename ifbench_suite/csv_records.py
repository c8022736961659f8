"""Reads CSV with a header line, the form of Multi-IF's data and step files.

A cell is text of any length. The csv module is not used: it refuses a cell beyond a limit (a long
answer may be) that can be raised for the whole process only.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import NamedTuple

from ifbench_suite.errors import InputError

_COLUMNS = frozenset({"key", "prompt", "response", "responses", "turns", "turn_1_prompt"})
"""One of these stands in the header of every table that this package can use."""
_JSON_BEGINS = ("{", "[")
_TO_COMMA_OR_LINE_END = re.compile("[^,\n]*")


def is_csv_header(line: bytes) -> bool:
    """Whether the first line of a file names the columns of such a table."""
    names = line.decode("utf-8", "replace").strip()
    cells = [cell.strip('"') for cell in names.split(",")]
    return len(cells) > 1 and not names.startswith(_JSON_BEGINS) and not _COLUMNS.isdisjoint(cells)


def csv_rows(text: str, file: str) -> Iterator[tuple[int, dict[str, str]]]:
    r"""The rows below the header as column: cell, each with the line on which it begins.

    Cells stand as they are: "" and "None" are text. Rows end in `\n` or `\r\n`; cells are
    separated by commas and quoted by `"`, doubled within. Blank lines are skipped.

    Raises:
        InputError: a row has more or fewer cells than the header, or a quote is out of place.
    """
    lines = _lines(text, file)
    _, header = next(lines)
    for line, cells in lines:
        if len(cells) != len(header):
            problem = f"{len(cells)} cells for {len(header)} columns"
            raise InputError(problem, file=file, line=line)
        yield line, dict(zip(header, cells, strict=True))


def _lines(text: str, file: str) -> Iterator[tuple[int, list[str]]]:
    start, line = 0, 1
    while start < len(text):
        cells, end = _row(text, start, file, line)
        if cells != [""]:
            yield line, cells
        line += text.count("\n", start, end)
        start = end


def _row(text: str, start: int, file: str, line: int) -> tuple[list[str], int]:
    cells: list[str] = []
    while True:
        is_quoted = text.startswith('"', start)
        cell = (_quoted if is_quoted else _bare)(text, start)
        if cell is None:
            raise InputError("a quoted cell that does not end", file=file, line=line)
        cells.append(cell.content)
        if text.startswith(",", cell.end):
            start = cell.end + 1
            continue
        end = cell.end + text.startswith("\r", cell.end)
        if end < len(text) and not text.startswith("\n", end):
            raise InputError("text after the end of a quoted cell", file=file, line=line)
        return cells, end + 1


class _Cell(NamedTuple):
    content: str
    end: int
    """Where the comma or the line end after it stands."""


def _quoted(text: str, start: int) -> _Cell | None:
    end = start + 1
    while (end := text.find('"', end)) >= 0:
        if not text.startswith('"', end + 1):
            return _Cell(text[start + 1 : end].replace('""', '"'), end + 1)
        end += 2
    return None


def _bare(text: str, start: int) -> _Cell:
    found = _TO_COMMA_OR_LINE_END.match(text, start)
    end = start if found is None else found.end()
    is_last = not text.startswith(",", end)
    if is_last and end > start and text[end - 1] == "\r":
        end -= 1
    return _Cell(text[start:end], end)
