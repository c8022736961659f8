"""lighteval: `--custom-tasks ifbench_suite.adapters.lighteval_tasks`.

Its tasks ifbench_suite_ifeval, _ifbench and _if_rlvr are those whose data is at hand: fetched, or
BENCHMARK.jsonl in the folder that IFBENCH_SUITE_DATA names in the environment, or with "sample"
there the package's samples.
"""

from __future__ import annotations

import json
import os
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from lighteval.metrics.metrics_sample import SampleLevelComputation
from lighteval.metrics.utils.metric_utils import SampleLevelMetricGrouping
from lighteval.models.model_output import ModelResponse
from lighteval.tasks.lighteval_task import LightevalTaskConfig
from lighteval.tasks.requests import Doc, SamplingMethod

from ifbench_suite import sources
from ifbench_suite.adapters.judging import (
    LEVELS,
    SAMPLE,
    SINGLE_TURN,
    as_record,
    judged,
    row_from,
    rows_to_ask,
)
from ifbench_suite.errors import InputError
from ifbench_suite.resources import cache_folder
from ifbench_suite.rows import content_hash

_DATA = os.environ.get("IFBENCH_SUITE_DATA")


class FollowLists(SampleLevelComputation):
    """The four numbers of one answer; at the instruction level the verdicts themselves."""

    def compute(self, doc: Doc, model_response: ModelResponse, **_: Any) -> dict[str, Any]:
        """By name, for the final text, from which lighteval may have cut the thinking."""
        row = row_from(doc.specific, doc.query)
        outcome = judged(row, model_response.final_text[0], doc.specific["benchmark"])
        return {
            "prompt_level_strict": int(all(outcome.strict)),
            "inst_level_strict": list(outcome.strict),
            "prompt_level_loose": int(all(outcome.loose)),
            "inst_level_loose": list(outcome.loose),
        }


def share(values: Sequence[int]) -> float:
    """The mean over prompts."""
    return sum(values) / len(values)


def pooled(values: Sequence[Sequence[bool]]) -> float:
    """The share of all instructions that are followed."""
    return sum(map(sum, values)) / sum(map(len, values))


FOUR_NUMBERS = SampleLevelMetricGrouping(
    metric_name=list(LEVELS),
    higher_is_better=dict.fromkeys(LEVELS, True),
    category=SamplingMethod.GENERATIVE,
    sample_level_fn=FollowLists(),
    corpus_level_fn={level: share if level.startswith("prompt") else pooled for level in LEVELS},
)


def as_doc(line: dict[str, Any], task_name: str = "") -> Doc:
    """The question of one row, which comes along."""
    kept = ("key", "instruction_id_list", "kwargs", "benchmark")
    return Doc(
        task_name=task_name,
        query=line["prompt"],
        choices=[""],
        gold_index=0,
        instruction="",
        specific={name: line[name] for name in kept},
    )


def _task(benchmark: str) -> LightevalTaskConfig:
    return LightevalTaskConfig(
        name=f"ifbench_suite_{benchmark}",
        prompt_function=as_doc,
        hf_repo=str(_folder(benchmark)),
        hf_subset="default",
        hf_avail_splits=["train"],
        evaluation_splits=["train"],
        few_shots_split=None,
        few_shots_select=None,
        metrics=[FOUR_NUMBERS],
        generation_size=4096,
        stop_sequence=[],
        version=1,
    )


def _folder(benchmark: str) -> Path:
    """A folder that `load_dataset`, lighteval's only way to rows, can read."""
    rows = rows_to_ask(benchmark, _data(benchmark))
    folder = cache_folder() / "lighteval" / f"{benchmark}-{content_hash(rows)[:8]}"
    records = [{**as_record(row), "key": str(row.key), "benchmark": benchmark} for row in rows]
    folder.mkdir(parents=True, exist_ok=True)
    # Other runs may read it meanwhile.
    part = folder / f".{os.getpid()}"
    part.write_text("".join(json.dumps(one) + "\n" for one in records), encoding="utf-8")
    part.replace(folder / "train.jsonl")
    return folder


def _data(benchmark: str) -> str | None:
    if _DATA is None or _DATA == SAMPLE:
        return _DATA
    file = Path(_DATA, f"{benchmark}.jsonl")
    return str(file) if file.exists() else None


def _tasks() -> list[LightevalTaskConfig]:
    at_hand = [name for name in SINGLE_TURN if _data(name) or sources.cached(name)]
    if not at_hand:
        raise InputError(
            "no benchmark's data is at hand: run `python -m ifbench_suite fetch ifeval`, or set "
            "IFBENCH_SUITE_DATA to a folder with ifeval.jsonl, or to sample"
        )
    return [_task(name) for name in at_hand]


TASKS_TABLE = _tasks()
