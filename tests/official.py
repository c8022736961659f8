"""Finds the official data and recorded verdicts, which are not part of the project."""

import gzip
import json
import os
from pathlib import Path
from typing import Any

import pytest

_ROOTS = [
    Path(os.environ.get("IFBENCH_SUITE_OFFICIAL", "official")),
    Path(__file__).resolve().parents[2] / "shared",
]


def official(name: str) -> Path:
    """The path of an official file; skips the test, with the reason, where it is not at hand."""
    for root in _ROOTS:
        if (root / name).exists():
            return root / name
    pytest.skip(f"official file {name} is not at hand (set IFBENCH_SUITE_OFFICIAL)")


def lines(name: str) -> list[dict[str, Any]]:
    """The objects of an official JSON Lines file, gzipped or not."""
    path = official(name)
    raw = path.read_bytes()
    text = (gzip.decompress(raw) if path.suffix == ".gz" else raw).decode()
    return [json.loads(line) for line in text.split("\n") if line.strip()]
