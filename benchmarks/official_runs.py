"""The official rows and real responses that the benchmarks judge; they are not in the project."""

from __future__ import annotations

import argparse
import gzip
import json
import os
import random
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import ifbench_suite as suite
from ifbench_suite.rows import BoundRow, Row, bind_all, registry_of
from ifbench_suite.scorer import Job

IFEVAL_ROWS = "data/ifeval_input_20240611.jsonl"
IFBENCH_ROWS = "data/ifbench_test_300.jsonl"
RESPONSES = "data/ifeval_responses_17models.jsonl.gz"
CROSS = "golden/ifbench_cross.jsonl.gz"


class Run(NamedTuple):
    """Jobs of one benchmark."""

    name: str
    benchmark: str
    jobs: list[Job]


def add_official(parser: argparse.ArgumentParser) -> None:
    """Declares where the official files are."""
    parser.add_argument(
        "--official",
        type=Path,
        metavar="DIR",
        default=Path(os.environ.get("IFBENCH_SUITE_OFFICIAL", "official")),
        help=f"a folder with {IFEVAL_ROWS} and the others (default: $IFBENCH_SUITE_OFFICIAL)",
    )


def ifeval(folder: Path, model: str | None = None) -> Run:
    """Every response of the 17-models file, or those of one model, to its row of IFEval."""
    rows = _bound("ifeval", folder / IFEVAL_ROWS)
    jobs = [
        Job(rows[str(one["key"])], one["response"])
        for one in lines(folder / RESPONSES)
        if model in (None, one["model"])
    ]
    return Run(f"IFEval, {model or '17 models'}", "ifeval", jobs)


def ifbench(folder: Path) -> Run:
    """The cross rows: each row of IFBench with responses to IFEval's prompts."""
    rows = _bound("ifbench", folder / IFBENCH_ROWS)
    texts = {(one["model"], one["key"]): one["response"] for one in lines(folder / RESPONSES)}
    jobs = [
        Job(rows[str(one["key"])], texts[one["model"], one["response_key"]])
        for one in lines(folder / CROSS)
    ]
    return Run("IFBench, cross rows", "ifbench", jobs)


def sampled(run: Run, count: int | None, seed: int = 0) -> Run:
    """`count` of the jobs (None: all), in a fixed shuffled order."""
    jobs = random.Random(seed).sample(run.jobs, min(count or len(run.jobs), len(run.jobs)))
    return run._replace(jobs=jobs)


def batches(jobs: Sequence[Job], size: int) -> Iterator[Sequence[Job]]:
    """`jobs`, `size` at a time."""
    return (jobs[start : start + size] for start in range(0, len(jobs), size))


def lines(path: Path) -> Iterator[dict[str, Any]]:
    """The objects of a JSON Lines file, gzipped or not."""
    opener = gzip.open if path.suffix == ".gz" else open
    with opener(path, "rt", encoding="utf-8") as stream:
        yield from map(json.loads, stream)


def _bound(benchmark: str, path: Path) -> dict[str, BoundRow]:
    rows: list[Row] = suite.load_rows(benchmark, path)
    bound = bind_all(rows, registry_of(benchmark))
    return {str(row.key): one for row, one in zip(rows, bound, strict=True)}
