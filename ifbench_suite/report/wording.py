"""How numbers and notices read, the same in every format."""

from __future__ import annotations

import math
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from ifbench_suite.metrics import Estimate
from ifbench_suite.metrics.judged import Labels
from ifbench_suite.report.model import Report

LABELS = {
    "prompt_level_strict": "prompt strict",
    "inst_level_strict": "instruction strict",
    "prompt_level_loose": "prompt loose",
    "inst_level_loose": "instruction loose",
}
_MOST_DECIMALS = 2


def label(name: str) -> str:
    """The name of a metric as a table has it."""
    return LABELS.get(name, name)


def narrow(name: str) -> str:
    """The same on two lines, for a column whose numbers are shorter than its name."""
    return label(name).replace(" ", "\n")


def percent(share: float) -> str:
    """0.7708 as "77.08"; nan as "-"."""
    return _rounded(100 * share, _MOST_DECIMALS)


def with_error(estimate: Estimate) -> str:
    """Percent and standard error, as far as the error bar supports: "77.1 ± 1.8".

    What is no share stands as it is.
    """
    scale = _scale(estimate)
    stderr = None if estimate.stderr is None else scale * estimate.stderr
    return value_with_error(scale * estimate.value, stderr)


def value_with_error(share: float, stderr: float | None, *, like: float | None = None) -> str:
    """A share and its error in percent; the error to two digits, the share as far as that.

    An error of 0 is left out: it only says that all samples are alike. Without an error the share
    is rounded as one with the error `like`.
    """
    decimals = supported(stderr or like)
    error = f" ± {_rounded(100 * stderr, decimals)}" if stderr else ""
    return _rounded(100 * share, decimals) + error


def interval(estimate: Estimate) -> str:
    """The 95 % interval in percent: "73.5 to 80.6"; "-" where there is none."""
    if estimate.interval is None:
        return "-"
    scale = _scale(estimate)
    decimals = supported(scale * (estimate.stderr or 0.0))
    return " to ".join(_rounded(100 * scale * end, decimals) for end in estimate.interval)


def _scale(estimate: Estimate) -> float:
    """What makes percent of a share and leaves any other value as it is."""
    return 1 if estimate.is_share else 0.01


def points(estimate: Estimate) -> str:
    """A difference in percentage points, with its sign: "+3.1"."""
    rounded = _rounded(100 * estimate.value, supported(estimate.stderr))
    return rounded if rounded.startswith("-") else f"+{rounded}"


def gap(estimate: Estimate) -> str:
    """The 95 % interval of a difference in percentage points: "-0.5 to 6.2"."""
    return interval(replace(estimate, is_share=True))


def unsigned_points(estimate: Estimate) -> str:
    """The size of a difference in percentage points: "3.1"."""
    return points(estimate)[1:]


def supported(stderr: float | None) -> int:
    """How many decimals of a percentage mean something: two digits of the standard error."""
    if not stderr or math.isnan(stderr):
        return _MOST_DECIMALS
    return min(_MOST_DECIMALS, max(0, 1 - math.floor(math.log10(100 * stderr))))


def p_value(p: float) -> str:
    """0.0312 as "0.031"; below a thousandth "<0.001"."""
    return "<0.001" if p < 0.001 else f"{p:.2g}" if p < 0.1 else f"{p:.2f}"


def fraction(estimate: Estimate) -> str:
    """How many of how many: "417/541"; only the units where the value is no count."""
    if math.isnan(estimate.value):
        return f"-/{estimate.num:g}"
    followed = estimate.value * estimate.num
    if not estimate.is_share or abs(followed - round(followed)) > 1e-6:
        return f"n = {estimate.num:g}"
    return f"{round(followed)}/{estimate.num:g}"


def accuracy(numbers: Mapping[str, float | None], mode: str) -> str:
    """A family's or instruction's accuracy with its error, from a line of report.json."""
    value = numbers[mode]
    return (
        percent(math.nan)
        if value is None
        else value_with_error(value, numbers.get(f"{mode}_stderr"))
    )


def notices(report: Report) -> Iterator[str]:
    """One sentence for each thing that a reader must know before believing the score."""
    counts = report.counts
    yield from _judge_notices(report)
    if counts.missing:
        keys = list(map(str, report.missing))
        yield f"{counts.missing} missing: no response for {_keys(keys)}; counted as not followed."
    if counts.empty:
        yield f"{_number(counts.empty, 'empty response')}, counted as not followed."
    if counts.unmatched:
        named = listed(sorted(report.unmatched))
        yield f"{_number(counts.unmatched, 'response')} unmatched, answering no row: {named}."
    yield from _sample_notices(report)
    if fuzzy := report.matched_by.get("normalised prompt"):
        yield f"{_number(fuzzy, 'prompt')} matched after normalising white space."
    if counts.thinking_removed:
        yield f"{_number(counts.thinking_removed, 'thinking trace')} removed before judging."
    if counts.thinking_unclosed:
        traces = _number(counts.thinking_unclosed, "thinking trace")
        yield f"{traces} without an end: their answers are empty."
    if counts.truncated:
        yield f"{_number(counts.truncated, 'response')} cut off by a token limit."
    if counts.checker_errors:
        errors = _number(counts.checker_errors, "checker error")
        yield f"{errors}, counted as not followed; report.json names them."
    yield from report.notes
    if faults := report.data_faults:
        keys = list(dict.fromkeys(str(fault.key) for fault in faults))
        instructions = _number(len(faults), "instruction")
        yield f"{instructions} at fault in the data, {_keys(keys)}; report.json says why."


def warning(report: Report) -> str | None:
    """What must be said before any number; None where nothing must."""
    judging = report.judging
    if judging is None or not judging.is_doubtful:
        return None
    share = percent(judging.total.unscored / judging.total.num)
    return (
        f"Beware: {share} % of the answers have no verdict; the score lies between "
        f"{percent(judging.total.lowest)} and {percent(judging.total.highest)}."
    )


def _judge_notices(report: Report) -> Iterator[str]:
    if (judging := report.judging) is None:
        return
    if unscored := judging.total.unscored:
        why = listed([f"{reason} ({n})" for reason, n in judging.why_unscored.items()], most=3)
        yield (
            f"{_number(unscored, 'answer')} without a verdict, counted as not followed: {why}; "
            f"the score is at least {percent(judging.total.lowest)}, "
            f"at most {percent(judging.total.highest)}."
        )
    if judging.contradicting:
        replies = _number(judging.contradicting, "judge reply").replace("replys", "replies")
        yield f"{replies} with both verdicts, say of a quoted example; the last was read."
    if keys := judging.verdict_format:
        answers = _number(len(keys), "answer")
        yield f"{answers} written with what verdicts are written with: {_keys(keys)}."
    if comments := judging.comments:
        yield (
            f"Code without Comments: a lexer finds comments in {comments.with_comments} of "
            f"{comments.num} answers and agrees with the judge on {comments.agreeing}."
        )
    if labels := judging.labels:
        yield _labels_notice(labels)


def _labels_notice(labels: Labels) -> str:
    unread = f"; for {_number(labels.unread, 'answer')} it wrote none" if labels.unread else ""
    if labels.mean is None:
        return f"judge_label_perm: the judge was asked for labels{unread}."
    return (
        f"judge_label_perm: asked for labels in both orders, the judge gives 'followed' a "
        f"probability of {percent(labels.mean)} % on average over "
        f"{_number(labels.num, 'answer')}, is on the side of its verdict on {labels.agreeing}, "
        f"and changes sides with the order on {labels.order_dependent}{unread}."
    )


def _sample_notices(report: Report) -> Iterator[str]:
    least, most = report.samples_per_row
    if report.signature.samples > 1 and least < most:
        yield (
            f"unequal repeats: {least} to {most} responses per prompt; "
            "those that lack count as not followed."
        )


def _rounded(number: float, decimals: int) -> str:
    if math.isnan(number):
        return "-"
    text = f"{number:.{decimals}f}"
    return text.removeprefix("-") if float(text) == 0 else text


def _number(count: int, thing: str) -> str:
    return f"{count} {thing}" + ("" if count == 1 else "s")


def _keys(keys: Sequence[str]) -> str:
    return ("key " if len(keys) == 1 else "keys ") + listed(keys)


def listed(names: Sequence[str], most: int = 8) -> str:
    """The first names, and how many more there are."""
    shown = ", ".join(names[:most])
    return shown + (f" and {len(names) - most} more" if len(names) > most else "")
