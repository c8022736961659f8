"""The flags that say which model is asked, and how; and what is shown meanwhile."""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from ifbench_suite.api_key import DEFAULT_VARIABLE, api_key, check_url
from ifbench_suite.errors import InputError

if TYPE_CHECKING:
    from ifbench_suite.client import Endpoint
    from ifbench_suite.generate import Tally, Watch

_SAMPLING = ("temperature", "top_p", "max_tokens", "seed")
_OF_KEYS = frozenset({"api_key", "apikey", "key", "authorization", "headers", "extra_headers"})
"""Names that would send, and record, a key as a field of each request."""


def add_endpoint(parser: argparse.ArgumentParser) -> None:
    """Declares where the model is, and how hard it may be asked."""
    parser.add_argument("--model", metavar="NAME", help="the model's name at the endpoint")
    parser.add_argument(
        "--base_url",
        metavar="URL",
        help="an OpenAI-compatible endpoint, say http://localhost:8000/v1 "
        "(default: $OPENAI_BASE_URL, else OpenAI's)",
    )
    parser.add_argument(
        "--api_key_env",
        default=DEFAULT_VARIABLE,
        metavar="NAME",
        help=f"the environment variable that holds the key (default: {DEFAULT_VARIABLE}); "
        "a server on this machine or network needs none",
    )
    parser.add_argument("--api_key_file", metavar="FILE", help="a file that holds the key")
    parser.add_argument(
        "--concurrency", type=whole, default=8, metavar="N", help="requests at a time (default: 8)"
    )
    parser.add_argument(
        "--requests_per_minute", type=_positive, metavar="N", help="at most (default: no limit)"
    )
    parser.add_argument(
        "--timeout",
        type=_positive,
        default=600.0,
        metavar="SECONDS",
        help="for one attempt (default: 600)",
    )
    parser.add_argument(
        "--retries",
        type=_natural,
        default=6,
        metavar="N",
        help="further attempts after a passing failure (default: 6)",
    )


def add_sampling(
    parser: argparse.ArgumentParser, *, temperature: float | None = None, seed: int | None = None
) -> None:
    """Declares how the model is sampled; what is not given is left to the endpoint."""
    parser.add_argument("--temperature", type=float, default=temperature, metavar="T")
    parser.add_argument("--top_p", type=float, metavar="P")
    parser.add_argument("--max_tokens", type=whole, metavar="N")
    parser.add_argument("--seed", type=int, default=seed, metavar="N")
    parser.add_argument(
        "--request",
        type=_object,
        default={},
        metavar="JSON",
        help='more fields of each request, say \'{"reasoning_effort": "high"}\'',
    )


def sampling_of(arguments: argparse.Namespace) -> dict[str, Any]:
    """The parameters that the flags ask for.

    Raises:
        InputError: one of them is a key.
    """
    refuse_keys(arguments.request, "--request")
    given = {name: getattr(arguments, name) for name in _SAMPLING}
    return {**{k: v for k, v in given.items() if v is not None}, **arguments.request}


def refuse_keys(parameters: Mapping[str, Any], field: str) -> None:
    """Makes sure that no key is among what is sent, and written down, with each request.

    Raises:
        InputError: one is; the message does not repeat it.
    """
    for name in parameters:
        if name.lower().replace("-", "_") in _OF_KEYS:
            problem = f"{name!r}: keys come from the environment or a file, say api_key_env"
            raise InputError(problem, field=field)


def model_of(arguments: argparse.Namespace, table: Mapping[str, Any]) -> str:
    """The model that `table`, or else the flags, name.

    Raises:
        InputError: neither does.
    """
    model: str | None = table.get("model") or arguments.model
    if not model:
        raise InputError("which model is to be asked?", field="--model")
    return model


def endpoint_of(arguments: argparse.Namespace, table: Mapping[str, Any] | None = None) -> Endpoint:
    """The endpoint that the flags name; `table` (of a judge) is asked first.

    Raises:
        InputError: there is no model, no key, or the URL is none.
    """
    from ifbench_suite.client import Endpoint

    own = table or {}
    model = model_of(arguments, own)
    base_url = own.get("base_url") or arguments.base_url or os.environ.get("OPENAI_BASE_URL")
    if base_url:
        check_url(base_url)
    variable = own.get("api_key_env") or arguments.api_key_env
    file = own.get("api_key_file") or (None if "api_key_env" in own else arguments.api_key_file)
    return Endpoint(
        model,
        base_url or None,
        api_key(base_url, variable=variable, file=file),
        concurrency=arguments.concurrency,
        requests_per_minute=arguments.requests_per_minute,
        timeout=arguments.timeout,
        retries=arguments.retries,
    )


def say(message: str) -> None:
    """Prints a message to stderr."""
    print(message, file=sys.stderr)  # noqa: T201


@contextmanager
def progress_bar(what: str) -> Iterator[Watch]:
    """A bar on stderr with answers, failures and tokens, if that is a terminal."""
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn
    from rich.progress import TimeRemainingColumn as Remaining

    console = Console(stderr=True)
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), Remaining())
    with Progress(
        *columns, console=console, transient=True, disable=not console.is_terminal
    ) as bar:
        task = bar.add_task(what, total=None)

        def watch(tally: Tally) -> None:
            said = f"{what}, {tokens(tally)}" + (f", {tally.failed} failed" if tally.failed else "")
            bar.update(task, total=tally.total, completed=tally.done, description=said)

        yield watch


@contextmanager
def keeping(path: str, things: str) -> Iterator[None]:
    """Says of an interrupted run what stays."""
    try:
        yield
    except KeyboardInterrupt:
        problem = f"interrupted; the {things} so far are in {path}, the same command goes on"
        raise KeyboardInterrupt(problem) from None


def summed_up(tally: Tally, things: str, path: str) -> int:
    """Says what a run did.

    Returns:
        The exit status: 1 if requests failed, else 0.
    """
    kept = f" ({tally.kept} from earlier runs)" if tally.kept else ""
    say(f"{tally.kept + tally.answered} {things}{kept} in {path}; {tokens(tally)}")
    for failure in tally.failures[:5]:
        say(f"failed: {failure}")
    if tally.failed:
        say(f"{tally.failed} of {tally.total} failed; the same command asks for them again")
    return 1 if tally.failed else 0


def tokens(tally: Tally) -> str:
    """What a run cost so far."""
    return f"{tally.prompt_tokens:,} + {tally.completion_tokens:,} tokens"


def whole(text: str) -> int:
    """A flag's value that is a whole number of 1 or more."""
    if not text.isdecimal() or int(text) < 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of 1 or more")
    return int(text)


def share(text: str) -> float:
    """A flag's value that is a number from 0 to 1."""
    try:
        number = float(text)
    except ValueError:
        number = -1.0
    if not 0 <= number <= 1:
        raise argparse.ArgumentTypeError(f"{text!r} is not a number from 0 to 1")
    return number


def _natural(text: str) -> int:
    if not text.isdecimal():
        raise argparse.ArgumentTypeError(f"{text!r} is not a whole number of 0 or more")
    return int(text)


def _positive(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = 0.0
    if not 0 < number < float("inf"):
        raise argparse.ArgumentTypeError(f"{text!r} is not a number above 0")
    return number


def _object(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except ValueError:
        found = None
    if not isinstance(found, dict):
        raise argparse.ArgumentTypeError(f"{text!r} is not a JSON object")
    return found
