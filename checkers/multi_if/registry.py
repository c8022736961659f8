"""The registry of Multi-IF: IFEval's instructions over text in eleven languages."""

from __future__ import annotations

from checkers.multi_if.text import MultilingualText
from checkers.registry import IFEVAL, Registry

MULTI_IF = Registry(
    "multi_if",
    reference="facebookresearch/Multi-IF@1cdb53e",
    base=IFEVAL,
    view=MultilingualText,
)
