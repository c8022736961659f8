"""Patterns rewritten to run in linear time find what the plain ones find."""

import json
import re
import string
import sys
import unicodedata
import warnings

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from checkers import IFEVAL, Text
from checkers.ifeval import json_nesting
from checkers.ifeval.find import is_word_character, places
from checkers.ifeval.patterns import compiled, is_absent, occurrences, occurs
from checkers.ifeval.white_space import WHITE_SPACE

AT_LEAST_ONE: dict[str, dict[str, object]] = {
    "detectable_content:number_placeholders": {"num_placeholders": 1},
    "detectable_format:number_bullet_lists": {"num_bullets": 1},
    "detectable_format:number_highlighted_sections": {"num_highlights": 1},
    "detectable_format:multiple_sections": {"section_spliter": "Day", "num_sections": 1},
}


def of(alphabet: str) -> st.SearchStrategy[str]:
    return st.text(alphabet, max_size=30)


@given(of("[]a\n"))
def test_placeholders(raw: str) -> None:
    assert counted("detectable_content:number_placeholders", raw) == len(
        re.findall(r"\[.*?\]", raw)
    )


@given(of("[]axX-*+( \n_1"))
@example("- [x]\n* [X](a)\n\n+ [x] [x]\na [x]")
def test_corrected_placeholders(raw: str) -> None:
    count = 0
    for match in re.finditer(r"(?<!\w)\[([^\[\]\n]+)\](?!\()", raw):
        before = raw[: match.start()].rpartition("\n")[2]
        is_box = match[1] in ("x", "X") and re.fullmatch(r"\s*[-*+]\s+", before)
        count += any(map(str.isalpha, match[1])) and not is_box
    assert counted("detectable_content:number_placeholders", raw, corrected=True) == count


@given(of("*- a\n\r\t"))
@example("*\n\n* b")
@example("a\n*")
def test_bullets(raw: str) -> None:
    stars = re.findall(r"^\s*\*[^\*].*$", raw, re.MULTILINE)
    dashes = re.findall(r"^\s*-.*$", raw, re.MULTILINE)
    assert counted("detectable_format:number_bullet_lists", raw) == len(stars) + len(dashes)


@given(of("* a\n"))
def test_highlights(raw: str) -> None:
    single = [span.strip("*").strip() for span in re.findall(r"\*[^\n\*]*\*", raw)]
    double = [span[2:-2].strip() for span in re.findall(r"\*\*[^\n\*]*\*\*", raw)]
    count = sum(map(bool, single + double))
    assert counted("detectable_format:number_highlighted_sections", raw) == count


@given(of("* a\\`\n\t"))
def test_corrected_highlights(raw: str) -> None:
    prose = re.sub(r"^[ \t]*\*[ \t]+", "", raw, flags=re.MULTILINE)
    prose = re.sub(r"`[^`\n]+`", "", prose)
    spans = re.findall(r"(?<![\\*])(\*{1,3})(?![\s*])([^*\n]*[^\s*\\])\1", prose)
    id = "detectable_format:number_highlighted_sections"
    assert counted(id, raw, corrected=True) == len(spans)


@given(of("<> a#\n"))
@example("<<<>>")
@example("<<>>>")
def test_titles(raw: str) -> None:
    matches = re.findall(r"<<[^\n]+>>", raw)
    has_title = any(match.lstrip("<").rstrip(">").strip() for match in matches)
    assert followed("detectable_format:title", raw) is has_title


@given(of("<> a#*\n"))
@example("a << a >> <<a>>")
def test_corrected_titles(raw: str) -> None:
    assert followed("detectable_format:title", raw, corrected=True) is _has_corrected_title(raw)


def _has_corrected_title(raw: str) -> bool:
    match = re.search(r"<<[^\n]+>>", raw)
    while match:
        inside = match[0].lstrip("<").rstrip(">")
        line_start = raw.rfind("\n", 0, match.start()) + 1
        line = raw[line_start:].split("\n")[0].strip(WHITE_SPACE + "#*_")
        is_whole_line = line.startswith("<<") and line.endswith(">>")
        if any(map(str.isalnum, inside)) and (is_whole_line or not inside[0].isspace()):
            return True
        match = re.compile(r"<<[^\n]+>>").search(raw, match.start() + 1)
    return False


@given(of("pPsS. \na"), st.sampled_from(["P.S.", "P.P.S", "P.S", "a|p", "", "+", "s?", r"\S"]))
def test_postscripts(raw: str, marker: str) -> None:
    official = {"P.S.": r"\s*p\.\s?s\..*$", "P.P.S": r"\s*p\.\s?p\.\s?s.*$"}
    pattern = official.get(marker, rf"\s*{marker.lower()}.*$")
    found = re.search(pattern, raw.lower(), re.MULTILINE)
    id = "detectable_content:postscript"
    assert followed(id, raw, postscript_marker=marker) is (found is not None)


@given(of("pS. \n*>#a"), st.sampled_from(["P.S.", "P.P.S", "S", "*"]))
def test_corrected_postscripts(raw: str, marker: str) -> None:
    literal = {"P.S.": r"p\.\s?s\.", "P.P.S": r"p\.\s?p\.\s?s"}.get(marker, re.escape(marker))
    starts = [0, *(match.end() for match in re.finditer("\n", raw))]
    found = any(
        raw[:start].strip() and re.match(rf"[*_#>\s]*{literal}", raw[start:], re.IGNORECASE)
        for start in starts
    )
    id = "detectable_content:postscript"
    assert followed(id, raw, corrected=True, postscript_marker=marker) is bool(found)


@given(of("Day 12\n\t"))
def test_sections(raw: str) -> None:
    pieces = re.split(r"\s?Day\s?\d+\s?", raw)
    assert counted("detectable_format:multiple_sections", raw) == len(pieces) - 1


@given(of("* \na"))
def test_paragraphs_are_counted_piece_by_piece(raw: str) -> None:
    assert followed("length_constraints:number_paragraphs", raw, num_paragraphs=2) is (
        _official_paragraphs(re.split(r"\s?\*\*\*\s?", raw)) == 2
    )


def _official_paragraphs(pieces: list[str]) -> int | None:
    count = len(pieces)
    for at, piece in enumerate(pieces):
        if not piece.strip():
            if 0 < at < len(pieces) - 1:
                return None
            count -= 1
    return count


@given(of("kKsSiIa \u017f\u0130\u0131\u212a\u0301"), st.text("ksia K", min_size=1, max_size=3))
def test_plain_keywords_are_found_as_by_the_pattern(raw: str, keyword: str) -> None:
    text = Text(raw)
    matches = re.findall(keyword, raw, re.IGNORECASE)
    assert occurs(keyword, text) is bool(matches)
    assert occurrences(keyword, text) == len(matches)
    if is_absent(keyword, text):
        assert not matches


def test_no_further_character_folds_to_an_ascii_letter() -> None:
    beyond_ascii = "".join(map(chr, range(128, sys.maxunicode + 1)))
    matching = set(re.findall(f"[{string.ascii_letters}]", beyond_ascii, re.IGNORECASE))
    changed = (char for char in beyond_ascii if char.lower() != char)
    lowered = {char for char in changed if set(char.lower()) & set(string.ascii_lowercase)}
    assert matching | lowered == set("\u017f\u0130\u0131\u212a")


@given(of("aA_ .\u0301eé\u0903"), st.text("aA.e\u0301é", min_size=1, max_size=3))
@example("aaa", "aa")
@example("a.a.a", "a.")
def test_words_are_found_place_by_place(raw: str, keyword: str) -> None:
    wanted, composed = (unicodedata.normalize("NFC", text) for text in (keyword, raw))
    found, at = [], 0
    while at + len(wanted) <= len(composed):
        end = at + len(wanted)
        before, after = composed[at - 1 : at] if at else "", composed[end : end + 1]
        touches = (before and is_word_character(before) and is_word_character(wanted[0])) or (
            after and is_word_character(after) and is_word_character(wanted[-1])
        )
        if composed[at:end].lower() == wanted.lower() and not touches:
            found.append(at)
            at = end
        else:
            at += 1
    assert list(places(keyword, Text(raw))) == found


@given(st.text("[]^-&|~a\\dx41", max_size=12), of("[]^-&|~a\\bd1"))
@example("[[a]", "[")
@example("[a--b]", "-")
@example(r"[\x41-\x42--a]", "-a")
@example("[]-a]", "]-b")
@example("[^]||a]", "|")
@example(r"\[[[a]", "[a")
def test_odd_sets_match_the_same_without_warnings(pattern: str, raw: str) -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore", FutureWarning)
        try:
            wanted = re.findall(pattern, raw, re.IGNORECASE)
        except re.error:
            assert compiled(pattern) is None
            return
    found = compiled(pattern)
    assert found is not None and found.findall(raw) == wanted


@given(
    st.recursive(
        st.none() | st.booleans() | st.floats() | st.integers() | st.text(max_size=3),
        lambda inner: st.lists(inner) | st.dictionaries(st.text(max_size=3), inner),
    ),
    st.data(),
)
def test_deep_json_is_read_as_the_parser_reads_it(value: object, data: st.DataObject) -> None:
    source = json.dumps(value, indent=data.draw(st.sampled_from([None, 1])))
    at = data.draw(st.integers(0, len(source)))
    changed = source[:at] + data.draw(st.text('[]{},:"0 a', max_size=1)) + source[at + 1 :]
    for text in (source, changed.strip()):
        # Brackets enough to leave the parser, inside a string that changes nothing else.
        deep = f'["{"[" * 300}", {text}]'
        assert reads(deep) is reads(f'["", {text}]')


def test_white_space_is_what_strip_removes() -> None:
    assert set(WHITE_SPACE) == {c for c in map(chr, range(sys.maxunicode + 1)) if c.isspace()}


@pytest.mark.parametrize("source", ["[1]", "[1", "[1,]", "[[NaN]]", '{"a": [1]}', '{"a" 1}'])
def test_the_parser_and_the_reader_agree_on(source: str) -> None:
    padded = f'["{"{" * 300}", {source}]'
    assert reads(padded) is reads(source)


def reads(source: str) -> bool:
    try:
        json_nesting.parse(source, json_nesting.PYTHON_JSON)
    except ValueError:
        return False
    return True


def counted(id: str, raw: str, *, corrected: bool = False) -> int:
    """The count that a finding begins with."""
    found = IFEVAL.get(id, corrected=corrected).bind(AT_LEAST_ONE[id])(Text(raw)).found
    return int(found.split()[0])


def followed(id: str, raw: str, *, corrected: bool = False, **kwargs: object) -> bool:
    return IFEVAL.get(id, corrected=corrected).bind(kwargs)(Text(raw)).followed
