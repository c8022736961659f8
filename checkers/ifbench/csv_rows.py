"""Comma- and tab-separated text, read as the default dialect of Python's `csv` module reads it."""

from __future__ import annotations

import re
from functools import cache

LONGEST_FIELD = 131_072
"""Characters that a field may have; in `csv` anybody in the process can change this limit."""

_LINE_END = re.compile(r"\r*(?:\n|\Z)")


def csv_rows(
    text: str, delimiter: str, *, skip_initial_spaces: bool = False
) -> list[list[str]] | None:
    r"""The fields of each row of `text`; an empty line is a row without fields.

    None where `csv.reader` raises: over a `\r` that neither ends a line nor is quoted, and over a
    field of more than `LONGEST_FIELD` characters. A quotation mark quotes only at the beginning of
    a field; quoted text that is never closed runs to the end.
    """
    field = _field_pattern(delimiter, skip_initial_spaces)
    rows: list[list[str]] = []
    at = 0
    while at < len(text):
        row, at = _next_row(text, at, field)
        if row is None:
            return None
        rows.append(row)
    return rows


def without_final_empty_rows(rows: list[list[str]]) -> list[list[str]]:
    """`rows` up to the last one that has a field."""
    filled = [number for number, row in enumerate(rows, start=1) if row]
    return rows[: max(filled, default=0)]


@cache
def _field_pattern(delimiter: str, skip_initial_spaces: bool) -> re.Pattern[str]:
    skipped = " *+" if skip_initial_spaces else ""
    return re.compile(rf'{skipped}(?:"([^"]*+(?:""[^"]*+)*+)"?)?([^{delimiter}\r\n]*+)')


def _next_row(text: str, at: int, field: re.Pattern[str]) -> tuple[list[str] | None, int]:
    row: list[str] = []
    if empty := _LINE_END.match(text, at):
        return row, empty.end()
    while found := field.match(text, at):
        value = (found[1] or "").replace('""', '"') + found[2]
        if len(value) > LONGEST_FIELD:
            break
        row.append(value)
        at = found.end()
        if line_end := _LINE_END.match(text, at):
            return row, line_end.end()
        if text[at] == "\r":
            break
        at += 1
    return None, at
