"""`python -m ifbench_suite generate`: asks a model the prompts of a benchmark."""

from __future__ import annotations

import argparse

from ifbench_suite.commands import endpoints
from ifbench_suite.errors import InputError

SUMMARY = "Asks a model every prompt of a benchmark and writes its answers as they come."


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the flags."""
    parser.add_argument("--output", required=True, metavar="FILE", help="JSON Lines; goes on there")
    add_what(parser)
    endpoints.add_endpoint(parser)
    endpoints.add_sampling(parser)


def add_what(parser: argparse.ArgumentParser) -> None:
    """Declares what is asked."""
    parser.add_argument("--benchmark", default="ifeval", metavar="NAME")
    parser.add_argument("--data", metavar="FILE", help="its official file (default: as fetched)")
    parser.add_argument(
        "--n", type=endpoints.whole, default=1, metavar="N", help="answers per prompt (default: 1)"
    )
    parser.add_argument(
        "--limit", type=endpoints.whole, metavar="N", help="only the first N prompts"
    )
    parser.add_argument(
        "--reasoning_history",
        choices=("none", "tags", "field"),
        default="none",
        help="what later turns see of a model's thinking (default: none)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Asks, and says what came of it; 1 if requests failed."""
    return generate_to(arguments.output, arguments)


def generate_to(output: str, arguments: argparse.Namespace) -> int:
    """Writes the answers that the flags ask for to `output`."""
    from ifbench_suite.client import Client
    from ifbench_suite.generate import Generation, conversations, generate
    from ifbench_suite.journal import Journal
    from ifbench_suite.loading import load_rows

    endpoint = endpoints.endpoint_of(arguments)
    rows = load_rows(arguments.benchmark, arguments.data)
    generation = Generation(
        endpoint.model,
        endpoints.sampling_of(arguments),
        arguments.n,
        arguments.reasoning_history,
    )
    if generation.sampling.get("n", 1) != 1:
        raise InputError("'n' is the flag --n, not a field of each request", field="--request")
    work = conversations(rows, generation.samples, arguments.limit)
    client = Client(endpoint)
    with (
        Journal(output, endpoints.say) as journal,
        endpoints.keeping(output, "answers"),
        endpoints.progress_bar("asking") as watch,
    ):
        tally = generate(work, generation, client, journal, watch)
    return endpoints.summed_up(tally, "answers", output)
