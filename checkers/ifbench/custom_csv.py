"""`custom:` of IFBench: three tables as comma- or tab-separated text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from checkers.finding import Finding, exactly, excerpt, raises
from checkers.ifbench.csv_rows import csv_rows, without_final_empty_rows
from checkers.registry import EVERY_PARAMETER, IFBENCH, no, ok
from checkers.text import Text

_CITY_COLUMNS = ["ID", "Country", "City", "Year", "Count"]
_PRODUCT_COLUMNS = ["ProductID", "Category", "Brand", "Price", "Stock"]
_STUDENT_COLUMNS = ["StudentID", "Subject", "Grade", "Semester", "Score"]
_COLUMNS = 5
_SPECIAL = re.compile(r"[^\w\s]")
_READABLE = "text that a CSV reader takes"
_UNREADABLE = "a carriage return between fields, or more than 131,072 characters in one"


def _header(columns: Sequence[str], separator: str) -> re.Pattern[str]:
    return re.compile(separator.join(rf'(?:{column}|"{column}")' for column in columns))


_PRODUCT_HEADER = _header(_PRODUCT_COLUMNS, r",[ \t]*")
_STUDENT_HEADER = _header(_STUDENT_COLUMNS, r"\t *")

_CITIES = "ID,Country,City,Year,Count\n" + "1,Norway,Bergen,2019,40\n" * 7
_PRODUCTS = (
    "ProductID,Category,Brand,Price,Stock\n"
    + "100,Tools,Kant,9,7\n" * 13
    + '101,Tools,"Fer & Sons",12,4\n'
)
_STUDENTS = (
    '"StudentID"\t"Subject"\t"Grade"\t"Semester"\t"Score"\n'
    + '"s1"\t"Art"\t"B"\t"Spring"\t"81"\n' * 3
)


@IFBENCH.instruction(
    "custom:csv_city",
    origin="CityCSVChecker",
    examples=(
        ok(_CITIES),
        no(_CITIES.replace("Year", "year")),
        no(_CITIES + "\n"),
        ok(_CITIES.replace("Bergen", "")),
    ),
    ignores=EVERY_PARAMETER,
)
def csv_city(text: Text) -> Finding:
    """The answer is CSV with columns ID, Country, City, Year and Count, and seven rows of data.

    Reference: fields may be empty; an empty line is a row, at the end as well. A carriage return
    between fields raises.
    """
    rows = csv_rows(text.raw, ",")
    return raises(_UNREADABLE, _READABLE) if rows is None else _cities(rows)


@IFBENCH.correction(
    "custom:csv_city",
    why="empty lines at the end are no rows, and fields are filled",
    examples=(ok(_CITIES + "\n"), no(_CITIES.replace("Bergen", ""))),
)
def csv_city_filled(text: Text) -> Finding:
    """The answer is CSV with columns ID, Country, City, Year and Count, and seven rows of data."""
    rows = csv_rows(text.raw, ",")
    if rows is None:
        return Finding(False, _UNREADABLE, _READABLE)
    filled = without_final_empty_rows(rows)
    finding = _cities(filled)
    if finding.followed and not all(field.strip() for row in filled for field in row):
        return Finding(False, "an empty field", "fields with content")
    return finding


def _cities(rows: list[list[str]]) -> Finding:
    header = rows[0] if rows else []
    if header != _CITY_COLUMNS:
        return Finding(False, f"the header {excerpt(','.join(header))}", ",".join(_CITY_COLUMNS))
    return _table(rows, 8)


def _table(rows: Sequence[Sequence[str]], number: int) -> Finding:
    """Followed if there are `number` rows and those after the header have five fields each."""
    if len(rows) != number:
        return exactly(len(rows), number, "rows with the header")
    other = next((row for row in rows[1:] if len(row) != _COLUMNS), None)
    if other is not None:
        return exactly(len(other), _COLUMNS, f"fields in {excerpt(str(other[:1]))}")
    return Finding(True, f"{number} rows with the header", f"exactly {number}")


@IFBENCH.instruction(
    "custom:csv_special_character",
    origin="SpecialCharacterCSVChecker",
    examples=(
        ok(_PRODUCTS),
        no(_PRODUCTS.replace("&", "and")),
        no(_PRODUCTS.replace(',"Fer', ', "Fer')),
        no(_PRODUCTS + "\n"),
    ),
    ignores=EVERY_PARAMETER,
)
def csv_special_character(text: Text) -> Finding:
    """The answer is CSV of 14 products with a special character in a field in double quotes.

    The columns are ProductID, Category, Brand, Price and Stock.

    Reference: the quote begins the field, and between it and the last one on its line is a
    character that is no letter, digit, underscore or white space. Rows after the first such field
    may have any number of fields. A carriage return between fields raises.
    """
    if not _has_header(text, _PRODUCT_HEADER):
        return _other_header(text, _PRODUCT_COLUMNS)
    rows = csv_rows(_with_marks_kept(text.raw), ",")
    if rows is None:
        return raises(_UNREADABLE, _READABLE)
    if len(rows) != 15:
        return exactly(len(rows), 15, "rows with the header")
    return _special_field(rows[1:])


@IFBENCH.correction(
    "custom:csv_special_character",
    why="all rows have five fields, a blank may stand before a quote, and empty lines at the end",
    examples=(
        ok(_PRODUCTS.replace(',"Fer', ', "Fer')),
        ok(_PRODUCTS + "\n"),
        no(_PRODUCTS.replace("&", "and")),
    ),
)
def csv_special_character_in_all_rows(text: Text) -> Finding:
    """The answer is CSV of 14 products with a special character in a field in double quotes.

    The columns are ProductID, Category, Brand, Price and Stock.
    """
    if not _has_header(text, _PRODUCT_HEADER):
        return _other_header(text, _PRODUCT_COLUMNS)
    rows = csv_rows(_with_marks_kept(text.raw), ",", skip_initial_spaces=True)
    if rows is None:
        return Finding(False, _UNREADABLE, _READABLE)
    filled = without_final_empty_rows(rows)
    shape = _table(filled, 15)
    return _special_field(filled[1:]) if shape.followed else shape


def _has_header(text: Text, header: re.Pattern[str]) -> bool:
    return header.fullmatch(text.lines[0].strip()) is not None


def _other_header(text: Text, columns: Sequence[str]) -> Finding:
    return Finding(False, f"the first line {excerpt(text.lines[0])}", " ".join(columns))


def _with_marks_kept(raw: str) -> str:
    """`raw` such that its quotation marks are still in the fields that a CSV reader makes of it."""
    return raw.replace('"', '"""')


def _special_field(rows: Sequence[Sequence[str]]) -> Finding:
    """Looks for the field row by row; a row before it that has not five fields ends the search."""
    wanted = "a field in double quotes with a special character"
    for row in rows:
        if len(row) != _COLUMNS:
            return exactly(len(row), _COLUMNS, f"fields in {excerpt(str(row[:1]))}")
        for field in row:
            if _has_special_in_quotes(field):
                return Finding(True, excerpt(field), wanted)
    return Finding(False, "none", wanted)


def _has_special_in_quotes(field: str) -> bool:
    line = field.partition("\n")[0]
    return line.startswith('"') and _SPECIAL.search(line, 1, line.rfind('"')) is not None


@IFBENCH.instruction(
    "custom:csv_quotes",
    origin="QuotesCSVChecker",
    examples=(
        ok(_STUDENTS),
        no(_STUDENTS.replace('"Art"', "Art")),
        no(_STUDENTS + "\n"),
    ),
    ignores=EVERY_PARAMETER,
)
def csv_quotes(text: Text) -> Finding:
    """The answer is three students, tab-separated, with every field in double quotes.

    The columns are StudentID, Subject, Grade, Semester and Score.

    Reference: the header is a row like the others. A field without content and without quotes
    raises if the fields before it are right, and so does a carriage return between fields.
    """
    if not _has_header(text, _STUDENT_HEADER):
        return _other_header(text, _STUDENT_COLUMNS)
    rows = csv_rows(_with_marks_kept(text.raw), "\t")
    if rows is None:
        return raises(_UNREADABLE, _READABLE)
    return _quoted(rows)


@IFBENCH.correction(
    "custom:csv_quotes",
    why="empty lines at the end are no rows",
    examples=(ok(_STUDENTS + "\n"), no(_STUDENTS.replace('"Art"', ""))),
)
def csv_quotes_in_filled_rows(text: Text) -> Finding:
    """The answer is three students, tab-separated, with every field in double quotes.

    The columns are StudentID, Subject, Grade, Semester and Score.
    """
    if not _has_header(text, _STUDENT_HEADER):
        return _other_header(text, _STUDENT_COLUMNS)
    rows = csv_rows(_with_marks_kept(text.raw), "\t")
    if rows is None:
        return Finding(False, _UNREADABLE, _READABLE)
    return _quoted(without_final_empty_rows(rows))._replace(raised=False)


def _quoted(rows: Sequence[Sequence[str]]) -> Finding:
    wanted = "double quotes around every field"
    if len(rows) != 4:
        return exactly(len(rows), 4, "rows with the header")
    for row in rows:
        if len(row) != _COLUMNS:
            return exactly(len(row), _COLUMNS, f"fields in {excerpt(str(row[:1]))}")
        for field in map(str.strip, row):
            if not field:
                return raises("a field without content and quotes", wanted)
            if not (field.startswith('"') and field.endswith('"')):
                return Finding(False, excerpt(field), wanted)
    return Finding(True, wanted, wanted)
