"""The generated halves of docs/instructions.md and docs/deviations.md are those of the checkers."""

import pytest

from checkers.requirement import MissingRequirement
from tools.write_docs import DOCS, PAGES, page


@pytest.mark.parametrize("name", PAGES)
def test_the_page_is_what_the_tool_writes(name: str) -> None:
    try:
        wanted = page(name)
    except MissingRequirement as missing:
        pytest.skip(str(missing))
    assert (DOCS / name).read_text(encoding="utf-8") == wanted, "run python -m tools.write_docs"
