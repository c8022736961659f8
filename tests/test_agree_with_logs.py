"""`agree` between a saved report and the log that its responses came from."""

import json
from pathlib import Path

import pytest

from ifbench_suite.cli import main

LOGS = Path(__file__).parent / "logs"
JUDGED = {
    "samples_ifeval.jsonl": (3, [("2", "change_case:english_lowercase")]),
    "inspect_log.json": (3, []),
    "evalscope_reviews.jsonl": (2, []),
    "lighteval_details.parquet": (3, []),
}
"""How many verdicts each log holds, and on which of them the official rules say otherwise."""


@pytest.mark.parametrize("name", JUDGED)
@pytest.mark.parametrize("turned", [False, True], ids=["report first", "log first"])
def test_a_report_and_its_log_are_compared_and_differences_explained(
    tmp_path: Path, name: str, turned: bool
) -> None:
    log, report, out = str(LOGS / name), str(tmp_path / "report"), str(tmp_path / "out")
    assert main(["--responses", log, "--output_dir", report, "--quiet"]) == 0
    order = [log, report] if turned else [report, log]
    assert main(["agree", *order, "--output_dir", out, "--quiet"]) == 0
    found = json.loads((tmp_path / "out" / "agreement.json").read_text())
    items, differing = JUDGED[name]
    assert found["overall"]["num"] == items
    assert [(one["key"], one["instruction"]) for one in found["differing"]] == differing
    assert all(one["reason"] for one in found["differing"])


def test_a_difference_is_said_with_its_reason(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    log, report = str(LOGS / "samples_ifeval.jsonl"), str(tmp_path / "report")
    main(["--responses", log, "--output_dir", report, "--quiet"])
    capsys.readouterr()
    assert main(["agree", report, log]) == 0
    said = " ".join(capsys.readouterr().out.split())
    assert "key 2: change_case:english_lowercase: only B says followed; another checker" in said


def test_a_log_without_verdicts_is_refused(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    report = str(tmp_path / "report")
    main(["--responses", str(LOGS / "samples_ifeval.jsonl"), "--output_dir", report, "--quiet"])
    assert main(["agree", report, str(LOGS / "evalscope_predictions.jsonl")]) == 2
    assert "the log holds no strict verdicts of its own" in capsys.readouterr().err
