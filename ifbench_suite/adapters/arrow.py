"""Arrow: a table of responses in, the same table with its verdicts out.

The one function serves Ray Data (`map_batches`), Spark (`mapInArrow`) and Hugging Face datasets
(`map` in the arrow format). Needs the extra `parquet`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TYPE_CHECKING, Any

from ifbench_suite.adapters.judging import judged, known_rows, row_asked
from ifbench_suite.adapters.rewards import answer_of
from ifbench_suite.outcome import Outcome
from ifbench_suite.readers.fields import key_of

if TYPE_CHECKING:
    import pyarrow

SPARK_COLUMNS = (
    "prompt_level_strict boolean, prompt_level_loose boolean, "
    "strict array<boolean>, loose array<boolean>"
)
"""The columns that `score_table` adds, as Spark writes types."""


def score_table(
    table: pyarrow.Table, *, benchmark: str = "ifeval", data: str | None = None
) -> pyarrow.Table:
    """The table with its verdicts by the reference rules.

    Args:
        table: with a column `response` (texts, or chats), and with `instruction_id_list` and
            `kwargs`, or `row` (JSON text of them), or `key` (and `turn`) or `prompt` alone, by
            which rows of the benchmark's data are found. That data goes before what the table says.
        benchmark: whose rules to judge by.
        data: the official file; None: the fetched one, if there is one; or "sample".

    Returns:
        `table` and the columns `prompt_level_strict` and `prompt_level_loose` (booleans), `strict`
        and `loose` (a list of booleans, one per instruction). The mean of a prompt level, and the
        share of all booleans in the lists, are the four numbers.

    Raises:
        InputError: a row is not sound, or not to be found.
    """
    import pyarrow

    outcomes = [judged_record(one, benchmark, data) for one in table.to_pylist()]
    lists, boolean = pyarrow.list_(pyarrow.bool_()), pyarrow.bool_()
    columns = {
        "prompt_level_strict": pyarrow.array([all(one.strict) for one in outcomes], boolean),
        "prompt_level_loose": pyarrow.array([all(one.loose) for one in outcomes], boolean),
        "strict": pyarrow.array([list(one.strict) for one in outcomes], lists),
        "loose": pyarrow.array([list(one.loose) for one in outcomes], lists),
    }
    scored = table.drop_columns([name for name in columns if name in table.column_names])
    for name, values in columns.items():
        scored = scored.append_column(name, values)
    return scored


def score_batches(
    batches: Iterable[pyarrow.RecordBatch], *, benchmark: str = "ifeval", data: str | None = None
) -> Iterator[pyarrow.RecordBatch]:
    """`score_table` for Spark's `mapInArrow`.

    The schema to declare is the frame's own with SPARK_COLUMNS after it.

    Args:
        batches: as `score_table` takes them.
        benchmark: whose rules to judge by.
        data: the official file; None: the fetched one, if there is one; or "sample".

    Raises:
        InputError: a row is not sound, or not to be found.
    """
    import pyarrow

    for batch in batches:
        table = score_table(pyarrow.Table.from_batches([batch]), benchmark=benchmark, data=data)
        yield from table.to_batches()


def judged_record(record: Mapping[str, Any], benchmark: str, data: str | None) -> Outcome:
    """The outcome of one record of a table; a null response is a missing one.

    Raises:
        InputError: its row is not sound, or not to be found.
    """
    response = record.get("response")
    text = None if response is None else answer_of(response)
    given = record["row"] if record.get("row") is not None else record
    key, known = key_of(record.get("key")), known_rows(benchmark, data)
    return judged(row_asked(given, record.get("prompt"), known, key), text, benchmark)
