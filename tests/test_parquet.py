"""Parquet: the form in which the hub serves IFBench, read as the official JSON Lines are."""

import gzip
import json
from dataclasses import replace
from pathlib import Path
from typing import Any

import numpy
import pytest

from ifbench_suite import parquet
from ifbench_suite import sources as sources_module
from ifbench_suite.errors import InputError
from ifbench_suite.loading import load_rows_file
from ifbench_suite.records import in_memory, read_records
from ifbench_suite.resources import data_file
from ifbench_suite.rows import content_hash
from ifbench_suite.sources import HubMirror, Source, SourceFile, fetch, sources
from tests.official import official
from tests.stand_ins import REVISION, only_stand_ins, serving

SAMPLE = data_file("samples/ifbench_rows.jsonl")


def as_parquet(jsonl: Path, folder: Path) -> Path:
    """The rows as the hub has them: one struct type with every parameter, nulls written out."""
    pyarrow = pytest.importorskip("pyarrow", reason="needs pip install 'ifbench-suite[parquet]'")
    from pyarrow.parquet import write_table

    rows = [json.loads(line) for line in jsonl.read_text(encoding="utf-8").splitlines()]
    path = folder / "train-00000-of-00001.anything"
    write_table(pyarrow.Table.from_pylist(rows), path, row_group_size=25)
    return path


def test_the_sample_says_the_same_in_parquet(tmp_path: Path) -> None:
    path = as_parquet(SAMPLE, tmp_path)
    assert path.read_bytes()[:4] == b"PAR1"
    assert [record.value for record in read_records(path)] == [
        record.value for record in read_records(SAMPLE)
    ]
    assert content_hash(load_rows_file(path)) == content_hash(load_rows_file(SAMPLE))


def test_the_official_rows_in_parquet_pass_the_check_of_the_hubs_copy(tmp_path: Path) -> None:
    path = as_parquet(official("data/ifbench_test_300.jsonl"), tmp_path)
    rows = load_rows_file(path)
    assert len(rows) == 300
    assert content_hash(rows) == sources()["ifbench"].content


def test_the_hubs_parquet_is_fetched_if_it_holds_the_official_rows(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = as_parquet(SAMPLE, tmp_path)
    mirror = HubMirror("someone/rows", REVISION, "data/train.parquet", saved_as="rows.parquet")
    file = SourceFile("rows.jsonl", (mirror,), size=7, sha256="0" * 64)
    source = Source("rows", "Rows", "CC0", (file,), content=content_hash(load_rows_file(SAMPLE)))
    other = replace(source, content="0" * 64)
    with serving() as hub:
        only_stand_ins(monkeypatch, hub, tmp_path)
        hub.put(mirror, path.read_bytes())
        monkeypatch.setattr(sources_module, "sources", lambda: {"rows": other})
        with pytest.raises(InputError, match="its rows are not the official ones"):
            fetch("rows")
        monkeypatch.setattr(sources_module, "sources", lambda: {"rows": source})
        assert fetch("rows").read_bytes() == path.read_bytes()


def test_numbers_strings_lists_and_nulls_are_plain_python(tmp_path: Path) -> None:
    path = as_parquet(SAMPLE, tmp_path)
    kinds = {type(value) for record in read_records(path) for value in _leaves(record.value)}
    assert kinds == {str, int, float, type(None)}


def _leaves(value: Any) -> list[Any]:
    if isinstance(value, dict):
        return [leaf for item in value.values() for leaf in _leaves(item)]
    if isinstance(value, list):
        return [leaf for item in value for leaf in _leaves(item)]
    return [value]


def test_gzipped_parquet_is_read_too(tmp_path: Path) -> None:
    path = as_parquet(SAMPLE, tmp_path)
    zipped = tmp_path / "zipped"
    zipped.write_bytes(gzip.compress(path.read_bytes()))
    assert len(list(read_records(zipped))) == len(SAMPLE.read_text().splitlines())


def test_a_wrong_row_is_named_by_its_number(tmp_path: Path) -> None:
    bad = tmp_path / "bad.jsonl"
    bad.write_text('{"key": 1, "prompt": "Hi."}\n{"key": 2, "prompt": null}\n')
    with pytest.raises(InputError, match="anything:1: field 'instruction_id_list': missing"):
        load_rows_file(as_parquet(bad, tmp_path))


def test_without_pyarrow_the_error_names_the_extra(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(parquet, "find_spec", lambda name: None)
    path = tmp_path / "rows.parquet"
    path.write_bytes(b"PAR1....PAR1")
    with pytest.raises(InputError) as raised:
        list(read_records(path))
    problem = "is Parquet; reading it needs pip install 'ifbench-suite[parquet]'"
    assert str(raised.value) == f"{path}: {problem}"


@pytest.mark.parametrize("content", [b"PAR1", b"PAR1....PAR1", b"PAR1" + b"x" * 500 + b"PAR1"])
def test_damaged_parquet_is_one_line(tmp_path: Path, content: bytes) -> None:
    pytest.importorskip("pyarrow", reason="needs pip install 'ifbench-suite[parquet]'")
    path = tmp_path / "rows.parquet"
    path.write_bytes(content)
    with pytest.raises(InputError, match="damaged Parquet data") as raised:
        list(read_records(path))
    assert "\n" not in str(raised.value)


def test_parquet_without_rows_holds_none(tmp_path: Path) -> None:
    pyarrow = pytest.importorskip("pyarrow", reason="needs pip install 'ifbench-suite[parquet]'")
    from pyarrow.parquet import write_table

    path = tmp_path / "empty"
    write_table(pyarrow.table({"key": pyarrow.array([], pyarrow.int64())}), path)
    with pytest.raises(InputError, match="empty: holds no rows"):
        list(read_records(path))


def test_numpy_values_in_memory_become_plain_python() -> None:
    row = {
        "key": numpy.int64(7),
        "kwargs": numpy.array([{"N": numpy.float64(2.0), "keyword": float("nan")}], dtype=object),
        "instruction_id_list": numpy.array(["count:numbers"]),
        "response": numpy.str_("Two."),
    }
    (record,) = in_memory([row])
    assert record.value == {
        "key": 7,
        "kwargs": [{"N": 2.0, "keyword": None}],
        "instruction_id_list": ["count:numbers"],
        "response": "Two.",
    }
    assert {type(leaf) for leaf in _leaves(record.value)} == {int, float, type(None), str}
