"""A run whose outcomes are in files: the same files as from memory, and nothing piles up."""

import errno
import gc
import gzip
import json
import os
import shutil
import subprocess
import sys
from collections.abc import Iterator, Sized
from dataclasses import replace
from pathlib import Path
from typing import Any, TypeVar

import pyarrow as pa
import pytest
from pyarrow import parquet

import ifbench_suite as suite
from ifbench_suite.cli import main
from ifbench_suite.errors import InputError
from ifbench_suite.evaluation import Evaluation
from ifbench_suite.interruption import FINISHED, Interrupted
from ifbench_suite.metrics import METRICS, Metric, mean
from ifbench_suite.outcome import Outcome
from ifbench_suite.outcome_files import OutcomeFiles
from ifbench_suite.readers.streaming import Streamed
from ifbench_suite.report import Reporting
from ifbench_suite.report.saved import load_report
from ifbench_suite.resources import data_file
from ifbench_suite.responses import read_responses
from ifbench_suite.samples import Kept, Sample, Samples
from ifbench_suite.spool import Spool
from tests.hostile import HOSTILE

_Part = TypeVar("_Part", bound=Sized)
ROWS = data_file("samples/ifeval_rows.jsonl")
RESPONSES = [
    json.loads(line)
    for line in data_file("samples/ifeval_responses.jsonl").read_text("utf-8").splitlines()
]
REPEATED = [{**one, "response": one["response"] + " " * i} for i in range(7) for one in RESPONSES]


@pytest.fixture
def responses(tmp_path: Path) -> Path:
    path = tmp_path / "responses.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in REPEATED), "utf-8")
    return path


def files_in(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def scored(responses: Path, folder: Path, *flags: str) -> dict[str, bytes]:
    given = ["--repeats", "--quiet", "--data", str(ROWS), "--responses", str(responses)]
    assert main([*given, "--output_dir", str(folder), *flags]) == 0
    return files_in(folder)


def test_the_files_are_those_of_a_report_in_memory(responses: Path, tmp_path: Path) -> None:
    report = suite.evaluate(REPEATED, "ifeval", data=ROWS, repeats=True)
    report.save(tmp_path / "memory")
    assert scored(responses, tmp_path / "files") == files_in(tmp_path / "memory")
    assert [path.name for path in sorted(tmp_path.iterdir())] == [
        "files",
        "memory",
        "responses.jsonl",
    ]


@pytest.mark.parametrize("flags", [(), ("--gzip",), ("--bootstrap",)])
def test_workers_write_the_same_files(
    flags: tuple[str, ...], responses: Path, tmp_path: Path
) -> None:
    alone = scored(responses, tmp_path / "1", *flags)
    assert scored(responses, tmp_path / "2", "--workers", "2", *flags) == alone


def test_gzip_and_parquet_are_read_like_plain_files(responses: Path, tmp_path: Path) -> None:
    plain = scored(responses, tmp_path / "plain")
    packed = tmp_path / "responses.gz"
    packed.write_bytes(gzip.compress(responses.read_bytes()))
    table = tmp_path / "responses.parquet"
    parquet.write_table(pa.Table.from_pylist(REPEATED), table, row_group_size=10)
    assert scored(packed, tmp_path / "gz") == plain
    assert scored(table, tmp_path / "parquet") == plain


def test_gzipped_files_hold_the_same_lines_and_are_read_back(
    responses: Path, tmp_path: Path
) -> None:
    plain = scored(responses, tmp_path / "plain")
    packed = scored(responses, tmp_path / "packed", "--gzip")
    assert set(packed) == {name + ".gz" if name.endswith(".jsonl") else name for name in plain}
    for name, content in packed.items():
        unpacked = gzip.decompress(content) if name.endswith(".gz") else content
        assert unpacked == plain[name.removesuffix(".gz")]
    saved = load_report(tmp_path / "packed")
    assert saved.to_dict() == load_report(tmp_path / "plain").to_dict()
    assert main(["explain", str(tmp_path / "packed"), "--key", str(RESPONSES[0]["key"])]) == 0


def test_a_later_run_leaves_no_other_form_of_its_files(responses: Path, tmp_path: Path) -> None:
    plain = scored(responses, tmp_path / "out")
    packed = scored(responses, tmp_path / "out", "--gzip")
    assert "outcomes.jsonl" in plain and "outcomes.jsonl" not in packed
    assert scored(responses, tmp_path / "out") == plain


def outcomes_in_memory() -> int:
    return sum(isinstance(one, Outcome) for one in gc.get_objects())


def test_outcomes_do_not_pile_up(responses: Path, tmp_path: Path) -> None:
    gc.collect()
    most, before = 0, outcomes_in_memory()

    def watched(parts: Iterator[_Part], total: int) -> Iterator[_Part]:
        nonlocal most
        for part in parts:
            most = max(most, outcomes_in_memory())
            yield part

    evaluation = Evaluation(data=ROWS, repeats=True, progress=watched, drafts=tmp_path)
    report = evaluation.of(read_responses(responses))
    assert len(report.outcomes) == len(REPEATED) == 182
    assert most <= before + 32


def test_outcomes_in_files_are_a_sequence(responses: Path, tmp_path: Path) -> None:
    evaluation = Evaluation(data=ROWS, repeats=True, drafts=tmp_path)
    found = evaluation.of(read_responses(responses)).outcomes
    kept = replace(evaluation, drafts=None).of(read_responses(responses)).outcomes
    assert isinstance(found, OutcomeFiles) and isinstance(kept, list)
    assert list(found) == kept
    assert (found[0], found[-1], found[3:6]) == (kept[0], kept[-1], kept[3:6])
    assert kept[5] in found
    with pytest.raises(IndexError):
        found[len(kept)]


def test_a_file_system_without_links_gets_copies(
    responses: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    linked = scored(responses, tmp_path / "linked")

    def refuse(*paths: Any) -> None:
        raise OSError("no links here")

    monkeypatch.setattr("os.link", refuse)
    assert scored(responses, tmp_path / "copied") == linked


@pytest.mark.parametrize(
    ("field", "value"), [("sample", 0), ("custom_id", "1"), ("recorded", {"strict": [True]})]
)
def test_only_records_that_stand_alone_are_streamed(
    field: str, value: Any, responses: Path, tmp_path: Path
) -> None:
    assert isinstance(read_responses(responses), Streamed)
    tied = tmp_path / "tied.jsonl"
    tied.write_text(responses.read_text() + json.dumps({**RESPONSES[0], field: value}) + "\n")
    assert isinstance(read_responses(tied), list)


@pytest.mark.parametrize("store", [Kept, Spool])
def test_what_was_put_in_comes_back(store: type[Samples[Any]]) -> None:
    spool = store(3)
    given = [Sample(text, bool(i % 2)) for i, text in enumerate([*HOSTILE, "", None, "\ud800"])]
    for sample in given:
        spool.add(2, [sample])
        spool.add(0, [Sample("x"), sample])
    spool.clear(0)
    spool.clear(1)
    assert list(spool) == [(), (), tuple(given)]
    assert (spool.counts, spool.most) == ([0, 0, len(given)], len(given))


@pytest.mark.parametrize("store", [Kept, Spool])
def test_samples_come_by_number_and_each_number_once(store: type[Samples[Any]]) -> None:
    samples = store(1)
    added = [samples.add(0, [Sample(str(number))], number) for number in (10, 2, None, 2)]
    assert added == [True, True, True, False]
    assert [one.text for one in samples.of(0)] == ["None", "2", "10"]


def test_a_full_disk_is_one_line(tmp_path: Path) -> None:
    code = (
        "import resource, signal\n"
        "signal.signal(signal.SIGXFSZ, signal.SIG_IGN)\n"
        "resource.setrlimit(resource.RLIMIT_FSIZE, (100_000, 100_000))\n"
        "from ifbench_suite.spool import Sample, Spool\n"
        "spool = Spool(1)\n"
        "for i in range(50_000): spool.add(0, [Sample('x' * 60)])\n"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    wanted = "InputError: the folder for temporary files: [Errno 27] File too large"
    assert (done.returncode, done.stderr.splitlines()[-1].rpartition(".")[2]) == (1, wanted)


def test_a_full_temporary_database_is_one_line() -> None:
    spool = Spool(1)
    spool._database.execute("PRAGMA max_page_count = 2")
    with pytest.raises(InputError, match="temporary files: database or disk is full"):
        for _ in range(10_000):
            spool.add(0, [Sample("x")])


def test_a_missing_folder_for_drafts_is_made_where_the_result_will_be(
    responses: Path, tmp_path: Path
) -> None:
    folder = tmp_path / "new" / "deeper"
    scored(responses, folder)
    assert [path.name for path in folder.parent.iterdir()] == ["deeper"]
    shutil.rmtree(folder.parent)


def test_numbered_samples_are_streamed_and_come_in_the_order_of_their_numbers(
    tmp_path: Path,
) -> None:
    numbered = [
        {**one, "response": f"{i}: {one['response']}", "sample": i}
        for i in (2, 0, 1)
        for one in reversed(RESPONSES)
    ]
    path = tmp_path / "numbered.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in numbered))
    assert isinstance(read_responses(path), Streamed)
    report = suite.evaluate(path, "ifeval", data=ROWS)
    assert [one.response[:2] for one in report.outcomes[:4]] == ["0:", "1:", "2:", "0:"]
    assert report.to_dict() == suite.evaluate(numbered, "ifeval", data=ROWS).to_dict()


def test_a_number_that_stands_twice_is_an_error_that_names_the_line(tmp_path: Path) -> None:
    numbered = [{**RESPONSES[0], "sample": i} for i in (0, 1, 1)]
    path = tmp_path / "numbered.jsonl"
    path.write_text("".join(json.dumps(one) + "\n" for one in numbered))
    with pytest.raises(InputError, match=":3: field 'sample': sample 1 of a prompt stands"):
        suite.evaluate(path, "ifeval", data=ROWS)


def test_samples_of_several_models_are_not_told_apart_by_their_numbers(tmp_path: Path) -> None:
    path = tmp_path / "models.jsonl"
    lines = [{**RESPONSES[0], "sample": 0, "model": model} for model in "ab"]
    path.write_text("".join(json.dumps(one) + "\n" for one in lines))
    assert isinstance(read_responses(path), list)


def test_metrics_that_read_texts_get_whole_outcomes(responses: Path, tmp_path: Path) -> None:
    length = Metric("length", True, "rule", lambda one: len(one.response), mean)
    reporting = Reporting(
        metrics=(length, METRICS.get("inst_level_loose_macro")), split_by=("sample",)
    )
    evaluation = Evaluation(data=ROWS, repeats=True, drafts=tmp_path, reporting=reporting)
    report = evaluation.of(read_responses(responses))
    texts = [one.response for one in report.outcomes]
    assert report.metrics["length"].value == pytest.approx(sum(map(len, texts)) / 182)
    assert list(report.subsets["sample"]) == list("0123456")
    kept = replace(evaluation, drafts=None).of(read_responses(responses))
    assert kept.to_dict() == report.to_dict()


def test_no_space_for_outcomes_is_one_line(
    responses: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened = Path.open

    def full(path: Path, mode: str = "r", *more: Any) -> Any:
        if mode == "ab" and tmp_path in path.parents:
            raise OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))
        return opened(path, mode, *more)

    monkeypatch.setattr(Path, "open", full)
    with pytest.raises(InputError, match=f"{tmp_path}: cannot be written .No space left"):
        Evaluation(data=ROWS, repeats=True, drafts=tmp_path).of_source(responses)


def test_a_sample_that_was_cut_off_is_counted_alone() -> None:
    given = [{**RESPONSES[0], "finish_reason": reason} for reason in ("stop", "length", "stop")]
    report = suite.evaluate(given, "ifeval", data=ROWS, repeats=True)
    assert [one.truncated for one in report.outcomes[:3]] == [False, True, False]
    assert report.counts.truncated == 1


def test_of_a_part_whose_writing_was_interrupted_nothing_is_kept(
    responses: Path, tmp_path: Path
) -> None:
    evaluation = Evaluation(data=ROWS, repeats=True, drafts=tmp_path)
    found = evaluation.of(read_responses(responses)).outcomes
    assert isinstance(found, OutcomeFiles)
    with (found.folder / "outcomes.jsonl").open("ab") as file:
        file.write(b'{"key": 1, "resp')
    message = str(Interrupted(found, 200).kept(tmp_path / "out"))
    kept = (tmp_path / "out" / FINISHED).read_text("utf-8").splitlines()
    assert message.startswith("interrupted after 182 of 200; those are in ")
    assert [json.loads(line)["sample"] for line in kept[:2]] == [0, 1] and len(kept) == 182


@pytest.mark.parametrize(
    "odd",
    [{"status": "missing", "response": None}, {"messages": [{"role": "user", "content": "Hi"}]}],
)
def test_numbered_records_without_an_answer_of_their_own_are_read_together(
    odd: dict[str, Any], tmp_path: Path
) -> None:
    path = tmp_path / "numbered.jsonl"
    records = [{**RESPONSES[0], "sample": 0}, {"key": 1, "prompt": "Hi", "sample": 1, **odd}]
    path.write_text("".join(json.dumps(one) + "\n" for one in records))
    assert isinstance(read_responses(path), list)
