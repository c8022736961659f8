"""Our strict reference verdicts beside those of `if-verifiable` 0.1.2, instruction by instruction.

Run with `pip install 'ifbench-suite[parity]'` and NLTK's punkt_tab, stopwords and
averaged_perceptron_tagger_eng where NLTK_DATA says; the peer's downloads are switched off.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest

from checkers import IFBENCH, IFEVAL
from tests.parity.peer import Case, conformance, mutants, ours, peers, samples

_SPLITTER = "it cuts sentences by IFEval's old rules, not by Punkt"
_RAISES = "it raises where ours is not followed"
DIFFERS = {
    "count:person_names": "it finds a name inside a word",
    "count:pronouns": "its list has 31 forms, and it splits at white space",
    "count:words_japanese": "without N it draws one; ours refuses the row",
    "custom:csv_city": _RAISES,
    "custom:csv_quotes": _RAISES,
    "custom:csv_special_character": _RAISES,
    "custom:sentence_alphabet": _SPLITTER,
    "format:emoji": _SPLITTER,
    "format:quote_unquote": "it reads curly quotes as quotes, and raises on digits alone",
    "format:title_case": "it lets one-letter words pass",
    "ratio:sentence_balance": _SPLITTER,
    "ratio:sentence_type": _SPLITTER,
    "repeat:repeat_span": "it counts words, leaves the end out, and draws an index for 0",
    "sentence:alliteration_increment": _SPLITTER,
    "sentence:increment": _SPLITTER,
    "sentence:keyword": f"{_SPLITTER}, and it finds the keyword inside a word",
    "words:keywords_specific_position": f"{_SPLITTER}; punctuation and case count",
    "words:last_first": _SPLITTER,
    "words:words_position": "it takes a final mark for the last word, and heeds case",
    "detectable_content:postscript": _RAISES,
    "detectable_format:json_format": _RAISES,
    "keywords:existence": _RAISES,
    "keywords:frequency": _RAISES,
    "keywords:letter_frequency": "for what is no letter it draws one; ours counts what was asked",
}
"""Why the peer's verdicts are not ours; docs/deviations.md has the same for readers."""
_MAY_RAISE = {
    *("format:quote_unquote", "words:keywords_specific_position"),
    *(id for id, why in DIFFERS.items() if why == _RAISES),
}
GROUPS: dict[str, Callable[[], Iterator[Case]]] = {
    "samples": samples,
    "conformance": conformance,
    "mutants": mutants,
}


@cache
def differences(group: str) -> dict[str, list[str]]:
    """By id: the responses on which verdicts differ. Refusing and raising count as the same."""
    found = defaultdict(list)
    for case in GROUPS[group]():
        mine, theirs = ours(case), peers(case)
        if mine is theirs or (mine == "refused" and isinstance(theirs, str)):
            continue
        if isinstance(theirs, str):
            assert case.id in _MAY_RAISE, (case, theirs)
        found[case.id].append(f"ours {mine}, theirs {theirs}: {case.response[:200]!r}")
    return found


@pytest.mark.parametrize("group", GROUPS)
def test_every_difference_is_one_that_is_listed(group: str) -> None:
    unlisted = {id: cases for id, cases in differences(group).items() if id not in DIFFERS}
    assert unlisted == {}


def test_every_listed_difference_shows() -> None:
    assert set(DIFFERS) == set().union(*map(differences, GROUPS))


def test_most_verdicts_are_the_same_and_both_verdicts_occur() -> None:
    cases = list(mutants())
    differing = sum(map(len, differences("mutants").values()))
    assert differing < len(cases) / 20
    followed = sum(ours(case) is True for case in cases)
    assert len(cases) / 4 < followed < len(cases) * 3 / 4


def test_every_id_of_both_benchmarks_is_compared() -> None:
    assert {case.id for case in samples()} == {*IFEVAL.own, *IFBENCH.own}


def test_the_page_for_readers_lists_the_same() -> None:
    page = Path(__file__).parents[2] / "docs" / "deviations.md"
    _, _, section = page.read_text(encoding="utf-8").partition("### if-verifiable 0.1.2\n")
    lines = section.partition("\n### ")[0].splitlines()
    listed = {id for line in lines if line.startswith("|") for id in line.split("`")[1::2]}
    assert {id for id in listed if ":" in id} == set(DIFFERS)
