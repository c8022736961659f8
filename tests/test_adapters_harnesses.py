"""Adapters as far as they can be tried without their harness; with it, its whole check."""

import importlib.util
import json
import re
import subprocess
import sys
from functools import partial
from pathlib import Path

import pyarrow
import pytest

import ifbench_suite as suite
from ifbench_suite.adapters import arrow, judging
from ifbench_suite.adapters.lm_eval import tasks, utils
from ifbench_suite.adapters.ray import _totals
from ifbench_suite.cli import main
from ifbench_suite.commands.adapter import ADAPTERS
from ifbench_suite.resources import data_file

FOLDER = Path(judging.__file__).parent
HARNESSES = {
    "datasets": "datasets",
    "evalscope": "evalscope",
    "evalution": "evalution",
    "inspect": "inspect_ai",
    "lighteval": "lighteval",
    "lm_eval": "lm_eval",
    "opencompass": "opencompass",
    "ray": "ray",
    "spark": "pyspark",
    "trl": "trl",
    "verifiers": "verifiers.v1.episode",
    "verifiers_before_04": "verifiers.rubrics",
    "verl": "verl",
}


def responses(benchmark: str) -> pyarrow.Table:
    text = data_file(f"samples/{benchmark}_responses.jsonl").read_text(encoding="utf-8")
    return pyarrow.Table.from_pylist([json.loads(line) for line in text.splitlines()])


@pytest.mark.parametrize("benchmark", ["ifeval", "ifbench", "if_rlvr"])
@pytest.mark.parametrize("by", [["key"], ["prompt"], ["key", "prompt"]])
def test_a_table_is_scored_as_a_file_is(benchmark: str, by: list[str]) -> None:
    table = responses(benchmark).select([*by, "response"])
    scored = arrow.score_table(table, benchmark=benchmark, data="sample")
    assert scored.column_names[: len(by) + 1] == table.column_names
    rows = suite.load_rows(benchmark, data_file(f"samples/{benchmark}_rows.jsonl"))
    for mode in ("strict", "loose"):
        wanted = {
            str(one.key): list(getattr(one, mode))
            for one in suite.score(rows, responses(benchmark).to_pylist(), benchmark=benchmark)
        }
        keys = responses(benchmark).column("key").to_pylist()
        assert scored.column(mode).to_pylist() == [wanted[str(key)] for key in keys]
        levels = scored.column(f"prompt_level_{mode}").to_pylist()
        assert levels == [all(wanted[str(key)]) for key in keys]


def test_a_table_may_hold_turns_of_conversations() -> None:
    table = pyarrow.Table.from_pylist(
        [{"key": "1:1:en", "turn": turn, "response": "A ferry, a lantern."} for turn in (1, 2, 3)]
    )
    scored = arrow.score_table(table, benchmark="multi_if", data="sample")
    assert [len(one) for one in scored.column("strict").to_pylist()] == [3, 4, 5]


def test_rows_in_a_table_may_be_structs_or_text_and_answers_chats() -> None:
    chat = [{"role": "user", "content": "Hi"}, {"role": "assistant", "content": "a, b"}]
    row = {"instruction_id_list": ["punctuation:no_comma"], "kwargs": [{"num_words": None}]}
    table = pyarrow.Table.from_pylist([{**row, "response": chat}, {**row, "response": None}])
    assert arrow.score_table(table).column("strict").to_pylist() == [[False], [False]]
    text = '{"instruction_id_list": ["punctuation:no_comma"], "kwargs": "[{}]"}'
    table = pyarrow.Table.from_pylist([{"row": text, "response": "a b", "strict": "old"}])
    scored = arrow.score_table(table)
    assert scored.column_names.count("strict") == 1
    assert scored.column("strict").to_pylist() == [[True]]


def test_a_table_without_rows_names_the_record_that_lacks_one() -> None:
    table = pyarrow.Table.from_pylist([{"key": "none such", "response": "a"}])
    with pytest.raises(suite.InputError, match="key 'none such'"):
        arrow.score_table(table, data="sample")


def test_an_empty_table_keeps_its_types() -> None:
    table = pyarrow.table({"prompt": pyarrow.array([], pyarrow.string())})
    scored = arrow.score_table(table)
    assert scored.schema.field("strict").type == pyarrow.list_(pyarrow.bool_())


def test_batches_for_spark_are_scored_one_by_one() -> None:
    batches = responses("ifeval").to_batches(max_chunksize=10)
    judge = partial(arrow.score_batches, benchmark="ifeval", data="sample")
    scored = list(judge(iter(batches)))
    assert [batch.num_rows for batch in scored] == [10, 10, 6]
    added = re.findall(r"(\w+) (boolean|array<boolean>)", arrow.SPARK_COLUMNS)
    assert scored[0].schema.names[-4:] == [name for name, _ in added]


def test_totals_of_parts_add_up_to_those_of_the_whole() -> None:
    scored = arrow.score_table(responses("ifbench"), benchmark="ifbench", data="sample")
    (whole,) = _totals(scored).to_pylist()
    parts = [_totals(scored.slice(start, 7)).to_pylist()[0] for start in range(0, 60, 7)]
    assert whole == {name: sum(part[name] for part in parts) for name in whole}
    assert (whole["prompt_level_strict"], whole["prompt_level_strict_num"]) == (34, 60)


def test_lm_eval_gets_verdicts_and_pools_them() -> None:
    rows = judging.rows_to_ask("ifbench", "sample")
    docs = [{**judging.as_record(row), "benchmark": "ifbench"} for row in rows]
    answers = responses("ifbench").column("response").to_pylist()
    results = [
        tasks.process_results(doc, [answer]) for doc, answer in zip(docs, answers, strict=True)
    ]
    path = data_file("samples/ifbench_responses.jsonl")
    report = suite.evaluate(path, "ifbench", data=data_file("samples/ifbench_rows.jsonl"))
    for name in judging.LEVELS:
        items = [one[name] for one in results]
        value = tasks.pooled(items) if name.startswith("inst") else sum(items) / len(items)
        assert value == report.metrics[name].value


@pytest.mark.parametrize("benchmark", judging.SINGLE_TURN)
def test_the_tasks_for_lm_eval_name_what_there_is(benchmark: str) -> None:
    text = (FOLDER / "lm_eval" / f"{benchmark}.yaml").read_text(encoding="utf-8")
    assert f"task: ifbench_suite_{benchmark}\n" in text
    assert f"  benchmark: {benchmark}\n" in text
    assert re.findall(r"- metric: (\w+)", text) == list(judging.LEVELS)
    functions = set(re.findall(r"!function utils\.(\w+)", text))
    assert functions == set(utils.__all__)
    assert all(callable(getattr(utils, name)) for name in functions)


@pytest.mark.parametrize("name", ADAPTERS)
def test_the_command_says_how_each_is_used(name: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["adapter", name, "--path"]) == 0
    path = capsys.readouterr().out.strip()
    assert Path(path).exists()
    assert main(["adapter", name]) == 0
    assert "{path}" not in capsys.readouterr().out


def test_the_command_lists_all(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["adapter"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in lines] == sorted(ADAPTERS)
    assert main(["adapter", "none_such"]) == 2


def test_nothing_is_imported_until_it_is_used() -> None:
    heavy = {name.partition(".")[0] for name in HARNESSES.values()} | {"torch", "pyarrow", "numpy"}
    modules = ["rewards", "trl", "verl", "arrow", "ray", "judging", "lm_eval.tasks"]
    code = "\n".join(f"import ifbench_suite.adapters.{name}" for name in modules)
    code += f"\nimport sys\nprint(sorted(set(sys.modules) & {heavy!r}))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("[]\n", "")


@pytest.mark.slow
@pytest.mark.parametrize("name", HARNESSES)
def test_the_harness_gives_the_numbers_of_our_command(name: str, tmp_path: Path) -> None:
    try:
        missing = importlib.util.find_spec(HARNESSES[name]) is None
    except ModuleNotFoundError:
        missing = True
    if missing:
        pytest.skip(
            f"{HARNESSES[name]} is not installed; tests/harnesses/run.sh {name} installs it"
        )
    check = [sys.executable, "-W", "ignore", "-m", f"tests.harnesses.check_{name}"]
    # Away from the checkout, for a harness that takes only an installed package for a plug-in.
    (tmp_path / "tests").symlink_to(Path(__file__).parent)
    done = subprocess.run(check, cwd=tmp_path, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
