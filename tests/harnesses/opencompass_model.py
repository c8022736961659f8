"""The stand-in as a model of OpenCompass."""

from typing import Any

from opencompass.models.base_api import BaseAPIModel

from tests.harnesses import stand_in


class StandIn(BaseAPIModel):
    def generate(self, inputs: list[Any], max_out_len: int = 0) -> list[str]:
        return [self._answer(one) for one in inputs]

    def get_token_len(self, prompt: str) -> int:
        return len(prompt.split())

    def _answer(self, messages: Any) -> str:
        if isinstance(messages, str):
            return stand_in.answer([messages])
        users = [
            one.get("prompt", one.get("content"))
            for one in messages
            if one["role"] in ("HUMAN", "user")
        ]
        return stand_in.answer(users)
