"""Bar charts with error bars as inline SVG, drawn by pygal, coloured by the page's style sheet."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from functools import cache
from typing import Any, NamedTuple
from xml.etree import ElementTree

from ifbench_suite.report.inert import printable

_WIDTH = 760
_LABEL_SIZE = 12
"""What pygal reserves room for; the style sheet draws 13 px, which is less wide than it thinks."""
_BAR, _GAP, _AXIS = 13, 9, 30
_Element = ElementTree.Element


class Bar(NamedTuple):
    """One bar, in percent.

    Attributes:
        value: its length.
        low: where its error bar begins; None without one.
        high: where it ends.
        says: what a reader is told who points at it.
    """

    value: float
    low: float | None
    high: float | None
    says: str


class Series(NamedTuple):
    """Bars of one colour, one per line of the chart; None leaves a line empty."""

    name: str
    bars: Sequence[Bar | None]


def bar_chart(title: str, names: Sequence[str], series: Sequence[Series], axis: str) -> str:
    """Horizontal bars, the first on top, as an `<svg>` without styles, scripts or ids.

    Args:
        title: for those who do not see the chart.
        names: one per line.
        series: what is drawn in each line.
        axis: the unit of the bars.
    """
    horizontal_bar, style = _pygal()
    lines = len(names) * (_GAP + _BAR * len(series))
    chart = horizontal_bar(
        style=style(label_font_size=_LABEL_SIZE, major_label_font_size=_LABEL_SIZE),
        width=_WIDTH,
        height=lines + _AXIS,
        margin=4,
        spacing=4,
        show_legend=False,
        truncate_label=-1,
        range=_range(series),
        x_title=None,
        js=[],
        pretty_print=False,
        disable_xml_declaration=True,
        no_data_text="",
    )
    chart.x_labels = [printable(name) for name in reversed(names)]
    for one in series:
        chart.add(printable(one.name), [_value(bar) for bar in reversed(one.bars)])
    drawn = ElementTree.fromstring(chart.render(is_unicode=True))
    return _inline(drawn, f"{title}, {axis}; the same numbers stand in the table below")


@cache
def _pygal() -> tuple[Any, Any]:
    """The chart and style classes of pygal.

    On import it leaves a finder for map plugins in `sys.meta_path`, of a kind that Python warns of
    at every later import: it goes again, unless somebody had imported pygal before.
    """
    before = list(sys.meta_path)
    from pygal import HorizontalBar
    from pygal.style import Style

    for finder in [one for one in sys.meta_path if one not in before]:
        if type(finder).__module__ == "pygal":
            sys.meta_path.remove(finder)
    return HorizontalBar, Style


def _range(series: Sequence[Series]) -> tuple[float, float]:
    """From 0 to 100, or to the longest bar of a chart of small changes."""
    bars = [bar for one in series for bar in one.bars if bar is not None]
    longest = max((bar.high or bar.value for bar in bars), default=0.0)
    return 0.0, 100.0 if longest > 50 else max(10.0, longest)


def _value(bar: Bar | None) -> dict[str, object] | None:
    if bar is None:
        return None
    value: dict[str, object] = {"value": bar.value, "label": printable(bar.says)}
    if bar.low is not None and bar.high is not None:
        value["ci"] = {"low": bar.low, "high": bar.high}
    return value


def _inline(svg: _Element, description: str) -> str:
    for parent in list(svg.iter()):
        _say_what_is_pointed_at(parent)
        for child in [child for child in parent if _is_superfluous(child)]:
            parent.remove(child)
    for element in svg.iter():
        element.tag = element.tag.partition("}")[2] or element.tag
        element.attrib.pop("style", None)
    box = svg.attrib["viewBox"]
    svg.attrib.clear()
    svg.attrib |= {"viewBox": box, "role": "img", "aria-label": description, "class": "chart"}
    return ElementTree.tostring(svg, encoding="unicode")


def _is_superfluous(element: _Element) -> bool:
    name = element.tag.partition("}")[2]
    if name in ("defs", "desc", "script", "title"):
        return "keep" not in element.attrib
    return element.get("class") in ("background", "plot text-overlay", "plot tooltip-overlay")


def _say_what_is_pointed_at(parent: _Element) -> None:
    """Turns pygal's hidden label of a bar into a title, which browsers show as a tooltip."""
    for label in [child for child in parent if child.get("class") == "label"]:
        title = ElementTree.SubElement(parent, f"{label.tag.partition('}')[0]}}}title")
        title.text, title.attrib["keep"] = label.text, "1"
