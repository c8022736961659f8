"""Rows that a log carries, and the benchmark's own that they are copies of."""

from __future__ import annotations

from collections import Counter
from collections.abc import Hashable, Sequence
from dataclasses import replace

from ifbench_suite.loading import load_rows_file
from ifbench_suite.rows import Row


def with_known(rows: Sequence[Row], benchmark: str) -> list[Row]:
    """`rows`, each with the kwargs of the fetched data where that has the same prompt and ids.

    A harness may change kwargs on their way into its log (drop 0 and false, make lists text); the
    data is right. Which rows there are is left to the log, so that a score does not depend on
    what happens to be fetched.
    """
    from ifbench_suite import sources

    path = sources.cached(benchmark)
    if path is None or path.is_dir():
        return list(rows)
    data = load_rows_file(path)
    times = Counter(_content(row) for row in data)
    unique = {content: row for row in data if times[content := _content(row)] == 1}
    keyed = {(str(row.key), _content(row)): row for row in data}
    return [
        _known(row, keyed.get((str(row.key), _content(row))) or unique.get(_content(row)))
        for row in rows
    ]


def _content(row: Row) -> Hashable:
    return " ".join(row.prompt.split()), row.turn, row.instruction_ids


def _known(row: Row, known: Row | None) -> Row:
    """The known row; under the log's key, if the log has one, by which its answer is found."""
    if known is None:
        return row
    return known if row.key == row.prompt else replace(known, key=row.key, place=row.place)
