"""Evalution: a test suite for `engine.model(...).run(suite)`.

Its YAML and command line know only its own suites, so this one is for Python.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass
from typing import Any

from evalution.benchmarks.base import BaseTestSuite
from evalution.benchmarks.execution import PreparedSample
from evalution.engines.base import GenerationOutput, GenerationRequest, InferenceSession
from evalution.results import SampleResult, TestResult

from ifbench_suite.adapters.judging import LEVELS, as_record, judged, row_from, rows_to_ask


@dataclass(slots=True)
class InstructionSuite(BaseTestSuite):
    """The prompts of ifeval, ifbench or if_rlvr, judged by the official rules.

    Attributes:
        benchmark: which.
        data: the official file; None: the fetched one; "sample": the package's.
        max_new_tokens: how long an answer may get.
    """

    benchmark: str = "ifeval"
    data: str | None = None
    max_new_tokens: int = 4096

    def task_name(self) -> str:
        """What the result is called."""
        return f"ifbench_suite_{self.benchmark}"

    def dataset_loader(self) -> Callable[..., list[dict[str, Any]]]:
        """Gives the rows; nothing is downloaded.

        Raises:
            InputError: when called: the data is not at hand, or not sound.
        """

        def load(*_: Any, **__: Any) -> list[dict[str, Any]]:
            return [as_record(row) for row in rows_to_ask(self.benchmark, self.data)]

        return load

    def iter_prepared_samples(self, docs: Iterable[dict[str, Any]]) -> Iterator[PreparedSample]:
        """One chat of one message per row."""
        for index, doc in enumerate(docs):
            messages = [{"role": "user", "content": doc["prompt"]}]
            request = GenerationRequest(messages=messages, max_new_tokens=self.max_new_tokens)
            yield PreparedSample(index=index, doc=doc, target="", request=request)

    def score_sample(self, prepared_sample: PreparedSample, output: GenerationOutput) -> Any:
        """The levels of one answer, with its verdicts as metadata."""
        doc = prepared_sample.doc
        outcome = judged(row_from(doc), output.text, self.benchmark)
        follow = {"strict": list(outcome.strict), "loose": list(outcome.loose)}
        scores = {f"prompt_level_{mode}": float(all(one)) for mode, one in follow.items()}
        shares = {f"inst_level_{mode}": sum(one) / len(one) for mode, one in follow.items()}
        return SampleResult(
            index=prepared_sample.index,
            prompt=doc["prompt"],
            target="",
            prediction=output.text,
            extracted={mode: json.dumps(one) for mode, one in follow.items()},
            scores={**scores, **shares},
            metadata={**doc, **follow},
        )

    def evaluate(self, session: InferenceSession) -> TestResult:
        """Runs the suite; the instruction level pools all instructions.

        The base class would take the mean of each row's share.
        """
        result = BaseTestSuite.evaluate(self, session)
        for mode in ("strict", "loose"):
            verdicts = [sample.metadata[mode] for sample in result.samples]
            followed, number = sum(map(sum, verdicts)), sum(map(len, verdicts))
            result.metrics[f"inst_level_{mode}"] = followed / number
        result.metrics = {level: result.metrics[level] for level in LEVELS}
        return result
