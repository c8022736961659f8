import gzip
import io
import json
from pathlib import Path
from types import SimpleNamespace

import pytest

from ifbench_suite.errors import InputError
from ifbench_suite.records import LONGEST_LINE, in_memory, read_records

ROW = {"key": 1, "response": "Résumé \u2028 in one line"}


@pytest.mark.parametrize(
    "content",
    [
        json.dumps(ROW),
        json.dumps(ROW) + "\n",
        "\n\n" + json.dumps(ROW) + "\r\n\n",
        json.dumps([ROW]),
        "  \n" + json.dumps([ROW], indent=2),
        json.dumps(ROW, ensure_ascii=False),
    ],
    ids=["one line", "newline", "blank lines", "array", "indented array", "raw characters"],
)
@pytest.mark.parametrize("zipped", [False, True], ids=["plain", "gzipped"])
def test_every_form_gives_the_same_records(tmp_path: Path, content: str, zipped: bool) -> None:
    path = tmp_path / "named-anything"
    data = content.encode()
    path.write_bytes(gzip.compress(data) if zipped else data)
    assert [record.value for record in read_records(path)] == [ROW]


def test_standard_input_is_read(monkeypatch: pytest.MonkeyPatch) -> None:
    stdin = SimpleNamespace(buffer=io.BytesIO(json.dumps(ROW).encode()))
    monkeypatch.setattr("sys.stdin", stdin)
    assert [record.value for record in read_records("-")] == [ROW]


BAD = {
    "empty": (b"", "bad: holds no rows"),
    "blank lines only": (b"\n \n", "bad: holds no rows"),
    "empty array": (b"[]", "bad: holds no rows"),
    "byte order mark": (b"\xef\xbb\xbf{}", "bad: starts with a byte order mark"),
    "not UTF-8": (b'{"key": 1}\n{"key": "\xff"}\n', "bad:2: not UTF-8 (byte 10)"),
    "array not UTF-8": (b'[\n{"key": "\xff"}]', "bad:2: not UTF-8"),
    "broken": (b'{"key": 1}\n\n{"key": \n', "bad:3: not JSON: Expecting value"),
    "broken array": (b'[{"key": 1},\n {"key" 2}]', "bad:2: not JSON: Expecting ':' delimiter"),
    "a number": (b'{"key": 1}\n7\n', "bad:2: is a whole number, not a JSON object"),
    "null": (b"null", "bad:1: is null, not a JSON object"),
    "a list in an array": (b'[{"key": 1}, []]', "bad:2: is a list, not a JSON object"),
    "deep": (b"[" * 100_000, "bad:1: not readable as JSON"),
    "damaged gzip": (gzip.compress(b'{"key": 1}' * 99)[:-9], "bad: damaged gzip data"),
    "long line": (b'{"key": 1}\n' + b"a" * (LONGEST_LINE + 1), "bad:2: longer than 32 MiB"),
}


@pytest.mark.parametrize("name", BAD)
def test_bad_input_is_one_line_that_names_file_and_line(tmp_path: Path, name: str) -> None:
    content, message = BAD[name]
    path = tmp_path / "bad"
    path.write_bytes(content)
    with pytest.raises(InputError) as raised:
        list(read_records(path))
    assert str(raised.value).startswith(f"{tmp_path}/{message}")
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize(
    ("name", "message"), [("absent", "no such file or directory"), ("", "is a directory")]
)
def test_paths_that_are_no_files(tmp_path: Path, name: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        list(read_records(tmp_path / name))


def test_a_missing_field_is_named_with_the_fields_there_are() -> None:
    record = next(in_memory([{"key": 1, "prompt": "Hi."}]))
    with pytest.raises(InputError, match=r"row 1: field 'response': missing \(.* key, prompt\)"):
        record.take("response", str)


@pytest.mark.parametrize(
    ("value", "found"), [(3, "a whole number"), (None, "null"), ({}, "an object"), (True, "true")]
)
def test_a_wrong_type_is_named(value: object, found: str) -> None:
    record = next(in_memory([{"response": value}]))
    with pytest.raises(InputError, match=f"field 'response': is {found}.* not a string"):
        record.take("response", str)


def test_in_memory_rows_must_be_mappings() -> None:
    with pytest.raises(InputError, match="row 2: is str, not a mapping"):
        list(in_memory([{}, "text"]))  # type: ignore[list-item]
