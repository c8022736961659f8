"""The commands of docs/generating.md, docs/judging.md and docs/inverse-ifeval.md work."""

import re
import shlex
from pathlib import Path

import pytest

from ifbench_suite.cli import main
from ifbench_suite.resources import data_file
from tests.chat_server import chatting

DOCS = Path(__file__).parents[1] / "docs"
URL = "http://localhost:8000/v1"
VERDICT = 'Fine.\n【JSON】\n```json\n{"answer_score": 1}\n```'


def commands(name: str) -> list[list[str]]:
    """The arguments of every `python -m ifbench_suite` line of a page."""
    text = (DOCS / name).read_text()
    return [shlex.split(line) for line in re.findall(r"^python -m ifbench_suite(.*)", text, re.M)]


@pytest.mark.parametrize("page", ["generating.md", "judging.md", "inverse-ifeval.md"])
def test_its_commands_work_one_after_the_other(
    page: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    judged = page != "generating.md"
    rows = data_file(f"samples/{'inverse_ifeval' if judged else 'ifeval'}_rows.jsonl")
    for kind in ("responses", "judge_replies") if judged else ():
        sample = data_file(f"samples/inverse_ifeval_{kind}.jsonl").read_bytes()
        (tmp_path / ("out.jsonl" if kind == "responses" else f"{kind}.jsonl")).write_bytes(sample)
    if page == "judging.md":
        (tmp_path / "judge_replies.jsonl").unlink()
    with chatting() as server:
        server.answer = lambda body: VERDICT if judged else "An answer."
        found = commands(page)
        assert len(found) >= 2
        for command in found:
            here = [part.replace(URL, server.url) for part in command]
            data = ["--data", str(rows)] if "out.jsonl" in here or "run" in here else []
            assert main([*here, *data]) == 0, command
    assert "error" not in capsys.readouterr().err
