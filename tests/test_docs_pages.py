"""The generated parts of the pages in docs/ are what the checkers and readers say today."""

import pytest

from tools.write_docs import DOCS, PAGES, page


@pytest.mark.parametrize("name", PAGES)
def test_the_page_is_what_the_tool_writes(name: str) -> None:
    assert (DOCS / name).read_text(encoding="utf-8") == page(name), "run python -m tools.write_docs"
