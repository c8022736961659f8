"""Several processes: the same outcomes, no hang when one dies, and what is finished is kept."""

import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import Any

import pytest

import ifbench_suite as suite
from checkers.finding import Finding
from checkers.text import Text
from ifbench_suite.interruption import FINISHED
from ifbench_suite.outcome import Outcome
from ifbench_suite.processes import ProcessDied, each_in_order, meanwhile
from ifbench_suite.resources import data_file
from ifbench_suite.rows import BoundRow, Row, bind_all, registry_of
from ifbench_suite.samples import Kept, Sample, Samples
from ifbench_suite.scorer import Jobs, Scorer, Ticket
from ifbench_suite.spool import Spool
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


def jobs(count: int, *poisoned: int) -> Jobs:
    """One response to each of `count` rows."""
    check = BoundRule(dies_of_poison, "all")
    samples = Kept(count)
    for i in range(count):
        samples.add(i, [Sample("poison" if i in poisoned else "a" * (i % 500))])
    return Jobs([row(key, check) for key in range(count)], samples)


def of_the_sample(store: type[Samples[Any]]) -> Jobs:
    """Responses that differ in all that a sample can differ in, and rows that lack some."""
    bound = bind_all(suite.load_rows("ifeval", ROWS), registry_of("ifeval"))
    samples = store(len(bound))
    for number in range(len(bound)):
        samples.add(number, [Sample("<think>x</think>Yes, *no*.", truncated=number % 2 > 0)])
    samples.add(0, [Sample(None), Sample("<think>"), Sample("\ud800é")])
    return Jobs(bound, samples)


def test_workers_give_the_outcomes_of_one_process_in_the_same_order() -> None:
    scorer, work = Scorer("ifeval"), jobs(1000)
    alone = list(judge_all(scorer, work))
    assert list(judge_all(scorer, work, workers=3)) == alone
    assert [outcome.key for outcome in alone] == list(range(1000))


@pytest.mark.parametrize("store", [Kept, Spool])
def test_workers_give_every_field_of_an_outcome(store: type[Samples[Any]]) -> None:
    scorer, work = Scorer("ifeval"), of_the_sample(store)
    alone, shared = list(judge_all(scorer, work)), list(judge_all(scorer, work, workers=2))
    assert [one.response for one in alone[:4]] == ["Yes, *no*.", "", "", "\ud800é"]
    for name in Outcome.__slots__:
        assert [getattr(one, name) for one in shared] == [getattr(one, name) for one in alone]


@pytest.mark.parametrize("store", [Kept, Spool])
def test_a_process_that_inherits_nothing_makes_the_same_jobs(store: type[Samples[Any]]) -> None:
    work = of_the_sample(store)
    tickets = list(work.tickets())
    with ProcessPoolExecutor(1, mp_context=get_context("spawn")) as pool:
        found = list(pool.map(partial(response_of, work), tickets))
    assert found == [(one.response, one.truncated, one.sample) for one in work]


def response_of(work: Jobs, ticket: Ticket) -> tuple[str | None, bool, int]:
    job = work.job(ticket)
    return job.response, job.truncated, job.sample


def test_no_more_than_some_chunks_are_handed_over_before_their_outcomes_are_taken() -> None:
    class Watched(Jobs):
        furthest = 0

        def tickets(self) -> Iterator[Ticket]:
            for ticket in super().tickets():
                Watched.furthest = ticket[0]
                yield ticket

    work = jobs(9000)
    next(judge_all(Scorer("ifeval"), Watched(work.bound, work.samples), workers=2))
    assert 0 < Watched.furthest < 3000


@pytest.mark.parametrize("at", [0, 130, 299])
def test_a_worker_that_dies_is_an_error_that_names_the_row(at: int) -> None:
    with pytest.raises(suite.InputError) as stop:
        list(judge_all(Scorer("ifeval"), jobs(300, at), workers=2))
    assert str(stop.value) == f"a worker process died over key {at} (test:{at % 7})"


def process(number: int) -> int:
    return os.getpid()


def test_a_process_that_dies_between_its_tasks_is_no_hang() -> None:
    found = each_in_order(process, range(100), 1)
    pid = next(found)
    time.sleep(0.3)  # what was handed over is done
    os.kill(pid, signal.SIGKILL)
    time.sleep(0.3)
    with pytest.raises(ProcessDied) as death:
        list(found)
    assert death.value.suspects[0] == 4


def died_if_another(parent: int) -> int:
    if os.getpid() != parent:
        os.kill(os.getpid(), signal.SIGKILL)
    return os.getpid()


def test_another_process_may_work_on_something_meanwhile() -> None:
    with meanwhile(process, 0, 1) as alone, meanwhile(process, 0, 2) as shared:
        assert alone() == os.getpid() != shared()
    with meanwhile(died_if_another, os.getpid(), 2) as made:
        assert made() == os.getpid()


def test_a_missing_model_in_a_worker_is_the_same_error_as_without_workers() -> None:
    samples = Kept(1)
    samples.add(0, [Sample("Hi.")])
    work = Jobs([row(1, BoundRule(needs_thai, "all"))], samples)
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
