"""The verdicts that a harness wrote into its log, against ours: which differ, and why."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Any, NamedTuple

from ifbench_suite.errors import InputError
from ifbench_suite.outcome import Outcome, Status
from ifbench_suite.postprocess import Postprocessing
from ifbench_suite.records import Record
from ifbench_suite.row_fields import all_kwargs
from ifbench_suite.rows import Key, Row, bind
from ifbench_suite.scorer import Job, Scorer
from ifbench_suite.thinking import Trace

MODES = ("strict", "loose")
_IDENTIFYING = frozenset(
    {
        "language:response_language",
        "change_case:english_capital",
        "change_case:english_lowercase",
    }
)
"""Instructions that ask which language a text is in; Multi-IF's counts do too."""
_COUNTING = frozenset({"length_constraints:number_words", "length_constraints:number_sentences"})


class RecordedDifference(NamedTuple):
    """A response that the log judges otherwise.

    Attributes:
        key: of the row.
        turn: of the conversation, where there are several.
        sample: 0-based.
        mode: "strict" or "loose".
        recorded: the log's verdicts: one per instruction, or one for the prompt, or the share of
            instructions followed.
        ours: of the same form.
        instruction_ids: on which they differ; () if the log does not say.
        reason: the likely one. One that begins with "perhaps" could not be tried out.
    """

    key: Key
    turn: int | None
    sample: int
    mode: str
    recorded: Any
    ours: Any
    instruction_ids: tuple[str, ...]
    reason: str


@dataclass(frozen=True)
class RecordedComparison:
    """A log's verdicts beside ours.

    Attributes:
        responses: how many have a verdict in the log.
        differences: by response and mode.
        notes: what holds for the log as a whole.
    """

    responses: int
    differences: Sequence[RecordedDifference]
    notes: Sequence[str]

    @property
    def differing(self) -> int:
        """How many of the responses the log judges otherwise."""
        return len({(one.key, one.turn, one.sample) for one in self.differences})

    @property
    def notices(self) -> list[str]:
        """A sentence on the verdicts, and the notes; none if the log has no verdicts."""
        if not self.responses:
            return []
        verdicts = f"The log's own verdicts: {self.differing} of {self.responses} rows differ."
        return [verdicts, *self.notes]


@dataclass(frozen=True)
class _Judged:
    """A response with our outcome, the log's verdicts, and the record that holds both."""

    outcome: Outcome
    response: str | None
    recorded: Mapping[str, Any]
    record: Record


def compared(outcomes: Sequence[Outcome], records: Iterable[Record]) -> RecordedComparison:
    """The verdicts in `recorded` of response records beside the outcomes made of them.

    Args:
        outcomes: of one report.
        records: what `read_responses` gave for it.
    """
    if not any("recorded" in record.value for record in records):
        return RecordedComparison(0, (), ())
    judged = list(_judged(outcomes, records))
    differences = [
        RecordedDifference(
            one.outcome.key,
            one.outcome.turn,
            one.outcome.sample,
            mode,
            *found,
            _reason(one, mode, found[2]),
        )
        for one in judged
        for mode in MODES
        if (found := _difference(one, mode)) is not None
    ]
    notes = [note for mode in MODES if (note := _fractions(judged, mode)) is not None]
    return RecordedComparison(len(judged), differences, notes)


def _judged(outcomes: Sequence[Outcome], records: Iterable[Record]) -> Iterator[_Judged]:
    index = {place: outcome for outcome in outcomes for place in _places(outcome)}
    for record in records:
        value = record.value
        several = "responses" in value
        verdicts = value.get("recorded") if several else [value.get("recorded")]
        texts = value["responses"] if several else [value.get("response")]
        for sample, (recorded, text) in enumerate(zip(verdicts or (), texts, strict=False)):
            outcome = _answered_by(index, value, sample)
            if recorded and outcome is not None:
                yield _Judged(outcome, text, recorded, record)


def _answered_by(
    index: Mapping[Any, Outcome], value: Mapping[str, Any], sample: int
) -> Outcome | None:
    turn = value.get("turn")
    if (found := index.get(("key", str(value.get("key")), turn, sample))) is not None:
        return found
    prompt = value.get("prompt")
    asked = " ".join(prompt.split()) if isinstance(prompt, str) else None
    return index.get(("prompt", asked, turn, sample))


def _places(outcome: Outcome) -> Iterator[tuple[str, str, int | None, int]]:
    yield "key", str(outcome.key), outcome.turn, outcome.sample
    yield "prompt", " ".join(outcome.prompt.split()), outcome.turn, outcome.sample


def _difference(one: _Judged, mode: str) -> tuple[Any, Any, tuple[str, ...]] | None:
    """What the log says, what we say, and on which instructions; None where that is the same."""
    recorded, ours = one.recorded, getattr(one.outcome, mode)
    ids = one.outcome.instruction_ids
    if (follow := recorded.get(mode)) is not None:
        if len(follow) != len(ours):
            return tuple(follow), ours, ()
        differing = [
            id for id, log, own in zip(ids, follow, ours, strict=True) if _differ(log, own)
        ]
        return (tuple(follow), ours, tuple(differing)) if differing else None
    for level, own in _levels(ours, mode):
        if level in recorded and abs(float(recorded[level]) - own) > 1e-6:
            return recorded[level], own, ()
    return None


def _differ(log: Any, own: bool) -> bool:
    """Whether a verdict of the log is another one; null is none."""
    return log is not None and bool(log) is not own


def _levels(follow: Sequence[bool], mode: str) -> Iterator[tuple[str, float]]:
    yield f"prompt_level_{mode}", float(all(follow))
    if follow:
        yield f"inst_level_{mode}", sum(follow) / len(follow)


def _reason(one: _Judged, mode: str, ids: Sequence[str]) -> str:
    """The likely reason, tried out where that is possible."""
    outcome = one.outcome
    if len(one.recorded.get(mode, outcome.strict)) != len(outcome.strict):
        return "another number of instructions: other data"
    if outcome.trace is not Trace.ABSENT and _agrees(one, mode, one.outcome.row):
        return "thinking trace: the log judges the text with its trace"
    if outcome.status is not Status.ANSWERED:
        return "no response: a blank one follows nothing here"
    kwargs = _kwargs_of_log(one)
    if kwargs is not None and _agrees(one, mode, replace(one.outcome.row, kwargs=kwargs)):
        return "kwargs: the log's are not those of the data"
    return _untried(one, mode, ids)


def _untried(one: _Judged, mode: str, ids: Sequence[str]) -> str:
    outcome = one.outcome
    suspects = [
        (id, kwargs)
        for id, kwargs in zip(outcome.instruction_ids, outcome.kwargs, strict=True)
        if id in ids or not ids
    ]
    if any(_is_drawn(id, kwargs) for id, kwargs in suspects):
        return "perhaps a random draw: the official code draws a letter for one outside of a-z"
    if any(not value for _, kwargs in suspects for value in kwargs.values()):
        return "perhaps a random draw: some harnesses drop 0 and false, then a value is drawn"
    if outcome.corrected is not None and _matches(one, mode, getattr(outcome.corrected, mode)):
        return "another checker version: the corrected rules say the same"
    languages = _IDENTIFYING | (_COUNTING if outcome.benchmark == "multi_if" else frozenset())
    if any(id in languages for id, _ in suspects):
        return "perhaps a random draw: the official code identifies languages without a seed"
    return "perhaps another checker version, or another text: not determined"


def _is_drawn(id: str, kwargs: Mapping[str, Any]) -> bool:
    letter = str(kwargs.get("letter", "a"))
    return id == "keywords:letter_frequency" and not (letter.isascii() and letter.isalpha())


def _matches(one: _Judged, mode: str, follow: tuple[bool, ...]) -> bool:
    """Whether the log's verdicts are `follow`."""
    if mode in one.recorded:
        return not any(map(_differ, one.recorded[mode], follow))
    levels = [
        (one.recorded[level], own) for level, own in _levels(follow, mode) if level in one.recorded
    ]
    return all(abs(float(log) - own) <= 1e-6 for log, own in levels)


def _agrees(one: _Judged, mode: str, row: Row) -> bool:
    """Whether the log's verdicts are those of the untouched response against `row`."""
    scorer = Scorer(one.outcome.benchmark, corrected=False, postprocessing=Postprocessing(False))
    try:
        judged = scorer.judge(Job(bind(row, scorer.registry), one.response))
    except InputError:
        return False
    return _matches(one, mode, getattr(judged, mode))


def _kwargs_of_log(one: _Judged) -> tuple[dict[str, Any], ...] | None:
    """The kwargs of the log's own row; None if it has none, or the same as the data."""
    number, found = len(one.outcome.instruction_ids), one.record.value.get("kwargs")
    if not isinstance(found, list | str):
        return None
    try:
        kwargs = all_kwargs(found, number, one.record)
    except InputError:
        return None
    return None if [*kwargs] == [dict(own) for own in one.outcome.kwargs] else kwargs


def _fractions(judged: Sequence[_Judged], mode: str) -> str | None:
    """What a harness's instruction level comes to if it averages the shares of its rows."""
    level = f"inst_level_{mode}"
    shares = [(one.recorded[level], one.outcome) for one in judged if level in one.recorded]
    total = sum(len(outcome.strict) for _, outcome in shares)
    if not shares or total == len(shares):
        return None
    mean = sum(share for share, _ in shares) / len(shares)
    pooled = sum(share * len(outcome.strict) for share, outcome in shares) / total
    return (
        f"The log's {level} is each row's share; their average is {100 * mean:.2f}, "
        f"pooled over instructions they make {100 * pooled:.2f}."
    )
