import csv
import io
from pathlib import Path
from typing import Literal

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifbench_suite.csv_records import csv_rows, is_csv_header
from ifbench_suite.errors import InputError
from ifbench_suite.records import read_records

CELLS = st.text(alphabet='a",\n\t 中é', max_size=6)
TABLES = st.lists(st.lists(CELLS, min_size=3, max_size=3), min_size=1, max_size=4)


@given(TABLES, st.sampled_from(["\n", "\r\n"]), st.booleans())
def test_what_the_csv_module_writes_is_read_back(
    table: list[list[str]], end: str, all_quoted: bool
) -> None:
    text = io.StringIO()
    quoting: Literal[0, 1] = csv.QUOTE_ALL if all_quoted else csv.QUOTE_MINIMAL
    writer = csv.writer(text, lineterminator=end, quoting=quoting)
    writer.writerows([["key", "b", "c"], *table])
    assert [list(row.values()) for _, row in csv_rows(text.getvalue(), "f")] == table


def test_cells_of_any_length_are_read_and_the_csv_module_keeps_its_limit() -> None:
    limit = csv.field_size_limit()
    long = '"' * 300_000
    ((_, row),) = csv_rows('key,a\n1,"' + '""' * 300_000 + '"\n', "f")
    assert row["a"] == long
    assert csv.field_size_limit() == limit < 300_000


def test_cells_stand_as_they_are_and_lines_are_those_of_the_file() -> None:
    text = 'key,a,b\nNaN,None,\n\n"x\ny",NA,"say ""a"""\nz,,null'
    assert list(csv_rows(text, "f")) == [
        (2, {"key": "NaN", "a": "None", "b": ""}),
        (4, {"key": "x\ny", "a": "NA", "b": 'say "a"'}),
        (6, {"key": "z", "a": "", "b": "null"}),
    ]


BAD = [
    ("key,a\n1\n", "f:2: 1 cells for 2 columns"),
    ("key,a\n1,2,3\n", "f:2: 3 cells for 2 columns"),
    ('key,a\n1,2\n3,"x\n', "f:3: a quoted cell that does not end"),
    ('key,a\n1,"x"y\n', "f:2: text after the end of a quoted cell"),
]


@pytest.mark.parametrize(("text", "message"), BAD)
def test_a_damaged_table_is_an_error_with_its_line(text: str, message: str) -> None:
    with pytest.raises(InputError, match=message):
        list(csv_rows(text, "f"))


HEADERS = [
    (b"turns,responses,turn_1_prompt,key\n", True),
    (b'"key","response"\r\n', True),
    (b"key\n", False),
    (b"a,b\n", False),
    (b'["a","key","b"]\n', False),
    (b'{"a": 1,"key","b"}\n', False),
    (b"\xff\xfe,key\n", True),
    (b"", False),
]


@pytest.mark.parametrize(("line", "expected"), HEADERS)
def test_a_table_is_told_by_its_first_line(line: bytes, expected: bool) -> None:
    assert is_csv_header(line) is expected


def test_a_table_may_have_any_name(tmp_path: Path) -> None:
    path = tmp_path / "data.json"
    path.write_text("key,response\n1,yes\n2,no\n")
    assert [dict(record.value) for record in read_records(path)] == [
        {"key": "1", "response": "yes"},
        {"key": "2", "response": "no"},
    ]
    assert [record.place.line for record in read_records(path)] == [2, 3]


def test_a_table_without_rows_and_one_that_is_not_utf_8_are_errors(tmp_path: Path) -> None:
    path = tmp_path / "data.csv"
    path.write_text("key,response\n")
    with pytest.raises(InputError, match="holds no rows"):
        list(read_records(path))
    path.write_bytes(b"key,response\n1,a\n2,\xff\n")
    with pytest.raises(InputError, match=r"data.csv:3: not UTF-8"):
        list(read_records(path))
