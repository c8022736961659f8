"""Spark's mapInArrow runs the Arrow function in two executors."""

import json
import os
import sys
import tempfile
from functools import partial
from pathlib import Path

from pyspark.sql import SparkSession

from ifbench_suite.adapters.arrow import SPARK_COLUMNS, score_batches
from ifbench_suite.adapters.judging import as_record, rows_to_ask
from tests.harnesses import stand_in


def main() -> None:
    os.environ["PYSPARK_PYTHON"] = sys.executable
    builder = SparkSession.builder.master("local[2]").config("spark.ui.enabled", "false")
    spark = builder.config("spark.driver.host", "127.0.0.1").getOrCreate()
    with tempfile.TemporaryDirectory() as folder:
        for name in ("ifeval", "ifbench", "if_rlvr"):
            records = [
                {**as_record(row), "key": str(row.key), "response": stand_in.answer([row.prompt])}
                for row in rows_to_ask(name, "sample")
            ]
            log = Path(folder, f"{name}.jsonl")
            log.write_text("\n".join(map(json.dumps, records)))
            frame = spark.read.json(str(log)).repartition(4)
            columns = ", ".join(f"`{field}` {kind}" for field, kind in frame.dtypes)
            judge = partial(score_batches, benchmark=name)
            scored = frame.mapInArrow(judge, f"{columns}, {SPARK_COLUMNS}").collect()
            assert len(scored) == len(records)
            found = {}
            for mode in ("strict", "loose"):
                follow = [row[mode] for row in scored]
                levels = [row[f"prompt_level_{mode}"] for row in scored]
                found[f"prompt_level_{mode}"] = sum(levels) / len(levels)
                found[f"inst_level_{mode}"] = sum(map(sum, follow)) / sum(map(len, follow))
            stand_in.compare(name, found, log)
    spark.stop()
    stand_in.done("pyspark", "pyarrow")


if __name__ == "__main__":
    main()
