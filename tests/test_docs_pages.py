"""The pages in docs/: what is generated is up to date, links lead somewhere, nothing is far."""

import re
import tomllib
from pathlib import Path

import pytest

from tests.fenced_blocks import PAGES as PATHS
from tests.fenced_blocks import ROOT
from tools.write_docs import DOCS, PAGES, page

LINK = re.compile(r"\]\(([^)\s]+)\)")
HEADING = re.compile(r"^#+ (.*)$", re.M)
FENCED = re.compile(r"^```.*?^```", re.M | re.S)


@pytest.mark.parametrize("name", PAGES)
def test_the_page_is_what_the_tool_writes(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == page(name), "run python -m tools.write_docs"


def links(path: Path) -> list[tuple[Path, str]]:
    """The files of the project that a page links to, each with the anchor, or ""."""
    text = FENCED.sub("", path.read_text(encoding="utf-8"))
    found = [link.partition("#") for link in LINK.findall(text) if "://" not in link]
    return [((path.parent / name).resolve() if name else path, anchor) for name, _, anchor in found]


def anchors(path: Path) -> set[str]:
    """What the headings of a page are called in a link."""
    text = FENCED.sub("", path.read_text(encoding="utf-8"))
    plain = (re.sub(r"\]\([^)]*\)|[`*\[\]]", "", heading) for heading in HEADING.findall(text))
    return {re.sub(r"[^\w\s-]", "", heading).strip().lower().replace(" ", "-") for heading in plain}


@pytest.mark.parametrize("path", PATHS, ids=lambda path: path.relative_to(ROOT).as_posix())
def test_its_links_lead_somewhere(path: Path) -> None:
    for target, anchor in links(path):
        assert target.exists(), target
        assert not anchor or anchor in anchors(target), (target, anchor)


@pytest.mark.parametrize("start", [ROOT / "README.md", DOCS / "index.md"], ids=["README", "site"])
def test_every_page_is_within_three_clicks(start: Path) -> None:
    reached = {start}
    for _ in range(3):
        reached |= {target for path in reached if path.suffix == ".md" for target, _ in links(path)}
    assert set(PATHS) - {ROOT / "README.md"} <= reached


@pytest.mark.parametrize("start", [ROOT / "README.md", DOCS / "index.md"], ids=["README", "site"])
@pytest.mark.parametrize("name", ["scoring", "why-numbers-differ", "adding-an-instruction"])
def test_what_most_look_for_is_one_click_away(start: Path, name: str) -> None:
    assert DOCS / f"{name}.md" in [target for target, _ in links(start)]


def test_every_dependency_has_its_reason() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    extras = project["optional-dependencies"]
    wanted = [*project["dependencies"], *(one for group in extras.values() for one in group)]
    text = (DOCS / "dependencies.md").read_text(encoding="utf-8").lower()
    names = {re.split(r"[<>=!\[]", requirement)[0].lower() for requirement in wanted}
    assert sorted(name for name in names if name not in text) == []
    assert sorted(extra for extra in extras if f"`{extra}`" not in text) == []
