"""The commands of docs/response-formats.md score a log of each format."""

import json
import shlex
import shutil
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest

import ifbench_suite as suite
from ifbench_suite import sources
from ifbench_suite.cli import main
from ifbench_suite.readers import FORMATS, Format
from ifbench_suite.resources import data_file
from tests.documented import fetched
from tests.fenced_blocks import ROOT, Block, blocks
from tests.test_docs_commands import is_of_a_format
from tests.test_reader_scores import EACH, LOGS, WHOLE, chat, lines

RECORDED = {
    "Multi-IF step files": "multi_if_official_step_2.csv",
    "lm-eval samples": "samples_ifeval.jsonl",
    "lighteval details": "lighteval_details.parquet",
    "evalscope reviews": "evalscope_reviews.jsonl",
    "OpenCompass predictions": "opencompass_predictions.json",
    "verifiers results, before 0.4": "verifiers_0.1_results.jsonl",
}
"""Logs that harnesses wrote and that carry their rows."""
MADE: dict[str, Callable[[dict[str, Any], str], dict[str, Any]]] = {
    "official result file": EACH["official results"],
    "official response file": EACH["official"],
    "our own form": lambda row, text: {"key": row["key"], "response": text},
    "our own form, samples": lambda row, text: {"key": row["key"], "responses": [text]},
    "lighteval details, up to 0.10": EACH["lighteval 0.10"],
    "evalscope predictions": EACH["evalscope predictions"],
    "evalscope predictions, 0.x": EACH["evalscope 0.x"],
    "verifiers traces": EACH["verifiers"],
    "verl rollout dump": EACH["verl"],
    "OpenAI batch output, vLLM run-batch": EACH["OpenAI"],
    "Anthropic batch results": EACH["Anthropic"],
    "Hugging Face pipeline dump": EACH["pipeline"],
}
WHOLE_LOGS = {"inspect log": WHOLE["inspect"], "Evalution result": WHOLE["Evalution"]}
SHOWN = [b for b in blocks(ROOT / "docs/response-formats.md") if is_of_a_format(b)]
WITH_TEXT = [format for format in FORMATS if format.has_text]


def log_of(format: Format) -> Sequence[dict[str, Any]]:
    """The sample's responses as a log of a format."""
    if format.name == "our own form, conversation":
        conversations = lines(data_file("samples/multi_if_rows.jsonl"))
        chats = chat({"prompt": "Sing."}, "la") * 3
        return [{"key": row["key"], "messages": chats} for row in conversations]
    rows = {row["key"]: row for row in lines(data_file("samples/ifeval_rows.jsonl"))}
    responses = lines(data_file("samples/ifeval_responses.jsonl"))
    pairs = [(rows[line["key"]], line["response"]) for line in responses]
    if format.name in WHOLE_LOGS:
        return [WHOLE_LOGS[format.name](pairs)]
    return [MADE[format.name](*pair) for pair in pairs]


def put_log(format: Format, path: Path) -> None:
    """Puts a log of a format where the page says that it is."""
    if format.name == "our own outcomes":
        sample = data_file("samples/ifeval_responses.jsonl")
        suite.evaluate(sample, data=data_file("samples/ifeval_rows.jsonl")).save(path.parent)
    elif format.name in RECORDED:
        is_folder = not path.suffix
        path = path / "step_2.csv" if is_folder else path
        path.parent.mkdir(parents=True)
        shutil.copy(LOGS / RECORDED[format.name], path)
    else:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(json.dumps(one) + "\n" for one in log_of(format)))


@pytest.mark.parametrize(
    ("block", "format"),
    list(zip(SHOWN, WITH_TEXT, strict=True)),
    ids=lambda one: getattr(one, "name", "command"),
)
def test_its_command_scores_a_log(
    block: Block,
    format: Format,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr(sources, "cached", fetched)
    command = shlex.split(block.text)
    assert command[:3] == ["python", "-m", "ifbench_suite"]
    assert command[-1] == format.path
    put_log(format, tmp_path / format.path.replace("*", "x"))
    assert main(command[3:]) == 0
    assert " rows" in capsys.readouterr().out
