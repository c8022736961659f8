"""Ray Data judges on two workers; what it writes is what our command reads."""

import json
import logging
import tempfile
from pathlib import Path
from typing import Any

import ray

from ifbench_suite.adapters.judging import as_record, conversations, rows_to_ask
from ifbench_suite.adapters.ray import four_numbers, score
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
    ray.shutdown()
    stand_in.done("ray", "pyarrow")


def _with_row(response: dict[str, Any], rows: dict[str, Row]) -> str:
    return json.dumps({**response, **as_record(rows[str(response["key"])])})


if __name__ == "__main__":
    main()
