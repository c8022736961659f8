"""Runs the conformance vectors: is this installation sound?

A vector is one line of JSON: an instruction, its kwargs, a response, and the verdicts that the
official code gave on it (`strict`, `loose`; null where it raised or drew at random), with the
corrected strict verdict (`right`) where that differs.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from checkers import REGISTRIES, BadArguments
from checkers.requirement import MissingRequirement
from ifbench_suite.errors import InputError
from ifbench_suite.resources import data_file
from ifbench_suite.response import Response
from ifbench_suite.verdict import BoundRule

_RAISED_AT_BUILD = {"ValueError", "KeyError", "TypeError", "AttributeError"}


class Difference(NamedTuple):
    """A vector on which this installation does not give the recorded verdict."""

    vector: str
    what: str
    """"strict", "loose", "corrected" or "binding"."""
    recorded: object
    here: object

    def __str__(self) -> str:
        return f"{self.vector}: {self.what} is {self.here}, recorded {self.recorded}"


class Result(NamedTuple):
    """What running one file of vectors has shown."""

    file: str
    vectors: int
    differences: list[Difference]
    skipped: list[str]
    """Vectors that need something which is not installed, with what that is."""

    def __str__(self) -> str:
        skipped = f", {len(self.skipped)} not run" if self.skipped else ""
        return f"{self.file}: {self.vectors} vectors, {len(self.differences)} differ{skipped}"


def vector_files(benchmark: str | None = None) -> list[Path]:
    """The vector files of the package, or those of one benchmark.

    Raises:
        InputError: there are none for it.
    """
    files = sorted(data_file("conformance").glob("*.jsonl"))
    chosen = [file for file in files if benchmark in (None, _benchmark(file))]
    if not chosen:
        known = ", ".join(dict.fromkeys(map(_benchmark, files)))
        raise InputError(f"no vectors for {benchmark!r}; there are some for {known}")
    return chosen


def _benchmark(file: Path) -> str:
    return next(vectors(file))["id"].split("/")[0]  # type: ignore[no-any-return]


def check(path: Path) -> Result:
    """Runs the vectors of one file."""
    found: list[Difference] = []
    skipped: list[str] = []
    all_vectors = list(vectors(path))
    for vector in all_vectors:
        try:
            found += differences(vector)
        except MissingRequirement as missing:
            skipped.append(f"{vector['id']}: not run; {missing}")
    return Result(path.name, len(all_vectors), found, skipped)


def vectors(path: Path) -> Iterator[dict[str, Any]]:
    """The vectors of one file, in its order."""
    with path.open(encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def differences(vector: Mapping[str, Any]) -> list[Difference]:
    """Where this installation differs from one vector; empty if it conforms."""
    try:
        here = _verdicts(vector)
    except BadArguments as error:
        refused = vector.get("binds") is False or _drawn(vector) or _raised_at_build(vector)
        return [] if refused else [Difference(vector["id"], "binding", "binds", str(error))]
    if vector.get("binds") is False:
        return [Difference(vector["id"], "binding", "refused", "binds")]
    wanted = _recorded(vector)
    return [
        Difference(vector["id"], what, recorded, here[what])
        for what, recorded in wanted.items()
        if recorded is not None and recorded is not here[what]
    ]


def _verdicts(vector: Mapping[str, Any]) -> dict[str, bool]:
    registry = REGISTRIES[vector["id"].split("/")[0]]
    response = Response(vector["response"], text_view=registry.view, prompt=vector.get("prompt"))
    rule = BoundRule.of(registry.get(vector["instruction_id"]), vector["kwargs"])
    fixed = BoundRule.of(registry.get(vector["instruction_id"], corrected=True), vector["kwargs"])
    strict = rule.strict(response)
    return {
        "strict": strict.followed,
        "loose": rule.loose(response, strict),
        "corrected": fixed.strict(response).followed,
    }


def _recorded(vector: Mapping[str, Any]) -> dict[str, bool | None]:
    if _drawn(vector):
        return {}
    raised = "crash" in vector
    strict, loose = (
        False if raised and vector[mode] is None else vector[mode] for mode in ("strict", "loose")
    )
    right = vector.get("right", None if raised else strict)
    return {"strict": strict, "loose": loose, "corrected": right}


def _drawn(vector: Mapping[str, Any]) -> bool:
    return bool(vector.get("random"))


def _raised_at_build(vector: Mapping[str, Any]) -> bool:
    return vector.get("crash") in _RAISED_AT_BUILD and vector["strict"] is None
