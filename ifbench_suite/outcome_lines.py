"""Outcomes as lines of JSON: our own, which are read back, and those of the official files."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

from immutabledict import immutabledict

from checkers.finding import Finding
from checkers.inverse_ifeval import Judgement
from ifbench_suite.outcome import Outcome, Status, Verdicts
from ifbench_suite.records import Record
from ifbench_suite.thinking import Trace

OUTCOMES = "outcomes.jsonl"
"""The file that has everything about every outcome."""
GZ = ".gz"
"""What the name of a gzipped file ends in."""


def own_line(outcome: Outcome) -> str:
    """The outcome as a line of outcomes.jsonl; see docs/file-formats.md."""
    return json.dumps(outcome.to_dict(), ensure_ascii=False) + "\n"


def strict_line(outcome: Outcome) -> str:
    """The outcome as a line of eval_results_strict.jsonl."""
    return _official(outcome, outcome.strict)


def loose_line(outcome: Outcome) -> str:
    """The outcome as a line of eval_results_loose.jsonl."""
    return _official(outcome, outcome.loose)


LINES: Mapping[str, Callable[[Outcome], str]] = immutabledict(
    {
        OUTCOMES: own_line,
        "eval_results_strict.jsonl": strict_line,
        "eval_results_loose.jsonl": loose_line,
    }
)
"""The files that have a line for each outcome."""


def file_names(*, gzipped: bool) -> list[str]:
    """The names of the files of `LINES`."""
    return [name + GZ for name in LINES] if gzipped else list(LINES)


def written(outcomes: Iterable[Outcome], line: Callable[[Outcome], str], *, gzipped: bool) -> bytes:
    """Outcomes as they stand in one of the files; what is written in pieces may be joined."""
    lines = encoded("".join(map(line, outcomes)))
    return gzip.compress(lines, mtime=0) if gzipped else lines


def _official(outcome: Outcome, follow: tuple[bool, ...]) -> str:
    """A line as google-research's evaluation_main writes it."""
    line = {
        "follow_all_instructions": all(follow),
        "follow_instruction_list": follow,
        "instruction_id_list": outcome.instruction_ids,
        "prompt": outcome.prompt,
        "response": outcome.response,
    }
    return json.dumps(line, ensure_ascii=False) + "\n"


def outcome_of(record: Record) -> Outcome:
    """The outcome that a line of outcomes.jsonl holds.

    Raises:
        InputError: a field is missing or odd.
    """
    line = record.value
    try:
        return Outcome(
            key=line["key"],
            benchmark=line["benchmark"],
            prompt=line["prompt"],
            response=line["response"],
            instruction_ids=tuple(line["instruction_id_list"]),
            kwargs=tuple(line["kwargs"]),
            reference=_verdicts(line),
            corrected=_verdicts(line["corrected"]) if line["corrected"] else None,
            status=Status(line["status"]),
            trace=Trace(line["thinking"]),
            truncated=line["truncated"],
            errors=tuple(line["errors"]),
            language=line["language"],
            turn=line["turn"],
            sample=line["sample"],
            extra=immutabledict(line.get("extra", {})),
            judgement=_judgement(line["judgement"]) if line.get("judgement") else None,
        )
    except (KeyError, TypeError, ValueError) as error:
        problem = f"not a line of outcomes.jsonl ({type(error).__name__}: {error})"
        raise record.place.error(problem) from None


def _judgement(found: Mapping[str, Any]) -> Judgement:
    judgement = Judgement(**found)
    p_follows = judgement.p_follows
    return judgement._replace(p_follows=None if p_follows is None else tuple(p_follows))


def _verdicts(line: Mapping[str, Any]) -> Verdicts:
    findings = (Finding(f["followed"], f["found"], f["wanted"]) for f in line["findings"])
    return Verdicts(tuple(line["strict"]), tuple(line["loose"]), tuple(findings))


def encoded(text: str) -> bytes:
    r"""UTF-8; a lone surrogate becomes `\udXXX`, which is its escape in JSON."""
    return text.encode("utf-8", "backslashreplace")
