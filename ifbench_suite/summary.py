"""Summary groups: the numbers of a table, declared in TOML or as Python lists, not programmed."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from immutabledict import immutabledict

from checkers.inverse_ifeval import TYPES
from ifbench_suite.errors import InputError
from ifbench_suite.metrics.group import MISSING, Group, Pair, Values, is_number, problem_of

Results = dict[str, dict[str, float | str]]
"""Group to metric to value, or to what went wrong ("error: ...")."""
_UNKNOWN = "-"


@dataclass(frozen=True)
class Summary:
    """Groups, and the rows of the table that shows them.

    Attributes:
        groups: in the order in which they are computed; a group may use earlier ones.
        rows: (group or subset, metric) pairs, None for a blank line; empty: every result.
    """

    groups: tuple[Group, ...]
    rows: tuple[Pair | None, ...] = ()

    @classmethod
    def read(
        cls, groups: Sequence[Mapping[str, Any]], rows: Sequence[Sequence[str] | str] = ()
    ) -> Summary:
        """The summary that Python lists (or a TOML file's) describe.

        Raises:
            InputError: a group or row is not sound.
        """
        read = tuple(map(Group.read, groups))
        names = [group.name for group in read]
        if twice := [name for name in names if names.count(name) > 1]:
            raise problem_of(twice[0], "stands twice", "name")
        return cls(read, tuple(map(_row, rows)))

    @property
    def inputs(self) -> list[str]:
        """The subsets that the groups and rows name and that are no groups."""
        names = [name for group in self.groups for name in group.inputs]
        names += [row[0] for row in self.rows if row]
        return sorted(set(names) - {group.name for group in self.groups})

    def results(self, values: Values) -> Results:
        """Every group's results, in the groups' order."""
        known: dict[str, Mapping[str, float]] = dict(values)
        results: Results = {}
        for group in self.groups:
            results[group.name] = group.results(known)
            numbers = {k: v for k, v in results[group.name].items() if not isinstance(v, str)}
            known[group.name] = numbers
        return results

    def table(self, columns: Mapping[str, Values]) -> list[list[str]]:
        """Lines of cells: name, metric, and a value per column (say per model).

        What is not known is "-"; what could not be computed says so; a blank line is [].
        """
        results = {column: self.results(values) for column, values in columns.items()}
        first = next(iter(results.values()), {})
        pairs = self.rows or tuple((name, metric) for name, of in first.items() for metric in of)
        return [[] if pair is None else [*pair, *_cells(pair, columns, results)] for pair in pairs]


def load(source: str | Path) -> Summary:
    """The summary that a TOML file declares, or the built-in one of that name ("inverse_ifeval").

    The file has `[[groups]]` tables and, before them, `rows`.

    Raises:
        InputError: there is no such file, or something in it is not sound.
    """
    if source in BUILT_IN:
        return BUILT_IN[str(source)]()
    try:
        content = tomllib.loads(Path(source).read_text("utf-8"))
    except OSError as error:
        raise InputError((error.strerror or str(error)).lower(), file=source) from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise InputError(f"not TOML: {error}", file=source) from None
    if unknown := sorted(set(content) - {"groups", "rows"}):
        raise InputError("unknown; there are groups, rows", file=source, field=unknown[0])
    try:
        return Summary.read(content.get("groups", []), content.get("rows", []))
    except InputError as error:
        raise InputError(error.problem, file=source, field=error.field) from None


INVERSE_IFEVAL_ROWS: Mapping[str, int] = immutabledict(
    {
        "Question Correction": 45,
        "Intentional Textual Flaws": 43,
        "Code without Comments": 99,
        "Counter-Conventional Formatting": 41,
        "Deliberately Incorrect Answers": 93,
        "Instructional Induction": 77,
        "Mid-turn Instruction Modification": 54,
        "Counterfactual Answering": 54,
    }
)
"""The types of Inverse IFEval and the rows of each, which English and Chinese have alike."""
_LANGUAGES: Mapping[str, str] = immutabledict(zh="chinese", en="english")
"""The languages, by their names in the summary groups."""


def inverse_ifeval(metric: str = "prompt_level_strict") -> Summary:
    """Inverse IFEval's numbers, under the names of OpenCompass's summary groups.

    InverseIFEval is pooled over all rows and InverseIFEval_zh and _en over those of a language (the
    Overall of arXiv 2509.04292, table 3), by the published sizes; InverseIFEval_macro is the mean
    of the 16 cells of language and type, InverseIFEval_QC that of a type's two; a cell is
    InverseIFEval_zh_QC. They are made of the subsets "inverse_ifeval/language=L/type=T".
    """
    cells = {f"InverseIFEval_{short}_{TYPES[type]}": (short, type) for short, type in _cells_of()}
    sizes = {name: INVERSE_IFEVAL_ROWS[type] for name, (_, type) in cells.items()}
    single = [
        Group(name, ((_subset(short, type), metric),), metric="accuracy")
        for name, (short, type) in cells.items()
    ]
    languages = [
        _weighted(
            f"InverseIFEval_{short}", {n: rows for n, rows in sizes.items() if cells[n][0] == short}
        )
        for short in _LANGUAGES
    ]
    types = [
        Group(
            f"InverseIFEval_{TYPES[type]}",
            tuple((name, "accuracy") for name, (_, of) in cells.items() if of == type),
        )
        for type in INVERSE_IFEVAL_ROWS
    ]
    macro = Group("InverseIFEval_macro", tuple((name, "accuracy") for name in cells))
    groups = (_weighted("InverseIFEval", sizes), *languages, macro, *types)
    rows = [(group.name, group.aggregation) for group in groups]
    return Summary((*single, *groups), (*rows, *((name, "accuracy") for name in cells)))


BUILT_IN: Mapping[str, Callable[[], Summary]] = immutabledict(inverse_ifeval=inverse_ifeval)


def _cells_of() -> Iterator[Pair]:
    for short in _LANGUAGES:
        for type in INVERSE_IFEVAL_ROWS:
            yield short, type


def _subset(short: str, type: str) -> str:
    return f"inverse_ifeval/language={_LANGUAGES[short]}/type={type}"


def _weighted(name: str, sizes: Mapping[str, int]) -> Group:
    pairs = tuple((cell, "accuracy") for cell in sizes)
    return Group(name, pairs, "weighted_average", weights=immutabledict(sizes))


def _cells(pair: Pair, columns: Mapping[str, Values], results: Mapping[str, Results]) -> list[str]:
    return [_cell(pair, columns[column], results[column]) for column in columns]


def _cell(pair: Pair, values: Values, results: Results) -> str:
    name, metric = pair
    value = results.get(name, {}).get(metric, values.get(name, {}).get(metric, _UNKNOWN))
    if isinstance(value, str):
        return MISSING if value.startswith(MISSING) else value
    return f"{value:.2f}" if is_number(value) else _UNKNOWN


def _row(value: Any) -> Pair | None:
    if value == "" or value == []:
        return None
    if isinstance(value, list | tuple) and len(value) == 2:
        return str(value[0]), str(value[1])
    raise InputError(f"{value!r} is neither [group, metric] nor ''", field="rows")
