import re
from typing import TYPE_CHECKING

import pytest

from ifbench_suite import evaluate
from ifbench_suite.report import Report
from ifbench_suite.report.html import page
from ifbench_suite.report.runs_html import runs_page
from ifbench_suite.resources import data_file
from tests.browser.conftest import Open
from tests.hostile import HOSTILE, hostile_report

if TYPE_CHECKING:
    from playwright.sync_api import Page

NO_COMMA = "punctuation:no_comma"
SIZES = [(1280, 900), (768, 1024), (360, 740)]


@pytest.fixture(scope="module")
def report() -> Report:
    rows, responses = (data_file(f"samples/ifeval_{kind}.jsonl") for kind in ("rows", "responses"))
    return evaluate(responses, data=rows)


def filtered(shown: "Page", **wanted: str) -> int:
    """How many outcomes stay when the filters are set so."""
    shown.click("button[type=reset]")
    for name, value in wanted.items():
        if name == "search":
            shown.fill("input[name=search]", value)
        else:
            shown.select_option(f"select[name={name}]", value)
    shown.wait_for_timeout(250)
    (count, _) = re.findall(r"\d+", shown.inner_text("#shown"))
    assert shown.locator("#list > li").count() == min(int(count), 50)
    return int(count)


def test_the_numbers_on_the_page_are_those_of_report_json(opened: Open, report: Report) -> None:
    shown = opened(page(report))
    content = report.to_dict()
    values = shown.eval_on_selector_all(".card .value data", "all => all.map(d => +d.value)")
    assert values == [metric["value"] for metric in content["metrics"].values()]
    right = shown.eval_on_selector_all(".card .corrected data", "all => all.map(d => +d.value)")
    assert right == [content["corrected"][name]["value"] for name in content["metrics"]]


def test_filters_leave_what_they_say(opened: Open, report: Report) -> None:
    shown = opened(page(report))
    outcomes = report.outcomes
    failing = [one for one in outcomes if not all(one.strict)]
    assert filtered(shown) == len(outcomes)
    assert filtered(shown, verdict="failed") == len(failing)
    assert filtered(shown, verdict="followed") == len(outcomes) - len(failing)
    assert filtered(shown, verdict="loose") == sum(all(one.loose) for one in failing)
    assert filtered(shown, verdict="differ") == len(report.differing)
    assert filtered(shown, verdict="failed", rules="corrected") == sum(
        one.corrected is not None and not all(one.corrected.strict) for one in outcomes
    )
    assert filtered(shown, instruction=NO_COMMA) == sum(
        NO_COMMA in one.instruction_ids for one in outcomes
    )
    assert filtered(shown, instruction=NO_COMMA, verdict="failed") == sum(
        not followed
        for one in outcomes
        for id, followed in zip(one.instruction_ids, one.strict, strict=True)
        if id == NO_COMMA
    )
    assert filtered(shown, status="removed") == report.counts.thinking_removed
    word = outcomes[0].response.split()[0]
    assert filtered(shown, search=word.upper()) == sum(
        word.lower() in f"{one.key}\n{one.prompt}\n{one.response}".lower() for one in outcomes
    )
    assert shown.locator("select[name=language]").is_hidden()


def test_language_and_turn_are_filters_where_rows_have_them(opened: Open) -> None:
    rows, responses = (
        data_file(f"samples/multi_if_{kind}.jsonl") for kind in ("rows", "responses")
    )
    report = evaluate(responses, benchmark="multi_if", data=rows)
    shown = opened(page(report))
    assert filtered(shown, language="French", turn="2") == sum(
        one.language == "French" and one.turn == 2 for one in report.outcomes
    )


def test_an_outcome_opens_with_what_decided_it_marked(opened: Open, report: Report) -> None:
    shown = opened(page(report))
    filtered(shown, instruction=NO_COMMA, verdict="failed")
    shown.click("#list > li > button >> nth=0")
    assert set(shown.locator("mark").all_inner_texts()) == {","}
    assert "wanted no comma" in shown.inner_text("#list .detail")
    shown.click("[aria-pressed=true]")
    assert shown.locator("mark").count() == 0


def test_a_link_of_a_table_filters_the_outcomes(opened: Open, report: Report) -> None:
    shown = opened(page(report))
    shown.click("#by-instruction summary")
    shown.click(f"#by-instruction a[data-value='{NO_COMMA}']")
    assert shown.input_value("select[name=instruction]") == NO_COMMA


def test_keys_lead_through_the_outcomes(opened: Open, report: Report) -> None:
    shown = opened(page(report))
    for key in ("j", "j", "k", "j", "Enter"):
        shown.keyboard.press(key)
    expanded = shown.locator("#list > li > button").evaluate_all(
        "all => all.map(b => b.ariaExpanded)"
    )
    assert expanded.index("true") == 1
    shown.keyboard.press("/")
    shown.keyboard.type("jk/")
    assert shown.input_value("input[name=search]") == "jk/"


def test_the_theme_can_be_switched(opened: Open, report: Report) -> None:
    shown = opened(page(report), color_scheme="dark")
    background = "getComputedStyle(document.body).backgroundColor"
    dark = shown.evaluate(background)
    shown.click("#theme")
    assert (dark, shown.evaluate(background)) == ("rgb(19, 23, 28)", "rgb(255, 255, 255)")


def test_the_signature_can_be_copied(opened: Open, report: Report) -> None:
    shown = opened(page(report))
    shown.click("[data-copies=signature]")
    shown.wait_for_function(
        "['Copied', 'Selected'].includes(document.querySelector('[data-copies]').textContent)"
    )
    assert shown.inner_text("#signature") == str(report.signature)


@pytest.mark.parametrize("size", SIZES, ids=[f"{width}" for width, _ in SIZES])
def test_the_page_is_no_wider_than_the_screen(
    opened: Open, report: Report, size: tuple[int, int]
) -> None:
    shown = opened(page(report), viewport={"width": size[0], "height": size[1]})
    shown.click("#list > li > button >> nth=0")
    assert shown.evaluate("document.documentElement.scrollWidth") <= size[0]


def test_hostile_text_runs_nothing_and_is_shown(opened: Open) -> None:
    report = hostile_report()
    shown = opened(page(report))
    title = shown.title()
    for button in shown.locator("#list > li > button").all():
        button.click()
    assert shown.title() == title == "ifeval: instruction following"
    assert shown.locator("img, iframe, a[href^=javascript], .text script").count() == 0
    texts = shown.locator(".text").all_inner_texts()
    assert any(text.startswith("</script><script>document.title='taken'") for text in texts)
    signs = set(shown.locator(".text .sign").all_inner_texts())
    assert {"U+202E", "U+2066", "U+200B", "U+001B", "U+0000", "U+D800", "U+DFFF"} <= signs
    assert filtered(shown, search="onerror") == 1
    for language in HOSTILE[:3]:
        assert filtered(shown, language=language) == 1


def test_everything_is_opened_for_the_printer(opened: Open, report: Report) -> None:
    shown = opened(page(report))
    shown.evaluate("dispatchEvent(new Event('beforeprint'))")
    assert shown.locator("details:not([open])").count() == 0
    shown.emulate_media(media="print")
    assert shown.locator(".filters").is_hidden()


def test_several_runs_open_side_by_side(opened: Open, report: Report) -> None:
    shown = opened(runs_page({"one": report, "two": report}))
    assert shown.locator("svg.chart .bar").count() == 4
    assert "Against one" in shown.inner_text("main")
