import sys
import unicodedata

from hypothesis import given
from hypothesis import strategies as st

from checkers.normal_form import compatibility_composed, composed

MARKS = [chr(c) for c in range(sys.maxunicode + 1) if unicodedata.combining(chr(c))]
TEXTS = st.text() | st.lists(
    st.sampled_from([*MARKS, *"\u0344\u0f73\u0958ﬁＡÅé가\u1100\u1161\u11a8a \ud800" * 40]),
    max_size=90,
).map("".join)


@given(TEXTS)
def test_they_are_the_forms_of_the_standard_library(text: str) -> None:
    assert composed(text) == unicodedata.normalize("NFC", text)
    assert compatibility_composed(text) == unicodedata.normalize("NFKC", text)


def test_a_long_run_of_marks_out_of_order() -> None:
    text = "e" + "\u0301\u0327" * 100_000
    assert composed(text) == "\u0229" + "\u0327" * 99_999 + "\u0301" * 100_000
