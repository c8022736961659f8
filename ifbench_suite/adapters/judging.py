"""What all adapters share: rows to ask, and the verdict on the answers to one of them."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from functools import cache
from pathlib import Path
from typing import Any

from ifbench_suite import sources
from ifbench_suite.errors import InputError
from ifbench_suite.judged import refuse_judged
from ifbench_suite.loading import load_rows, row_of
from ifbench_suite.matching import RowIndex
from ifbench_suite.metrics.scores import METRIC_WEIGHTS_KEY, Score, score_of
from ifbench_suite.outcome import Outcome
from ifbench_suite.readers.fields import mapping, row_fields
from ifbench_suite.records import Place, Record
from ifbench_suite.resources import data_file
from ifbench_suite.responses import Answered
from ifbench_suite.rows import Key, Row, bind, registry_of
from ifbench_suite.scorer import Job, Scorer

SINGLE_TURN = ("ifeval", "ifbench", "if_rlvr")
"""Benchmarks whose rows are one prompt each."""
MULTI_TURN = ("multi_if",)
"""Benchmarks whose rows are the turns of a conversation."""
SAMPLE = "sample"
"""As `data`: the sample that comes with the package."""
LEVELS = ("prompt_level_strict", "inst_level_strict", "prompt_level_loose", "inst_level_loose")
"""The names of the four numbers, in every harness."""
_NO_PLACE = Place(None, 1)


def rows_to_ask(benchmark: str, data: str | Path | None = None) -> list[Row]:
    """The rows of a benchmark, all of which bind.

    Args:
        benchmark: one of SINGLE_TURN or MULTI_TURN.
        data: the official file; None: the fetched one; "sample": the sample in the package.

    Raises:
        InputError: there is no such benchmark or file, or a judge model decides in it.
    """
    refuse_judged(benchmark)
    registry = registry_of(benchmark)
    sample = data_file(f"samples/{benchmark}_rows.jsonl") if data == SAMPLE else None
    rows = load_rows(benchmark, sample or data)
    for row in rows:
        bind(row, registry)
    return rows


class KnownRows:
    """A benchmark's rows, to be found by what a harness says of them."""

    def __init__(self, rows: Sequence[Row]) -> None:
        self._rows, self._index = rows, RowIndex(rows)

    def find(self, key: Key | None, prompt: str | None, turn: int | None = None) -> Row | None:
        """The row of that key (and turn), else of that prompt; None if there is no one such."""
        at, _ = self._index.find(Answered(key, prompt, (), False, _NO_PLACE, turn))
        return None if at is None else self._rows[at]


@cache
def known_rows(benchmark: str, data: str | None = None) -> KnownRows:
    """The rows of `data`, else the fetched ones, else none; read once.

    Their kwargs go before those of a log, which a harness may have changed on the way.

    Raises:
        InputError: a row in them is not sound.
    """
    refuse_judged(benchmark)
    if data is None and sources.cached(benchmark) is None:
        return KnownRows(())
    return KnownRows(rows_to_ask(benchmark, data))


def conversations(rows: Iterable[Row]) -> list[list[Row]]:
    """Rows by conversation, its turns in order; a row without a turn is one of its own."""
    ordered = sorted(enumerate(rows), key=lambda item: (item[1].turn or 1, item[0]))
    by_key: dict[str, list[Row]] = {}
    for _, row in ordered:
        by_key.setdefault(str(row.key), []).append(row)
    return list(by_key.values())


def as_record(row: Row) -> dict[str, Any]:
    """A row as a harness's data set may hold it; kwargs are JSON text.

    As structs they would come back from a table with every name that any row has, and nulls.
    """
    record = {
        "key": row.key,
        "prompt": row.prompt,
        "instruction_id_list": list(row.instruction_ids),
        "kwargs": json.dumps([dict(one) for one in row.kwargs], ensure_ascii=False),
    }
    extra = {"language": row.language, "turn": row.turn}
    return record | {name: value for name, value in extra.items() if value is not None}


def as_json(rows: Row | Sequence[Row]) -> str:
    """A row, or the turns of a conversation, as JSON text."""
    found = as_record(rows) if isinstance(rows, Row) else [as_record(row) for row in rows]
    return json.dumps(found, ensure_ascii=False)


def row_from(value: Any, prompt: str | None = None) -> Row:
    """The row in what a harness kept of it.

    Args:
        value: an object or JSON text of it. Its `kwargs` may be JSON text, a list of objects or
            of JSON texts, or an object keyed "0", "1"; nulls are left out, 0 and false stay.
        prompt: what was asked, where `value` does not say it.

    Raises:
        InputError: it names no instructions, or their kwargs are of another form.
    """
    given, fields = mapping(value), row_fields(value)
    if "instruction_id_list" not in fields:
        names = ", ".join(map(str, given)) or repr(value)[:60]
        raise InputError(f"no row: there is no list of instruction ids in it ({names})")
    asked = {"key": "", "prompt": prompt or "", "turn": given.get("turn")}
    return row_of(Record(_NO_PLACE, {**asked, **fields}))


def row_asked(value: Any, prompt: str | None, known: KnownRows, key: Key | None = None) -> Row:
    """The row that an answer is for: known, or else the one that a harness kept.

    Args:
        value: as `row_from` takes it, or without instructions.
        prompt: what was asked, where `value` does not say it.
        known: whose row goes before `value`'s, if it has the same prompt and instructions.
        key: by which a known row is found, where `value` names no instructions.

    Raises:
        InputError: `value` names no instructions and no known row is found.
    """
    fields = row_fields(value)
    asked = fields.get("prompt") or prompt
    if "instruction_id_list" not in fields:
        if (row := known.find(key, asked, mapping(value).get("turn"))) is not None:
            return row
        problem = "names no instructions, and no row at hand is for it; fetch or name the data"
        raise InputError(f"key {key!r}, prompt {str(asked)[:60]!r}: {problem}")
    own = row_from(value, prompt)
    row = known.find(None, own.prompt, own.turn)
    return own if row is None or row.instruction_ids != own.instruction_ids else row


def turns_from(text: str) -> list[Row]:
    """The turns of a conversation that `as_json` wrote."""
    return [row_from(one) for one in json.loads(text)]


def judged(row: Row, response: str | None, benchmark: str) -> Outcome:
    """The outcome of one answer by the reference rules; None is a missing answer.

    Raises:
        InputError: the row does not bind.
    """
    scorer = Scorer(benchmark, corrected=False)
    return scorer.judge(Job(bind(row, scorer.registry), response))


def judged_turns(
    rows: Sequence[Row], responses: Sequence[str | None], benchmark: str
) -> list[Outcome]:
    """The outcomes of a conversation; turns that were not answered are missing."""
    given = [*responses, *[None] * len(rows)][: len(rows)]
    return [judged(row, one, benchmark) for row, one in zip(rows, given, strict=True)]


def scored(outcomes: Sequence[Outcome]) -> Score:
    """The four numbers of one sample: of a row, or of the turns of a conversation.

    Each value stands with its weight, its number of turns or instructions, so that a harness's
    weighted mean gives the pooled numbers.
    """
    if len(outcomes) == 1 and outcomes[0].turn is None:
        return score_of(outcomes[0])
    values: dict[str, float | None] = {}
    weights: dict[str, int] = {}
    for mode in ("strict", "loose"):
        follow = [getattr(outcome, mode) for outcome in outcomes]
        of_turns, of_instructions = [all(one) for one in follow], [f for one in follow for f in one]
        for level, followed in (("prompt", of_turns), ("inst", of_instructions)):
            name = f"{level}_level_{mode}"
            values[name] = sum(followed) / len(followed) if followed else 0.0
            weights[name] = len(followed)
    return Score(values, {METRIC_WEIGHTS_KEY: weights})


def levels_of(outcomes: Sequence[Outcome]) -> dict[str, float]:
    """The four numbers of one sample and what they are shares of, for who can only take means.

    The mean of `followed_strict` over that of `instructions` is the pooled instruction level; of
    `turns_strict` over that of `turns`, the prompt level.
    """
    found: dict[str, float] = {
        "turns": len(outcomes),
        "instructions": sum(len(one.strict) for one in outcomes),
    }
    for mode in ("strict", "loose"):
        follow = [getattr(one, mode) for one in outcomes]
        found[f"turns_{mode}"] = sum(map(all, follow))
        found[f"followed_{mode}"] = sum(map(sum, follow))
        found[f"prompt_level_{mode}"] = found[f"turns_{mode}"] / found["turns"]
        found[f"inst_level_{mode}"] = found[f"followed_{mode}"] / found["instructions"]
    return {name: float(value) for name, value in found.items()}


def explained(outcomes: Iterable[Outcome]) -> str:
    """The evidence for the strict verdicts, one line per instruction."""
    return "\n".join(
        f"{'+' if finding.followed else '-'} {id}: {finding.found} (wanted: {finding.wanted})"
        for outcome in outcomes
        for id, finding in zip(outcome.instruction_ids, outcome.reference.findings, strict=True)
    )
