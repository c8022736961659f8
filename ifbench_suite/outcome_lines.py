"""Outcomes as lines of JSON: our own, which are read back, and those of the official files."""

from __future__ import annotations

import gzip
import json
from collections.abc import Iterable, Mapping
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


FILES = (OUTCOMES, "eval_results_strict.jsonl", "eval_results_loose.jsonl")
"""The files that have a line for each outcome."""
_JSON = json.JSONEncoder(ensure_ascii=False).encode


def file_names(*, gzipped: bool) -> list[str]:
    """The names of `FILES`."""
    return [name + GZ if gzipped else name for name in FILES]


def lines_of(outcome: Outcome) -> list[bytes]:
    """The outcome's line in each of `FILES`: our own, and those of the official scorer's files."""
    texts = _texts(outcome)
    lines = [
        _own(outcome, texts),
        *(_official(outcome, texts, follow) for follow in (outcome.strict, outcome.loose)),
    ]
    return list(map(encoded, lines))


def packed(lines: Iterable[bytes], *, gzipped: bool) -> bytes:
    """Lines as they stand in a file; what is packed in pieces may be joined."""
    joined = b"".join(lines)
    return gzip.compress(joined, mtime=0) if gzipped else joined


def own_line(outcome: Outcome) -> str:
    """The outcome as a line of outcomes.jsonl; see docs/file-formats.md."""
    return _own(outcome, _texts(outcome))


def _texts(outcome: Outcome) -> str:
    """What is long, and alike in all lines, as JSON."""
    return f'"prompt": {_JSON(outcome.prompt)}, "response": {_JSON(outcome.response)}'


def _own(outcome: Outcome, texts: str) -> str:
    fields = list(outcome.to_dict().items())
    at = [name for name, _ in fields].index("prompt")
    before, after = _JSON(dict(fields[:at])), _JSON(dict(fields[at + 2 :]))
    return f"{before[:-1]}, {texts}, {after[1:]}\n"


def _official(outcome: Outcome, texts: str, follow: tuple[bool, ...]) -> str:
    """A line as google-research's evaluation_main writes it."""
    verdicts = {
        "follow_all_instructions": all(follow),
        "follow_instruction_list": follow,
        "instruction_id_list": outcome.instruction_ids,
    }
    return f"{_JSON(verdicts)[:-1]}, {texts}}}\n"


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
