"""The peer `if-verifiable`, asked check by check, and what it is asked about."""

import json
import random
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Any, NamedTuple
from unittest.mock import patch

import pytest

import ifbench_suite as suite
from checkers import REGISTRIES, BadArguments
from ifbench_suite.conformance import vector_files, vectors
from ifbench_suite.resources import data_file

SAMPLES = ("ifeval", "ifbench", "ifbench_start_verb")
MUTANTS = 200
"""Mutations of each sample response."""
DATA = (
    "tokenizers/punkt_tab/english",
    "corpora/stopwords",
    "taggers/averaged_perceptron_tagger_eng",
)
_INSERTED = (
    *(" ", "  ", "\n", "\n\n", "\t", ".", ",", "!", "?!", "...", "—", "-", "*", "**", "_", "`"),
    *(
        '"',
        "'",
        "“",
        "”",
        "’",
        "(",
        ")",
        "[x]",
        "{",
        ":",
        ";",
        "7",
        "1.",
        "é",
        "e\u0301",
        "你",
        "。",
    ),
    *("😀", "❤️", "Dr. ", "U.S. ", "p.m. ", "It's ", "cannot ", "and ", "Emma ", "I ", "the "),
)


class Case(NamedTuple):
    """One instruction and one response."""

    benchmark: str
    id: str
    kwargs: Mapping[str, Any]
    response: str
    prompt: str | None


def samples() -> Iterator[Case]:
    """Every instruction of our samples, with its response."""
    for name in SAMPLES:
        benchmark = name.split("_")[0]
        rows = suite.load_rows(benchmark, data_file(f"samples/{name}_rows.jsonl"))
        lines = data_file(f"samples/{name}_responses.jsonl").read_text(encoding="utf-8")
        responses = [json.loads(line)["response"] for line in lines.splitlines()]
        for row, response in zip(rows, responses, strict=True):
            for id, kwargs in zip(row.instruction_ids, row.kwargs, strict=True):
                yield Case(benchmark, id, kwargs, response, row.prompt)


def conformance() -> Iterator[Case]:
    """The conformance vectors whose official verdict is not drawn at random."""
    for benchmark in ("ifeval", "ifbench"):
        for vector in (v for file in vector_files(benchmark) for v in vectors(file)):
            if not vector.get("random"):
                prompt = vector.get("prompt")
                case = (vector["instruction_id"], vector["kwargs"], vector["response"], prompt)
                yield Case(benchmark, *case)


def mutants() -> Iterator[Case]:
    """Mutations of the sample responses, the same in every run."""
    draw = random.Random("mutants of the samples")
    for case in samples():
        for _ in range(MUTANTS if case.response else 0):
            response = case.response
            for _ in range(draw.choice((1, 1, 1, 2, 4))):
                response = _mutated(response, draw)
            yield case._replace(response=response)


def _mutated(text: str, draw: random.Random) -> str:
    start, end = sorted(draw.randrange(len(text) + 1) for _ in range(2))
    end = min(end, start + draw.choice((1, 4, 40)))
    piece = text[start:end]
    words = text.split(" ")
    word = draw.randrange(len(words))
    kind = draw.randrange(7)
    if kind == 0:
        return text[:start] + draw.choice(_INSERTED) + text[start:]
    if kind == 1:
        return text[:start] + text[end:]
    if kind == 2:
        return text[:start] + piece.swapcase() + text[end:]
    if kind == 3:
        return text[:end] + piece + text[end:]
    if kind == 4:
        words.insert(word, draw.choice(words))
    elif kind == 5:
        words[word] += draw.choice(_INSERTED)
    else:
        del words[word]
    return " ".join(words)


def ours(case: Case) -> bool | str:
    """Our strict reference verdict, or "refused" where the kwargs do not bind."""
    registry = REGISTRIES[case.benchmark]
    try:
        rule = registry.get(case.id).bind(case.kwargs)
    except BadArguments:
        return "refused"
    text = registry.view(case.response, prompt=case.prompt)
    return bool(case.response.strip()) and rule(text).followed


def peers(case: Case) -> bool | str:
    """The peer's strict verdict, or the name of the exception that it raises."""
    if not case.response.strip():
        return False
    checker = _classes()[case.benchmark][case.id](case.id)
    random.seed(0)
    try:
        checker.build_description(**{k: v for k, v in case.kwargs.items() if v is not None})
        return bool(checker.check_following(case.response))
    except Exception as error:
        return type(error).__name__


@cache
def _classes() -> Mapping[str, Mapping[str, Any]]:
    """Its checkers; skips the test, with the reason, where they or their data are not installed."""
    reason = "needs pip install 'ifbench-suite[parity]'"
    pytest.importorskip("if_verifiable", reason=reason)
    langdetect = pytest.importorskip("langdetect", reason=reason)
    import nltk

    for name in DATA:
        try:
            nltk.data.find(name)
        except LookupError:
            pytest.skip(f"the peer needs NLTK's {name} (set NLTK_DATA)")
    langdetect.DetectorFactory.seed = 0
    with patch("nltk.download"):
        from if_verifiable.ifbench import INSTRUCTION_DICT as IFBENCH
        from if_verifiable.ifeval import INSTRUCTION_DICT as IFEVAL
    return {"ifeval": IFEVAL, "ifbench": IFBENCH}
