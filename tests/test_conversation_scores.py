"""Multi-IF's numbers: by hand on a few verdicts, and by pandas on conversations in 8 languages."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import replace
from itertools import product
from typing import Any

import numpy as np
import pandas as pd
import pytest
from jsonschema import Draft202012Validator
from numpy.typing import NDArray

import ifbench_suite as suite
from checkers.finding import Finding
from ifbench_suite.metrics.conversations import Conversations
from ifbench_suite.metrics.estimate import Estimate
from ifbench_suite.metrics.four import corrected, reference
from ifbench_suite.outcome import Outcome, Verdicts
from ifbench_suite.report import Report
from ifbench_suite.report.markdown import markdown
from ifbench_suite.resources import data_file
from ifbench_suite.rows import Row

NAMES = ("prompt_level_strict", "inst_level_strict", "prompt_level_loose", "inst_level_loose")


def outcome(key: str, language: str, turn: int, strict: str, loose: str = "") -> Outcome:
    """One with the verdicts that a string of 1 and 0 gives."""
    follow = tuple(char == "1" for char in strict)
    loosely = tuple(char == "1" for char in loose or strict)
    findings = tuple(Finding(one, "", "") for one in follow)
    return Outcome(
        key=key,
        benchmark="multi_if",
        prompt="?",
        response="!",
        instruction_ids=tuple(f"family:{i}" for i in range(len(follow))),
        kwargs=({},) * len(follow),
        reference=Verdicts(follow, loosely, findings),
        corrected=None,
        language=language,
        turn=turn,
    )


BY_HAND = [
    *[
        outcome("a", "English", 1, "1"),
        outcome("a", "English", 2, "10"),
        outcome("a", "English", 3, "011"),
    ],
    *[
        outcome("b", "English", 1, "0"),
        outcome("b", "English", 2, "11"),
        outcome("b", "English", 3, "101"),
    ],
    *[outcome("c", "Hindi", 1, "11"), outcome("c", "Hindi", 2, "110", "111")],
]


def values(numbers: Mapping[str, Estimate]) -> dict[str, float]:
    return {name: round(estimate.value, 6) for name, estimate in numbers.items()}


def test_by_hand() -> None:
    found = Conversations.of(BY_HAND, reference)
    assert values(found.cells[2]["Hindi"]) == {
        "prompt_level_strict": 0,
        "inst_level_strict": round(2 / 3, 6),
        "prompt_level_loose": 1,
        "inst_level_loose": 1,
        "overall": round((0 + 2 / 3 + 1 + 1) / 4, 6),
    }
    at_two = found.turns[2]
    assert values(at_two["micro"])["inst_level_strict"] == round(5 / 7, 6)
    assert values(at_two["macro"])["inst_level_strict"] == round((3 / 4 + 2 / 3) / 2, 6)
    assert values(at_two["micro"])["prompt_level_strict"] == round(1 / 3, 6)
    assert list(found.cells[3]) == ["English"]
    english = found.languages["English"]
    assert values(english["micro"])["inst_level_strict"] == round(8 / 12, 6)
    assert values(english["macro"])["inst_level_strict"] == round((1 / 2 + 3 / 4 + 4 / 6) / 3, 6)
    turns = (3 / 4, 5 / 7, 4 / 6)
    assert values(found.total["mean_of_turns"])["inst_level_strict"] == round(sum(turns) / 3, 6)
    macros = ((1 / 2 + 1) / 2, (3 / 4 + 2 / 3) / 2, 4 / 6)
    assert values(found.total["macro"])["inst_level_strict"] == round(sum(macros) / 3, 6)


def test_forgotten_and_mended_by_hand() -> None:
    """a: 1, 10, 011; b: 0, 11, 101; c: 11, 110 (loose 111)."""
    changes = Conversations.of(BY_HAND, reference).changes
    assert list(changes) == ["all", "2", "3", "English", "Hindi"]
    at_two, at_three = changes["2"], changes["3"]
    assert (at_two["ifr_strict"].value, at_two["ifr_strict"].num) == (0, 3)
    assert (at_two["ecr_strict"].value, at_two["ecr_strict"].num) == (1, 1)
    # At turn 3 a has forgotten its first of one and mended its second; b, whose first was broken
    # once, follows it again and has forgotten its second.
    assert (at_three["ifr_strict"].value, at_three["ifr_strict"].num) == (2 / 3, 3)
    assert (at_three["ecr_strict"].value, at_three["ecr_strict"].num) == (1, 2)
    assert (changes["all"]["ifr_strict"].value, changes["all"]["ifr_strict"].num) == (2 / 6, 6)
    assert changes["Hindi"]["ecr_strict"].num == 0


def test_an_instruction_that_changes_between_turns_is_a_new_one() -> None:
    first = outcome("a", "English", 1, "1")
    other = replace(outcome("a", "English", 2, "0"), instruction_ids=("family:other",))
    further = replace(outcome("a", "English", 2, "0"), kwargs=({"n": 2},))
    for second in (other, further):
        assert Conversations.of([first, second], reference).changes == {}


Verdict = NDArray[np.bool_]
SIZES = {
    "English": 9,
    "Chinese": 3,
    "French": 5,
    "Hindi": 4,
    "Italian": 2,
    "Portuguese": 3,
    "Russian": 6,
    "Spanish": 7,
}


def synthetic() -> tuple[list[Row], list[dict[str, Any]], pd.DataFrame]:
    """Rows, responses, and the verdicts that they are built to have, one line per instruction."""
    draw = np.random.default_rng(7)
    rows: list[Row] = []
    responses: list[dict[str, Any]] = []
    lines: list[dict[str, Any]] = []
    for language, size in SIZES.items():
        for number in range(size):
            key = f"{number}:1:{language}"
            first = int(draw.integers(1, 4))
            kinds = draw.random(first + 2) < 0.5
            texts: list[str | None] = []
            for turn in range(1, 3 if draw.random() < 0.15 else 4):
                count = first + turn - 1
                asked = [instruction(i, bool(kinds[i])) for i in range(count)]
                ids = tuple(id for id, _ in asked)
                kwargs = tuple(kwargs for _, kwargs in asked)
                rows.append(Row(key, f"Turn {turn}.", ids, kwargs, language, turn))
                strict = draw.random(count) < 0.8 - 0.1 * turn
                loose = strict | (kinds[:count] & (draw.random(count) < 0.3))
                is_missing = draw.random() < 0.08
                texts.append(None if is_missing else text(kinds[:count], strict, loose))
                lines += [
                    {
                        **{"key": key, "language": language, "turn": turn, "position": i},
                        "strict": bool(strict[i]) and not is_missing,
                        "loose": bool(loose[i]) and not is_missing,
                    }
                    for i in range(count)
                ]
            responses.append({"key": key, "responses": texts})
    return rows, responses, pd.DataFrame(lines)


def instruction(position: int, is_ban: bool) -> tuple[str, dict[str, Any]]:
    word = f"w{position}x"
    if is_ban:
        return "keywords:forbidden_words", {"forbidden_words": [word]}
    return "keywords:existence", {"keywords": [word]}


def text(kinds: Verdict, strict: Verdict, loose: Verdict) -> str:
    """Loose may leave out the first line: a banned word there breaks strict only."""
    words = [f"w{i}x" for i in range(len(kinds))]
    first = [
        w for w, ban, s, ok in zip(words, kinds, strict, loose, strict=True) if ban and ok and not s
    ]
    inner = [w for w, ban, ok in zip(words, kinds, loose, strict=True) if bool(ok) is not bool(ban)]
    return "\n".join(["Well " + " ".join(first), "And so " + " ".join(inner), "The end"])


@pytest.fixture(scope="module")
def scored() -> tuple[Report, pd.DataFrame]:
    rows, responses, verdicts = synthetic()
    outcomes = suite.score(rows, responses, benchmark="multi_if")
    table = verdicts.set_index(["key", "turn", "position"]).sort_index()
    for one in outcomes:
        for mode in ("strict", "loose"):
            expected = table.loc[(one.key, one.turn)][mode].tolist()
            assert list(getattr(one, mode)) == expected, (one.key, one.turn, mode)
    carriers = [
        {
            **{"key": row.key, "turn": row.turn, "language": row.language, "prompt": row.prompt},
            **{"instruction_id_list": list(row.instruction_ids), "kwargs": list(row.kwargs)},
            "response": text,
            **({"status": "missing"} if text is None else {}),
        }
        for row, text in zip(rows, [t for r in responses for t in r["responses"]], strict=True)
    ]
    return suite.evaluate(carriers, "multi_if"), verdicts


Part = tuple[float, pd.DataFrame, str, str]
"""Weight, lines, level, mode."""


def of_level(lines: pd.DataFrame, level: str, mode: str) -> pd.DataFrame:
    """What is followed and what there is, by conversation."""
    if level == "prompt":
        units = lines.groupby(["key", "turn"])[mode].all().groupby("key")
    else:
        units = lines.groupby("key")[mode]
    return pd.DataFrame({"followed": units.sum(), "num": units.count()})


def independent(parts: Sequence[Part]) -> tuple[float, float | None]:
    """A weighted sum of ratios and its clustered error."""
    value = 0.0
    residuals = []
    fewest = np.inf
    for weight, lines, level, mode in parts:
        sums = of_level(lines, level, mode)
        ratio, clusters = sums.followed.sum() / sums.num.sum(), len(sums)
        value += weight * ratio
        fewest = min(fewest, clusters)
        factor = weight * np.sqrt(clusters / max(clusters - 1, 1)) / sums.num.sum()
        residuals.append(factor * (sums.followed - ratio * sums.num))
    if fewest < 2:
        return value, None
    by_cluster = pd.concat(residuals, axis=1).fillna(0).sum(axis=1)
    return value, float(np.sqrt((by_cluster**2).sum()))


def assert_equal(estimate: Estimate, parts: Sequence[Part]) -> None:
    value, stderr = independent(parts)
    assert estimate.value == pytest.approx(value, abs=1e-12)
    if stderr is None:
        assert (estimate.stderr, estimate.interval) == (None, None)
        return
    assert estimate.stderr == pytest.approx(stderr, abs=1e-12)
    ends = np.clip([value - 1.959963984540054 * stderr, value + 1.959963984540054 * stderr], 0, 1)
    assert estimate.interval == pytest.approx(tuple(ends), abs=1e-12)


def assert_five(
    numbers: Mapping[str, Estimate], means_over: Sequence[tuple[float, pd.DataFrame]]
) -> None:
    """The four numbers and `overall`, as weighted means over tables of verdicts."""
    assert set(numbers) == {*NAMES, "overall"}
    levels = list(product(("prompt", "inst"), ("strict", "loose")))
    for level, mode in levels:
        parts = [(weight, lines, level, mode) for weight, lines in means_over]
        assert_equal(numbers[f"{level}_level_{mode}"], parts)
    quarters = [(w / 4, lines, level, mode) for w, lines in means_over for level, mode in levels]
    assert_equal(numbers["overall"], quarters)
    rows = sum(lines.groupby(["key", "turn"]).ngroups for _, lines in means_over)
    assert numbers["overall"].num == numbers["prompt_level_strict"].num == rows


def mean_over(lines: pd.DataFrame, by: str) -> list[tuple[float, pd.DataFrame]]:
    groups = [group for _, group in lines.groupby(by)]
    return [(1 / len(groups), group) for group in groups]


def test_the_set_is_uneven(scored: tuple[Report, pd.DataFrame]) -> None:
    report, verdicts = scored
    assert verdicts.language.nunique() == 8
    assert verdicts.groupby(["key", "turn"]).size().nunique() > 3
    assert set(verdicts.groupby("key").turn.max()) == {2, 3}
    assert 0 < report.counts.missing < 20
    assert (verdicts.loose & ~verdicts.strict).sum() > 20


def test_every_cell_and_roll_up_is_what_pandas_computes(
    scored: tuple[Report, pd.DataFrame],
) -> None:
    report, verdicts = scored
    found = report.conversations["reference"]
    for turn, at_turn in verdicts.groupby("turn"):
        for language, cell in at_turn.groupby("language"):
            assert_five(found.cells[turn][language], [(1, cell)])
        assert_five(found.turns[turn]["micro"], [(1, at_turn)])
        assert_five(found.turns[turn]["macro"], mean_over(at_turn, "language"))
    for language, spoken in verdicts.groupby("language"):
        assert_five(found.languages[language]["micro"], [(1, spoken)])
        assert_five(found.languages[language]["macro"], mean_over(spoken, "turn"))
    assert_five(found.total["micro"], [(1, verdicts)])
    assert_five(found.total["mean_of_turns"], mean_over(verdicts, "turn"))
    macro = [
        (1 / 3 * weight, part)
        for _, at_turn in verdicts.groupby("turn")
        for weight, part in mean_over(at_turn, "language")
    ]
    assert_five(found.total["macro"], macro)


def test_the_headline_and_the_subsets_are_the_same_numbers(
    scored: tuple[Report, pd.DataFrame],
) -> None:
    report, verdicts = scored
    for level, mode in product(("prompt", "inst"), ("strict", "loose")):
        name = f"{level}_level_{mode}"
        assert_equal(report.metrics[name], [(1, verdicts, level, mode)])
        for language, lines in verdicts.groupby("language"):
            assert_equal(report.subsets["language"][language][name], [(1, lines, level, mode)])
        for turn, lines in verdicts.groupby("turn"):
            assert_equal(report.subsets["turn"][str(turn)][name], [(1, lines, level, mode)])
        macro = [(w, lines, level, mode) for w, lines in mean_over(verdicts, "language")]
        assert_equal(report.rollups["language"]["macro"][name], macro)


@pytest.mark.parametrize("mode", ["strict", "loose"])
def test_forgotten_and_mended_are_what_pandas_computes(
    scored: tuple[Report, pd.DataFrame], mode: str
) -> None:
    report, verdicts = scored
    lines = verdicts.sort_values("turn").copy()
    slots = lines.groupby(["key", "position"])[mode]
    lines["ever"] = slots.transform(lambda v: v.astype(float).cummax().shift())
    lines["always"] = slots.transform(lambda v: v.astype(float).cummin().shift())
    later = lines.dropna(subset=["ever"])
    groups = {"all": later}
    groups |= {str(turn): group for turn, group in later.groupby("turn")}
    groups |= {str(name): group for name, group in later.groupby("language")}
    changes = report.conversations["reference"].changes
    assert set(changes) == set(groups)
    for name, group in groups.items():
        forgotten = group[group.ever == 1].assign(hit=lambda f: ~f[mode])
        mended = group[group.always == 0].assign(hit=lambda f: f[mode])
        for kind, chosen in (("ifr", forgotten), ("ecr", mended)):
            estimate = changes[name][f"{kind}_{mode}"]
            assert estimate.num == len(chosen)
            if len(chosen):
                assert_equal(estimate, [(1, chosen, "inst", "hit")])


def test_the_corrected_numbers_stand_beside_them(scored: tuple[Report, pd.DataFrame]) -> None:
    report, _ = scored
    right = Conversations.of(report.outcomes, corrected)
    assert report.conversations["corrected"] == right
    assert values(right.total["micro"]).keys() == {*NAMES, "overall"}


def test_report_json_and_markdown_hold_them(scored: tuple[Report, pd.DataFrame]) -> None:
    report, _ = scored
    schema = json.loads(data_file("schemas/report.schema.json").read_text(encoding="utf-8"))
    content = json.loads(json.dumps(report.to_dict()))
    Draft202012Validator(schema).validate(content)
    at_turn = content["conversations"]["reference"]["turn"]["2"]
    assert at_turn["macro"]["overall"]["aggregation"] == "macro_mean_of_four"
    assert at_turn["micro"]["overall"]["num"] == sum(SIZES.values())
    assert content["missing"][0].endswith(("turn 1", "turn 2", "turn 3"))
    shown = markdown(report)
    for title in ("Languages together, by turn", "Overall by language and turn", "(IFR)"):
        assert title in shown


def test_without_turns_there_is_nothing_of_the_kind() -> None:
    row = Row(1, "?", ("punctuation:no_comma",), ({},))
    (outcome,) = suite.score([row], [{"key": 1, "response": "a"}], benchmark="ifeval")
    assert outcome.turn is None
    report = suite.evaluate(
        [{"key": 1, "prompt": "?", "instruction_id_list": [], "kwargs": [], "response": "a"}]
    )
    assert (report.conversations, report.to_dict()["conversations"]) == ({}, {})
