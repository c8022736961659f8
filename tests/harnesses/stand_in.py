"""A stand-in model that answers the prompts of our samples, and what our command says of a log.

The checks beside this file run it inside each harness, offline.
"""

import json
import math
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path
from typing import Any

from ifbench_suite.adapters.judging import conversations, rows_to_ask
from ifbench_suite.resources import data_file

LEVELS = ("prompt_level_strict", "inst_level_strict", "prompt_level_loose", "inst_level_loose")
STARTED = time.monotonic()


def single_turn(benchmark: str) -> dict[str, str]:
    """The sample's answers by prompt."""
    answers = {str(one["key"]): one["response"] for one in _responses(benchmark)}
    return {row.prompt: answers[str(row.key)] for row in rows_to_ask(benchmark, "sample")}


def multi_turn() -> dict[tuple[str, ...], str]:
    """The sample's answers by the user's turns so far."""
    answers = {str(one["key"]): one["responses"] for one in _responses("multi_if")}
    found = {}
    for turns in conversations(rows_to_ask("multi_if", "sample")):
        prompts = tuple(row.prompt for row in turns)
        for number, answer in enumerate(answers[str(turns[0].key)][: len(turns)], start=1):
            found[prompts[:number]] = answer or ""
    return found


def answer(users: Sequence[str]) -> str:
    """What the stand-in says after these turns of the user, whichever benchmark they are of."""
    if len(users) == 1:
        for benchmark in ("ifeval", "ifbench", "if_rlvr"):
            if (found := single_turn(benchmark).get(users[0])) is not None:
                return found or ""
    return multi_turn()[tuple(users)]


def our_numbers(log: Path | str, benchmark: str) -> dict[str, float]:
    """The four numbers of `python -m ifbench_suite` on a harness's log."""
    command = [sys.executable, "-m", "ifbench_suite", "--responses", str(log)]
    command += ["--benchmark", benchmark]
    if benchmark == "multi_if":  # whose rows no log carries
        command += ["--data", str(data_file("samples/multi_if_rows.jsonl"))]
    with tempfile.TemporaryDirectory() as out:
        environment = os.environ | {"IFBENCH_SUITE_CACHE": f"{out}/cache", "COLUMNS": "200"}
        done = subprocess.run(
            [*command, "--output_dir", out], env=environment, capture_output=True, text=True
        )
        assert done.returncode == 0, done.stderr
        report = json.loads(Path(out, "report.json").read_text(encoding="utf-8"))
    assert report["counts"]["unmatched"] == 0, report["counts"]
    return {level: report["metrics"][level]["value"] for level in LEVELS}


def plain_numbers(benchmark: str) -> dict[str, float]:
    """The four numbers of the sample's own response file: nothing got lost on the way."""
    path = data_file(f"samples/{benchmark}_responses.jsonl")
    if benchmark == "multi_if":
        return our_numbers(path, benchmark)
    import ifbench_suite as suite

    report = suite.evaluate(path, benchmark, data=data_file(f"samples/{benchmark}_rows.jsonl"))
    return {level: report.metrics[level].value for level in LEVELS}


def compare(
    benchmark: str, found: Mapping[str, Any], log: Path | str, *, digits: int | None = None
) -> None:
    """Fails unless a harness's numbers are those of our command on its log.

    Args:
        benchmark: what was run.
        found: level to number, as the harness reports it.
        log: what the harness wrote.
        digits: that the harness rounds to; None: it does not round.
    """
    ours, plain = our_numbers(log, benchmark), plain_numbers(benchmark)
    assert ours == plain, f"{benchmark}: the log gives {ours}, the response file {plain}"
    for level in LEVELS:
        wanted = ours[level] if digits is None else round(ours[level], digits)
        assert math.isclose(found[level], wanted, rel_tol=1e-12), (benchmark, level, found, ours)
    numbers = "  ".join(f"{level} {found[level]:.4f}" for level in LEVELS)
    print(f"equal: {benchmark:8} {numbers}", flush=True)  # noqa: T201


def done(*packages: str) -> None:
    """Says what ran and how long it took."""
    names = " ".join(f"{name} {version(name)}" for name in packages)
    seconds = time.monotonic() - STARTED
    print(f"passed with {names}, Python {sys.version.split()[0]}: {seconds:.0f} s")  # noqa: T201


def _responses(benchmark: str) -> list[dict[str, Any]]:
    text = data_file(f"samples/{benchmark}_responses.jsonl").read_text(encoding="utf-8")
    return [json.loads(line) for line in text.splitlines()]
