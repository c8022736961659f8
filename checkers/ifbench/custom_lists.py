"""`custom:` of IFBench: lists with one right order, and dates."""

from __future__ import annotations

import calendar
import operator
import re
import string
from collections.abc import Callable, Mapping, Sequence
from functools import cache
from itertools import pairwise

from immutabledict import immutabledict

from checkers.finding import Finding, at_least, exactly, excerpt
from checkers.ifbench.characters import WHITE_SPACE, ascii_folded
from checkers.ifbench.plain import PUNCTUATION_AND_BLANK
from checkers.lexicons import words
from checkers.registry import EVERY_PARAMETER, IFBENCH, no, ok
from checkers.text import Text

_DATE = re.compile(r"(\d{4})-(\d{2})-(\d{2})")
_NAPOLEONS_YEARS = range(1769, 1822)
_MOST_DAYS = (0, 31, 29, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31)
_NORTH_TO_SOUTH = (
    "Reykjavik, Helsinki, Oslo, Tallinn, Stockholm, Riga, Moscow, Copenhagen, Vilnius, Minsk, "
    "Dublin, Berlin, Amsterdam, Warsaw, London, Brussels, Prague, Luxembourg, Paris, Vienna, "
    "Bratislava, Budapest, Vaduz, Chisinau, Bern, Ljubljana, Zagreb"
)
_CAPITALS = _NORTH_TO_SOUTH.split(", ")
_AFTER_BRUSSELS = _CAPITALS.index("Brussels") + 1
_LIST_NUMBER = re.compile(r"^\s*\d+[.)]\s+")
_AROUND_A_NAME = string.punctuation + " \t\r"
_COUNTRIES = 52
_SPELLINGS = [entry.split("|") for entry in sorted(words("african_countries"), reverse=True)]
_FROM_Z_TO_A = "\n".join(spellings[0] for spellings in _SPELLINGS)


@IFBENCH.instruction(
    "custom:european_capitals_sort",
    origin="EuropeanCapitalsSortChecker",
    examples=(
        ok(_NORTH_TO_SOUTH),
        no(_NORTH_TO_SOUTH.replace("Oslo, Tallinn", "Tallinn, Oslo")),
        no(_NORTH_TO_SOUTH + "."),
    ),
    ignores=EVERY_PARAMETER,
)
def european_capitals_sort(text: Text) -> Finding:
    """European capitals north of 45° are listed from north to south, with commas between.

    Reference: one list of 27 names, Kyiv not among them, in this order and case. Accents may stand
    or not; a period after the last name fails.
    """
    return _capitals(_listed(text))


@IFBENCH.correction(
    "custom:european_capitals_sort",
    why="Kyiv lies north of 45°, and the list may end in a period",
    examples=(
        ok(_NORTH_TO_SOUTH + "."),
        ok(_NORTH_TO_SOUTH.replace("Brussels,", "Brussels, Kyiv,")),
        no(_NORTH_TO_SOUTH.replace("Oslo, Tallinn", "Tallinn, Oslo")),
    ),
)
def european_capitals_sort_with_kyiv(text: Text) -> Finding:
    """European capitals north of 45° are listed from north to south, with commas between."""
    names = _listed(text)
    names[-1:] = [name.rstrip("." + WHITE_SPACE) for name in names[-1:]]
    if names[_AFTER_BRUSSELS : _AFTER_BRUSSELS + 1] in (["Kyiv"], ["Kiev"]):
        del names[_AFTER_BRUSSELS]
    return _capitals(names)


def _listed(text: Text) -> list[str]:
    return [name for piece in ascii_folded(text.raw).split(",") if (name := piece.strip())]


def _capitals(names: Sequence[str]) -> Finding:
    for number, (name, right) in enumerate(zip(names, _CAPITALS, strict=False), start=1):
        if name != right:
            return Finding(False, f"{excerpt(name)} as number {number}", right)
    return exactly(len(names), len(_CAPITALS), "capitals in order")


@IFBENCH.instruction(
    "custom:date_format_list",
    origin="DateFormatListChecker",
    examples=(
        ok("1796-04-12, 1805-12-02"),
        no("12 April 1796"),
        no("1796-04-12."),
        ok("1805-02-29"),
    ),
    ignores=EVERY_PARAMETER,
)
def date_format_list(text: Text) -> Finding:
    """The dates of Napoleon's battles are given as YYYY-MM-DD, with commas between.

    Reference: each is within his life, 1769 to 1821, and its month and day are not too large, with
    29 days for every February; 00 passes as month or day. The battles themselves are not known.
    """
    return _dates(text.stripped, _has_no_part_too_large)


def _has_no_part_too_large(year: int, month: int, day: int) -> bool:
    return month == 0 or (month <= 12 and day <= _MOST_DAYS[month])


@IFBENCH.correction(
    "custom:date_format_list",
    why="each date must be one of the calendar, and the list may end in a period",
    examples=(ok("1796-04-12."), no("1805-02-29"), no("1805-00-10")),
)
def date_format_list_of_calendar(text: Text) -> Finding:
    """The dates of Napoleon's battles are given as YYYY-MM-DD, with commas between."""
    return _dates(text.stripped.removesuffix("."), _is_in_calendar)


def _is_in_calendar(year: int, month: int, day: int) -> bool:
    return 1 <= month <= 12 and 1 <= day <= calendar.monthrange(year, month)[1]


def _dates(raw: str, admits: Callable[[int, int, int], bool]) -> Finding:
    wanted = "dates from 1769 to 1821 as YYYY-MM-DD"
    pieces = raw.split(",")
    for piece in pieces:
        date = _DATE.fullmatch(piece.strip())
        year, month, day = map(int, date.groups()) if date else (0, 0, 0)
        if year not in _NAPOLEONS_YEARS or not admits(year, month, day):
            return Finding(False, excerpt(piece.strip()), wanted)
    return Finding(True, f"{len(pieces)} dates", wanted)


@IFBENCH.instruction(
    "custom:reverse_newline",
    origin="ReverseNewlineChecker",
    examples=(
        ok(_FROM_Z_TO_A),
        no(_FROM_Z_TO_A.replace("Mali\nMalawi", "Malawi\nMali")),
        no(_FROM_Z_TO_A.upper()),
        ok("Zimbabwe\n" * _COUNTRIES),
    ),
    ignores=EVERY_PARAMETER,
)
def reverse_newline(text: Text) -> Finding:
    """The countries of Africa are listed in reverse alphabetical order, one on each line.

    Reference: from the first line with "Zimbabwe" on there are 52 lines or more that are not empty
    without outer ASCII punctuation and spaces, and none sorts after the one before, once accents
    are taken off. Whether they are countries, or differ, is not looked at.
    """
    filled = [name for line in text.lines if (name := line.strip(PUNCTUATION_AND_BLANK))]
    names = [ascii_folded(name) for name in _from_first_with("Zimbabwe", filled)]
    if len(names) < _COUNTRIES:
        return _too_few(len(names))
    return _in_order(names, operator.ge)


@IFBENCH.correction(
    "custom:reverse_newline",
    why="the lines must name 52 different countries; numbers and capitals do not matter",
    examples=(
        ok(_FROM_Z_TO_A.upper()),
        no("Zimbabwe\n" * _COUNTRIES),
        no(_FROM_Z_TO_A + "\nAll of them"),
    ),
)
def reverse_newline_of_countries(text: Text) -> Finding:
    """The countries of Africa are listed in reverse alphabetical order, one on each line."""
    lines = [_plain_name(_LIST_NUMBER.sub("", line)) for line in text.lines]
    names = _from_first_with("zimbabwe", [line for line in lines if line])
    known = _countries()
    for name in names:
        if name not in known:
            return Finding(False, excerpt(name), "a country of Africa")
    different = {known[name] for name in names}
    if len(different) < _COUNTRIES:
        return _too_few(len(different))
    return _in_order(names, operator.gt)


def _from_first_with(part: str, names: Sequence[str]) -> Sequence[str]:
    first = next((at for at, name in enumerate(names) if part in name), len(names))
    return names[first:]


def _plain_name(raw: str) -> str:
    return ascii_folded(raw.strip(_AROUND_A_NAME)).lower()


@cache
def _countries() -> Mapping[str, str]:
    """The country that each spelling names."""
    return immutabledict({_plain_name(name): names[0] for names in _SPELLINGS for name in names})


def _in_order(names: Sequence[str], may_precede: Callable[[str, str], bool]) -> Finding:
    wanted = "reverse alphabetical order"
    for before, after in pairwise(names):
        if not may_precede(before, after):
            return Finding(False, f"{excerpt(after)} after {excerpt(before)}", wanted)
    return Finding(True, f"{len(names)} names from Z to A", wanted)


def _too_few(names: int) -> Finding:
    return at_least(names, _COUNTRIES, "countries from Zimbabwe on")
