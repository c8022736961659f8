"""Judges with the peer `if-verifiable`, in a Python that has it; `benchmarks.peer` starts it.

It reads batches from standard input, one a line: a list of {"benchmark", "prompt", "ids",
"kwargs", "response"}. For each it prints {"seconds": processor time, "wall": seconds, "raised":
checkers that raised, "strict", "loose": follow lists, null where it raised, "memory": the most
bytes that the process has held}. `--command RESPONSES` judges one file of such jobs instead, from
start to finish, as a command would. Downloads are off.
"""

import json
import random
import resource
import sys
import time
from typing import Any
from unittest.mock import patch

import langdetect  # type: ignore[import-untyped]

_UNIT = 1 if sys.platform == "darwin" else 1024


def _benchmarks() -> dict[str, Any]:
    langdetect.DetectorFactory.seed = 0
    random.seed(0)
    with patch("nltk.download"):
        import if_verifiable
        from if_verifiable.ifbench import INSTRUCTION_DICT as IFBENCH  # noqa: F401
        from if_verifiable.ifeval import INSTRUCTION_DICT as IFEVAL  # noqa: F401
    return {"ifeval": if_verifiable.IFEvalSample, "ifbench": if_verifiable.IFBenchSample}


def _judged(jobs: list[dict[str, Any]], samples: dict[str, Any]) -> dict[str, Any]:
    from if_verifiable import evaluate_output_for_sample

    work = [
        (
            job["benchmark"],
            samples[job["benchmark"]](0, job["prompt"], job["ids"], job["kwargs"]),
            job["response"],
        )
        for job in jobs
    ]
    found: list[list[Any] | None] = []
    wall, start = time.perf_counter(), time.process_time()
    for one in work:
        try:
            found.append(evaluate_output_for_sample(*one)[0])
        except Exception:
            found.append(None)
    seconds, wall = time.process_time() - start, time.perf_counter() - wall
    return {
        "seconds": seconds,
        "wall": wall,
        "raised": found.count(None),
        "strict": [one and [each.strict_pass for each in one] for one in found],
        "loose": [one and [each.loose_pass for each in one] for one in found],
        "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * _UNIT,
    }


def main() -> None:
    """Answers batch by batch until standard input ends, or judges one file."""
    samples = _benchmarks()
    if sys.argv[1:2] == ["--command"]:
        with open(sys.argv[2], encoding="utf-8") as lines:
            print(json.dumps(_judged(list(map(json.loads, lines)), samples)))
        return
    for line in sys.stdin:
        print(json.dumps(_judged(json.loads(line), samples)), flush=True)


if __name__ == "__main__":
    main()
