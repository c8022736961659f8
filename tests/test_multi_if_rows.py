"""Multi-IF's rows, in every form in which they are handed on."""

import csv
import json
from collections import Counter
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

import ifbench_suite as suite
from checkers import MULTI_IF, UnknownInstruction, check
from ifbench_suite.data_faults import Slot, faults
from ifbench_suite.errors import InputError
from ifbench_suite.languages import LANGUAGE_CODES, asked_language
from ifbench_suite.loading import load_rows_file
from ifbench_suite.rows import Row, bind, content_hash
from tests.official import lines, official

FREQUENCY = {"keyword": "十月", "frequency": 2, "relation": "at least"}
IDS = ["punctuation:no_comma", "keywords:frequency", "detectable_format:title"]
KWARGS: list[dict[str, Any]] = [{}, FREQUENCY, {}]
PROMPTS = ["写一首诗，不要逗号。", "“十月”至少两次。", "加标题。"]
COLUMNS = [
    "turns",
    "responses",
    *(
        f"turn_{turn}_{name}"
        for turn in (1, 2, 3)
        for name in ("prompt", "instruction_id_list", "kwargs")
    ),
    "key",
    "turn_index",
    "language",
]


def official_cells(key: str = "1:2:zh", turns: int = 3, absent: str = "") -> dict[str, str]:
    """A row of the official CSV: JSON in its cells, kwargs encoded twice."""
    row = {"turns": "", "responses": "", "key": key, "turn_index": "0", "language": "Chinese"}
    for turn in (1, 2, 3):
        prompt = {"role": "user", "content": PROMPTS[turn - 1]}
        cells = (prompt, IDS[:turn], [json.dumps(one) for one in KWARGS[:turn]])
        for name, cell in zip(("prompt", "instruction_id_list", "kwargs"), cells, strict=True):
            row[f"turn_{turn}_{name}"] = json.dumps(cell) if turn <= turns else absent
    return row


def decoded(row: dict[str, str]) -> dict[str, Any]:
    """The same row with its cells decoded and nothing for an absent turn."""
    cells: dict[str, Any] = dict(row)
    for name, cell in row.items():
        if name.startswith("turn_") and name != "turn_index":
            cells[name] = json.loads(cell) if cell else None
            if name.endswith("kwargs") and cell:
                cells[name] = [json.loads(one) for one in cells[name]]
    return cells


def write_csv(path: Path, rows: list[dict[str, str]]) -> Path:
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    return path


def write_lines(path: Path, rows: list[dict[str, Any]]) -> Path:
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return path


def test_the_official_csv(tmp_path: Path) -> None:
    rows = load_rows_file(write_csv(tmp_path / "data.csv", [official_cells()]))
    assert [(row.key, row.turn, row.language) for row in rows] == [
        ("1:2:zh", turn, "Chinese") for turn in (1, 2, 3)
    ]
    assert [row.prompt for row in rows] == PROMPTS
    assert [len(row.instruction_ids) for row in rows] == [1, 2, 3]
    assert rows[2].instruction_ids == tuple(IDS)
    assert rows[2].kwargs == tuple(KWARGS)
    assert rows[0].extra == {}


@pytest.mark.parametrize("absent", ["", "None"])
def test_an_absent_third_turn_is_no_row(tmp_path: Path, absent: str) -> None:
    rows = [official_cells("1:2:zh", 2, absent), official_cells("1:3:zh")]
    loaded = load_rows_file(write_csv(tmp_path / "data.csv", rows))
    assert [(row.key, row.turn) for row in loaded] == [
        *(("1:2:zh", turn) for turn in (1, 2)),
        *(("1:3:zh", turn) for turn in (1, 2, 3)),
    ]


def test_hub_form_json_lines_and_decoded_cells_are_the_same_rows(tmp_path: Path) -> None:
    cells = official_cells(turns=2)
    hub: dict[str, Any] = {name: cell or None for name, cell in cells.items()}
    plain: dict[str, Any] = {
        **decoded(cells),
        "turn_1_prompt": PROMPTS[0],
        "turn_2_kwargs": [{}, json.dumps(FREQUENCY)],
    }
    forms = [
        write_csv(tmp_path / "a", [cells]),
        *(
            write_lines(tmp_path / name, [row])
            for name, row in [("b", cells), ("c", hub), ("d", decoded(cells)), ("e", plain)]
        ),
    ]
    hashes = {content_hash(load_rows_file(form)) for form in forms}
    assert len(hashes) == 1


def test_rows_by_turn_may_stand_alone(tmp_path: Path) -> None:
    fields = {"key": "7", "turn": 2, "language": "Hindi", "instruction_id_list": [], "kwargs": []}
    (row,) = load_rows_file(write_lines(tmp_path / "rows", [{**fields, "prompt": "?", "topic": 1}]))
    assert (row.turn, row.language, row.extra) == (2, "Hindi", {"topic": 1})
    assert row.name == "key 7, turn 2"


def test_the_fetched_file_is_loaded(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("IFBENCH_SUITE_CACHE", str(tmp_path))
    with pytest.raises(
        InputError, match="no data for multi_if: run `python -m ifbench_suite fetch"
    ):
        suite.load_rows("multi_if")
    (tmp_path / "multi_if").mkdir()
    write_csv(tmp_path / "multi_if" / "multiIF_20241018_0ab97ce0.csv", [official_cells()])
    assert len(suite.load_rows("multi_if")) == 3


BAD = [
    ({"turn_1_prompt": "{oops"}, "field 'turn_1_prompt': not JSON"),
    ({"turn_1_prompt": '{"role": "user"}'}, "field 'turn_1_prompt': is not a chat message"),
    ({"turn_1_prompt": ""}, r"field 'turn_2_prompt': only turns \[2, 3\] have a prompt"),
    ({"turn_2_instruction_id_list": "3"}, "field 'turn_2_instruction_id_list': 3 is not a list"),
    ({"turn_2_kwargs": '["{}"]'}, "field 'turn_2_kwargs': 1 for 2 instruction ids"),
    ({"turn_2_kwargs": '["{}", "{"]'}, "field 'turn_2_kwargs': not JSON"),
    ({"turn_2_kwargs": '["{}", "[]"]'}, r"field 'turn_2_kwargs': \[\] is not an object"),
]


@pytest.mark.parametrize(("change", "message"), BAD)
def test_a_malformed_cell_is_an_error_that_names_it(
    tmp_path: Path, change: dict[str, str], message: str
) -> None:
    path = write_csv(tmp_path / "data.csv", [{**official_cells(), **change}])
    with pytest.raises(InputError, match=f"data.csv:2: {message}"):
        load_rows_file(path)


def row(
    id: str,
    kwargs: Mapping[str, Any] | None = None,
    *,
    language: str = "Chinese",
    key: str = "1:1:zh",
) -> Row:
    return Row(key, "?", (id,), (kwargs or {},), language=language, turn=1)


def test_the_published_row_without_a_keyword_is_never_followed_and_named() -> None:
    empty = {"keyword": "", "frequency": 1, "relation": "less than"}
    published = row("keywords:frequency", empty, key="2616:4:zh")
    answers = [{"key": "2616:4:zh", "turn": 1, "response": "一二三"}]
    (outcome,) = suite.score([published], answers, benchmark="multi_if")
    assert outcome.corrected is not None
    assert (outcome.strict, outcome.loose, outcome.corrected.strict) == ((False,),) * 3
    assert outcome.reference.findings[0].wanted == "the data leaves 'keyword' empty; not followed"
    with pytest.raises(InputError, match="key 1:1:zh, turn 1: keywords:frequency: keyword=''"):
        bind(row("keywords:frequency", empty), MULTI_IF)
    sound = row("keywords:frequency", {**empty, "keyword": "一"}, key="2616:4:zh")
    (outcome,) = suite.score([sound], answers, benchmark="multi_if")
    assert outcome.reference.findings[0].wanted == "less than 1"


def test_faults_of_the_data_are_told_once_per_conversation() -> None:
    letter = {"letter": "#", "let_frequency": 4, "let_relation": "at least"}
    word = {"num_paragraphs": 1, "nth_paragraph": 1, "first_word": "en cambio"}
    id, other = "keywords:letter_frequency", "length_constraints:nth_paragraph_first_word"
    slots = [Slot("1122:18:en", turn, id, letter) for turn in (1, 2, 3)]
    slots += [
        Slot("5:1:es", 3, other, word),
        Slot("6:1:es", 1, other, {**word, "first_word": "en"}),
    ]
    found = [(one.key, one.turns, one.instruction, one.reason) for one in faults(slots)]
    assert found == [
        (
            "1122:18:en",
            (1, 2, 3),
            id,
            "the official code draws a letter at random for '#'; that sign is counted",
        ),
        (
            "5:1:es",
            (3,),
            other,
            "first_word 'en cambio' is no single word; the official rule compares one",
        ),
    ]


@pytest.mark.parametrize("id", ["es:keywords:existence", "ja:format:quotes", "en:language:x"])
def test_ids_of_m_ifeval_are_refused_with_what_they_are(id: str) -> None:
    with pytest.raises(InputError, match=f"'{id}' is an id of M-IFEval, another benchmark"):
        bind(row(id), MULTI_IF)
    with pytest.raises(UnknownInstruction, match="whose ids begin with a language"):
        check("multi_if", id, "hola", {})


def test_the_language_that_a_row_asks_for() -> None:
    assert asked_language(row("punctuation:no_comma")) == "zh"
    assert asked_language(row("punctuation:no_comma", language="zh")) == "zh"
    assert asked_language(row("punctuation:no_comma", language="Klingon")) is None
    hindi = row("language:response_language", {"language": "hi"}, language="English")
    assert asked_language(hindi) == "hi"
    assert asked_language(row("change_case:english_capital", language="Russian")) == "en"
    assert asked_language(Row(1, "?", ("punctuation:no_comma",), ({},))) is None
    assert len(LANGUAGE_CODES) == 11


def test_the_corrected_counts_go_by_the_language_of_the_row() -> None:
    """By its script this is English text of 6 words with two Han characters in it."""
    response = "Python Java Rust Go: 学习"
    kwargs = {"num_words": 6, "relation": "at least"}
    for language, followed in (("Chinese", True), ("English", False)):
        asked = row("length_constraints:number_words", kwargs, language=language)
        answers = [{"key": asked.key, "turn": 1, "response": response}]
        (outcome,) = suite.score([asked], answers, benchmark="multi_if")
        assert outcome.corrected is not None
        assert outcome.corrected.strict == (followed,)


def test_a_row_in_thai_is_refused_before_scoring_without_its_packages(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("checkers.segment_multilingual.find_spec", lambda name: None)
    thai = row("punctuation:no_comma", language="Thai", key="1:1:th")
    with pytest.raises(InputError, match=r"pip install \"ifbench-suite\[thai\]\""):
        bind(thai, MULTI_IF)


def test_the_structure_of_the_official_english_set() -> None:
    rows = load_rows_file(official("data/multi_if_rows.jsonl"))
    english = [one for one in rows if one.language == "English"]
    assert Counter(one.turn for one in english) == {1: 909, 2: 909, 3: 896}
    instructions = Counter[int | None]()
    for one in english:
        instructions[one.turn] += len(one.instruction_ids)
    assert instructions == {1: 1380, 2: 2289, 3: 3152}
    for one in rows:
        bind(one, MULTI_IF)
    slots = (
        Slot(one.key, one.turn, id, kwargs)
        for one in rows
        for id, kwargs in zip(one.instruction_ids, one.kwargs, strict=True)
    )
    assert [(fault.key, fault.turns) for fault in faults(slots)] == [("1122:18:en", (1, 2, 3))]


def test_the_official_cells_as_a_csv_file_are_the_same_rows(tmp_path: Path) -> None:
    cells = [{name: row[name] for name in COLUMNS} for row in lines("data/multi_if_rows.jsonl")]
    loaded = load_rows_file(write_csv(tmp_path / "data.csv", cells))
    assert content_hash(loaded) == content_hash(
        load_rows_file(official("data/multi_if_rows.jsonl"))
    )
