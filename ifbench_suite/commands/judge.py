"""`python -m ifbench_suite judge`: asks a judge model about the answers to Inverse IFEval."""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any

from ifbench_suite.commands import endpoints, flags

if TYPE_CHECKING:
    from ifbench_suite.journal import Journal
    from ifbench_suite.judge import Judge, Question

SUMMARY = "Asks a judge model about each answer to Inverse IFEval and records its replies."
_BENCHMARK = "inverse_ifeval"
_OF_THE_ENDPOINT = frozenset({"model", "base_url", "api_key_env", "api_key_file"})


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declares the flags."""
    parser.add_argument("--responses", required=True, metavar="FILE", help="the answers")
    parser.add_argument("--output", required=True, metavar="FILE", help="JSON Lines; goes on there")
    parser.add_argument("--data", metavar="FILE", help="the official file (default: as fetched)")
    parser.add_argument("--limit", type=endpoints.whole, metavar="N", help="only the first N rows")
    batch = parser.add_mutually_exclusive_group()
    batch.add_argument(
        "--export_batch", metavar="FILE", help="ask nobody; write requests for OpenAI's batch API"
    )
    batch.add_argument(
        "--import_batch", metavar="FILE", help="ask nobody; take the output of that API"
    )
    add_judges(parser)
    endpoints.add_endpoint(parser)
    endpoints.add_sampling(parser, temperature=0.0, seed=0)
    flags.add_scoring(parser)


def add_judges(parser: argparse.ArgumentParser) -> None:
    """Declares who judges, and how often."""
    parser.add_argument(
        "--judges",
        metavar="FILE",
        help="TOML: a judge per type; 'official': those that the data set's card names",
    )
    parser.add_argument(
        "--judge_repeats",
        type=endpoints.whole,
        default=1,
        metavar="N",
        help="ask N times about each answer (default: 1)",
    )
    parser.add_argument(
        "--judge_label_perm",
        type=endpoints.share,
        default=0.0,
        metavar="F",
        help="also ask for a label in place of a verdict, with a fraction F of the labels' orders "
        "(any but 0: both), and read its log-probability; beside the score (default: 0)",
    )


def run(arguments: argparse.Namespace) -> int:
    """Asks, and says what came of it; 1 if requests failed."""
    from ifbench_suite.journal import Journal
    from ifbench_suite.judge import judge_answers, questions
    from ifbench_suite.judge_labels import orders
    from ifbench_suite.report import Reporting
    from ifbench_suite.responses import read_responses

    judges = _judges(arguments)
    evaluation = flags.evaluation_of(arguments, _BENCHMARK, arguments.data, Reporting())
    rows, matches = evaluation.matched(read_responses(arguments.responses))
    asked = questions(
        rows,
        matches,
        evaluation.postprocessing,
        repeats=arguments.judge_repeats,
        limit=arguments.limit,
        orders=orders(arguments.judge_label_perm),
    )
    output = arguments.output
    if arguments.export_batch or arguments.import_batch:
        with Journal(output, endpoints.say) as journal:
            return _batch(arguments, asked, judges, journal)
    with (
        Journal(output, endpoints.say) as journal,
        endpoints.keeping(output, "judge replies"),
        endpoints.progress_bar("judging") as watch,
    ):
        tally = judge_answers(asked, judges, journal, watch)
    return endpoints.summed_up(tally, "judge replies", output)


def _batch(
    arguments: argparse.Namespace,
    asked: Sequence[Question],
    judges: Mapping[str, Judge],
    journal: Journal,
) -> int:
    from ifbench_suite.judge_batch import export_batch, import_batch

    if arguments.import_batch:
        tally = import_batch(arguments.import_batch, asked, judges, journal)
        return endpoints.summed_up(tally, "judge replies", arguments.output)
    number = export_batch(arguments.export_batch, asked, judges, journal)
    endpoints.say(f"{number} requests in {arguments.export_batch}")
    return 0


def _judges(arguments: argparse.Namespace) -> Mapping[str, Judge]:
    from ifbench_suite.client import Client
    from ifbench_suite.judge import Judge
    from ifbench_suite.judge_panel import panel

    def make(table: Mapping[str, Any]) -> Judge:
        own = {name: value for name, value in table.items() if name not in _OF_THE_ENDPOINT}
        endpoints.refuse_keys(own, "--judges")
        sampling = {**endpoints.sampling_of(arguments), **own}
        if arguments.export_batch or arguments.import_batch:
            return Judge(endpoints.model_of(arguments, table), sampling)
        endpoint = endpoints.endpoint_of(arguments, table)
        return Judge(endpoint.model, sampling, Client(endpoint))

    return panel(arguments.judges, make) if arguments.judges else {"": make({})}
