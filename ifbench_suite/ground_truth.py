"""The `ground_truth` of IF-RLVR's training rows: a rule written as a literal in a string."""

from __future__ import annotations

import ast
import json
from typing import Any

from ifbench_suite.records import Record


def ground_truth(record: Record) -> dict[str, Any]:
    """What the `ground_truth` of a training row holds: `instruction_id` and `kwargs`.

    It is a Python literal (or JSON) in a string, `[{"instruction_id": [...], "kwargs": [...]}]`,
    as in allenai/IF_multi_constraints_upto5; it is parsed as data and never evaluated.

    Raises:
        InputError: it is not of that form.
    """
    return _first(_literal(record.take("ground_truth", str), record), record)


def _literal(text: str, record: Record) -> Any:
    try:
        return ast.literal_eval(text)
    except (ValueError, SyntaxError, MemoryError, RecursionError):
        return _json(text, record)


def _json(text: str, record: Record) -> Any:
    try:
        return json.loads(text)
    except (ValueError, RecursionError) as error:
        problem = f"neither a Python literal nor JSON: {error}"
        raise record.place.error(problem, "ground_truth") from None


def _first(truth: Any, record: Record) -> dict[str, Any]:
    """The one object of the list; some files hold it as JSON text once more."""
    item = truth[0] if isinstance(truth, list) and len(truth) == 1 else truth
    item = _json(item, record) if isinstance(item, str) else item
    if not isinstance(item, dict):
        raise record.place.error("is not a list of one object", "ground_truth")
    return item
