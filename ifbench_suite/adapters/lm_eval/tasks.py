"""What the YAML files beside this call: rows, verdicts, and the pooled instruction level."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ifbench_suite.adapters.judging import as_record, judged, row_from, rows_to_ask

if TYPE_CHECKING:
    from datasets import Dataset


def custom_dataset(benchmark: str, data: str | None = None, **metadata: Any) -> dict[str, Dataset]:
    """The rows as lm-eval's data set.

    Args:
        benchmark: from the task's `metadata`.
        data: the official file, or "sample": `--metadata '{"data": "rows.jsonl"}'`. None: the
            fetched one.
        metadata: what else stands there.

    Raises:
        InputError: the data is not at hand, or not sound.
    """
    from datasets import Dataset

    rows = [{**as_record(row), "benchmark": benchmark} for row in rows_to_ask(benchmark, data)]
    keyed = [{**row, "key": str(row["key"])} for row in rows]
    return {"test": Dataset.from_list(keyed)}


def process_results(doc: Mapping[str, Any], results: Sequence[str]) -> dict[str, Any]:
    """The four numbers of one answer; at the instruction level the verdicts themselves."""
    outcome = judged(row_from(doc), results[0], doc["benchmark"])
    return {
        "prompt_level_strict": all(outcome.strict),
        "inst_level_strict": list(outcome.strict),
        "prompt_level_loose": all(outcome.loose),
        "inst_level_loose": list(outcome.loose),
    }


def pooled(items: Iterable[Sequence[bool]]) -> float:
    """The share of all instructions that are followed."""
    verdicts = [verdict for item in items for verdict in item]
    return sum(verdicts) / len(verdicts)
