"""Journals: what was written stays, and what was half-written is said."""

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifbench_suite.errors import InputError
from ifbench_suite.journal import Journal

LINES = b'{"a": 1}\n{"a": "\xe4\xbd\xa0"}\n{"a": 3}\n'


def opened(path: Path, content: bytes) -> tuple[list[object], list[str], bytes]:
    """The entries, what was said, and what the file holds after one more entry."""
    said: list[str] = []
    path.write_bytes(content)
    with Journal(path, said.append) as journal:
        entries = [entry["a"] for entry in journal.entries]
        journal.append({"a": "new"})
    return entries, said, path.read_bytes()


@given(st.integers(0, len(LINES)))
def test_a_file_cut_anywhere_goes_on_behind_its_last_whole_line(
    tmp_path_factory: pytest.TempPathFactory, length: int
) -> None:
    path = tmp_path_factory.mktemp("journal") / "out.jsonl"
    entries, said, after = opened(path, LINES[:length])
    whole = LINES[:length].count(b"\n") + (LINES[length : length + 1] == b"\n")
    assert entries == [1, "你", 3][:whole]
    assert after == b"".join(LINES.splitlines(keepends=True)[:whole]) + b'{"a": "new"}\n'
    is_cut = length > len(b"".join(LINES.splitlines(keepends=True)[:whole]))
    assert said == ([f"{path}: dropped a half-written last line"] if is_cut else [])


def test_a_last_line_without_an_end_is_whole_if_it_is_an_object(tmp_path: Path) -> None:
    entries, said, after = opened(tmp_path / "out.jsonl", b'{"a": 1}')
    assert (entries, said, after) == ([1], [], b'{"a": 1}\n{"a": "new"}\n')


def test_damage_in_the_middle_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"out.jsonl:2: not JSON"):
        opened(tmp_path / "out.jsonl", b'{"a": 1}\n{"a"\n{"a": 3}\n')
    with pytest.raises(InputError, match=r"out.jsonl:1: is not a JSON object"):
        opened(tmp_path / "out.jsonl", b"[1]\n")


def test_two_runs_cannot_write_to_one_file(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    with Journal(path, print), pytest.raises(InputError, match="another run is writing to it"):
        Journal(path, print)
    Journal(path, print).close()


def test_rewriting_is_whole_and_leaves_no_draft(tmp_path: Path) -> None:
    path = tmp_path / "out.jsonl"
    path.write_bytes(LINES)
    with Journal(path, print) as journal:
        journal.rewrite(journal.entries[::-1])
    assert path.read_bytes() == b"".join(LINES.splitlines(keepends=True)[::-1])
    assert [file.name for file in tmp_path.iterdir()] == ["out.jsonl"]


def test_a_journal_without_entries_leaves_no_file(tmp_path: Path) -> None:
    Journal(tmp_path / "new" / "out.jsonl", print).close()
    assert list((tmp_path / "new").iterdir()) == []
