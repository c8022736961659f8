"""IF-RLVR rules rewritten to run in linear time say what the plain ones say."""

import re
import unicodedata
from itertools import pairwise

from hypothesis import example, given
from hypothesis import strategies as st

from checkers import IF_RLVR, Text
from checkers.if_rlvr.rule_sentences import rule_sentences, whole_sentences


@given(st.text(". \naA?", max_size=30))
def test_dots_that_run_on(raw: str) -> None:
    protected = re.sub(r"(?<!\.)\.{2,}(?!\.)(?=\s*[a-z])", lambda dots: "<prd>" * len(dots[0]), raw)
    plain = [piece for piece in rule_sentences(protected) if re.search(r"\w", piece)]
    assert whole_sentences(raw) == plain


@given(st.lists(st.sampled_from(["a", "b", "ab", " ", "\n", "a ", " b", "a x b"])).map("".join))
def test_repeats(raw: str) -> None:
    for corrected, pattern in ((False, "a .*? b"), (True, r"(?<!\w)a .*? b(?!\w)")):
        found = re.findall(pattern, raw)
        replaced = all(len(words) == 3 and words[1] != "or" for words in map(str.split, found))
        kwargs: dict[str, object] = {"phrase": "a or b", "small_n": len(found)}
        assert followed("copy:repeat_phrase", raw, kwargs, corrected=corrected) is replaced
        kwargs["small_n"] = len(found) + 1
        assert not followed("copy:repeat_phrase", raw, kwargs, corrected=corrected)


@given(
    st.sampled_from(["a", "*a", "a*", "a a"]),
    st.lists(st.sampled_from(["a", "*a", "a*", "a a", "******", " ****** ", "*", "\n"])).map(
        "".join
    ),
    st.integers(1, 4),
)
@example("*a", "*a*******a", 2)
def test_divided_copies(prompt: str, raw: str, N: int) -> None:
    literal = re.escape(prompt)
    plain = re.fullmatch(rf"{literal}(?:\s*\*{{6}}\s*{literal}){{{N - 1}}}", raw.strip())
    kwargs = {"prompt_to_repeat": prompt, "N": N}
    assert followed("copy:copying_multiple", raw, kwargs, corrected=True) is bool(plain)


@given(st.lists(st.sampled_from(["<<", ">>", "<", ">", "a", " ", "<<a a>>", "<<a>>"])).map("".join))
@example("<<a a>> <<a>>")
def test_wrapped_bigrams(raw: str) -> None:
    pair = r"<{2,}[^\s<>]+\s+[^\s<>]+>{2,}"
    plain = re.fullmatch(rf"{pair}(?:\s+{pair})*(?:\s+<{{2,}}[^\s<>]+>{{2,}})?", raw.strip())
    assert followed("detectable_format:bigram_wrapping", raw, {}, corrected=True) is bool(plain)


@given(st.text("aéB1_ \n'", max_size=20), st.integers(0, 3))
def test_lower_case_words(raw: str, N: int) -> None:
    plain = len(re.findall(r"\b[a-z]+\b", raw)) <= N
    assert followed("count:lowercase_counting", raw, {"N": N}) is plain


@given(st.lists(st.sampled_from([*".!?\"”'- a\n", "<stop>", "Dr.", ".-a"])).map("".join))
@example("a.-Prof.-a!")
def test_sentences_between_hyphens(raw: str) -> None:
    pieces = re.split(r"(?<=[.!?])-|(?<=[.!?][\"'”’)\]])-", raw.strip())
    plain = all(
        piece and piece == piece.strip() and piece[0] != "-" and len(whole_sentences(piece)) == 1
        for piece in pieces
    )
    assert followed("detectable_format:sentence_hyphens", raw, {}, corrected=True) is plain


@given(st.text("aBcÉ\u0301\u0327가ǰ1- ", max_size=20))
def test_first_letters(raw: str) -> None:
    letters = [
        first.lower()[0]
        for word in raw.split()
        if (first := next(filter(str.isalpha, unicodedata.normalize("NFD", word)), ""))
    ]
    plain = all(ord(after) - ord(before) != 1 for before, after in pairwise(letters))
    assert followed("keywords:no_adjacent_consecutive", raw, {}, corrected=True) is plain


def followed(
    instruction: str, raw: str, kwargs: dict[str, object], *, corrected: bool = False
) -> bool:
    return IF_RLVR.get(instruction, corrected=corrected).bind(kwargs)(Text(raw)).followed
