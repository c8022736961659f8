"""The one error that bad input raises: a line that says what is wrong and where."""

from __future__ import annotations

from pathlib import Path


class InputError(ValueError):
    """Input that cannot be used; the message is one line for the person who gave it.

    Args:
        problem: what is wrong, and what to do if that is not plain.
        file: where it stands; "-" is standard input.
        line: 1-based line, or 1-based element of a JSON array.
        field: name of the field, or path into it.
    """

    def __init__(
        self,
        problem: str,
        *,
        file: str | Path | None = None,
        line: int | None = None,
        field: str | None = None,
    ) -> None:
        place = "" if file is None else "standard input" if str(file) == "-" else str(file)
        if line is not None:
            place += f":{line}" if place else f"row {line}"
        parts = [place, field and f"field {field!r}", problem]
        super().__init__(": ".join(" ".join(str(part).split()) for part in parts if part))
        self.problem, self.file, self.line, self.field = problem, file, line, field
