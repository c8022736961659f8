"""Several processes: the same outcomes, no hang when one dies, and what is finished is kept."""

import json
import os
import signal
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import ifbench_suite as suite
from checkers.finding import Finding
from checkers.text import Text
from ifbench_suite.interruption import FINISHED
from ifbench_suite.outcome import Outcome
from ifbench_suite.resources import data_file
from ifbench_suite.rows import BoundRow, Row, bind_all, registry_of
from ifbench_suite.scorer import Job, Scorer
from ifbench_suite.verdict import BoundRule
from ifbench_suite.workers import judge_all

RESPONSES = data_file("samples/ifeval_responses.jsonl")
ROWS = data_file("samples/ifeval_rows.jsonl")


def counts(text: Text) -> Finding:
    return Finding(True, f"{len(text.raw)} characters", "any")


def dies_of_poison(text: Text) -> Finding:
    if text.raw == "poison":
        os.kill(os.getpid(), signal.SIGKILL)
    return counts(text)


def row(key: int, check: BoundRule) -> BoundRow:
    return BoundRow(
        Row(key, f"Prompt {key}.", (f"test:{key % 7}",), ({"n": key},)), (check,), (check,)
    )


def jobs(count: int, *poisoned: int) -> list[Job]:
    check = BoundRule(dies_of_poison, "all")
    rows = [row(key, check) for key in range(100)]
    return [
        Job(rows[i % 100], "poison" if i in poisoned else "a" * (i % 500), sample=i // 100)
        for i in range(count)
    ]


def test_workers_give_the_outcomes_of_one_process_in_the_same_order() -> None:
    scorer, work = Scorer("ifeval"), jobs(1000)
    alone = list(judge_all(scorer, work))
    assert list(judge_all(scorer, work, workers=3)) == alone
    assert [outcome.key for outcome in alone[:3]] == [0, 1, 2]


def test_workers_give_every_field_of_an_outcome() -> None:
    rows = suite.load_rows("ifeval", ROWS)
    bound = bind_all(rows, registry_of("ifeval"))
    work = [Job(one, "<think>x</think>Yes, *no*.", truncated=True) for one in bound]
    work += [Job(bound[0], None), Job(bound[0], "<think>")]
    scorer = Scorer("ifeval")
    alone, shared = list(judge_all(scorer, work)), list(judge_all(scorer, work, workers=2))
    for name in Outcome.__slots__:
        assert [getattr(one, name) for one in shared] == [getattr(one, name) for one in alone]


def test_no_more_than_some_chunks_are_handed_over_before_their_outcomes_are_taken() -> None:
    class Watched(list[Job]):
        furthest = 0

        def __getitem__(self, at: Any) -> Any:
            self.furthest = max(self.furthest, at.stop)
            return super().__getitem__(at)

    work = Watched(jobs(9000))
    next(judge_all(Scorer("ifeval"), work, workers=2))
    assert work.furthest < 3000


@pytest.mark.parametrize("at", [0, 130, 299])
def test_a_worker_that_dies_is_an_error_that_names_the_row(at: int) -> None:
    with pytest.raises(suite.InputError) as stop:
        list(judge_all(Scorer("ifeval"), jobs(300, at), workers=2))
    wanted = f"a worker process died over key {at % 100} (test:{at % 100 % 7})"
    assert str(stop.value) == wanted


def test_a_missing_model_in_a_worker_is_the_same_error_as_without_workers() -> None:
    work = [Job(row(1, BoundRule(needs_thai, "all")), "Hi.")]
    for workers in (1, 2):
        with pytest.raises(suite.InputError, match="Thai text needs pythainlp"):
            list(judge_all(Scorer("ifeval"), work, workers=workers))


def needs_thai(text: Text) -> Finding:
    from checkers.segment_multilingual import MissingThai

    raise MissingThai("Thai text needs pythainlp")


INTERRUPTS = """
import os, signal
def at_the_last(response):
    if response.startswith("LAST"):
        os.kill(int(os.environ["SCORER"]), signal.SIGINT)
    return response
"""


@pytest.mark.parametrize("workers", [1, 2])
def test_ctrl_c_keeps_what_is_finished(workers: int, tmp_path: Path) -> None:
    (tmp_path / "interrupting.py").write_text(INTERRUPTS)
    responses = [json.loads(line) for line in RESPONSES.read_text().splitlines()]
    repeated = [one for one in responses for _ in range(20)]
    repeated[-1] = {**repeated[-1], "response": "LAST"}
    (tmp_path / "responses.jsonl").write_text("".join(json.dumps(one) + "\n" for one in repeated))
    code = (
        "import os, sys\nos.environ['SCORER'] = str(os.getpid())\n"
        "from ifbench_suite.cli import main\nsys.exit(main())"
    )
    flags = ["--data", str(ROWS), "--repeats", "--workers", str(workers), "--output_dir", "out"]
    flags += ["--responses", "responses.jsonl", "--postprocess", "interrupting:at_the_last"]
    done = subprocess.run(
        [sys.executable, "-c", code, *flags],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": os.pathsep.join([str(tmp_path), *sys.path])},
        capture_output=True,
        text=True,
        timeout=120,
    )
    kept = [json.loads(line) for line in (tmp_path / "out" / FINISHED).read_text().splitlines()]
    total = len(responses) * 20
    assert (done.returncode, done.stdout) == (130, "")
    assert done.stderr == f"interrupted after {len(kept)} of {total}; those are in out/{FINISHED}\n"
    assert 0 < len(kept) < total
    assert [path.name for path in (tmp_path / "out").iterdir()] == [FINISHED]
