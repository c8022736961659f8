"""The code blocks of README.md and docs/."""

import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
_FENCE = re.compile(
    r"(?:^<!-- not run: (?P<why>[^\n]*) -->\n)?"
    r"^```(?P<language>[^\s`]*)(?: title=\"(?P<title>[^\"]*)\")?[ \t]*\n"
    r"(?P<text>.*?)^```[ \t]*$",
    re.M | re.S,
)
_COMMAND = re.compile(r"(python|pip)\s")
_INDENTED = re.compile(r"(?<=\n)\n(?P<code> {4,}\S[^\n]*)")


@dataclass(frozen=True)
class Block:
    """One fenced block.

    Attributes:
        page: where it stands, from the root of the project.
        line: of its opening fence.
        language: what the fence says; blocks of commands may leave it out.
        text: what stands between the fences.
        title: the name of the file that it shows, "" for none.
        why_not_run: what its mark says, "" if it has none.
    """

    page: str
    line: int
    language: str
    text: str
    title: str = ""
    why_not_run: str = ""

    def __str__(self) -> str:
        return f"{self.page}:{self.line}"


def blocks(path: Path) -> list[Block]:
    """The fenced blocks of a page."""
    source, page = path.read_text(encoding="utf-8"), path.relative_to(ROOT).as_posix()
    return [
        Block(
            page,
            source.count("\n", 0, found.start("language")) + 1,
            found["language"] or ("bash" if _COMMAND.match(found["text"]) else ""),
            found["text"],
            found["title"] or "",
            found["why"] or "",
        )
        for found in _FENCE.finditer(source)
    ]


def indented_code(path: Path) -> list[str]:
    """Lines that Markdown takes for code though no fence says so."""
    source = _FENCE.sub("", path.read_text(encoding="utf-8"))
    return [found["code"].strip() for found in _INDENTED.finditer(source)]
