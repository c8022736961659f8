"""Which judge is asked about which type: one for all, or a TOML table of one per type."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from checkers.inverse_ifeval import TYPES
from ifbench_suite.errors import InputError
from ifbench_suite.judge import Judge
from ifbench_suite.resources import data_file

OFFICIAL = "official"
"""Names the table of judges that the data set's card gives."""
_DEFAULT = "default"

MakeJudge = Callable[[Mapping[str, Any]], Judge]
"""From a table of the file (model, base_url, api_key_env, parameters) to a judge."""


def panel(source: str | Path, make: MakeJudge) -> dict[str, Judge]:
    """The judges of a TOML file, by instruction id; that of `[default]` under "".

    Args:
        source: the file, or "official".
        make: called once for each different table.

    Raises:
        InputError: the file cannot be read, a table names no type, or one has no model.
    """
    path = data_file("judges/official.toml") if source == OFFICIAL else Path(source)
    made: list[tuple[Mapping[str, Any], Judge]] = []
    judges: dict[str, Judge] = {}
    for name, table in _tables(path).items():
        if name != _DEFAULT and name not in TYPES:
            problem = f"is none of {_DEFAULT}, {', '.join(TYPES)}"
            raise InputError(problem, file=path, field=name)
        if not isinstance(table, dict) or not isinstance(table.get("model"), str):
            raise InputError("is no table with a model", file=path, field=name)
        judge = next((known for given, known in made if given == table), None)
        if judge is None:
            judge = make(table)
            made.append((table, judge))
        judges[f"inverse:{TYPES[name]}" if name != _DEFAULT else ""] = judge
    return judges


def _tables(path: Path) -> Mapping[str, Any]:
    try:
        return tomllib.loads(path.read_text("utf-8"))
    except OSError as error:
        raise InputError((error.strerror or str(error)).lower(), file=path) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"not TOML: {error}", file=path) from None
