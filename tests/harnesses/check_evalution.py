"""Evalution runs our suites on a stand-in engine."""

import json
import tempfile
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

from evalution.engines.base import BaseEngine, BaseInferenceSession, GenerationOutput

from ifbench_suite.adapters.evalution import InstructionSuite
from tests.harnesses import stand_in


class Session(BaseInferenceSession):
    def generate(self, requests: list[Any], *, batch_size: int | None = None) -> list[Any]:
        return [self._output(request) for request in requests]

    def generate_continuous(
        self, requests: Iterable[tuple[Any, Any]], *, batch_size: int | None = None
    ) -> Iterator[tuple[Any, Any]]:
        for id, request in requests:
            yield id, self._output(request)

    def loglikelihood(self, requests: list[Any], *, batch_size: int | None = None) -> list[Any]:
        raise NotImplementedError

    def loglikelihood_rolling(
        self, requests: list[Any], *, batch_size: int | None = None
    ) -> list[Any]:
        raise NotImplementedError

    def gc(self) -> None:
        pass

    def close(self) -> None:
        pass

    def _output(self, request: Any) -> GenerationOutput:
        (message,) = request.messages
        prompt = message["content"]
        return GenerationOutput(prompt=prompt, text=stand_in.answer([prompt]))


class Engine(BaseEngine):
    def build(self, model: Any) -> Session:
        return Session()


def main() -> None:
    with tempfile.TemporaryDirectory() as folder:
        for name in ("ifeval", "ifbench", "if_rlvr"):
            suite = InstructionSuite(benchmark=name, data="sample", stream=False)
            result = Engine().model(path="stand-in").run(suite).to_dict()
            path = Path(folder, f"{name}.json")
            path.write_text(json.dumps(result), encoding="utf-8")
            (test,) = result["tests"]
            stand_in.compare(name, test["metrics"], path)
    stand_in.done("evalution")


if __name__ == "__main__":
    main()
