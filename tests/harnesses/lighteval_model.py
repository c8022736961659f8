"""The stand-in as a custom model of lighteval."""

from typing import Any

from lighteval.models.abstract_model import LightevalModel
from lighteval.models.model_output import ModelResponse
from lighteval.utils.cache_management import SampleCache

from tests.harnesses import stand_in


class StandIn(LightevalModel):
    def __init__(self, config: Any) -> None:
        self.config = config
        self._cache = SampleCache(config)

    @property
    def tokenizer(self) -> None:
        return None

    @property
    def add_special_tokens(self) -> bool:
        return False

    @property
    def max_length(self) -> int:
        return 4096

    def greedy_until(self, docs: list[Any]) -> list[Any]:
        return [ModelResponse(text=[stand_in.answer([doc.query])]) for doc in docs]

    def loglikelihood(self, docs: list[Any]) -> list[Any]:
        raise NotImplementedError

    def loglikelihood_rolling(self, docs: list[Any]) -> list[Any]:
        raise NotImplementedError
