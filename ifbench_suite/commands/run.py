"""`python -m ifbench_suite run`: generates, judges where a judge decides, scores and reports."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from pathlib import Path

from ifbench_suite.commands import endpoints, flags, generate, judge, score
from ifbench_suite.errors import InputError

SUMMARY = "Asks a model, judges its answers if need be, and scores them; goes on where it stopped."
_OF_THE_JUDGE = ("judge_model", "judge_base_url", "judge_api_key_env", "judge_api_key_file")
_OF_JUDGING = ("judges", "judge_repeats", "judge_label_perm", "limit")
_LIMITS = ("concurrency", "requests_per_minute", "timeout", "retries")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the flags."""
    parser.add_argument(
        "--output_dir", required=True, metavar="DIR", help="answers, judge replies and reports"
    )
    generate.add_what(parser)
    endpoints.add_endpoint(parser)
    endpoints.add_sampling(parser)
    judge.add_judges(parser)
    flags.add_pooling(parser)
    for name in _OF_THE_JUDGE:
        what = name.removeprefix("judge_")
        parser.add_argument(f"--{name}", metavar="NAME", help=f"the judge's --{what}")


def run(arguments: argparse.Namespace) -> int:
    """Runs the steps that are not done yet; a step with failures is the last."""
    from ifbench_suite.judged import is_judged

    folder = Path(arguments.output_dir)
    answers, replies = folder / "responses.jsonl", folder / "judge_replies.jsonl"
    judged = is_judged(arguments.benchmark)
    if judged and not (arguments.judges or arguments.judge_model):
        raise InputError("who judges? needs --judge_model or --judges", field="--judge_model")
    if status := generate.generate_to(str(answers), arguments):
        return status
    files = ["--responses", str(answers), *_given(arguments, {"data": "data"})]
    repeats = ["--repeats"] if arguments.n > 1 else []
    if judged:
        asked = [*files, *repeats, "--output", str(replies), *_judge_flags(arguments)]
        if status := judge.run(_parsed(judge.add_arguments, asked)):
            return status
        pooling = _given(arguments, {"judge_pooling": "judge_pooling"})
        files += ["--judge_replies", str(replies), *pooling]
    wanted = [*files, *repeats, "--benchmark", arguments.benchmark, "--output_dir", str(folder)]
    return score.run(_parsed(score.add_arguments, wanted))


def _judge_flags(arguments: argparse.Namespace) -> list[str]:
    """The judge is asked as hard as the model, and at the same place unless another is given."""
    own = {name: name.removeprefix("judge_") for name in _OF_THE_JUDGE}
    same = {name: name for name in (*_LIMITS, *_OF_JUDGING)}
    place = {} if arguments.judge_base_url else {"base_url": "base_url"}
    return _given(arguments, {**same, **place, **own})


def _given(arguments: argparse.Namespace, names: dict[str, str]) -> list[str]:
    """The flags that have a value, each under its new name."""
    values = ((new, getattr(arguments, old)) for old, new in names.items())
    return [part for new, value in values if value is not None for part in (f"--{new}", str(value))]


def _parsed(
    declare: Callable[[argparse.ArgumentParser], None], flags: Sequence[str]
) -> argparse.Namespace:
    parser = argparse.ArgumentParser(allow_abbrev=False)
    declare(parser)
    return parser.parse_args(flags)
