import gzip
import io
import json
import shutil
import zipfile
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from ifbench_suite import evaluate
from ifbench_suite.errors import InputError
from ifbench_suite.readers.registry import NoText, UnknownFormat
from ifbench_suite.resources import data_file
from ifbench_suite.responses import read_responses

LOGS = Path(__file__).parent / "logs"
EVAL = LOGS / "inspect_multiturn.eval"


def values(source: str | Path) -> list[dict[str, Any]]:
    return [dict(record.value) for record in read_responses(source)]


def write(path: Path, *objects: Any) -> Path:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(one) + "\n" for one in objects))
    return path


def own(key: int, response: str | None = "la", **fields: Any) -> dict[str, Any]:
    return {"key": key, "response": response, **fields}


def test_a_folder_is_read_to_its_depth_and_what_holds_no_responses_is_passed_over(
    tmp_path: Path,
) -> None:
    write(tmp_path / "b" / "part_1.jsonl", own(2))
    write(tmp_path / "a.jsonl", own(1))
    write(tmp_path / "results.json", {"results": {}, "configs": {}})
    write(tmp_path / "settings.json", {"temperature": 0})
    write(tmp_path / ".hidden", own(9))
    (tmp_path / "run.log").write_text("started\n")
    (tmp_path / "weights.bin").write_bytes(b"\x00\xff")
    (tmp_path / "empty.jsonl").touch()
    assert values(tmp_path) == [own(1), own(2)]


def test_a_damaged_file_in_a_folder_is_not_passed_over(tmp_path: Path) -> None:
    write(tmp_path / "a.jsonl", own(1))
    (tmp_path / "b.jsonl").write_text('{"key": 2, "respo')
    with pytest.raises(InputError, match=r"b\.jsonl:1: not JSON"):
        read_responses(tmp_path)
    write(tmp_path / "b.jsonl", own(2), {"question": 1})
    with pytest.raises(UnknownFormat, match=r"b\.jsonl:2: no known format"):
        read_responses(tmp_path)


def test_a_damaged_gzip_in_a_folder_is_named(tmp_path: Path) -> None:
    write(tmp_path / "a.jsonl", own(1))
    (tmp_path / "b.jsonl.gz").write_bytes(gzip.compress(b'{"key": 1}' * 99)[:-9])
    with pytest.raises(InputError, match=r"b\.jsonl\.gz: damaged gzip data"):
        read_responses(tmp_path)


def test_no_name_is_not_the_folder_one_is_in() -> None:
    with pytest.raises(InputError, match="no file is named"):
        read_responses("")


def test_a_folder_without_responses_says_what_was_found(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no file that could hold responses"):
        read_responses(tmp_path)
    write(tmp_path / "results.json", {"results": {}, "configs": {}})
    with pytest.raises(NoText, match=r"results\.json: holds only scores"):
        read_responses(tmp_path)


def test_a_pattern_names_the_parts_of_one_run(tmp_path: Path) -> None:
    parts = json.loads((LOGS / "opencompass_predictions.json").read_text())
    for number, part in parts.items():
        write(tmp_path / f"ifeval_{number}.json", {"0": part})
    write(tmp_path / "other.json", {"0": parts["0"]})
    assert values(str(tmp_path / "ifeval_*.json")) == values(LOGS / "opencompass_predictions.json")
    with pytest.raises(InputError, match="no file matches"):
        read_responses(str(tmp_path / "absent*"))


def test_a_file_whose_name_looks_like_a_pattern(tmp_path: Path) -> None:
    path = write(tmp_path / "details_[ifeval|0].jsonl", own(1))
    assert values(path) == [own(1)]


def test_a_file_may_mix_formats(tmp_path: Path) -> None:
    lines = (LOGS / "samples_ifeval.jsonl").read_text() + (LOGS / "openai_batch.jsonl").read_text()
    path = tmp_path / "mixed.jsonl"
    path.write_text(lines)
    assert values(path) == values(LOGS / "samples_ifeval.jsonl") + values(
        LOGS / "openai_batch.jsonl"
    )


def test_predictions_and_reviews_of_a_folder_are_one_with_the_verdicts(tmp_path: Path) -> None:
    reviews = [json.loads(s) for s in (LOGS / "evalscope_reviews.jsonl").read_text().splitlines()]
    predictions = [
        {
            "index": 0,
            "model": "m",
            "model_output": {"choices": [{"message": {"content": "hello there all"}}]},
            "messages": review["messages"],
            "metadata": review["sample_score"]["sample_metadata"],
        }
        for review in reversed(reviews)
    ]
    write(tmp_path / "predictions" / "m" / "x.jsonl", *predictions)
    write(tmp_path / "reviews" / "m" / "x.jsonl", *reviews)
    records = values(tmp_path)
    assert [record["key"] for record in records] == [2, 1]
    assert all(record["recorded"]["prompt_level_strict"] for record in records)


def test_official_strict_and_loose_results_are_one(tmp_path: Path) -> None:
    line = {"prompt": "Sing.", "response": "la", "instruction_id_list": ["punctuation:no_comma"]}
    write(tmp_path / "eval_results_strict.jsonl", {**line, "follow_instruction_list": [False]})
    write(tmp_path / "eval_results_loose.jsonl", {**line, "follow_instruction_list": [True]})
    (record,) = values(tmp_path)
    assert record["recorded"] == {"strict": [False], "loose": [True]}


def test_the_same_answer_of_two_runs_is_not_one(tmp_path: Path) -> None:
    write(tmp_path / "run1.jsonl", own(1))
    write(tmp_path / "run2.jsonl", own(1))
    assert values(tmp_path) == [own(1)] * 2


def step(turn: int, key: str = "1:1:en", **answers: str | None) -> dict[str, Any]:
    """A row of a step file; answers by "r1", "r2" ..."""
    history: list[dict[str, Any]] = []
    for number in range(1, turn + 1):
        history.append({"role": "user", "content": f"P{number}"})
        if number < turn:
            history.append({"role": "assistant", "content": answers[f"r{number}"]})
    return {"key": key, "turns": history, "responses": answers[f"r{turn}"], "turn_index": turn}


def test_the_step_files_of_a_run_are_one(tmp_path: Path) -> None:
    write(
        tmp_path / "m_step_1.json", step(1, r1="a"), step(1, "2:2:fr", r1="[MAX_RETRY=0] Failed.")
    )
    write(tmp_path / "m_step_2.json", step(2, r1="a", r2="b"))
    found = [(one["key"], one["turn"], one["response"]) for one in values(tmp_path)]
    assert found == [("1:1:en", 1, "a"), ("2:2:fr", 1, None), ("1:1:en", 2, "b")]


def test_an_exception_is_an_answer_unless_the_driver_wrote_it(tmp_path: Path) -> None:
    row = step(1, r1="Exception: a story")
    assert values(write(tmp_path / "a", row))[0]["response"] == "Exception: a story"
    assert values(write(tmp_path / "b", {**row, "status": "failed"}))[0]["response"] is None


def test_an_answer_that_every_cell_wraps_is_taken_out(tmp_path: Path) -> None:
    wrapped = step(1, r1='[{"response": "la"}]')
    assert values(write(tmp_path / "a", wrapped))[0]["response"] == "la"
    both = write(tmp_path / "b", wrapped, step(1, "2:2:fr", r1="lo"))
    assert values(both)[0]["response"] == '[{"response": "la"}]'


def test_one_object_over_several_lines(tmp_path: Path) -> None:
    path = tmp_path / "log"
    path.write_text("\n" + json.dumps(json.loads((LOGS / "evalution.json").read_text()), indent=1))
    assert values(path) == values(LOGS / "evalution.json")
    path.write_text('{\n "tests": [\n')
    with pytest.raises(InputError, match=r"log:[23]: not JSON"):
        read_responses(path)


def test_lists_of_sequences_as_a_pipeline_returns_them(tmp_path: Path) -> None:
    chat = [{"role": "user", "content": "Sing."}, {"role": "assistant", "content": "la"}]
    path = write(tmp_path / "dump", [[{"generated_text": chat}], [{"generated_text": chat}]])
    assert values(path) == [{"prompt": "Sing.", "responses": ["la", "la"]}]


def test_a_log_may_be_gzipped_or_come_from_standard_input(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    data = gzip.compress(EVAL.read_bytes())
    (tmp_path / "log").write_bytes(data)
    assert values(tmp_path / "log") == values(EVAL)
    monkeypatch.setattr("sys.stdin", SimpleNamespace(buffer=io.BytesIO(data)))
    assert values("-") == values(EVAL)


def test_an_eval_log_that_needs_no_zstandard(tmp_path: Path) -> None:
    sample = {"id": "a", "input": "Sing.", "output": {"completion": "la"}, "events": [1]}
    with zipfile.ZipFile(tmp_path / "log", "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("samples/a_epoch_1.json", json.dumps(sample))
        archive.writestr("summaries.json", "[]")
        archive.writestr("header.json", json.dumps({"eval": {"model": "m"}}))
    expected = {"key": "a", "prompt": "Sing.", "response": "la", "model": "m"}
    assert values(tmp_path / "log") == [expected]


def test_without_zstandard_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ifbench_suite.archive.find_spec", lambda name: None)
    with pytest.raises(InputError, match=r"pip install 'ifbench-suite\[inspect\]'.*log convert"):
        read_responses(EVAL)


@pytest.mark.parametrize("cut", [9, 3000, -30])
def test_a_truncated_zip_is_named(tmp_path: Path, cut: int) -> None:
    (tmp_path / "log.eval").write_bytes(EVAL.read_bytes()[:cut])
    with pytest.raises(InputError, match=r"log\.eval: damaged zip"):
        read_responses(tmp_path / "log.eval")


def test_a_member_that_was_changed_is_named(tmp_path: Path) -> None:
    data = bytearray(EVAL.read_bytes())
    at = data.index(b"samples/1_epoch_1.json") + 700
    data[at] ^= 0xFF
    (tmp_path / "log.eval").write_bytes(data)
    with pytest.raises(InputError, match=r"log\.eval: damaged zip"):
        read_responses(tmp_path / "log.eval")


@pytest.mark.parametrize(
    ("member", "message"),
    [
        ("samples/a_epoch_1/sample.json", "holds chunked samples; run `inspect log convert"),
        ("word/document.xml", "is a zip, but no inspect log"),
    ],
)
def test_other_zips(tmp_path: Path, member: str, message: str) -> None:
    with zipfile.ZipFile(tmp_path / "log", "w") as archive:
        archive.writestr(member, "{}")
    with pytest.raises(InputError, match=message):
        read_responses(tmp_path / "log")


ROWS = data_file("samples/ifeval_rows.jsonl")
SAMPLE = data_file("samples/ifeval_responses.jsonl")


@pytest.fixture(scope="module")
def saved(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A report of responses without thinking traces, one of them null, three rows without any."""
    lines = [json.loads(line) for line in SAMPLE.read_text().splitlines()]
    lines = [line for line in lines if "think" not in (line["response"] or "")][:-1]
    lines[0]["response"] = None
    lines[1]["finish_reason"] = "length"
    folder = tmp_path_factory.mktemp("saved")
    report = evaluate(lines, data=ROWS)
    assert report.counts.missing == 3
    report.save(folder / "out")
    return folder / "out"


@pytest.mark.parametrize("data", [ROWS, None], ids=["with the data", "with its own rows"])
def test_our_own_outcomes_give_the_same_report(saved: Path, data: Path | None) -> None:
    report = evaluate(saved / "outcomes.jsonl", data=data)
    assert report.to_dict() == json.loads((saved / "report.json").read_text())


def test_our_own_outcomes_of_several_samples_give_the_same_report(tmp_path: Path) -> None:
    lines = [json.loads(line) for line in SAMPLE.read_text().splitlines()][:5]
    answers = [{"key": line["key"], "responses": [line["response"], "No."]} for line in lines]
    answers[2]["responses"] = ["Yes."]
    report = evaluate(answers, data=ROWS)
    report.save(tmp_path / "out")
    again = evaluate(tmp_path / "out" / "outcomes.jsonl", data=ROWS)
    assert again.metrics == report.metrics
    assert again.counts == report.counts


def test_a_saved_folder_is_read_once_with_all_verdicts(saved: Path, tmp_path: Path) -> None:
    folder = tmp_path / "copy"
    shutil.copytree(saved, folder)
    report = evaluate(folder, data=ROWS)
    assert report.to_dict()["metrics"] == json.loads((saved / "report.json").read_text())["metrics"]
