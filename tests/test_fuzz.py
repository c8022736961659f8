"""A short run of benchmarks/fuzz.py."""

import random
from collections import Counter
from collections.abc import Callable
from itertools import islice

import pytest

from benchmarks import fuzz
from checkers import REGISTRIES
from checkers.finding import Finding
from checkers.text import Text
from ifbench_suite.resources import data_file
from ifbench_suite.response import Response
from ifbench_suite.verdict import BoundRule

REAL = fuzz.real_responses([data_file(f"samples/{name}_responses.jsonl") for name in fuzz.SAMPLES])


@pytest.mark.parametrize("seed", range(4))
def test_no_made_up_response_breaks_a_checker(seed: int) -> None:
    verdicts, found = fuzz.fuzz(REAL, 60, seed)
    assert found == Counter()
    assert verdicts > 3000


def test_every_rule_is_tried() -> None:
    tried = {bound[0][0] for registry in REGISTRIES.values() for bound in fuzz.rules(registry)}
    for registry in REGISTRIES.values():
        for id in set(registry) - {"words:start_verb"}:
            assert f"{registry.name} {id}" in tried


def test_the_same_seed_makes_the_same_responses() -> None:
    for make in (lambda draw: fuzz.mutations(REAL, draw), fuzz.random_texts):
        first, second = (list(islice(make(random.Random(7)), 50)) for _ in range(2))
        assert first == second
        assert len(set(first)) > 20


def follows_the_whole_only(text: Text) -> Finding:
    return Finding(text.raw == "a\nb", "", "")


def raises_on_all(text: Text) -> Finding:
    raise KeyError(text.raw)


def gives_a_number(text: Text) -> Finding:
    return Finding(len(text.raw), "", "")  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("check", "wanted"),
    [
        (follows_the_whole_only, []),
        (raises_on_all, ["x: KeyError: 'a\\nb'"]),
        (gives_a_number, ["x: a verdict is no bool"]),
    ],
)
def test_faults_are_found(check: Callable[[Text], Finding], wanted: list[str]) -> None:
    assert list(fuzz.faults("x", BoundRule(check, "all"), Response("a\nb"))) == wanted
