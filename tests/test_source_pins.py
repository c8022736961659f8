"""data/SOURCES.toml: what is declared is whole, and it is the official files."""

import hashlib
import re

import pytest

from ifbench_suite.loading import load_rows_file
from ifbench_suite.rows import content_hash
from ifbench_suite.sources import HubMirror, sources
from tests.official import official


def test_the_pins_are_whole() -> None:
    declared = sources()
    assert list(declared) == ["ifeval", "ifbench", "tagger", "multi_if", "inverse_ifeval"]
    assert {name for name, source in declared.items() if source.notice} == {
        "multi_if",
        "inverse_ifeval",
    }
    for source in declared.values():
        for file in source.files:
            assert file.sha256 is None or re.fullmatch("[0-9a-f]{64}", file.sha256)
            assert (file.sha256 is None) == (file.size is None) == bool(source.notice)
            for mirror in file.mirrors:
                if isinstance(mirror, HubMirror):
                    assert re.fullmatch("[0-9a-f]{40}", mirror.revision)


@pytest.mark.parametrize(
    ("name", "file"),
    [
        ("ifeval", "data/ifeval_input_20240611.jsonl"),
        ("ifbench", "data/ifbench_test_300.jsonl"),
    ],
)
def test_the_pins_are_those_of_the_official_file(name: str, file: str) -> None:
    path, source = official(file), sources()[name]
    assert source.files[0].size == path.stat().st_size
    assert source.files[0].sha256 == hashlib.sha256(path.read_bytes()).hexdigest()
    rows = load_rows_file(path)
    assert source.rows == len(rows)
    assert source.content == content_hash(rows)
