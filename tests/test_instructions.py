"""Laws that hold for every instruction of every registry, present and future."""

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from checkers import REGISTRIES, BadArguments, Example, Instruction, Registry, UnknownInstruction
from checkers.registry import EVERY_PARAMETER, no, ok
from checkers.requirement import MissingRequirement
from ifbench_suite.response import Response
from ifbench_suite.verdict import BoundRule

RULES = [
    (registry, rule)
    for registry in REGISTRIES.values()
    for rule in (*registry.own.values(), *registry.corrections.values())
]
CORRECTIONS = [
    (registry, rule) for registry in REGISTRIES.values() for rule in registry.corrections.values()
]


def named(value: object) -> str:
    if isinstance(value, Registry):
        return value.name
    if isinstance(value, Instruction):
        return f"{value.id}{' corrected' if value.why else ''}"
    return ""


@pytest.fixture(autouse=True)
def _what_it_needs_is_installed(request: pytest.FixtureRequest) -> None:
    """Skips a rule that needs data which is not installed, with the sentence that says so."""
    rule = getattr(request.node, "callspec", None) and request.node.callspec.params.get("rule")
    if rule and rule.requires:
        try:
            rule.requires()
        except MissingRequirement as missing:
            pytest.skip(str(missing))


def verdict(registry: Registry, rule: Instruction, example: Example) -> bool:
    text = registry.view(example.response, prompt=example.prompt)
    return rule.bind(example.kwargs)(text).followed


@pytest.mark.parametrize(("registry", "rule"), RULES, ids=named)
def test_its_examples_hold(registry: Registry, rule: Instruction) -> None:
    for example in rule.examples:
        assert verdict(registry, rule, example) is example.followed, example
    if not rule.why:
        assert {example.followed for example in rule.examples} == {True, False}


@pytest.mark.parametrize(("registry", "rule"), CORRECTIONS, ids=named)
def test_a_correction_has_an_example_on_which_the_reference_disagrees(
    registry: Registry, rule: Instruction
) -> None:
    reference = registry.get(rule.id)
    assert any(judged(registry, reference, e) != judged(registry, rule, e) for e in rule.examples)


@pytest.mark.parametrize(("registry", "rule"), CORRECTIONS, ids=named)
def test_a_correction_takes_the_same_values_as_the_reference(
    registry: Registry, rule: Instruction
) -> None:
    assert rule.parameters == registry.get(rule.id).parameters


def judged(registry: Registry, rule: Instruction, example: Example) -> tuple[bool, bool]:
    bound = BoundRule.of(rule, example.kwargs)
    response = Response(example.response, text_view=registry.view, prompt=example.prompt)
    strict = bound.strict(response)
    return strict.followed, bound.loose(response, strict)


@pytest.mark.parametrize(("registry", "rule"), RULES, ids=named)
def test_its_docstring_says_what_is_asked_and_how_it_is_decided(
    registry: Registry, rule: Instruction
) -> None:
    asked, _, decided = rule.text.partition("\n\nReference: ")
    assert asked.endswith(".")
    if not rule.why:
        assert decided
        assert all(f"`{name}`" in asked for name in rule.parameters), asked


@pytest.mark.parametrize(("registry", "rule"), RULES, ids=named)
def test_it_refuses_what_it_does_not_know_and_what_is_missing(
    registry: Registry, rule: Instruction
) -> None:
    kwargs = dict(rule.examples[0].kwargs)
    if rule.ignores != EVERY_PARAMETER:
        with pytest.raises(BadArguments, match="unknown parameter 'no_such'"):
            rule.bind({**kwargs, "no_such": 1})
    for name in rule.parameters:
        with pytest.raises(BadArguments, match=f"parameter '{name}' is missing"):
            rule.bind({**kwargs, name: None})


@pytest.mark.parametrize(("registry", "rule"), RULES, ids=named)
def test_it_gives_evidence(registry: Registry, rule: Instruction) -> None:
    for example in rule.examples:
        text = registry.view(example.response, prompt=example.prompt)
        finding = rule.bind(example.kwargs)(text)
        assert finding.found and finding.wanted
        assert len(finding.found) < 300


PIECES = (
    *(
        "*",
        "***",
        "\n",
        "\n\n",
        " ",
        "\r",
        ".",
        ",",
        "?",
        "!",
        "।",
        "。",
        '"',
        "'",
        "`",
        "-",
        "(",
        ")",
    ),
    *("a", "B", "1", "你", "ส", "\u0301", "\ud800", "\x00", "🙂", "[x]", "P.S.", "<<t>>", "{}"),
)
TEXTS = st.text(max_size=200) | st.lists(st.sampled_from(PIECES), max_size=60).map("".join)


@pytest.mark.parametrize(("registry", "rule"), RULES, ids=named)
@settings(max_examples=30, deadline=None)
@given(text=TEXTS)
def test_every_string_gets_a_bool_and_loose_follows_strict(
    registry: Registry, rule: Instruction, text: str
) -> None:
    for example in rule.examples[:2]:
        bound = BoundRule.of(rule, example.kwargs)
        response = Response(text, text_view=registry.view, prompt=example.prompt)
        strict = bound.strict(response)
        loose = bound.loose(response, strict)
        assert type(strict.followed) is bool and type(loose) is bool
        assert loose or not strict.followed


def test_an_unknown_id_is_refused_with_near_ones() -> None:
    with pytest.raises(UnknownInstruction, match="no instruction 'keyword:existence'; close: "):
        REGISTRIES["ifeval"].get("keyword:existence")


def test_an_id_cannot_be_registered_twice() -> None:
    mine = Registry("mine", reference="", base=REGISTRIES["ifeval"])
    check = REGISTRIES["ifeval"].get("punctuation:no_comma").check
    register = mine.instruction("mine:rule", origin="", examples=(ok("a"), no("b,")))
    assert register(check) is check
    with pytest.raises(ValueError, match="mine:rule is registered twice"):
        register(check)


def test_a_layer_is_asked_before_its_base_and_corrections_before_rules() -> None:
    base = Registry("base", reference="")
    mine = Registry("mine", reference="", base=base)
    comma = REGISTRIES["ifeval"].get("punctuation:no_comma").check
    quote = REGISTRIES["ifeval"].get("startend:quotation").check
    examples = (ok("a"), no("b,"))
    base.instruction("x:y", origin="", examples=examples)(comma)
    mine.correction("x:y", why="because", examples=examples)(quote)
    assert mine.get("x:y").check is comma
    assert mine.get("x:y", corrected=True).check is quote
    assert base.get("x:y", corrected=True).check is comma
    assert list(mine) == ["x:y"]


def test_a_correction_takes_the_parameters_of_its_reference() -> None:
    mine = Registry("mine", reference="", base=REGISTRIES["ifeval"])
    words = REGISTRIES["ifeval"].get("length_constraints:number_words").check
    with pytest.raises(ValueError, match="takes the parameters of its reference"):
        mine.correction("punctuation:no_comma", why="w", examples=())(words)


def test_names_of_parameters_are_the_datas() -> None:
    names = {name for _, rule in RULES for name in rule.parameters}
    assert all(re.fullmatch(r"[A-Za-z_]+\d?", name) for name in names)
