import math
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from ifbench_suite.errors import InputError
from ifbench_suite.metrics.transform import transform
from ifbench_suite.summary import INVERSE_IFEVAL_ROWS, Summary, inverse_ifeval, load

VALUES = {"a": {"acc": 60.0, "f1": 10.0}, "b": {"acc": 90.0, "f1": 40.0, "only": 1.0}}
PAIRS = [["a", "acc"], ["b", "acc"]]


def result(group: Mapping[str, Any], values: Mapping[str, Mapping[str, float]] = VALUES) -> Any:
    return Summary.read([{"name": "g", **group}]).results(values)["g"]


@pytest.mark.parametrize(
    ("group", "name", "value"),
    [
        ({}, "naive_average", 75),
        ({"weights": {"a": 100, "b": 200}}, "weighted_average", 80),
        ({"weights": {"a@acc": 100, "b@acc": 200}}, "weighted_average", 80),
        ({"std": True}, "standard_deviation", 15),
        ({"sum": True}, "sum", 150),
        ({"harmonic_mean": True}, "harmonic_mean", 72),
        ({"metric": "mine"}, "mine", 75),
        ({"transforms": "x / 100"}, "naive_average", 0.75),
        ({"transforms": {"a": "2*x", "b@acc": "-x + 1"}}, "naive_average", 15.5),
    ],
)
def test_hand_computed(group: Mapping[str, Any], name: str, value: float) -> None:
    assert result({"subsets": PAIRS, **group}) == {name: value}


def test_names_alone_give_every_metric_they_share() -> None:
    assert result({"subsets": ["a", "b"]}) == {"acc": 75, "f1": 25}
    weighted = {"subsets": ["a", "b"], "weights": {"a": 1, "b": 3, "b@f1": 1}}
    assert result(weighted) == {"acc": 82.5, "f1": 25}


def test_a_missing_input_is_an_error_and_no_average_over_the_rest() -> None:
    lost = {"subsets": [["a", "acc"], ["c", "acc"], ["b", "none"]]}
    assert result(lost) == {"naive_average": "error: missing metrics: c@acc, b@none"}
    assert result({"subsets": ["a", "c"]}) == {"naive_average": "error: missing metrics: c"}
    assert result({"subsets": PAIRS}, {"a": {"acc": math.nan}, "b": {"acc": 1.0}}) == {
        "naive_average": "error: missing metrics: a@acc"
    }


def test_a_group_may_use_earlier_ones_and_passes_their_errors_on() -> None:
    groups: list[dict[str, Any]] = [
        {"name": "mean", "subsets": PAIRS, "metric": "m"},
        {"name": "twice", "subsets": [["mean", "m"], ["mean", "m"]], "sum": True},
        {"name": "lost", "subsets": [["c", "m"]]},
        {"name": "later", "subsets": [["lost", "naive_average"]]},
    ]
    found = Summary.read(groups).results(VALUES)
    assert found["later"] == {"naive_average": "error: missing metrics: lost@naive_average"}
    assert Summary.read(groups).inputs == ["a", "b", "c"]


def test_rows_choose_and_order_the_table() -> None:
    groups: list[dict[str, Any]] = [
        {"name": "g", "subsets": PAIRS},
        {"name": "lost", "subsets": [["c", "m"]]},
    ]
    rows = [["g", "naive_average"], "", ["b", "only"], ["lost", "naive_average"], ["x", "y"]]
    table = Summary.read(groups, rows).table({"one": VALUES, "two": {}})
    assert table == [
        ["g", "naive_average", "75.00", "error: missing metrics"],
        [],
        ["b", "only", "1.00", "-"],
        ["lost", "naive_average", "error: missing metrics", "error: missing metrics"],
        ["x", "y", "-", "-"],
    ]
    assert Summary.read(groups).table({"one": VALUES})[0] == ["g", "naive_average", "75.00"]


def test_toml(tmp_path: Path) -> None:
    path = tmp_path / "groups.toml"
    path.write_text(
        'rows = [["g", "weighted_average"], ""]\n'
        "[[groups]]\n"
        'name = "g"\n'
        'subsets = [["a", "acc"], ["b", "acc"]]\n'
        "weights = {a = 100, b = 200}\n"
    )
    summary = load(path)
    assert summary.rows == (("g", "weighted_average"), None)
    assert summary.results(VALUES) == {"g": {"weighted_average": 80}}


BAD = [
    ({"name": ""}, "field 'name': needs a name"),
    ({}, "field 'subsets': group 'g': needs a list of subsets"),
    ({"subsets": [["a"]]}, "field 'subsets': group 'g': is neither all names nor all"),
    ({"subsets": ["a", ["a", "acc"]]}, "field 'subsets': group 'g': is neither all names"),
    ({"subsets": PAIRS, "wieghts": {}}, "field 'wieghts': group 'g': unknown; there are harm"),
    ({"subsets": PAIRS, "std": True, "sum": True}, "field 'sum': group 'g': only one of"),
    ({"subsets": PAIRS, "weights": {"a": 1}}, "field 'weights': group 'g': 'b' has no weight"),
    ({"subsets": PAIRS, "weights": {"a": 0, "b": 0}}, "field 'weights': group 'g': are all zero"),
    ({"subsets": PAIRS, "weights": {"a": -1, "b": 1}}, "field 'weights': group 'g': a: -1 is"),
    ({"subsets": PAIRS, "weights": {"a": 1, "b": 1, "c": 1}}, "field 'weights': group 'g': 'c'"),
    ({"subsets": PAIRS, "transforms": "x.real"}, "field 'transforms': group 'g': 'x.real' is"),
    ({"subsets": PAIRS, "transforms": 3}, "field 'transforms': group 'g': is neither a formula"),
]


@pytest.mark.parametrize(("group", "message"), BAD)
def test_a_group_that_is_not_sound_is_an_error(group: Mapping[str, Any], message: str) -> None:
    with pytest.raises(InputError) as caught:
        Summary.read([{"name": "g", **group}])
    assert str(caught.value).startswith(message)


def test_one_name_for_several_results_is_an_error() -> None:
    with pytest.raises(InputError, match="names one result, but the subsets share acc, f1"):
        result({"subsets": ["a", "b"], "metric": "m"})


@pytest.mark.parametrize(
    ("content", "message"),
    [
        ("[[groups]\n", "groups.toml: not TOML"),
        ("[[group]]\n", "groups.toml: field 'group': unknown; there are groups, rows"),
        ("rows = [1]\n", "groups.toml: field 'rows': 1 is neither"),
        ("[[groups]]\nname = 'g'\n", "groups.toml: field 'subsets': group 'g': needs a list"),
    ],
)
def test_a_file_that_is_not_sound_is_named(
    content: str, message: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("groups.toml").write_text(content)
    with pytest.raises(InputError) as caught:
        load("groups.toml")
    assert str(caught.value).startswith(message)
    with pytest.raises(InputError, match="no such file"):
        load("absent.toml")


@pytest.mark.parametrize(
    ("formula", "value"),
    [
        ("x", 2.0),
        ("(x + 1) * 3 / 2 - 1", 3.5),
        ("-x ** 2", -4),
        ("sqrt(x * 8) + abs(-1)", 5),
        ("max(min(x, 1), 0)", 1),
        ("log(exp(x))", 2),
        ("1 / (x - 2)", math.nan),
        ("sqrt(-x)", math.nan),
        ("(-8) ** 0.5", math.nan),
        ("9 ** 9 ** 9 ** 9", math.nan),
        ("exp(1000 * x)", math.nan),
    ],
)
def test_transforms(formula: str, value: float) -> None:
    assert transform(formula)(2) == pytest.approx(value, nan_ok=True)


@pytest.mark.parametrize(
    "formula",
    [
        "",
        "y",
        "x if x else 1",
        "x // 2",
        "x % 2",
        "x @ x",
        "~x",
        "x < 1",
        "x and 1",
        "True",
        "'a'",
        "1j",
        "[x]",
        "x[0]",
        "x.real",
        "lambda: x",
        "(x := 1)",
        "__import__('os')",
        "abs",
        "abs(x, x)",
        "max(x)",
        "max(*x)",
        "min(x, key=x)",
        "pow(x, 2)",
        "x; x",
        "x\nx",
        "(" * 150 + "x" + ")" * 20,
        "x" * 201,
        "x + " * 100 + "x",
    ],
)
def test_anything_but_arithmetic_in_x_is_an_error(formula: str) -> None:
    with pytest.raises(ValueError):
        transform(formula)


def test_a_transform_without_a_number_is_an_error_of_its_group() -> None:
    group = {"subsets": PAIRS, "transforms": {"a": "1 / (x - 60)", "b": "x"}}
    assert result(group) == {"naive_average": "error: a transform gives no number"}


def test_the_groups_of_inverse_ifeval_have_opencompass_names() -> None:
    assert sum(INVERSE_IFEVAL_ROWS.values()) == 506
    right = {type: i for i, type in enumerate(INVERSE_IFEVAL_ROWS, start=1)}
    values = {
        f"inverse_ifeval/language={language}/type={type}": {
            "prompt_level_strict": share * right[type]
        }
        for language, share in (("english", 1.0), ("chinese", 3.0))
        for type in INVERSE_IFEVAL_ROWS
    }
    summary = inverse_ifeval()
    found = summary.results(values)
    weighted = sum(rows * right[type] for type, rows in INVERSE_IFEVAL_ROWS.items()) / 506
    assert found["InverseIFEval_en"]["weighted_average"] == pytest.approx(weighted)
    assert found["InverseIFEval_zh"]["weighted_average"] == pytest.approx(3 * weighted)
    assert found["InverseIFEval"]["weighted_average"] == pytest.approx(2 * weighted)
    assert found["InverseIFEval_macro"]["naive_average"] == pytest.approx(2 * 4.5)
    assert found["InverseIFEval_QC"]["naive_average"] == pytest.approx(2)
    assert found["InverseIFEval_CA"]["naive_average"] == pytest.approx(16)
    assert found["InverseIFEval_zh_CCF"]["accuracy"] == pytest.approx(3 * 4)
    assert summary.rows[:5] == (
        ("InverseIFEval", "weighted_average"),
        ("InverseIFEval_zh", "weighted_average"),
        ("InverseIFEval_en", "weighted_average"),
        ("InverseIFEval_macro", "naive_average"),
        ("InverseIFEval_QC", "naive_average"),
    )
    assert len(summary.rows) == len(found) == 1 + 2 + 1 + 8 + 16
    assert load("inverse_ifeval") == inverse_ifeval()
