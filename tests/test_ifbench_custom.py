"""`custom:` of IFBench: known faults of the one right answer, and tables that raise."""

import re

import pytest

from checkers.lexicons import words
from checkers.registry import IFBENCH
from checkers.text import Text
from ifbench_suite.response import Response
from ifbench_suite.verdict import BoundRule

CITIES = "ID,Country,City,Year,Count\n" + "1,Peru,Cusco,2017,28\n" * 7
PRODUCTS = "ProductID,Category,Brand,Price,Stock\n" + "1,Toys,Lumo,15,3\n" * 13
STUDENTS = '"StudentID"\t"Subject"\t"Grade"\t"Semester"\t"Score"\n'
STUDENT = '"s1"\t"Art"\t"B"\t"Spring"\t"81"\n'
CAPITALS = (
    "Reykjavik, Helsinki, Oslo, Tallinn, Stockholm, Riga, Moscow, Copenhagen, Vilnius, Minsk, "
    "Dublin, Berlin, Amsterdam, Warsaw, London, Brussels, Prague, Luxembourg, Paris, Vienna, "
    "Bratislava, Budapest, Vaduz, Chisinau, Bern, Ljubljana, Zagreb"
)
NAMES = sorted((entry.split("|")[0] for entry in words("african_countries")), reverse=True)
TALE = [f"{letter} tale went on." for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ"]
OPTIONS = "A) Oil\nB) Ink\nC) Wax\nD) Clay\nE) Wood\n"
ASKED = ("Who?", "Who was?", "Who was he?", "Who was he then?")
QUIZ = "".join(f"Question {n}: {asked}\n{OPTIONS}\n" for n, asked in enumerate(ASKED, start=1))


@pytest.mark.parametrize(
    ("id", "response", "exact", "fixed"),
    [
        ("custom:multiples", "14 21 28 35 42 49", True, True),
        ("custom:multiples", "-14 21 28 35 42 49.0", False, False),
        ("custom:multiples", "１４ 21 28 35 42 49", False, False),
        ("custom:mcq_count_length", QUIZ, True, True),
        ("custom:mcq_count_length", "\n" + QUIZ, False, False),
        ("custom:mcq_count_length", re.sub(r" \d:", ":", QUIZ), False, True),
        ("custom:mcq_count_length", QUIZ.replace("E)", "A)"), True, False),
        ("custom:mcq_count_length", QUIZ.replace("Wood\n", "Wood\nF) Tin\n"), True, False),
        ("custom:mcq_count_length", QUIZ.replace("Wood\n", "Wood\nIt is A.\n"), True, False),
        ("custom:mcq_count_length", QUIZ.replace("Oil", "“Oil”"), False, True),
        ("custom:mcq_count_length", QUIZ.replace("A)", "**A)**"), False, False),
        ("custom:mcq_count_length", QUIZ.replace("was he?", "was?"), False, False),
        ("custom:reverse_newline", "\n".join(NAMES), True, True),
        ("custom:reverse_newline", "Here:\n" + "\n".join(NAMES), True, True),
        ("custom:reverse_newline", "\n".join(NAMES).upper(), False, True),
        ("custom:reverse_newline", "Zimbabwe\n" * 52, True, False),
        ("custom:reverse_newline", "Zimbabwe" + "\nA" * 51, True, False),
        ("custom:reverse_newline", "\n".join(NAMES[:52]), True, True),
        ("custom:reverse_newline", "\n".join(NAMES[:51]), False, False),
        (
            "custom:reverse_newline",
            "\n".join(f"{n}. {name}\r" for n, name in enumerate(NAMES, start=1)),
            False,
            True,
        ),
        ("custom:word_reverse", "Eagle, bald the is it.", True, True),
        ("custom:word_reverse", "Eagles bald", True, True),
        ("custom:word_reverse", "eagle piebald a is it", True, False),
        ("custom:word_reverse", "the bald eagle", False, False),
        ("custom:character_reverse", ".elgaE dlaB eht si tI", True, True),
        ("custom:character_reverse", "elgae  dlab", False, False),
        ("custom:sentence_alphabet", " ".join(TALE), True, True),
        ("custom:sentence_alphabet", " ".join(TALE).lower(), True, True),
        ("custom:sentence_alphabet", " ".join(TALE[:25]), False, False),
        ("custom:sentence_alphabet", "(" + " ".join(TALE), False, True),
        ("custom:european_capitals_sort", CAPITALS, True, True),
        ("custom:european_capitals_sort", CAPITALS.replace("is", "iş"), True, True),
        ("custom:european_capitals_sort", CAPITALS + ".\n", False, True),
        ("custom:european_capitals_sort", CAPITALS + ",,", True, True),
        ("custom:european_capitals_sort", CAPITALS.lower(), False, False),
        (
            "custom:european_capitals_sort",
            CAPITALS.replace("Prague", "Kyiv, Prague"),
            False,
            True,
        ),
        (
            "custom:european_capitals_sort",
            CAPITALS.replace("Prague", "Prague, Kyiv"),
            False,
            False,
        ),
        ("custom:csv_city", CITIES, True, True),
        ("custom:csv_city", CITIES + "\n\n", False, True),
        ("custom:csv_city", "\n" + CITIES, False, False),
        ("custom:csv_city", CITIES.replace("Cusco", '"Cusco, Peru"'), True, True),
        ("custom:csv_city", CITIES.replace("1,Peru,Cusco,2017,28", ",,,,"), True, False),
        ("custom:csv_city", CITIES.replace("\n", "\r\n"), True, True),
        ("custom:csv_city", CITIES.replace("\n", "\r"), False, False),
        ("custom:csv_city", "\n\n", False, False),
        ("custom:csv_special_character", PRODUCTS + '2,Toys,"A&B",1,3', True, True),
        ("custom:csv_special_character", PRODUCTS + '2,Toys,"AB",1,3', False, False),
        ("custom:csv_special_character", PRODUCTS + '2,Toys, "A&B",1,3', False, True),
        ("custom:csv_special_character", PRODUCTS + '2,Toys,"A&B",1,3\n\n', False, True),
        ("custom:csv_special_character", PRODUCTS + '2,Toys,"A",1', False, False),
        (
            "custom:csv_special_character",
            PRODUCTS.replace("1,Toys,Lumo", '1,Toys,"A&B"', 1) + "2,Toys",
            True,
            False,
        ),
        ("custom:csv_quotes", STUDENTS + STUDENT * 3, True, True),
        ("custom:csv_quotes", STUDENTS + STUDENT * 3 + "\n", False, True),
        ("custom:csv_quotes", STUDENTS + STUDENT * 3 + "\t", False, False),
        ("custom:csv_quotes", STUDENTS.replace('"', "") + STUDENT * 3, False, False),
        ("custom:date_format_list", "1796-04-12,\n1805-12-02", True, True),
        ("custom:date_format_list", "1800-00-00", True, False),
        ("custom:date_format_list", "1805-02-29", True, False),
        ("custom:date_format_list", "1804-02-29", True, True),
        ("custom:date_format_list", "1805-04-31", False, False),
        ("custom:date_format_list", "1805-12-02.", False, True),
        ("custom:date_format_list", "1805-12-02,", False, False),
        ("custom:date_format_list", "1768-12-31", False, False),
        ("custom:date_format_list", "１８０５-12-02", True, True),
    ],
)
def test_known_faults(id: str, response: str, exact: bool, fixed: bool) -> None:
    text = Text(response)
    assert IFBENCH.get(id).bind({})(text).followed is exact
    assert IFBENCH.get(id, corrected=True).bind({})(text).followed is fixed


@pytest.mark.parametrize(
    ("id", "response"),
    [
        ("custom:csv_city", CITIES + "a\rb"),
        ("custom:csv_city", CITIES + "a" * 131_073),
        ("custom:csv_special_character", PRODUCTS + '2,Toys,"A&B",1,3\na\rb'),
        ("custom:csv_quotes", STUDENTS + STUDENT * 3 + "a\rb"),
    ],
)
def test_where_the_reference_raises_it_tries_no_further_text(id: str, response: str) -> None:
    whole = Response(response)
    loose = []
    for corrected in (False, True):
        rule = BoundRule.of(IFBENCH.get(id, corrected=corrected), {})
        finding = rule.strict(whole)
        assert finding.raised is not corrected
        loose.append(rule.loose(whole, finding))
    assert loose == [False, True]


@pytest.mark.parametrize(
    ("fields", "raised"),
    [('\t"b"\t"c"\t"d"\t"e"', True), ('"a"\t \t"c"', False), ('"a"\tb\t\t"d"\t"e"', False)],
)
def test_an_empty_field_raises_if_all_before_it_are_quoted(fields: str, raised: bool) -> None:
    text = Text(STUDENTS + STUDENT * 2 + fields)
    finding = IFBENCH.get("custom:csv_quotes").bind({})(text)
    assert (finding.followed, finding.raised) == (False, raised)
    corrected = IFBENCH.get("custom:csv_quotes", corrected=True).bind({})(text)
    assert (corrected.followed, corrected.raised) == (False, False)


def test_lists_are_whole() -> None:
    assert len(NAMES) == 54
    assert len(words("emoji")) == 1409
    assert {"\N{COPYRIGHT SIGN}", "\N{EMOJI MODIFIER FITZPATRICK TYPE-6}"} <= words("emoji")
