"""Every command and block of code in README.md and docs/ does what the page says."""

import json
import os
import re
import shlex
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

import pytest

import ifbench_suite as suite
from checkers.ifbench import tagger
from ifbench_suite.resources import data_file
from tests import documented
from tests.chat_server import chatting
from tests.fenced_blocks import PAGES, ROOT, Block, blocks, indented_code
from tests.official import official
from tests.test_reader_scores import EACH, lines

URL = "http://localhost:8000/v1"
VERDICT = 'Fine.\n【JSON】\n```json\n{"answer_score": 1}\n```'
RUN = {"bash", "console", "python"}
SHOWN = {"json", "toml", "text"}
BLOCKS = [block for path in PAGES for block in blocks(path)]
OFFICIAL = {
    "gpt4.jsonl": "data/ifeval_responses_gpt4_20231107.jsonl",
    "input_response_data_gpt4_20231107_145030.jsonl": "data/ifeval_responses_gpt4_20231107.jsonl",
    "ifeval_input_20231127.jsonl": "data/ifeval_input_20231127.jsonl",
    "sample_output.jsonl": "data/ifbench_sample_output.jsonl",
    "ifeval_responses_17models.jsonl.gz": "data/ifeval_responses_17models.jsonl.gz",
}
_TEST = re.compile(r"tests/[\w/]+\.py")
FETCHED = {
    "ifeval": "data/ifeval_input_20240611.jsonl",
    "ifbench": "data/ifbench_test_300.jsonl",
}
EXTRAS = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]["optional-dependencies"]
SHELL = f"""
set -euo pipefail
python() {{
  if [ "${{1-}} ${{2-}}" = '-m ifbench_suite' ]; then
    shift 2
    {shlex.quote(sys.executable)} -m tests.documented suite "$@"
  else
    {shlex.quote(sys.executable)} "$@"
  fi
}}
pip() {{ echo "$@" >> pip.log; }}
"""


def needs_official(block: Block) -> bool:
    """Whether a block is about official files, which are not part of the project."""
    return any(name in block.text for name in OFFICIAL) or "explain --key 1122 gpt4" in block.text


def runnable(page: str) -> list[Block]:
    """The blocks of a page that are run here; those of the formats are run by another test."""
    return [
        block
        for block in BLOCKS
        if block.page == page
        and block.language in RUN
        and not (block.why_not_run or is_of_a_format(block))
    ]


def is_of_a_format(block: Block) -> bool:
    """Whether tests/test_docs_formats.py runs it."""
    return block.page == "docs/response-formats.md" and "--responses '" in block.text


def pages(*, official: bool) -> list[str]:
    """The pages with something to run: on the samples, or on official files."""
    named = dict.fromkeys(block.page for block in BLOCKS)
    return [page for page in named if any(needs_official(b) is official for b in runnable(page))]


@pytest.mark.parametrize("page", pages(official=False))
def test_it_runs(page: str, tmp_path: Path) -> None:
    _put_samples(page, tmp_path)
    with chatting() as server:
        server.answer = lambda body: VERDICT
        for block in _shown_and_run(page, official=False):
            if "start_verb" in block.text and not _has_tagger():
                continue
            _run(block, tmp_path, url=server.url)
    _check_installs(tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("page", pages(official=True))
def test_it_runs_on_official_files(page: str, tmp_path: Path) -> None:
    for name, source in OFFICIAL.items():
        (tmp_path / name).symlink_to(official(source).resolve())
    rows = {name: str(official(source).resolve()) for name, source in FETCHED.items()}
    for block in _shown_and_run(page, official=True):
        if "ifbench" in block.text and not _has_tagger():
            continue
        _run(block, tmp_path, rows=rows)


def _has_tagger() -> bool:
    try:
        tagger.require()
    except tagger.MissingTagger:
        return False
    return True


def _shown_and_run(page: str, *, official: bool) -> list[Block]:
    chosen = [*runnable(page), *(b for b in BLOCKS if b.page == page and b.title)]
    return [b for b in BLOCKS if b in chosen and needs_official(b) is official]


def _put_samples(page: str, folder: Path) -> None:
    """What a reader of `page` has in his folder: responses, and what earlier steps wrote."""
    benchmark = next((b for b in ("multi_if", "ifbench") if b in page), "ifeval")
    if "inverse" in page or "judging" in page:
        benchmark = "inverse_ifeval"
        replies = data_file("samples/inverse_ifeval_judge_replies.jsonl").read_bytes()
        if "judging" not in page:
            (folder / "judge_replies.jsonl").write_bytes(replies)
    answers = lines(data_file(f"samples/{benchmark}_responses.jsonl"))
    models = [{**a, "model": m} for m in ("small", "large") for a in answers]
    _write(folder / "a.jsonl", answers)
    _write(folder / "b.jsonl", answers[3:])
    _write(folder / "models.jsonl", models)
    text = (ROOT / page).read_text(encoding="utf-8")
    if "--output out.jsonl" not in text:
        _write(folder / "out.jsonl", answers)
    (folder / "data").symlink_to(data_file("samples").parent)
    rows = {row["key"]: row for row in lines(data_file("samples/ifeval_rows.jsonl"))}
    log = [EACH["lm-eval"](rows[a["key"]], a["response"]) for a in answers if a["key"] in rows]
    recorded = [{**one, "inst_level_strict_acc": [True]} for one in log]
    _write(folder / "samples_ifeval.jsonl", recorded)
    if "agree run_a run_b" in text:
        for name in "ab":
            report = suite.evaluate(folder / f"{name}.jsonl", data=documented.fetched("ifeval"))
            report.save(folder / f"run_{name}")


def _write(path: Path, records: Sequence[object]) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text("".join(json.dumps(record) + "\n" for record in records))


def _run(block: Block, folder: Path, *, url: str = URL, rows: dict[str, str] | None = None) -> None:
    if block.title:
        (folder / block.title).write_text(block.text, encoding="utf-8")
    if block.language == "python":
        _run_python(block, folder)
        return
    if block.language not in RUN:
        return
    text = block.text.replace(URL, url)
    commands = text if block.language == "bash" else "\n".join(_commands(text))
    printed = _bash(commands, folder, rows=rows)
    if block.language == "console":
        _check_printed(block, printed)


def _run_python(block: Block, folder: Path) -> None:
    """Runs a block after those of Python that stand before it on its page."""
    before = [b for b in runnable(block.page) if b.language == "python" and b.line <= block.line]
    paths = []
    for number, one in enumerate(before):
        paths.append(folder / f"block_{number}.py")
        paths[-1].write_text(one.text, encoding="utf-8")
    _call([sys.executable, "-m", "tests.documented", "blocks", *map(str, paths)], folder, block)


def _bash(
    commands: str, folder: Path, *, rows: dict[str, str] | None = None, block: object = ""
) -> str:
    return _call(["bash", "-c", f"{SHELL}\n{commands}"], folder, block or commands, rows)


def _call(
    command: Sequence[str], folder: Path, what: object, rows: dict[str, str] | None = None
) -> str:
    own = {"PYTHONPATH": str(ROOT), "COLUMNS": "80", documented.ROWS: json.dumps(rows or {})}
    unset = ("OPENAI_API_KEY", "OPENAI_BASE_URL")
    outer = {name: value for name, value in os.environ.items() if name not in unset}
    done = subprocess.run(
        command,
        cwd=folder,
        env={**outer, **own, "NO_PROXY": "127.0.0.1"},
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0, f"{what}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def _commands(text: str) -> list[str]:
    return [line.removeprefix("$ ") for line in text.splitlines() if line.startswith("$ ")]


def _check_printed(block: Block, printed: str) -> None:
    """What a console block shows stands in what was printed, in its order; ... is anything."""
    shown = "\n".join(line for line in block.text.splitlines() if not line.startswith("$ "))
    pieces = [re.sub(r"\s+", " ", piece).strip() for piece in shown.split("...")]
    rest = re.sub(r"\s+", " ", printed)
    for piece in filter(None, pieces):
        assert piece in rest, f"{block}: {piece!r} is not in {printed}"
        rest = rest.partition(piece)[2]


def _check_installs(folder: Path) -> None:
    """What is installed is this package with extras that it has."""
    log = folder / "pip.log"
    for line in log.read_text().splitlines() if log.exists() else ():
        what = re.fullmatch(r"install (?:ifbench-suite|\.)(?:\[([\w,]+)\])?", line)
        assert what, line
        assert set((what[1] or "test").split(",")) <= set(EXTRAS), line


@pytest.mark.parametrize("path", PAGES, ids=lambda path: path.name)
def test_each_block_says_what_it_is(path: Path) -> None:
    assert {block.language for block in blocks(path)} <= RUN | SHOWN
    assert indented_code(path) == []


@pytest.mark.parametrize("block", [b for b in BLOCKS if b.language in SHOWN - {"text"}], ids=str)
def test_what_is_shown_can_be_parsed(block: Block) -> None:
    if block.language == "toml":
        tomllib.loads(block.text)
    else:
        for line in block.text.splitlines():
            json.loads(line)


def _reason_holds(block: Block) -> bool:
    """Only what needs the network, or what a test or .ci/run runs instead, may be marked."""
    if block.why_not_run == "needs the network":
        return "fetch" in block.text
    if test := _TEST.search(block.why_not_run):
        return (ROOT / test[0]).is_file()
    run = (ROOT / ".ci/run").read_text(encoding="utf-8").replace(" --quiet", "")
    parts = (part.strip() for line in block.text.splitlines() for part in line.split("&&"))
    return block.why_not_run == "run by .ci/run" and all(part in run for part in parts)


NOT_RUN = [block for block in BLOCKS if block.why_not_run]


@pytest.mark.parametrize("block", NOT_RUN, ids=str)
def test_what_is_not_run_has_a_reason_that_holds(block: Block) -> None:
    assert _reason_holds(block), block


def test_few_blocks_are_run_by_no_test() -> None:
    marked = [block for block in NOT_RUN if not _TEST.search(block.why_not_run)]
    assert len(marked) <= 12, [(str(block), block.why_not_run) for block in marked]
