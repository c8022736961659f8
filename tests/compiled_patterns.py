"""Prints, as JSON, every regular expression that `checkers` compiles, and where.

Run as a program of its own, so that it sees the imports: they, the examples of every instruction
and the conformance vectors compile all there are.
"""

import json
import re
import sys
from pathlib import Path
from typing import Any

_compile = re._compile  # type: ignore[attr-defined]
_found: dict[tuple[str, int], set[str]] = {}


def _recorded(pattern: Any, flags: Any) -> Any:
    frame: Any = sys._getframe(2)
    if frame.f_globals.get("__name__", "").startswith("checkers") and isinstance(pattern, str):
        place = Path(frame.f_code.co_filename).as_posix().rpartition("/checkers/")[2]
        _found.setdefault((f"checkers/{place}:{frame.f_code.co_name}", int(flags)), set()).add(
            pattern
        )
    return _compile(pattern, flags)


re._compile = _recorded  # type: ignore[attr-defined]

if __name__ == "__main__":
    from checkers import REGISTRIES
    from checkers.requirement import MissingRequirement
    from ifbench_suite.conformance import check, vector_files

    for registry in REGISTRIES.values():
        for rule in (*registry.own.values(), *registry.corrections.values()):
            for example in rule.examples:
                try:
                    rule.bind(example.kwargs)(registry.view(example.response))
                except MissingRequirement:
                    break
    for file in vector_files(None):
        check(file)
    sys.stdout.write(json.dumps([[*place, sorted(found)] for place, found in _found.items()]))
