"""Hugging Face's `map` runs the Arrow function in two processes; kwargs as text and as structs."""

import json
import os
import tempfile
from functools import partial
from pathlib import Path
from typing import Any

from tests.harnesses import stand_in


def main(folder: str) -> None:
    from datasets import Dataset, disable_progress_bars

    from ifbench_suite.adapters.arrow import score_table
    from ifbench_suite.adapters.judging import as_record, rows_to_ask

    disable_progress_bars()
    for name in ("ifeval", "ifbench", "if_rlvr"):
        rows = rows_to_ask(name, "sample")
        records: list[dict[str, Any]] = [
            {**as_record(row), "key": str(row.key), "response": stand_in.answer([row.prompt])}
            for row in rows
        ]
        log = Path(folder, f"{name}.jsonl")
        log.write_text("\n".join(map(json.dumps, records)))
        stand_in.compare(name, numbers(Dataset.from_list(records), score_table, name), log)
        if name == "ifeval":
            for record, row in zip(records, rows, strict=True):
                record["kwargs"] = [dict(one) for one in row.kwargs]
            structs = Dataset.from_list(records)
            assert None in structs[0]["kwargs"][0].values()
            stand_in.compare(name, numbers(structs, score_table, name), log)
    stand_in.done("datasets", "pyarrow")


def numbers(dataset: Any, score_table: Any, name: str) -> dict[str, float]:
    judge = partial(score_table, benchmark=name)
    mapped = dataset.with_format("arrow").map(judge, batched=True, batch_size=10, num_proc=2)
    scored = mapped.with_format(None)
    found = {}
    for mode in ("strict", "loose"):
        follow, levels = scored[mode], scored[f"prompt_level_{mode}"]
        found[f"prompt_level_{mode}"] = sum(levels) / len(levels)
        found[f"inst_level_{mode}"] = sum(map(sum, follow)) / sum(map(len, follow))
    return found


if __name__ == "__main__":
    with tempfile.TemporaryDirectory() as temporary:
        os.environ["HF_DATASETS_CACHE"] = f"{temporary}/datasets"
        main(temporary)
