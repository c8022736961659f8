"""How a comparison of two runs reads: its sentence, its tables, its files."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from immutabledict import immutabledict

from ifbench_suite.comparison import Comparison, Contrast, Flip
from ifbench_suite.report.files import save_files
from ifbench_suite.report.flat import Cell, Flat, or_none
from ifbench_suite.report.markdown import code, escaped, markdown_table
from ifbench_suite.report.tables import Table
from ifbench_suite.report.wording import (
    gap,
    label,
    listed,
    p_value,
    points,
    unsigned_points,
    value_with_error,
)

_MOST_FLIPS = 100
"""Flips that comparison.md lists each way; comparison.json has them all."""
_SMALL_P = 0.05
_CONTRASTS: Mapping[str, type] = immutabledict(
    first=str,
    second=str,
    field=str,
    part=str,
    metric=str,
    first_value=float,
    second_value=float,
    difference=float,
    stderr=float,
    low=float,
    high=float,
    num=float,
    only_first=int,
    only_second=int,
    p_value=float,
    p_holm=float,
)


def sentence(comparison: Comparison) -> str:
    """What the comparison says, in words."""
    found, prompts = comparison.headline, comparison.first.signature.rows
    first, second = comparison.first_name, comparison.second_name
    estimate = found.difference
    level = f"at prompt level, {comparison.mode}"
    if estimate.interval is None:
        return f"{second} and {first}: too few prompts to compare."
    if not comparison.is_distinguishable:
        return (
            f"{second} and {first} are not distinguishable on these {prompts} prompts {level}: "
            f"difference {points(estimate)} points, 95 % interval {gap(estimate)}."
        )
    word = "better" if estimate.value > 0 else "worse"
    return (
        f"{second} is {word} than {first} by {unsigned_points(estimate)} points on these {prompts} "
        f"prompts {level} (95 % interval {gap(estimate)}{_p_clause(found)})."
    )


def power_sentence(comparison: Comparison) -> str:
    """What difference could have been seen."""
    smallest = comparison.smallest_detectable
    if not smallest:
        return "The runs pass the same prompts: nothing is known of what these could show."
    return (
        "The smallest true difference that these prompts would show with 80 % power is "
        f"{100 * smallest:.1f} points."
    )


def flips_sentence(comparison: Comparison) -> str:
    """How many prompts changed sides, and the first of them."""
    if comparison.first.signature.samples > 1:
        return "Several samples per prompt: no prompt is said to flip."
    lost, won = comparison.only_first, comparison.only_second
    return (
        f"{len(won)} prompts are passed only by {comparison.second_name}{_keys(won)}, "
        f"{len(lost)} only by {comparison.first_name}{_keys(lost)}."
    )


def sentences(comparison: Comparison) -> list[str]:
    """All that is said in words."""
    found = [sentence(comparison), power_sentence(comparison), flips_sentence(comparison)]
    ways = [run.signature.sampling or "unknown" for run in (comparison.first, comparison.second)]
    if ways[0] != ways[1]:
        found.append(
            f"The responses were sampled differently: {comparison.first_name} with {ways[0]}, "
            f"{comparison.second_name} with {ways[1]}."
        )
    return found


def comparison_tables(comparison: Comparison) -> Iterator[Table]:
    """The numbers, then every part."""
    first, second = comparison.first_name, comparison.second_name
    yield Table(
        f"A = {first}, B = {second}",
        ["accuracy, %", "A", "B", "B - A", "95 % interval", "p"],
        [_numbers_row(name, found) for name, found in comparison.metrics.items()],
    )
    for field, parts in comparison.parts.items():
        if field != "instruction":
            yield _parts_table(f"By {field}", field, parts)
            continue
        small = {id: found for id, found in parts.items() if (found.p_value or 1.0) < _SMALL_P}
        yield _parts_table(f"By instruction, p < {_SMALL_P} before Holm's adjustment", field, small)
        yield _parts_table("By instruction", field, parts, in_terminal=False)


def save(comparisons: Sequence[Comparison], folder: Path) -> Path:
    """Writes comparison.json and comparison.md.

    Raises:
        InputError: the folder cannot be written.
    """
    files = {
        "comparison.json": comparison_dict(comparisons),
        "comparison.md": comparison_markdown(comparisons),
    }
    return save_files(folder, files)


def comparison_dict(comparisons: Sequence[Comparison]) -> dict[str, Any]:
    """The content of comparison.json."""
    return {"comparisons": [one.to_dict() for one in comparisons]}


def comparison_markdown(comparisons: Sequence[Comparison]) -> str:
    """The content of comparison.md."""
    return "\n\n".join("\n".join(_markdown(one)) for one in comparisons) + "\n"


def contrasts_table(comparisons: Sequence[Comparison]) -> Flat:
    """Every difference as shares, a line each: of all prompts, and of each part of them."""
    return Flat(_CONTRASTS, (row for one in comparisons for row in _contrasts(one)))


def _contrasts(comparison: Comparison) -> Iterator[tuple[Cell, ...]]:
    names = (comparison.first_name, comparison.second_name)
    for metric, found in comparison.metrics.items():
        yield (*names, "", "", metric, *_contrast(found))
    for field, parts in comparison.parts.items():
        level = "inst" if field in ("family", "instruction") else "prompt"
        for part, found in parts.items():
            metric = f"{level}_level_{comparison.mode}"
            yield (*names, field, part, metric, *_contrast(found))


def _contrast(found: Contrast) -> tuple[Cell, ...]:
    ends = found.difference.interval or (None, None)
    of = found.difference
    known = (found.first, found.second, of.value, of.stderr, *ends)
    tests = (found.only_first, found.only_second, found.p_value, found.p_holm)
    return (*map(or_none, known), of.num, *tests)


def _markdown(comparison: Comparison) -> Iterator[str]:
    yield f"# {escaped(comparison.second_name)} against {escaped(comparison.first_name)}"
    for text in sentences(comparison):
        yield from ["", escaped(text)]
    yield from ["", code(str(comparison.second.signature))]
    yield from ["", f"Intervals: paired {comparison.resampling}."]
    for table in comparison_tables(comparison):
        if table.rows:
            yield from ["", f"## {escaped(table.title)}", "", *markdown_table(table)]
    for name, flips in (
        (comparison.second_name, comparison.only_second),
        (comparison.first_name, comparison.only_first),
    ):
        yield from ["", f"## Passed only by {escaped(name)}", "", *_flips(flips)]


def _flips(flips: Sequence[Flip]) -> Iterator[str]:
    for flip in flips[:_MOST_FLIPS]:
        turn = "" if flip.turn is None else f", turn {flip.turn}"
        yield f"- key {escaped(str(flip.key))}{turn}: {', '.join(flip.instructions)}"
    if (rest := len(flips) - _MOST_FLIPS) > 0:
        yield f"- and {rest} more, in comparison.json"


def _numbers_row(name: str, found: Contrast) -> list[str]:
    stderr = found.difference.stderr
    values = (value_with_error(value, None, like=stderr) for value in (found.first, found.second))
    return [
        label(name),
        *values,
        points(found.difference),
        gap(found.difference),
        "" if found.p_value is None else p_value(found.p_value),
    ]


def _parts_table(
    title: str, field: str, parts: Mapping[str, Contrast], *, in_terminal: bool = True
) -> Table:
    header = [field, "n", "B - A", "95 % interval", "only A", "only B", "p", "Holm"]
    return Table(
        title, header, [_part_row(*part) for part in parts.items()], in_terminal=in_terminal
    )


def _part_row(name: str, found: Contrast) -> list[str]:
    cells = [name, f"{found.difference.num:g}", points(found.difference)]
    cells.append(gap(found.difference))
    if found.p_value is None or found.p_holm is None:
        return [*cells, "", "", "", ""]
    flips = [str(found.only_first), str(found.only_second)]
    return [*cells, *flips, p_value(found.p_value), p_value(found.p_holm)]


def _p_clause(found: Contrast) -> str:
    if found.p_value is None:
        return ""
    text = p_value(found.p_value)
    return f", p < {text[1:]}" if text.startswith("<") else f", p = {text}"


def _keys(flips: Sequence[Flip]) -> str:
    return f" (keys {listed([str(flip.key) for flip in flips])})" if flips else ""
