"""Cutters: cases told by the specification of NLTK 3.9.1, and laws."""

from __future__ import annotations

import hashlib
import itertools
import subprocess
import sys
from collections.abc import Iterable

import pytest
from hypothesis import given
from hypothesis import strategies as st
from punkt.data import english

from checkers import treebank
from checkers.segment import sentences, tokens, word_runs

SENTENCES = {
    "empty": ("", []),
    "only white space": (" \n\t\u2028 ", []),
    "white space between and after is dropped": ("One.  \n Two. \n", ["One.", "Two."]),
    "white space before the first stays": ("  One. Two.", ["  One.", "Two."]),
    "line breaks inside stay": ("One\ntwo. Three.", ["One\ntwo.", "Three."]),
    "a line break does not end": ("A heading\nSome text", ["A heading\nSome text"]),
    "nor does a blank line": ("A heading\n\nSome text", ["A heading\n\nSome text"]),
    "no blank, no end": ("The end.Next one", ["The end.Next one"]),
    "other scripts' marks": ("走。走？走！ Wait… Go", ["走。走？走！ Wait… Go"]),
    "asterisks are left behind": ("**Really?** Yes.", ["**Really?", "** Yes."]),
    "a lone asterisk is a sentence": ("*No.*", ["*No.", "*"]),
    "closing signs go with their sentence": (
        'He said ("Go.") Then he left.',
        ['He said ("Go.")', "Then he left."],
    ),
    "typographic quotes do not close": (
        "I love “rain.” Rain falls.",
        ["I love “rain.” Rain falls."],
    ),
    "list number": ("1. First item.", ["1.", "First item."]),
    "list number with bracket": ("1) First item.", ["1) First item."]),
    "bullet": ("- First item.", ["- First item."]),
    "initials": ("A. B. C.", ["A.", "B. C."]),
    "name with initial": ("We heard J. Bach there.", ["We heard J. Bach there."]),
    "titles": ("Dr. Smith met Mr. Jones.", ["Dr. Smith met Mr. Jones."]),
    "hours": ("Come at 5 p.m. in May.", ["Come at 5 p.m. in May."]),
    "country": ("The U.S. army left.", ["The U.S. army left."]),
    "not in the model": ("Bring fruit, e.g. apples.", ["Bring fruit, e.g.", "apples."]),
    "abbreviation before a starter": (
        "He left at 5 p.m. The bus came.",
        ["He left at 5 p.m.", "The bus came."],
    ),
    "collocation": ("At I. Magnin in town.", ["At I. Magnin in town."]),
    "ellipsis before lower case": ("Well... we went.", ["Well... we went."]),
    "run of marks inside": ("Wow!!! Ok.", ["Wow!!!", "Ok."]),
    "run of marks at the end": ("How lovely!!!", ["How lovely!!", "!"]),
    "question and exclamation": ("home?!", ["home?", "!"]),
    "exclamation and question": ("home!?", ["home!", "?"]),
    "no-break space is no word end": ("Stop.\xa0Go.\xa0On", ["Stop.\xa0Go.", "On"]),
}

TOKENS = {
    "negation": ("don't", ["do", "n't"]),
    "am": ("I'm", ["I", "'m"]),
    "possessive": ("Anna's", ["Anna", "'s"]),
    "clitic before a line break": ("CAN'T\nGO", ["CA", "N'T", "GO"]),
    "of two clitics the last": ("don't'll", ["don't", "'ll"]),
    "cannot": ("cannot", ["can", "not"]),
    "gonna": ("I'm GONNA go", ["I", "'m", "GON", "NA", "go"]),
    "gimme with other letters i": ("gımme gİmme", ["gım", "me", "gİm", "me"]),
    "tis": ("'Tis late, 'twas", ["'T", "is", "late", ",", "'t", "was"]),
    "double quotes": ('"Hi" he ("who") said', ["``", "Hi", "''", "he", "(", "``", "who", "''",
                                               ")", "said"]),
    "typographic quotes": ("“Hi” ‘he’ «a»", ["“", "Hi", "”", "‘", "he", "’", "«", "a", "»"]),
    "single quote stays with its word": ("'it'", ["'it", "'"]),
    "single quote before one letter": ("'a b", ["'", "a", "b"]),
    "plural possessive": ("the dogs' bone", ["the", "dogs", "'", "bone"]),
    "backticks": ("```x", ["``", "`", "x"]),
    "ellipsis": ("Well... no", ["Well", "...", "no"]),
    "hyphen": ("well-known", ["well-known"]),
    "double hyphen": ("a--b---c", ["a", "--", "b", "--", "-c"]),
    "dashes": ("a—b–c", ["a—b–c"]),
    "underscores": ("_it_", ["_it_"]),
    "last period": ("It is at St. John.", ["It", "is", "at", "St.", "John", "."]),
    "last period before closing signs": ('(He left.)', ["(", "He", "left", ".", ")"]),
    "an opening quote after the period": ('Go. "', ["Go.", "``"]),
    "comma": ("1,000, 10:30: x,y", ["1,000", ",", "10:30", ":", "x", ",", "y"]),
    "second comma": (",,x", [",", ",x"]),
    "signs": ("a;b@c#d$e%f&g", ["a", ";", "b", "@", "c", "#", "d", "$", "e", "%", "f", "&", "g"]),
    "brackets": ("(a)[b]{c}<d>*e", [*"(a)[b]{c}<d>*e"]),
    "marks": ("what?no!yes", ["what", "?", "no", "!", "yes"]),
}  # fmt: skip

SIGNS = ".?!'\"`()[]{}<>*-,:; \n\t\xa0\x85\u2028“”‘’«»aB1_²é\u0301\ud800?!. "
WORDS = [
    *["...", "--", "''", "``", "don't ", "cannot", "'ll ", "'s ", "Mr. ", "e.g. ", "1. ", "J. "],
    *["The ", "he ", "word", "n't", "'tis", ". . ."],
]
PIECES = st.sampled_from([*SIGNS, *WORDS])
TEXTS = st.lists(PIECES, max_size=40).map("".join) | st.text(max_size=40)


def digest(lines: Iterable[str]) -> str:
    return hashlib.sha256("\n".join(sorted(lines)).encode()).hexdigest()


@pytest.mark.parametrize(("text", "expected"), SENTENCES.values(), ids=SENTENCES)
def test_sentences(text: str, expected: list[str]) -> None:
    assert sentences(text) == expected


@pytest.mark.parametrize("sign", ")\";}]*:@'({[?!")
def test_a_sentence_may_end_before_this_sign(sign: str) -> None:
    assert sentences(f"Go.{sign}now") == ["Go.", f"{sign}now"]


@pytest.mark.parametrize("sign", "-,/_&#<`“”’»…a0")
def test_no_sentence_ends_before_this_sign(sign: str) -> None:
    assert sentences(f"Go.{sign}now") == [f"Go.{sign}now"]


def test_typographic_quotes_close_a_sentence_on_request() -> None:
    text = "I love “rain.” Rain falls. ‘Does it?’ «Yes!» he said"
    assert sentences(text, typographic_quotes=True) == [
        "I love “rain.”",
        "Rain falls.",
        "‘Does it?’",
        "«Yes!»",
        "he said",
    ]


@pytest.mark.parametrize(("text", "expected"), TOKENS.values(), ids=TOKENS)
def test_tokens(text: str, expected: list[str]) -> None:
    assert tokens(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("don't", ["don", "t"]),
        ("3.14", ["3", "14"]),
        ("well-known", ["well", "known"]),
        ("snake_case", ["snake_case"]),
        ("Add ½ cup", ["Add", "½", "cup"]),
        ("I ❤️ tea", ["I", "tea"]),
        ("नमस्ते दुनिया", ["नमस", "त", "द", "न", "य"]),
        ("", []),
    ],
)
def test_word_runs(text: str, expected: list[str]) -> None:
    assert word_runs(text) == expected


def test_the_model_is_the_one_of_nltk() -> None:
    orthography = (f"{word}\t{flags}" for word, flags in english.ORTHO_CONTEXT.items())
    assert len(english.ORTHO_CONTEXT) == 20_366
    assert {
        "abbreviations": digest(english.ABBREV_TYPES),
        "collocations": digest(map("\t".join, english.COLLOCATIONS)),
        "starters": digest(english.SENT_STARTERS),
        "orthography": digest(orthography),
    } == {
        "abbreviations": "0ab7d6b126eed733d9bc5733d3a51ea575e90ece1b908e77c9d5b74e2a54213a",
        "collocations": "73d7f183e9cf31ee6edf41df100a6f57c72404db66f599fe86b3fb2e6148f35f",
        "starters": "8a66e19f1bf6a03061dbcda945e46839d09612f8235dbcb1b994f59184ecc989",
        "orthography": "d762d271cb556bab69960781a49eb034588801983af80d39ac936362c812084f",
    }


def test_cutting_imports_neither_nltk_nor_the_package_around_the_model() -> None:
    program = (
        "import sys; from checkers.segment import tokens; tokens('Mr. J. Bach'); "
        "print(sorted({'nltk', 'punkt', 'regex', 'numpy'} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert (run.stdout, run.stderr) == ("[]\n", "")


@given(TEXTS)
def test_sentences_hold_all_but_white_space_in_order(text: str) -> None:
    assert "".join("".join(sentences(text)).split()) == "".join(text.split())


@given(TEXTS)
def test_sentences_are_pieces_of_the_text_and_not_empty(text: str) -> None:
    rest = text
    for sentence in sentences(text):
        assert sentence
        rest = rest[rest.index(sentence) + len(sentence) :]
    assert not rest.strip()


@given(TEXTS.filter(lambda text: not set(text) & set("‘’“”«»")))
def test_without_typographic_quotes_the_two_cutters_agree(text: str) -> None:
    assert sentences(text, typographic_quotes=True) == sentences(text)


@given(TEXTS)
def test_tokens_change_nothing_but_quotes(text: str) -> None:
    found = tokens(text)
    assert all(token.split() == [token] for token in found)
    quotes = str.maketrans("", "", "\"'`")
    assert "".join(found).translate(quotes) == "".join(text.split()).translate(quotes)


@given(TEXTS)
def test_no_token_depends_on_the_sentence_beside(text: str) -> None:
    one_by_one = [treebank.tokens([sentence]) for sentence in sentences(text)]
    assert tokens(text) == list(itertools.chain(*one_by_one))


@given(TEXTS)
def test_word_runs_are_runs_of_letters_digits_and_underscores(text: str) -> None:
    spaced = "".join(char if char.isalnum() or char == "_" else " " for char in text)
    assert word_runs(text) == spaced.split()
