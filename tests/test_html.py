import json
import re
from dataclasses import replace
from html.parser import HTMLParser
from pathlib import Path
from typing import Any

import pytest

import ifbench_suite as suite
from ifbench_suite.metrics import Resampling
from ifbench_suite.outcome_lines import encoded
from ifbench_suite.report import Report, Reporting
from ifbench_suite.report.browser import selection
from ifbench_suite.report.html import page
from ifbench_suite.report.runs_html import runs_page
from ifbench_suite.report.sections import sections
from ifbench_suite.report.wording import with_error
from ifbench_suite.resources import data_file
from tests.hostile import HOSTILE, hostile_report

TEMPLATES = Path(suite.__file__).parent / "report" / "templates"
VOID = {"meta", "input", "br", "img", "link", "hr"}


class Page(HTMLParser):
    """The elements of a page: their names and attributes, and the text within each."""

    def __init__(self, content: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[tuple[str, str]] = []
        self.feed(content)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.elements.append((tag, dict(attrs)))

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.texts.append((self.open[-1] if self.open else "", data))

    def all(self, name: str) -> list[dict[str, str | None]]:
        return [attributes for tag, attributes in self.elements if tag == name]


def sample(name: str) -> Report:
    rows, responses = (data_file(f"samples/{name}_{kind}.jsonl") for kind in ("rows", "responses"))
    replies = [data_file("samples/inverse_ifeval_judge_replies.jsonl")]
    judging = replies[0] if name == "inverse_ifeval" else None
    return suite.evaluate(responses, benchmark=name, data=rows, judging=judging)


def embedded(content: str) -> list[dict[str, Any]]:
    (text,) = re.findall(r'<script type="application/json" id="data">(.*?)</script>', content)
    outcomes: list[dict[str, Any]] = json.loads(text)
    return outcomes


@pytest.fixture(scope="module")
def ifeval() -> Report:
    return sample("ifeval")


@pytest.fixture(scope="module")
def hostile() -> Report:
    return hostile_report()


@pytest.mark.parametrize("name", ["ifeval", "ifbench", "if_rlvr", "multi_if", "inverse_ifeval"])
def test_the_page_of_every_benchmark_parses_and_loads_nothing(name: str) -> None:
    parsed = Page(content := page(sample(name)))
    assert parsed.open == []
    assert [one.get("type") for one in parsed.all("script")] == ["application/json", "module"]
    assert not parsed.all("link") + parsed.all("img") + parsed.all("iframe")
    for _, attributes in parsed.elements:
        assert not {"src", "style", "srcset", "action"} & set(attributes)
        assert not any(attribute.startswith("on") for attribute in attributes)
        assert (attributes.get("href") or "#").startswith("#")
    assert "url(" not in content.split('id="data"')[0]


def test_ids_are_unique_and_every_link_leads_somewhere(ifeval: Report) -> None:
    parsed = Page(page(ifeval))
    ids = [attributes["id"] for _, attributes in parsed.elements if "id" in attributes]
    assert len(ids) == len(set(ids))
    assert {(one["href"] or "")[1:] for one in parsed.all("a")} <= set(ids)


def test_the_policy_allows_our_script_and_style_only(ifeval: Report) -> None:
    policy = next(
        one["content"] or ""
        for one in Page(page(ifeval)).all("meta")
        if one.get("http-equiv") == "Content-Security-Policy"
    )
    assert policy.startswith("default-src 'none'; style-src 'sha256-")
    assert "unsafe" not in policy and "http" not in policy


@pytest.mark.parametrize("name", ["ifeval", "multi_if"])
def test_the_numbers_of_the_page_are_those_of_report_json(name: str) -> None:
    report = sample(name)
    parsed, content = Page(page(report)), report.to_dict()
    values = [float(one["value"] or "nan") for one in parsed.all("data")]
    metrics = content["metrics"].items()
    assert values == [
        value
        for key, metric in metrics
        for value in (metric["value"], content["corrected"][key]["value"])
    ]
    shown = [text for tag, text in parsed.texts if tag == "data"]
    assert shown[::2] == [with_error(one) for one in report.metrics.values()]
    counts = dict(re.findall(r'data-count="([^"]+)">([\d,]+)<', page(report)))
    for key, count in content["counts"].items():
        assert counts[key.replace("_", " ")] == str(count)


def test_each_chart_has_a_table_with_its_lines(ifeval: Report) -> None:
    parsed = Page(content := page(ifeval))
    sections = re.findall(r"<section id=\"([\w-]+)\">\n<h2>.*?</section>", content, re.DOTALL)
    assert sections[:3] == ["by-family", "by-instruction", "strict-to-loose"]
    assert len(re.findall('class="chart"', content)) == len(
        re.findall("The same as a table", content)
    )
    cells = {text.strip() for tag, text in parsed.texts if tag in ("th", "a")}
    for id in (*ifeval.by_family, *ifeval.by_instruction):
        assert id in cells
        assert f"{id} (n = " in content


def test_the_outcomes_hold_what_was_found_and_wanted_and_where(ifeval: Report) -> None:
    outcomes = {one["key"]: one for one in embedded(page(ifeval))}
    assert len(outcomes) == 26
    for outcome in ifeval.outcomes:
        shown = outcomes[str(outcome.key)]
        assert (shown["prompt"], shown["response"]) == (outcome.prompt, outcome.response)
        for number, one in enumerate(shown["instructions"]):
            assert one["id"] == outcome.instruction_ids[number]
            assert one["found"] == outcome.reference.findings[number].found
            assert (one["strict"], one["loose"]) == (outcome.strict[number], outcome.loose[number])
    commas = [
        (outcome["response"], span)
        for outcome in outcomes.values()
        for one in outcome["instructions"]
        for span in one.get("spans", ())
        if one["id"] == "punctuation:no_comma"
    ]
    assert commas
    assert {text[start:end] for text, (start, end) in commas} == {","}


def test_spans_count_as_javascript_does() -> None:
    record = {
        "key": 1,
        "prompt": "No commas.",
        "instruction_id_list": ["punctuation:no_comma"],
        "kwargs": [{}],
        "response": "🌊🌊 sea, sky",
    }
    (outcome,) = embedded(page(suite.evaluate([record])))
    assert outcome["instructions"][0]["spans"] == [[8, 9]]


def test_the_bars_of_a_part_are_those_of_its_table() -> None:
    rows, responses = (
        data_file(f"samples/multi_if_{kind}.jsonl") for kind in ("rows", "responses")
    )
    reporting = Reporting(resampling=Resampling(resamples=50))
    report = suite.evaluate(responses, benchmark="multi_if", data=rows, reporting=reporting)
    (section,) = (one for one in sections(report) if one.id == "by-turn")
    for row in section.table.rows[:3]:
        assert f"reference: {row[2]} %, n = {row[1]}" in section.chart


def test_hostile_text_adds_no_element_and_no_script(hostile: Report) -> None:
    content = encoded(page(hostile)).decode()
    parsed = Page(content)
    tame = replace(
        hostile,
        outcomes=[
            replace(one, key=i, prompt="p", response="r", language=f"l{i}", extra={"type": f"t{i}"})
            for i, one in enumerate(hostile.outcomes)
        ],
        unmatched=["x"] * len(HOSTILE),
    )
    names = [tag for tag, _ in parsed.elements if tag not in ("text", "tspan")]
    expected = [tag for tag, _ in Page(page(tame)).elements if tag not in ("text", "tspan")]
    assert sorted(names) == sorted(expected)
    assert parsed.open == []


def test_hostile_text_stays_within_the_data_and_comes_back_as_it_was(hostile: Report) -> None:
    content = encoded(page(hostile)).decode()
    assert [one["response"] for one in embedded(content)] == [
        one.response for one in hostile.outcomes
    ]
    data = content.split('id="data">')[1].split("</script>")[0]
    assert not re.search("[<>&\u2028\u2029]", data)


def test_control_and_direction_characters_are_shown_outside_the_data(hostile: Report) -> None:
    content = encoded(page(hostile)).decode()
    outside = re.sub('id="data">.*?</script>', "", content)
    assert not [char for char in set(outside) if not char.isprintable() and char != "\n"]
    assert "\\u202eevil" in outside


def test_the_page_is_the_same_every_time(ifeval: Report) -> None:
    assert page(ifeval) == page(sample("ifeval"))


def test_the_official_run_takes_less_than_3_mb() -> None:
    from tests.official import official

    report = suite.evaluate(
        official("data/ifeval_responses_gpt4_20231107.jsonl"),
        data=official("data/ifeval_input_20231127.jsonl"),
    )
    content = page(report)
    assert len(embedded(content)) == 541
    assert len(encoded(content)) < 3_000_000


def test_long_responses_are_cut_before_failures_are_left_out(ifeval: Report) -> None:
    long = [
        replace(one, response=one.response + "x" * 500_000, key=f"{copy} {one.key}")
        for copy in range(5)
        for one in ifeval.outcomes
    ]
    chosen = selection(long)
    failing = [str(one.key) for one in long if not all(one.strict)]
    outcomes = list(map(json.loads, chosen.outcomes))
    shown = {one["key"] for one in outcomes}
    assert set(failing) <= shown
    assert all(one["cut"][1] > 0 for one in outcomes)
    assert "of 130 outcomes are shown here, all " in chosen.says


def test_of_many_outcomes_a_sample_of_the_failures_is_kept_and_the_page_says_so(
    ifeval: Report,
) -> None:
    failure = next(one for one in ifeval.outcomes if not any(one.strict))
    many = [replace(failure, key=key, response="word " * 100) for key in range(30_000)]
    chosen = selection(many)
    assert sum(map(len, chosen.outcomes)) < 9_000_000
    assert 1000 < len(chosen.outcomes) < 30_000
    assert f"{len(chosen.outcomes):,} of 30,000 outcomes are shown here, a sample of" in chosen.says
    assert selection(many).outcomes == chosen.outcomes


def test_several_runs_are_ranked_and_held_against_the_best(ifeval: Report) -> None:
    worse = [
        replace(one, reference=replace(one.reference, strict=(False,) * len(one.strict)))
        for one in ifeval.outcomes
    ]
    runs = {"worse <b>": replace(ifeval, outcomes=worse), "better": ifeval}
    content = runs_page(runs)
    parsed = Page(content)
    links = [one["href"] for one in parsed.all("a") if one["href"] != "#main"]
    assert links == ["better/report.html", "worse_b/report.html"]
    assert "Against better" in content
    assert "worse &lt;b&gt;" in content and "worse <b>" not in content


def test_colours_have_the_contrast_of_wcag_aa_in_both_themes() -> None:
    style = (TEMPLATES / "page.css").read_text() + (TEMPLATES / "charts.css").read_text()
    pairs = {
        name: (light, dark)
        for name, light, dark in re.findall(r"--([\w-]+): light-dark\((#\w+), (#\w+)\)", style)
    }
    for theme in (0, 1):
        for ink in ("ink", "soft", "link", "corrected-ink", "good", "bad"):
            for ground in ("page", "surface"):
                assert contrast(pairs[ink][theme], pairs[ground][theme]) >= 4.5, (ink, ground)
        for ground in ("mark", "warning"):
            assert contrast(pairs["ink"][theme], pairs[ground][theme]) >= 4.5, ground
        for graphic in ("reference", "corrected"):
            assert contrast(pairs[graphic][theme], pairs["page"][theme]) >= 3, graphic
    heat = re.findall(
        r"heat-\d \{ background: light-dark\((#\w+), (#\w+)\); color: light-dark\((#\w+), (#\w+)\)",
        style,
    )
    assert len(heat) == 7
    for light, dark, light_ink, dark_ink in heat:
        assert contrast(light, light_ink) >= 4.5 and contrast(dark, dark_ink) >= 4.5


def contrast(one: str, other: str) -> float:
    lighter, darker = sorted((luminance(one), luminance(other)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    shares = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    linear = [s / 12.92 if s <= 0.04045 else ((s + 0.055) / 1.055) ** 2.4 for s in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def test_no_file_of_the_page_is_too_long() -> None:
    for file in TEMPLATES.iterdir():
        text = file.read_text()
        assert text.count("\n") < 300
        assert "innerHTML" not in text
