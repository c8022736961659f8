"""Two graders of the same responses: where their verdicts stand, and how far they agree."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from pathlib import Path
from typing import Any, NamedTuple

from ifbench_suite.errors import InputError
from ifbench_suite.metrics import Agreement
from ifbench_suite.metrics.four import Mode
from ifbench_suite.metrics.split import natural
from ifbench_suite.recorded import compared
from ifbench_suite.records import Record, read_records
from ifbench_suite.report.saved import folder_of, load_report, outcomes_of
from ifbench_suite.responses import read_responses

RULES = ("reference", "corrected")
_SINGLE_FIELDS = ("verdict", "followed", "label", "score")
"""Fields with one verdict per prompt, say a judge's or a person's."""
_OF_A_TABLE = {"turn", "sample", "strict", "loose", "follow_instruction_list", *_SINGLE_FIELDS}
"""What a plain table of verdicts has beside `key` or `prompt`."""


@dataclass(frozen=True, slots=True)
class Graded:
    """What one grader says of one response.

    Attributes:
        key: of the row; None where only the prompt is known.
        prompt: of the row, white space normalised; None where only the key is known.
        turn: of the conversation, where there are several.
        sample: 0-based.
        verdicts: one per instruction, or one for the whole prompt; None where there is none.
        ids: of the instructions; () if the grader does not say.
    """

    key: str | None
    prompt: str | None
    turn: int | None
    sample: int
    verdicts: tuple[bool | None, ...]
    ids: tuple[str, ...] = ()


class Difference(NamedTuple):
    """An item of which the graders say different things."""

    key: str
    turn: int | None
    sample: int
    instruction: str
    first: bool
    second: bool
    reason: str = ""
    """The likely one, where a report stands against the log of the same responses."""


@dataclass(frozen=True)
class Grading:
    """Two graders, item by item.

    Attributes:
        items: of each item its instruction ("" for a whole prompt) and both verdicts.
        only_first: how many responses only the first graded.
        only_second: how many responses only the second graded.
        without_verdict: items of which one of them says nothing.
    """

    items: Sequence[Difference]
    only_first: int
    only_second: int
    without_verdict: int

    @cached_property
    def overall(self) -> Agreement:
        """The agreement on all items."""
        return Agreement.of((item.first, item.second) for item in self.items)

    @cached_property
    def by_instruction(self) -> Mapping[str, Agreement]:
        """The agreement on each instruction, in alphabetic order."""
        pairs: defaultdict[str, list[tuple[bool, bool]]] = defaultdict(list)
        for item in self.items:
            if item.instruction:
                pairs[item.instruction].append((item.first, item.second))
        return {id: Agreement.of(pairs[id]) for id in sorted(pairs)}

    @cached_property
    def differing(self) -> Sequence[Difference]:
        """The items of which the graders say different things, by key."""
        found = (item for item in self.items if item.first is not item.second)
        return sorted(found, key=lambda i: (natural(i.key), i.turn or 0, i.sample, i.instruction))

    def to_dict(self) -> dict[str, Any]:
        """As agreement.json has it."""
        return {
            "overall": self.overall.to_dict(),
            "by_instruction": {id: one.to_dict() for id, one in self.by_instruction.items()},
            "differing": [item._asdict() for item in self.differing],
            "only_first": self.only_first,
            "only_second": self.only_second,
            "without_verdict": self.without_verdict,
        }


def read_grader(
    path: str, *, mode: Mode = "strict", rules: str = "reference", field: str | None = None
) -> list[Graded]:
    """The verdicts in a saved report, an official result file, a harness's log or a plain table.

    A record has `key` or `prompt` (or a `doc` with them, as lm-eval's logs), `turn` and `sample`
    where there are several, and its verdicts in `field`: a list with one per instruction, or one
    for the whole prompt; true, false, 1, 0, or null for none. Without `field` they are looked for
    in the mode's own field, `follow_instruction_list`, `inst_level_MODE_acc`, `verdict`,
    `followed`, `label` and `score`.

    Raises:
        InputError: the file is not there, or a record has no key or no verdict.
    """
    folder = _saved(path)
    if folder is None and field is None and is_log(path):
        return _of_log(path, mode)
    records = read_records(outcomes_of(folder) if folder else path)
    return [_graded(record, mode, rules, field) for record in records]


def is_log(path: str) -> bool:
    """Whether `path` is a harness's log, or a folder or pattern of them, for the readers to read.

    Raises:
        InputError: the file cannot be read.
    """
    if path == "-" or _saved(path) is not None:
        return False
    if not Path(path).is_file():
        return True
    value = next(iter(read_records(path))).value
    if "doc" in value:
        return "filtered_resps" in value or "model_response" in value
    return not value.keys() & {"key", "prompt"} and not value.keys() <= _OF_A_TABLE


def with_reasons(grading: Grading, report: str, log: str, mode: Mode) -> Grading:
    """`grading` with the likely reason of each difference between a saved report and a log.

    Raises:
        InputError: one of them cannot be read.
    """
    folder = _saved(report)
    if folder is None or not is_log(log):
        return grading
    outcomes = load_report(folder).outcomes
    reasons = {
        (str(one.key), one.turn, one.sample): one.reason
        for one in compared(outcomes, read_responses(log)).differences
        if one.mode == mode
    }
    items = [
        item._replace(reason=reasons.get((item.key, item.turn, item.sample), ""))
        for item in grading.items
    ]
    return replace(grading, items=items)


def _saved(path: str) -> Path | None:
    return folder_of(Path(path)) if path != "-" else None


def _of_log(path: str, mode: Mode) -> list[Graded]:
    graded = [one for record in read_responses(path) for one in _logged(record, mode)]
    if all(set(one.verdicts) == {None} for one in graded):
        raise InputError(f"the log holds no {mode} verdicts of its own", file=path)
    return graded


def _logged(record: Record, mode: Mode) -> Iterator[Graded]:
    """What a log says of the samples of one row; None where it has no verdict."""
    value = record.value
    recorded = value.get("recorded")
    first = value.get("sample") or 0
    for sample, one in enumerate(recorded if isinstance(recorded, list) else [recorded], first):
        said = one or {}
        verdicts = said.get(mode) or [said.get(f"prompt_level_{mode}")]
        key, prompt, ids = value.get("key"), value.get("prompt"), value.get("instruction_id_list")
        yield Graded(
            None if key is None else str(key),
            None if prompt is None else " ".join(prompt.split()),
            value.get("turn"),
            sample,
            tuple(_verdict(record, mode, verdict) for verdict in verdicts),
            tuple(map(str, ids or ())),
        )


def graded_alike(first: Sequence[Graded], second: Sequence[Graded]) -> Grading:
    """Pairs the verdicts of two graders by key (else by prompt), turn and sample.

    Where one of them judges whole prompts and the other instructions, a prompt is followed if
    all of its instructions are.
    """
    index = {place: one for one in second for place in _places(one)}
    items: list[Difference] = []
    met: set[int] = set()
    lone = silent = 0
    for one in first:
        other = next((index[place] for place in _places(one) if place in index), None)
        if other is None:
            lone += 1
            continue
        met.add(id(other))
        pairs = list(_paired(one, other))
        items += [_item(one, other, *pair) for pair in pairs if None not in pair[1:]]
        silent += sum(None in pair[1:] for pair in pairs)
    return Grading(items, lone, len(second) - len(met), silent)


def _item(
    one: Graded, other: Graded, instruction: str, first: bool | None, second: bool | None
) -> Difference:
    name = one.key or other.key or one.prompt or ""
    return Difference(name, one.turn, one.sample, instruction, bool(first), bool(second))


def _paired(one: Graded, other: Graded) -> Iterator[tuple[str, bool | None, bool | None]]:
    ids = one.ids or other.ids
    if len(one.verdicts) != len(other.verdicts):
        yield "", _whole(one.verdicts), _whole(other.verdicts)
        return
    names = ids if len(ids) == len(one.verdicts) else ("",) * len(one.verdicts)
    yield from zip(names, one.verdicts, other.verdicts, strict=True)


def _whole(verdicts: Sequence[bool | None]) -> bool | None:
    if False in verdicts:
        return False
    return None if None in verdicts else True


def _places(one: Graded) -> Iterator[tuple[str, str, int | None, int]]:
    if one.key is not None:
        yield "key", one.key, one.turn, one.sample
    if one.prompt is not None:
        yield "prompt", one.prompt, one.turn, one.sample


def _graded(record: Record, mode: Mode, rules: str, field: str | None) -> Graded:
    row = _row(record)
    key = row.take("key", int, str, default=None)
    prompt = row.take("prompt", str, default=None)
    if key is None and prompt is None:
        raise record.place.error(f"needs 'key' or 'prompt' (the row has {', '.join(row.value)})")
    ids = row.value.get("instruction_id_list", ())
    name, value = _verdicts(record, mode, rules, field)
    values = value if isinstance(value, list) else [value]
    return Graded(
        None if key is None else str(key),
        None if prompt is None else " ".join(prompt.split()),
        record.take("turn", int, type(None), default=None),
        record.take("sample", int, default=0),
        tuple(_verdict(record, name, one) for one in values),
        tuple(map(str, ids)) if isinstance(ids, list | tuple) else (),
    )


def _row(record: Record) -> Record:
    """The record that says which row is meant: itself, or the document in it."""
    document = record.value.get("doc")
    return Record(record.place, document) if isinstance(document, Mapping) else record


def _verdicts(record: Record, mode: Mode, rules: str, field: str | None) -> tuple[str, Any]:
    value = record.value
    if field is not None:
        if field not in value:
            raise record.place.error(f"missing (the row has {', '.join(value)})", field)
        return field, value[field]
    if rules == "corrected":
        corrected = value.get("corrected")
        if not isinstance(corrected, Mapping) or mode not in corrected:
            raise record.place.error("holds no verdicts of the corrected rules", "corrected")
        return f"corrected.{mode}", corrected[mode]
    names = (mode, "follow_instruction_list", f"inst_level_{mode}_acc", *_SINGLE_FIELDS)
    name = next((name for name in names if name in value), None)
    if name is None:
        has = ", ".join(value)
        problem = f"no verdicts in {', '.join(names)} (the row has {has}); name their field"
        raise record.place.error(problem)
    return name, value[name]


def _verdict(record: Record, field: str, value: Any) -> bool | None:
    if value is None:
        return None
    if isinstance(value, bool | int | float) and value in (0, 1):
        return bool(value)
    raise record.place.error(f"{value!r} is not true, false, 1, 0 or null", field)
