"""Summary groups: the numbers of a table, declared in TOML or as Python lists, not programmed."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from immutabledict import immutabledict

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
_LANGUAGES = ("english", "chinese")


def inverse_ifeval(metric: str = "prompt_level_strict") -> Summary:
    """Inverse IFEval's numbers: pooled over all rows, per language, per type, and macro.

    The paper's Overall (arXiv 2509.04292, table 3) is pooled over the rows of a language. The
    subsets are named as a report's are: "inverse_ifeval/language=english/type=TYPE".
    """
    sizes = {
        (language, type): rows
        for language in _LANGUAGES
        for type, rows in INVERSE_IFEVAL_ROWS.items()
    }
    groups = [_inverse("inverse_ifeval", sizes, metric)]
    for language in _LANGUAGES:
        part = {of: rows for of, rows in sizes.items() if of[0] == language}
        groups.append(_inverse(f"inverse_ifeval {language}", part, metric))
    for type in INVERSE_IFEVAL_ROWS:
        part = {of: rows for of, rows in sizes.items() if of[1] == type}
        groups.append(_inverse(f"inverse_ifeval {type}", part, metric))
    types = [(f"inverse_ifeval {type}", metric) for type in INVERSE_IFEVAL_ROWS]
    groups.append(Group("inverse_ifeval macro", tuple(types), metric=metric))
    return Summary(tuple(groups))


BUILT_IN: Mapping[str, Callable[[], Summary]] = immutabledict(inverse_ifeval=inverse_ifeval)


def _inverse(name: str, sizes: Mapping[Pair, int], metric: str) -> Group:
    named = {
        f"inverse_ifeval/language={language}/type={type}": rows
        for (language, type), rows in sizes.items()
    }
    subsets = tuple((subset, metric) for subset in named)
    return Group(name, subsets, "weighted_average", metric, immutabledict(named))


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
