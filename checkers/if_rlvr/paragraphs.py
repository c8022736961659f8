"""paragraphs:*: two paragraphs, and what may divide them."""

from __future__ import annotations

from checkers.finding import Finding, exactly
from checkers.phrases import blocks, paragraphs_between, star_divided
from checkers.registry import IF_RLVR, no, ok
from checkers.text import Text

_PARAGRAPHS = 2


@IF_RLVR.instruction(
    "paragraphs:paragraphs",
    origin="ParagraphBasicChecker",
    examples=(
        ok("It rains.\n***\nIt shines."),
        no("It rains.\n\nIt shines."),
        ok("***Rain*** falls."),
    ),
)
def two_starred_paragraphs(text: Text) -> Finding:
    """There are two paragraphs, divided by `***`.

    Reference: any three asterisks divide. A blank first or last piece is no paragraph; a blank
    one in the middle fails.
    """
    return _two(text.starred)


@IF_RLVR.correction(
    "paragraphs:paragraphs",
    why="the asterisks of ***bold italic*** text are taken for dividers",
    examples=(no("***Rain*** falls."),),
    loose_variants="asterisks kept",
)
def two_divided_paragraphs(text: Text) -> Finding:
    """There are two paragraphs, divided by `***`.

    Corrected: the asterisks of bold italic text divide nothing.
    """
    return _two(star_divided(text.raw))


@IF_RLVR.instruction(
    "paragraphs:paragraphs2",
    origin="ParagraphBasicChecker2",
    examples=(
        ok("It rains.\n\nIt shines."),
        no("It rains.\nIt shines."),
        no("It rains.\n\n\n\nIt shines."),
    ),
)
def two_paragraphs(text: Text) -> Finding:
    r"""There are two paragraphs, divided by an empty line.

    Reference: cut at `\n\n`. A blank first or last piece is no paragraph; a blank one in the
    middle, as four line ends make it, fails.
    """
    return _two(text.paragraphs)


@IF_RLVR.correction(
    "paragraphs:paragraphs2",
    why="several empty lines, or one with a space in it, do not divide paragraphs",
    examples=(ok("It rains.\n\n\n\nIt shines."),),
)
def two_blocks(text: Text) -> Finding:
    """There are two paragraphs, divided by an empty line.

    Corrected: by any number of empty or blank lines.
    """
    return exactly(len(blocks(text.raw)), _PARAGRAPHS, "paragraphs")


def _two(pieces: list[str]) -> Finding:
    paragraphs = paragraphs_between(pieces)
    if paragraphs is None:
        return Finding(False, "an empty paragraph", f"exactly {_PARAGRAPHS}")
    return exactly(paragraphs, _PARAGRAPHS, "paragraphs")
