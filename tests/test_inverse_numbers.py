"""Inverse IFEval's numbers: the paper's table, and a set of full size with known verdicts."""

import json
from pathlib import Path
from typing import Any

import pytest

import ifbench_suite as suite
from checkers.inverse_ifeval import TYPES
from ifbench_suite.report import Reporting
from ifbench_suite.summary import INVERSE_IFEVAL_ROWS, inverse_ifeval
from tests.official import official

CODES = {code: type for type, code in TYPES.items()}
SWAPPED = {**CODES, "CC": CODES["CCF"], "CCF": CODES["CC"]}
"""The paper's columns CC and CCF stand under each other's name."""


def paper() -> dict[str, Any]:
    content: dict[str, Any] = json.loads(
        official("data/inverse_ifeval_paper_table3.json").read_text()
    )
    return content


def pooled(line: dict[str, float], names: dict[str, str], rows: dict[str, int]) -> float:
    return sum(line[code] * rows[type] for code, type in names.items()) / sum(rows.values())


def test_pooling_the_papers_cells_gives_its_overall_once_two_columns_are_swapped_back() -> None:
    table = paper()
    rows = table["counts_per_language"]
    assert rows == dict(INVERSE_IFEVAL_ROWS)
    lines = [line for of in table["tables"].values() for line in of]
    assert len(lines) == 44
    for line in lines:
        assert pooled(line, SWAPPED, rows) == pytest.approx(line["overall"], abs=0.01)
    as_labelled = [abs(pooled(line, CODES, rows) - line["overall"]) for line in lines]
    assert sum(as_labelled) / 44 > 2


def followed(number: int, language: str) -> int:
    """How many rows of the type at place `number` a made-up model follows."""
    return (7 * number + (5 if language == "english" else 11)) % 38


@pytest.fixture(scope="module")
def report(tmp_path_factory: pytest.TempPathFactory) -> suite.Report:
    folder = tmp_path_factory.mktemp("full")
    rows: list[dict[str, Any]] = []
    answers: list[dict[str, Any]] = []
    replies: list[dict[str, Any]] = []
    for language in ("english", "chinese"):
        for place, (type, size) in enumerate(INVERSE_IFEVAL_ROWS.items()):
            for i in range(size):
                key = len(rows)
                is_unscored = (language, place) == ("english", 7) and i >= 51
                score = "null" if is_unscored else int(i < followed(place, language))
                rows.append({
                    "key": key, "prompt": f"Prompt {key}", "instruction_types": type,
                    "language": language, "response_reference": "x",
                    "judge_prompt_template": "{response}", "judge_system_prompt": None,
                })  # fmt: skip
                answers.append({"key": key, "response": f"Answer {key}"})
                reply = f'【JSON】\n```json\n{{"answer_score": {score}}}\n```'
                replies.append({"key": key, "reply": reply, "judge": "made-up"})
    files = {}
    for name, items in (("rows", rows), ("answers", answers), ("replies", replies)):
        files[name] = folder / f"{name}.jsonl"
        files[name].write_text("".join(json.dumps(item) + "\n" for item in items))
    return suite.evaluate(
        files["answers"],
        "inverse_ifeval",
        data=files["rows"],
        judging=files["replies"],
        reporting=Reporting(summary=inverse_ifeval("prompt_level_strict")),
    )


ENGLISH = [5, 12, 19, 26, 33, 2, 9, 16]
CHINESE = [11, 18, 25, 32, 1, 8, 15, 22]
SIZES = [45, 43, 99, 41, 93, 77, 54, 54]


def test_total_and_languages_are_pooled_over_rows(report: suite.Report) -> None:
    assert report.metrics["prompt_level_strict"].value == (122 + 132) / 1012
    languages = report.subsets["language"]
    assert languages["english"]["prompt_level_strict"].value == 122 / 506
    assert languages["chinese"]["prompt_level_strict"].value == 132 / 506


def test_types_and_their_macro_mean(report: suite.Report) -> None:
    shares = [(e + c) / (2 * n) for e, c, n in zip(ENGLISH, CHINESE, SIZES, strict=True)]
    types = report.subsets["type"]
    for type, share in zip(INVERSE_IFEVAL_ROWS, shares, strict=True):
        assert types[type]["prompt_level_strict"].value == pytest.approx(share, abs=1e-12)
    macro = report.rollups["type"]["macro"]["prompt_level_strict"].value
    assert macro == pytest.approx(sum(shares) / 8, abs=1e-12)


def test_cells_of_language_and_type(report: suite.Report) -> None:
    cell = report.subsets["language+type"]["language=chinese/type=Question Correction"]
    assert cell["prompt_level_strict"].value == pytest.approx(11 / 45, abs=1e-12)
    assert len(report.subsets["language+type"]) == 16


def test_what_is_unscored_is_bounded_in_each_part(report: suite.Report) -> None:
    judging = report.to_dict()["judging"]
    assert (judging["unscored"], judging["lowest"], judging["highest"]) == (
        3, 254 / 1012, 257 / 1012
    )  # fmt: skip
    assert judging["by"]["type"]["Counterfactual Answering"]["unscored"] == 3
    assert judging["by"]["language"]["chinese"]["unscored"] == 0


def test_the_summary_groups_say_the_same(report: suite.Report) -> None:
    summary = report.summarised
    pooled = {"": 254 / 1012, "_en": 122 / 506, "_zh": 132 / 506}
    for name, share in pooled.items():
        found = summary[f"InverseIFEval{name}"]["weighted_average"]
        assert found == pytest.approx(100 * share)
    macro = sum(
        (e + c) / (2 * n) for e, c, n in zip(ENGLISH, CHINESE, SIZES, strict=True)
    ) / 8  # fmt: skip
    assert summary["InverseIFEval_macro"]["naive_average"] == pytest.approx(100 * macro)
    assert summary["InverseIFEval_zh_QC"]["accuracy"] == pytest.approx(100 * 11 / 45)


def test_three_of_a_thousand_do_not_make_a_score_doubtful(
    report: suite.Report, tmp_path: Path
) -> None:
    report.save(tmp_path / "out")
    assert (tmp_path / "out" / "report.md").read_text().startswith("# inverse_ifeval")
