"""The vectors with recorded official verdicts, through the code of `check`."""

import json
from pathlib import Path

import pytest

from ifbench_suite.conformance import check, differences, vector_files, vectors
from tests.official import official

FILES = vector_files()


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_every_verdict_is_the_recorded_one(path: Path) -> None:
    result = check(path)
    assert result.differences == []
    assert result.vectors > 400


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.stem)
def test_the_vectors_are_those_that_were_recorded(path: Path) -> None:
    assert path.read_bytes() == official(f"vectors/{path.name}").read_bytes()


def test_a_wrong_verdict_is_a_difference() -> None:
    vector = next(v for v in vectors(FILES[0]) if v["strict"] is True and "random" not in v)
    strict, *_ = differences({**vector, "strict": False})
    assert json.loads(json.dumps(strict)) == [vector["id"], "strict", False, True]


def test_a_row_that_should_be_refused_and_binds_is_a_difference() -> None:
    vector = next(v for v in vectors(FILES[0]) if v["strict"] is True)
    (binding,) = differences({**vector, "binds": False})
    assert binding.what == "binding"
