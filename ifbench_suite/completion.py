"""One chat completion: what is sent, what came back, and when to ask again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass
from email.utils import parsedate_to_datetime
from time import time
from typing import Any, NamedTuple


class Token(NamedTuple):
    """A token that a model wrote, and the log-probability of each that it might have written."""

    text: str
    candidates: Mapping[str, float]


@dataclass(frozen=True, slots=True)
class Reply:
    """What a model answered.

    Attributes:
        text: the content; "" for a null one.
        reasoning: what the server kept apart as the model's thinking.
        finish_reason: as the server says it.
        prompt_tokens: as the server counts them; 0 if it does not.
        completion_tokens: likewise.
        parameters: what was sent besides model and messages.
        tokens: of the content, where log-probabilities were asked for and given.
    """

    text: str
    reasoning: str | None
    finish_reason: str | None
    prompt_tokens: int
    completion_tokens: int
    parameters: Mapping[str, Any]
    tokens: Sequence[Token] = ()


class Again(Exception):
    """An attempt that failed for a reason that may pass; `wait` is what the server asks for."""

    def __init__(self, why: str, wait: float = 0.0, *, unreachable: bool = False) -> None:
        super().__init__(why)
        self.wait, self.unreachable = wait, unreachable


def encodable(message: Mapping[str, Any]) -> dict[str, Any]:
    """A message that UTF-8 can carry: lone surrogates, which models can emit, become "?"."""
    return {
        name: text.encode("utf-8", "replace").decode() if isinstance(text, str) else text
        for name, text in message.items()
    }


def read_reply(body: bytes, parameters: Mapping[str, Any]) -> Reply:
    """The reply in the body of a chat completion.

    Raises:
        Again: it is none, say because it was cut off or holds no choices.
    """
    try:
        found = json.loads(body)
        choice = found["choices"][0]
        message = choice["message"]
        usage = found.get("usage") or {}
        return Reply(
            text=_text(message.get("content")) or "",
            reasoning=_text(message.get("reasoning_content") or message.get("reasoning")),
            finish_reason=_text(choice.get("finish_reason")),
            prompt_tokens=int(usage.get("prompt_tokens") or 0),
            completion_tokens=int(usage.get("completion_tokens") or 0),
            parameters=parameters,
            tokens=_tokens(choice.get("logprobs")) if parameters.get("logprobs") else (),
        )
    except (ValueError, TypeError, LookupError, AttributeError, RecursionError):
        raise Again("the server's answer is no chat completion") from None


def _tokens(logprobs: Any) -> tuple[Token, ...]:
    """The tokens of a choice; a server without log-probabilities says null or leaves them out."""
    content = (logprobs.get("content") if isinstance(logprobs, Mapping) else None) or ()
    return tuple(
        Token(one["token"], {o["token"]: float(o["logprob"]) for o in (one, *one["top_logprobs"])})
        for one in content
    )


def _text(value: Any) -> str | None:
    if value is not None and not isinstance(value, str):
        raise TypeError
    return value


def retry_after(headers: Mapping[str, str]) -> float:
    """The seconds of a Retry-After header, which holds a number or a date; 0 without one."""
    value = headers.get("retry-after", "")
    with suppress(ValueError):
        return max(0.0, float(value))
    with suppress(ValueError, TypeError):
        return max(0.0, parsedate_to_datetime(value).timestamp() - time())
    return 0.0
