import json
import math
import random
import warnings
from pathlib import Path
from typing import Any

import pytest

from ifbench_suite.cli import main
from ifbench_suite.errors import InputError
from ifbench_suite.graders import graded_alike, read_grader
from ifbench_suite.metrics import Agreement
from ifbench_suite.resources import data_file


def sklearns(first: list[bool], second: list[bool]) -> list[float]:
    from sklearn import metrics

    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        return [
            metrics.accuracy_score(first, second),
            metrics.cohen_kappa_score(first, second),
            metrics.f1_score(first, second, average="macro"),
            metrics.matthews_corrcoef(first, second),
        ]


@pytest.mark.parametrize("seed", range(40))
def test_random_tables_have_the_values_of_scikit_learn(seed: int) -> None:
    draw = random.Random(seed)
    share, noise = draw.random(), draw.random()
    first = [draw.random() < share for _ in range(draw.randint(1, 60))]
    second = [draw.random() < share if draw.random() < noise else one for one in first]
    found = Agreement.of(zip(first, second, strict=True))
    expected = sklearns(first, second)
    assert [found.accuracy, found.kappa, found.macro_f1, found.mcc] == pytest.approx(
        expected, nan_ok=True
    )


@pytest.mark.parametrize("table", [(3, 0, 0, 0), (0, 0, 0, 4), (0, 2, 0, 0), (2, 0, 3, 0)])
def test_so_have_tables_in_which_a_grader_never_changes_its_mind(
    table: tuple[int, int, int, int],
) -> None:
    cells = [(True, True), (True, False), (False, True), (False, False)]
    pairs = [cell for cell, times in zip(cells, table, strict=True) for _ in range(times)]
    found = Agreement(*table)
    first, second = [one for one, _ in pairs], [other for _, other in pairs]
    expected = sklearns(first, second)
    assert [found.accuracy, found.kappa, found.macro_f1, found.mcc] == pytest.approx(
        expected, nan_ok=True
    )


def test_no_items_have_no_agreement() -> None:
    empty = Agreement(0, 0, 0, 0)
    assert math.isnan(empty.accuracy) and math.isnan(empty.kappa) and math.isnan(empty.macro_f1)
    assert empty.to_dict()["accuracy"] is None


def write(path: Path, *rows: dict[str, Any]) -> str:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return str(path)


def test_graders_are_paired_by_key_or_prompt_turn_and_sample(tmp_path: Path) -> None:
    ids = ["a:x", "a:y"]
    first = write(
        tmp_path / "a.jsonl",
        {"key": 1, "prompt": "P  1", "instruction_id_list": ids, "strict": [True, False]},
        {"key": 2, "prompt": "P 2", "instruction_id_list": ids, "strict": [True, None]},
        {"key": 3, "turn": 1, "instruction_id_list": ids[:1], "strict": [True]},
        {"key": 3, "turn": 2, "instruction_id_list": ids[:1], "strict": [False]},
        {"key": 4, "strict": [True]},
    )
    second = write(
        tmp_path / "b.jsonl",
        {"prompt": "P 1\n", "follow_instruction_list": [True, True]},
        {"prompt": "P 2", "follow_instruction_list": [False, False]},
        {"key": "3", "turn": 2, "follow_instruction_list": [0]},
        {"key": "3", "turn": 1, "follow_instruction_list": [1.0]},
        {"key": 5, "follow_instruction_list": [1]},
    )
    grading = graded_alike(read_grader(first), read_grader(second))
    assert (grading.overall.both, grading.overall.only_first) == (2, 1)
    assert (grading.overall.only_second, grading.overall.neither) == (1, 1)
    assert (grading.only_first, grading.only_second, grading.without_verdict) == (1, 1, 1)
    assert [item[:4] for item in grading.differing] == [
        ("1", None, 0, "a:y"),
        ("2", None, 0, "a:x"),
    ]
    assert grading.by_instruction["a:x"].num == 4


def test_a_judge_of_whole_prompts_against_verdicts_per_instruction(tmp_path: Path) -> None:
    ours = write(
        tmp_path / "a.jsonl",
        {"key": 1, "strict": [True, True]},
        {"key": 2, "strict": [True, False]},
    )
    people = write(tmp_path / "b.jsonl", {"key": 1, "label": 1}, {"key": 2, "label": True})
    grading = graded_alike(read_grader(ours), read_grader(people))
    assert (grading.overall.both, grading.overall.only_second) == (1, 1)


def test_a_harness_log_names_its_document_and_its_field(tmp_path: Path) -> None:
    doc = {"key": 7, "prompt": "P", "instruction_id_list": ["a:x"]}
    log = write(tmp_path / "log.jsonl", {"doc": doc, "inst_level_loose_acc": [True], "own": [0]})
    (found,) = read_grader(log, mode="loose")
    assert (found.key, found.verdicts, found.ids) == ("7", (True,), ("a:x",))
    (found,) = read_grader(log, field="own")
    assert found.verdicts == (False,)


@pytest.mark.parametrize(
    ("row", "message"),
    [
        ({"key": 1}, "no verdicts in strict, follow_instruction_list"),
        ({"strict": [True]}, "needs 'key' or 'prompt'"),
        ({"key": 1, "strict": [0.5]}, "field 'strict': 0.5 is not true, false, 1, 0 or null"),
    ],
)
def test_a_record_without_a_verdict_is_an_error(
    row: dict[str, Any], message: str, tmp_path: Path
) -> None:
    with pytest.raises(InputError, match=r"a\.jsonl:1: ") as caught:
        read_grader(write(tmp_path / "a.jsonl", row))
    assert message in str(caught.value)


def test_the_command_holds_reference_against_corrected(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = str(tmp_path / "out")
    samples = [str(data_file(f"samples/ifeval_{kind}.jsonl")) for kind in ("responses", "rows")]
    assert main(["--responses", samples[0], "--data", samples[1], "--output_dir", out]) == 0
    report = json.loads((tmp_path / "out" / "report.json").read_text())
    capsys.readouterr()
    flags = ["--rules_b", "corrected", "--output_dir", str(tmp_path / "agreement")]
    assert main(["agree", out, f"{out}/outcomes.jsonl", *flags]) == 0
    shown = capsys.readouterr().out
    found = json.loads((tmp_path / "agreement" / "agreement.json").read_text())
    assert found["overall"]["num"] == report["metrics"]["inst_level_strict"]["num"]
    agreed = found["overall"]["both"] + found["overall"]["only_second"]
    right = report["corrected"]["inst_level_strict"]
    assert agreed == round(right["value"] * right["num"])
    assert "Instructions on which they differ" in shown
    assert all(len(line) <= 80 for line in shown.splitlines())
    assert main(["agree", out, out, "--field_b", "absent"]) == 2
