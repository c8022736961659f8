"""Ray Data: a data set of responses in, with verdicts out; its four numbers, or its report.

`ray.data.read_json("responses.jsonl")` or `read_parquet`, local or remote, is what goes in.
"""

from __future__ import annotations

import pickle
from functools import partial
from typing import TYPE_CHECKING

from ifbench_suite.adapters.arrow import score_table
from ifbench_suite.adapters.judging import LEVELS, rows_to_ask
from ifbench_suite.partitions import Partitioned
from ifbench_suite.postprocess import Postprocessing
from ifbench_suite.report import Report
from ifbench_suite.scorer import Scorer

if TYPE_CHECKING:
    import pyarrow
    from ray.data import Dataset


def score(dataset: Dataset, *, benchmark: str = "ifeval", data: str | None = None) -> Dataset:
    """The data set with its verdicts, judged where Ray has processors to spare.

    Args:
        dataset: its columns are those of `ifbench_suite.adapters.arrow.score_table`.
        benchmark: whose rules to judge by.
        data: the official file, which every node must be able to read; None: the fetched one, if
            there is one; or "sample".

    Returns:
        `dataset` with `prompt_level_strict`, `prompt_level_loose`, `strict` and `loose`.
    """
    judge = partial(score_table, benchmark=benchmark, data=data)
    return dataset.map_batches(judge, batch_format="pyarrow")


def report(
    dataset: Dataset,
    *,
    benchmark: str = "ifeval",
    data: str | None = None,
    corrected: bool = True,
    postprocessing: Postprocessing | None = None,
) -> Report:
    """The report on a data set of responses, the one that `evaluate` makes of its file.

    Only totals leave the workers; the report's outcomes are empty. `score` has the verdicts.

    Args:
        dataset: its columns are the fields of a response file: `response`, and `key` or `prompt`,
            and so on; where a row has several responses, `sample` numbers them from 0.
        benchmark: whose rules to judge by.
        data: the official file, which this process alone reads; None: the fetched one; or "sample".
        corrected: judge by the corrected rules too.
        postprocessing: what is done to a response first; None: its thinking trace is removed.

    Raises:
        InputError: a response is malformed, one sample of a row stands twice, or no response
            answers a row.
    """
    run = Partitioned(
        rows_to_ask(benchmark, data),
        Scorer(benchmark, corrected, postprocessing or Postprocessing()),
    )
    parts = dataset.map_batches(partial(_part, run=run), batch_format="pyarrow")
    return run.report(pickle.loads(line["part"]) for line in parts.iter_rows())


def _part(table: pyarrow.Table, run: Partitioned) -> pyarrow.Table:
    import pyarrow

    return pyarrow.table({"part": [pickle.dumps(run.part(table.to_pylist()))]})


def four_numbers(scored: Dataset) -> dict[str, float]:
    """Prompt and instruction level, strict and loose, of what `score` returned.

    Only totals leave the workers. Rows without a response must be in the data set, with null, to
    count.
    """
    totals = scored.map_batches(_totals, batch_format="pyarrow").take_all()
    total = {name: sum(part[name] for part in totals) for name in totals[0]}
    return {level: total[level] / total[f"{level}_num"] for level in LEVELS}


def _totals(table: pyarrow.Table) -> pyarrow.Table:
    import pyarrow

    totals: dict[str, int] = {}
    for mode in ("strict", "loose"):
        follow = [one or [] for one in table.column(mode).to_pylist()]
        totals[f"prompt_level_{mode}"] = sum(map(all, follow))
        totals[f"prompt_level_{mode}_num"] = len(follow)
        totals[f"inst_level_{mode}"] = sum(map(sum, follow))
        totals[f"inst_level_{mode}_num"] = sum(map(len, follow))
    return pyarrow.table({name: [value] for name, value in totals.items()})
