"""Rules of IFBench that are written for linear time equal the plain rule they stand for."""

import csv
import io
import re
import unicodedata

import emoji as emoji_package
from hypothesis import given
from hypothesis import strategies as st

from checkers.ifbench.characters import WHITE_SPACE, alphanumeric_core, ascii_folded
from checkers.ifbench.csv_rows import LONGEST_FIELD, csv_rows
from checkers.ifbench.emoji import begins_with_emoji, ends_with_emoji
from checkers.registry import IFBENCH
from checkers.text import Text


def pieces_of(*pieces: str) -> st.SearchStrategy[str]:
    """Texts put together from `pieces`."""
    return st.lists(st.sampled_from(pieces), max_size=14).map("".join)


def followed(id: str, response: str, *, corrected: bool = False) -> bool:
    return IFBENCH.get(id, corrected=corrected).bind({})(Text(response)).followed


def read_by_csv(text: str, delimiter: str, skip_initial_spaces: bool) -> list[list[str]] | None:
    try:
        lines = io.StringIO(text)
        return list(csv.reader(lines, delimiter=delimiter, skipinitialspace=skip_initial_spaces))
    except csv.Error:
        return None


@given(
    pieces_of('"', '""', ",", "\t", "\n", "\r", "\r\n", " ", "a", "\x00", "\u2028"), st.booleans()
)
def test_rows_are_those_of_the_csv_module(text: str, skip: bool) -> None:
    for delimiter in ",\t":
        expected = read_by_csv(text, delimiter, skip)
        assert csv_rows(text, delimiter, skip_initial_spaces=skip) == expected


def test_the_longest_field() -> None:
    field = "a" * LONGEST_FIELD
    assert csv_rows(f'{field},"{field}"\n', ",") == [[field, field]]
    assert csv_rows(f'b,"{field}a"\n', ",") is None
    assert csv_rows(f"{field}a", ",") is None


def plain_stairs(response: str) -> bool:
    lines = response.split("\n")
    at = 0
    while at < len(lines):
        if not lines[at].strip():
            lines.remove(lines[at])
        at += 1
    indents = [len(line) - len(line.lstrip(" ")) for line in lines]
    return indents == sorted(set(indents))


@given(pieces_of("\n", "\n\n", " ", "  ", "a", "\n a", "\n  a", "\t", "\n \n"))
def test_stairs_lose_the_same_blank_lines(response: str) -> None:
    assert followed("format:line_indent", response) is plain_stairs(response)


def plain_thesis(response: str) -> bool:
    opening = re.search(r"<(i|em)(?:\s[^>]*)?>", response, re.IGNORECASE)
    if opening is None:
        return False
    closing = re.compile(rf"</{opening[1]}\s*>", re.IGNORECASE).search(response, opening.end())
    if closing is None:
        return False
    inside, after = response[opening.end() : closing.start()], response[closing.end() :]
    return bool(inside.strip() and after.strip())


@given(pieces_of("<i>", "<I ", "<em", "<em>", " ", ">", "</i>", "</EM >", "</i", "a", "\n", "<"))
def test_italics_are_those_of_the_pattern(response: str) -> None:
    assert followed("format:thesis", response, corrected=True) is plain_thesis(response)


_TEMPLATE = re.compile(r"^[\s*#]*My Answer:(.*?)My Conclusion:(.*?)Future Outlook:(.*)$", re.DOTALL)


def plain_template(response: str) -> bool:
    filled = _TEMPLATE.search(response)
    slots = [slot.strip(" \t\r\n*#").lower() for slot in filled.groups()] if filled else [""]
    unfilled = ("[answer]", "[conclusion]", "[outlook]")
    return all(slots) and not any(map(str.__eq__, slots, unfilled))


@given(pieces_of("My Answer:", "My Conclusion:", "Future Outlook:", "a", "*", "\n", "[OUTLOOK]"))
def test_the_template_is_that_of_the_pattern(response: str) -> None:
    assert followed("format:output_template", response, corrected=True) is plain_template(response)


@given(pieces_of('"', "!", "a", "_", " ", "\n", "é", "\u2003", "\x1c"))
def test_a_special_field_is_one_of_the_pattern(content: str) -> None:
    field = '"' + content.replace('"', '""') + '"'
    response = "ProductID,Category,Brand,Price,Stock\n" + f"{field},a,b,c,d\n" * 14
    expected = re.match(r'".*[^\d\w\s].*"', field) is not None
    assert followed("custom:csv_special_character", response) is expected


def plain_questions(response: str) -> bool:
    cuts = re.split(r"\n*Question \d+[.|):;]?\s*", response)
    questions = [cut.strip() for cut in cuts if cut.strip()]
    lengths = []
    for question in questions:
        lines = [line.strip() for line in question.split("\n")]
        options = [bool(re.match(r"^[A-Ea-e][.|)]\s*\w", line)) for line in lines]
        if sum(options) != 5:
            return False
        lengths.append(len(" ".join(lines[: options.index(True)]).strip()))
    growing = lengths == sorted(set(lengths))
    return response.startswith("Question") and len(questions) == 4 and growing


@given(
    st.lists(
        st.sampled_from(["Question 1", "\n\nQuestion 22: ", "x", "xy\n\nz", "\n", " "])
        | st.just("\nA) a\nB) b\nC) c\nD) d\ne. e\n"),
        max_size=16,
    ).map("".join)
)
def test_questions_are_those_of_the_pattern(response: str) -> None:
    assert followed("custom:mcq_count_length", response) is plain_questions(response)


@given(st.text() | pieces_of("a", "ｱ", "é", "\u0316", "\u0301", "ﬁ", "½", "각", "\ud800", "\u037e"))
def test_folding_needs_no_order_of_marks(text: str) -> None:
    decomposed = unicodedata.normalize("NFKD", text)
    assert ascii_folded(text) == "".join(filter(str.isascii, decomposed))


@given(st.text() | pieces_of("a", "1", "_", "½", "-", "é", " "))
def test_the_core_ends_in_alphanumerics(text: str) -> None:
    first = next((at for at, character in enumerate(text) if character.isalnum()), len(text))
    last = max((at for at, character in enumerate(text) if character.isalnum()), default=-1)
    assert alphanumeric_core(text) == text[first : last + 1]


def test_white_space_is_all_of_it() -> None:
    everything = map(chr, range(0x110000))
    assert "".join(character for character in everything if character.isspace()) == WHITE_SPACE


@given(pieces_of("😀", "👍🏽", "🇫", "🇷", "1️⃣", "1", "❤️", "❤", "a", "👨‍👩‍👧", "\ufe0f"))
def test_emoji_are_those_of_the_package(text: str) -> None:
    spans = [(m["match_start"], m["match_end"]) for m in emoji_package.emoji_list(text)]
    assert begins_with_emoji(text) is (bool(spans) and spans[0][0] == 0)
    at_end = bool(spans) and not text[spans[-1][1] :].strip("\ufe0e\ufe0f\u200d")
    assert ends_with_emoji(text) is at_end


@given(pieces_of("a", "b", "B", " ", "-", "“", "\n"))
def test_alliterating_words_have_an_equal_neighbour(sentence: str) -> None:
    starts = [word.lstrip("-")[:1] for word in sentence.lower().split() if word.strip("-")]
    neighbours = [
        starts[max(at - 1, 0) : at] + starts[at + 1 : at + 2] for at in range(len(starts))
    ]
    near = sum(start in beside for start, beside in zip(starts, neighbours, strict=True))
    for words_before in range(2, 6):
        response = f"{'c ' * words_before}! {sentence}"
        expected = near > words_before or not sentence.strip()
        assert followed("sentence:alliteration_increment", response) is expected
