"""Ray Data judges on two workers; its verdicts and its report are those of our command."""

import json
import logging
import tempfile
from pathlib import Path
from typing import Any

import pyarrow
import ray
from pyarrow import parquet

from ifbench_suite import evaluate
from ifbench_suite.adapters.judging import as_record, conversations, rows_to_ask
from ifbench_suite.adapters.ray import four_numbers, report, score
from ifbench_suite.resources import data_file
from ifbench_suite.rows import Row
from tests.harnesses import stand_in


def responses(benchmark: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for turns in conversations(rows_to_ask(benchmark, "sample")):
        prompts = [row.prompt for row in turns]
        for number, row in enumerate(turns, start=1):
            asked = {"turn": row.turn} if row.turn else {"prompt": row.prompt}
            answer = {"key": str(row.key), "response": stand_in.answer(prompts[:number])}
            found.append({**answer, **asked})
    return found


def main() -> None:
    ray.init(num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="warning")
    logging.getLogger("ray.data").setLevel("WARNING")
    ray.data.DataContext.get_current().enable_progress_bars = False
    with tempfile.TemporaryDirectory() as folder:
        for name in ("ifeval", "ifbench", "if_rlvr", "multi_if"):
            path = Path(folder, f"{name}.jsonl")
            path.write_text("\n".join(map(json.dumps, responses(name))) + "\n")
            dataset = ray.data.read_json(str(path)).repartition(4)
            scored = score(dataset, benchmark=name, data="sample").materialize()
            assert scored.count() == len(responses(name))
            found, log = four_numbers(scored), path
            if name != "multi_if":
                rows = {str(row.key): row for row in rows_to_ask(name, "sample")}
                written = Path(folder, f"{name}-with-rows.jsonl")
                written.write_text("\n".join(_with_row(one, rows) for one in responses(name)))
                log = written
            stand_in.compare(name, found, log)
            same_report(name, Path(folder))
    ray.shutdown()
    stand_in.done("ray", "pyarrow")


def same_report(name: str, folder: Path) -> None:
    """Three samples of each response, from JSON Lines and from Parquet: our command's report."""
    numbered = [
        {**one, "response": one["response"] + "\n" * i, "sample": i}
        for i in range(3)
        for one in responses(name)
    ]
    lines, table = folder / f"{name}-3.jsonl", folder / f"{name}-3.parquet"
    lines.write_text("\n".join(map(json.dumps, numbered)) + "\n")
    parquet.write_table(pyarrow.Table.from_pylist(numbered), table)
    rows = str(data_file(f"samples/{name}_rows.jsonl"))
    whole = evaluate(lines, name, data=rows)
    for dataset in (ray.data.read_json(str(lines)), ray.data.read_parquet(str(table))):
        shuffled = dataset.random_shuffle(seed=1).repartition(5)
        found = report(shuffled, benchmark=name, data="sample")
        written = found.save(folder / f"{name}-ray") / "report.json"
        assert written.read_bytes() == (whole.save(folder / name) / "report.json").read_bytes()


def _with_row(response: dict[str, Any], rows: dict[str, Row]) -> str:
    return json.dumps({**response, **as_record(rows[str(response["key"])])})


if __name__ == "__main__":
    main()
