"""Multi-IF's 25 instructions where they differ from IFEval's; importing this registers them."""

from checkers.multi_if import (  # noqa: F401 - importing a module registers its instructions
    change_case,
    combination,
    detectable_content,
    detectable_format,
    keywords,
    language,
    length_constraints,
    punctuation,
    startend,
)
from checkers.multi_if.registry import MULTI_IF
from checkers.multi_if.text import MultilingualText
from checkers.segment_multilingual import MissingThai, require_thai

__all__ = ["MULTI_IF", "MissingThai", "MultilingualText", "require_thai"]
