"""The outcomes of a page: those of parts are those of the whole; and lines of JSON."""

import json
from collections.abc import Sequence
from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ifbench_suite import excerpt
from ifbench_suite.excerpt import Excerpt
from ifbench_suite.outcome import Outcome
from ifbench_suite.outcome_lines import lines_of, own_line
from tests.hostile import hostile_report
from tests.metric_samples import outcome

OUTCOMES = [outcome(key, [key % 3 > 0, key % 2]) for key in range(120)]


def of_lengths(outcomes: Sequence[Outcome], lengths: Sequence[int]) -> Excerpt:
    found = Excerpt()
    for one, length in zip(outcomes, lengths, strict=True):
        found.add(one, length)
    return found


@pytest.fixture(scope="module", autouse=True)
def small_page() -> object:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(excerpt, "LARGEST_BUDGET", 300)
        yield


@given(st.lists(st.integers(0, 120), max_size=6), st.lists(st.integers(0, 9), min_size=120))
def test_the_excerpts_of_parts_are_that_of_the_whole(cuts: list[int], lengths: list[int]) -> None:
    whole, merged = of_lengths(OUTCOMES, lengths[:120]), Excerpt()
    places = sorted({0, 120, *cuts})
    for start, stop in pairwise(places):
        merged.merge(of_lengths(OUTCOMES[start:stop], lengths[start:stop]))
    for name in ("total", "length", "telling", "sizes", "failures", "passes"):
        assert getattr(merged, name) == getattr(whole, name)
    assert (whole.total, whole.length, whole.telling) == (120, sum(lengths[:120]), 80)


def test_what_is_kept_fills_a_page_and_no_more() -> None:
    kept = Excerpt.of(OUTCOMES).failures
    sizes = [one.size for one in kept]
    assert sum(sizes) >= 300 > sum(sizes[:-1])
    assert all(one.order > other.order for one, other in pairwise(kept))


@pytest.mark.parametrize("one", hostile_report().outcomes, ids=lambda one: ascii(one.key)[:9])
def test_each_line_is_the_json_of_its_fields(one: Outcome) -> None:
    own, strict, loose = (line.decode() for line in lines_of(one))
    assert own == own_line(one).encode("utf-8", "backslashreplace").decode()
    assert own_line(one) == json.dumps(one.to_dict(), ensure_ascii=False) + "\n"
    for line, follow in ((strict, one.strict), (loose, one.loose)):
        official = {
            "follow_all_instructions": all(follow),
            "follow_instruction_list": list(follow),
            "instruction_id_list": list(one.instruction_ids),
            "prompt": one.prompt,
            "response": one.response,
        }
        wanted = json.dumps(official, ensure_ascii=False) + "\n"
        assert line == wanted.encode("utf-8", "backslashreplace").decode()
