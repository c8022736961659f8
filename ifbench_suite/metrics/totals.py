"""What the numbers of a run are made of: its outcomes counted, not kept.

Equal outcomes of a row are one tally, whatever their texts. So a run's totals grow with its rows,
not with its responses; and those of its parts, from whatever process or machine and in whatever
order, add up to those of the whole.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from fractions import Fraction
from typing import NamedTuple

from checkers.inverse_ifeval import Judgement
from ifbench_suite.metrics.four import FOUR
from ifbench_suite.metrics.repeats import Spread
from ifbench_suite.outcome import LENGTHS, Outcome, Status, Tally, Verdicts
from ifbench_suite.rows import Row, named
from ifbench_suite.thinking import Trace

RowName = tuple[str, int | None]
"""A row's key as text, and its turn."""
Follow = tuple[tuple[bool, ...], tuple[bool, ...]]
"""A strict and a loose follow list."""


class Judged(NamedTuple):
    """All that the numbers read of an outcome besides its row."""

    row: RowName
    reference: Follow
    corrected: Follow | None
    status: Status
    trace: Trace
    truncated: bool
    length: int
    judgement: Judgement | None

    @classmethod
    def of(cls, outcome: Outcome) -> Judged:
        """What is counted of an outcome."""
        right = outcome.corrected
        return cls(
            (str(outcome.key), outcome.turn),
            (outcome.strict, outcome.loose),
            None if right is None else (right.strict, right.loose),
            outcome.status,
            outcome.trace,
            outcome.truncated,
            LENGTHS[bisect_right(LENGTHS, outcome.length) - 1],
            outcome.judgement,
        )


Conversation = tuple[Judged, ...]
"""One sample of every turn, in their order; of a row without turns that row's alone."""


@dataclass
class Totals:
    """Totals of outcomes; equal ones are equal whatever was added first.

    Attributes:
        rows: the rows that outcomes are of. A part that is to be merged needs none.
        conversations: how often each conversation came out in the same way.
        unfinished: by key and sample, the turns so far of conversations that lack some, or of
            which it is not known how many turns they have.
        runs: by sample and name of one of the four numbers, how much is followed; by sample and
            "prompts" or "instructions", of how many.
        errors: how often each checker error came up, by row and message.
    """

    rows: dict[RowName, Row] = field(default_factory=dict)
    conversations: Counter[Conversation] = field(default_factory=Counter)
    unfinished: dict[tuple[str, int], Conversation] = field(default_factory=dict)
    runs: defaultdict[tuple[int, str], int | Fraction] = field(
        default_factory=lambda: defaultdict(int)
    )
    errors: Counter[str] = field(default_factory=Counter)
    _turns: Counter[str] = field(default_factory=Counter, repr=False)

    @classmethod
    def over(cls, rows: Iterable[Row]) -> Totals:
        """The totals of no outcomes yet, of a run over all these rows."""
        named = {(str(row.key), row.turn): row for row in rows}
        return cls(named, _turns=Counter(key for key, turn in named if turn is not None))

    @classmethod
    def of(cls, outcomes: Iterable[Outcome]) -> Totals:
        """The totals of outcomes, which may be a part of a run."""
        totals = cls()
        for outcome in outcomes:
            totals.rows.setdefault((str(outcome.key), outcome.turn), outcome.row)
            totals.add(outcome)
        return totals

    def add(self, outcome: Outcome) -> None:
        """Counts one outcome."""
        judged = Judged.of(outcome)
        if outcome.turn is None:
            self.conversations[(judged,)] += 1
        else:
            self._continue((judged.row[0], outcome.sample), (judged,))
        self._add_to_run(outcome)
        if outcome.errors:
            name = named(outcome.key, outcome.turn)
            self.errors.update(f"{name}: {error}" for error in outcome.errors)

    def merge(self, part: Totals) -> None:
        """Adds the totals of other outcomes."""
        self.rows |= part.rows
        self.conversations.update(part.conversations)
        for sample, turns in part.unfinished.items():
            self._continue(sample, turns)
        for sum_of, value in part.runs.items():
            self.runs[sum_of] += value
        self.errors.update(part.errors)

    def tallies(self) -> list[Outcome]:
        """The outcomes counted, row by row; those of one conversation have one sample number."""
        seen: Counter[str] = Counter()
        found: defaultdict[RowName, list[Outcome]] = defaultdict(list)
        for turns, times in self._every.items():
            number = seen[turns[0].row[0]]
            seen[turns[0].row[0]] += 1
            for judged in turns:
                row = self.rows[judged.row]
                found[judged.row].append(_tally(row, judged, number, times))
        return [tally for name in self.rows for tally in found[name]]

    def spread(self) -> Mapping[str, Spread]:
        """Each of the four numbers, run by run: sample i of every row is run i."""
        samples = sorted({sample for sample, _ in self.runs})
        return {
            metric.name: Spread(tuple(self._ratio(i, metric.name) for i in samples))
            for metric in FOUR
        }

    @property
    def samples(self) -> int:
        """How many outcomes the row with the most of them has."""
        return len({sample for sample, _ in self.runs})

    @property
    def traces(self) -> Counter[Trace]:
        """How many outcomes had which thinking trace."""
        found: Counter[Trace] = Counter()
        for turns, times in self._every.items():
            for judged in turns:
                found[judged.trace] += times
        return found

    @property
    def _every(self) -> Counter[Conversation]:
        """The conversations, finished or not."""
        every = Counter(self.conversations)
        every.update(self.unfinished.values())
        return every

    def _continue(self, sample: tuple[str, int], turns: Conversation) -> None:
        so_far = self.unfinished.pop(sample, ()) + turns
        every = tuple(sorted(so_far, key=lambda judged: judged.row[1] or 0))
        if len(every) == self._turns[sample[0]]:
            self.conversations[every] += 1
        else:
            self.unfinished[sample] = every

    def _add_to_run(self, outcome: Outcome) -> None:
        run, sample = self.runs, outcome.sample
        share = outcome.judgement and outcome.judgement.share
        strict, loose = outcome.strict, outcome.loose
        run[sample, "prompts"] += 1
        run[sample, "instructions"] += len(strict) if share is None else 1
        for mode, follow in (("strict", strict), ("loose", loose)):
            run[sample, f"prompt_level_{mode}"] += all(follow) if share is None else Fraction(share)
            run[sample, f"inst_level_{mode}"] += sum(follow) if share is None else Fraction(share)

    def _ratio(self, sample: int, name: str) -> float:
        num = self.runs[sample, "prompts" if name.startswith("prompt") else "instructions"]
        return float(self.runs[sample, name] / num) if num else float("nan")


def _tally(row: Row, judged: Judged, number: int, times: int) -> Tally:
    return Tally(
        key=row.key,
        benchmark=row.benchmark or "",
        prompt="",
        response="",
        instruction_ids=row.instruction_ids,
        kwargs=row.kwargs,
        reference=Verdicts(*judged.reference, ()),
        corrected=judged.corrected and Verdicts(*judged.corrected, ()),
        status=judged.status,
        trace=judged.trace,
        truncated=judged.truncated,
        language=row.language,
        turn=row.turn,
        sample=number,
        extra=row.extra,
        judgement=judged.judgement,
        times=times,
        length=judged.length,
    )
