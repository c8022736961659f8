"""Finds `data/`: inside the installed package, or beside it in a checkout."""

from __future__ import annotations

import os
from pathlib import Path

_PACKAGE = Path(__file__).parent


def data_file(name: str) -> Path:
    """The path of a file or folder of `data/`, say "samples" or "SOURCES.toml".

    Raises:
        FileNotFoundError: the installation lacks it.
    """
    for root in (_PACKAGE / "data", _PACKAGE.parent / "data"):
        if (root / name).exists():
            return root / name
    raise FileNotFoundError(f"this installation of ifbench_suite lacks data/{name}")


def cache_folder() -> Path:
    """Where fetched files stand: $IFBENCH_SUITE_CACHE, or ifbench_suite in the user's cache."""
    if chosen := os.environ.get("IFBENCH_SUITE_CACHE"):
        return Path(chosen)
    return Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "ifbench_suite"
