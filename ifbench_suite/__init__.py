"""Instruction-following scores that are exact, repeatable and explained.

>>> import ifbench_suite as suite
>>> report = suite.evaluate("out.jsonl", benchmark="ifeval")  # doctest: +SKIP
>>> report.metrics["inst_level_strict"].value  # doctest: +SKIP
"""

from __future__ import annotations

import importlib
from typing import TYPE_CHECKING, Any

from ifbench_suite.errors import InputError
from ifbench_suite.version import __version__

if TYPE_CHECKING:
    from ifbench_suite.evaluation import evaluate
    from ifbench_suite.loading import load_rows
    from ifbench_suite.outcome import Outcome
    from ifbench_suite.report import Report
    from ifbench_suite.rewards import findings, reward
    from ifbench_suite.rows import Row
    from ifbench_suite.scoring import score

_HOMES = {
    "Outcome": "outcome",
    "Report": "report",
    "Row": "rows",
    "evaluate": "evaluation",
    "findings": "rewards",
    "load_rows": "loading",
    "reward": "rewards",
    "score": "scoring",
}

__all__ = [
    "InputError",
    "Outcome",
    "Report",
    "Row",
    "__version__",
    "evaluate",
    "findings",
    "load_rows",
    "reward",
    "score",
]


def __getattr__(name: str) -> Any:
    """Public names, imported on first use: asking for --help must not load the checkers."""
    if name not in _HOMES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    return getattr(importlib.import_module(f"{__name__}.{_HOMES[name]}"), name)
