"""Asks a chat model behind an OpenAI-compatible endpoint, patiently but not for ever."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any, TypeVar

from ifbench_suite.completion import Again, Reply, encodable, read_reply, retry_after
from ifbench_suite.errors import InputError

if TYPE_CHECKING:
    from openai import AsyncOpenAI
    from tenacity import RetryCallState

T = TypeVar("T")
_LONGEST_WAIT = 120.0
"""Seconds between two attempts at most; whoever asks for more is left for a later run."""
_FIRST_WAIT = 0.5
_FORBIDDEN = (401, 403)
_PASSING = (408, 409, 425, 429)
"""Statuses, besides 5xx, after which asking again may help."""


@dataclass(frozen=True)
class Endpoint:
    """Where a model is asked, and how hard.

    Attributes:
        model: its name there.
        base_url: of the endpoint, up to /v1; None: the library's own, api.openai.com.
        key: never shown, logged or stored.
        concurrency: requests under way at a time.
        requests_per_minute: at most; None: no limit.
        timeout: seconds for one attempt, from sending to the last byte.
        retries: further attempts after one that failed for a passing reason.
    """

    model: str
    base_url: str | None = None
    key: str = field(default="none", repr=False)
    concurrency: int = 8
    requests_per_minute: float | None = None
    timeout: float = 600.0
    retries: int = 6


class Unanswered(Exception):
    """A request that failed for good; the message says why, on one line."""


class Client:
    """One endpoint, used by many coroutines of one event loop.

    Raises:
        InputError: the libraries that it needs are not installed.
    """

    def __init__(self, endpoint: Endpoint) -> None:
        if find_spec("openai") is None or find_spec("tenacity") is None:
            raise InputError("asking a model needs pip install 'ifbench-suite[api]'")
        from openai import AsyncOpenAI

        self.endpoint = endpoint
        self._pace = _Pace(endpoint.requests_per_minute)
        self._has_answered = False
        self._refused: set[str] = set()
        self._api: AsyncOpenAI = AsyncOpenAI(
            base_url=endpoint.base_url,
            api_key=endpoint.key,
            timeout=endpoint.timeout,
            max_retries=0,
        )

    async def ask(
        self,
        messages: Sequence[Mapping[str, Any]],
        parameters: Mapping[str, Any],
        *,
        optional: Iterable[str] = (),
    ) -> Reply:
        """The model's answer to a conversation.

        Args:
            messages: the conversation.
            parameters: temperature, max_tokens ...; sent as they are.
            optional: those of `parameters` that are left out where the endpoint refuses them.

        Raises:
            Unanswered: this request failed, after all attempts if the reason could have passed.
            InputError: no request can succeed: the key or the model is refused, or nothing
                answers at that address.
        """
        import tenacity

        attempts = tenacity.AsyncRetrying(
            retry=tenacity.retry_if_exception(self._may_pass),
            wait=_wait,
            stop=tenacity.stop_after_attempt(self.endpoint.retries + 1),
            reraise=True,
        )
        try:
            return await attempts(self._attempt, messages, parameters, frozenset(optional))
        except Again as failure:
            if failure.unreachable:
                raise self._unreachable(failure) from None
            raise Unanswered(f"{failure} ({self.endpoint.retries + 1} attempts)") from None

    async def close(self) -> None:
        """Closes the connections."""
        await self._api.close()

    def _may_pass(self, error: BaseException) -> bool:
        """A server that has never answered is not there; one that has may come back."""
        return isinstance(error, Again) and (self._has_answered or not error.unreachable)

    async def _attempt(
        self,
        messages: Sequence[Mapping[str, Any]],
        parameters: Mapping[str, Any],
        optional: frozenset[str],
    ) -> Reply:
        import openai

        sent = {k: v for k, v in parameters.items() if k not in self._refused}
        await self._pace.turn()
        try:
            body = await self._post(messages, sent)
        except (TimeoutError, openai.APITimeoutError):
            raise Again(f"no answer within {self.endpoint.timeout:g} s") from None
        except openai.APIConnectionError as error:
            raise _broken(error) from None
        except openai.APIStatusError as error:
            self._has_answered = True
            if refused := _refused_parameter(error, optional & sent.keys()):
                self._refused.add(refused)
                return await self._attempt(messages, parameters, optional)
            raise self._failure(error) from None
        self._has_answered = True
        return read_reply(body, sent)

    async def _post(
        self, messages: Sequence[Mapping[str, Any]], parameters: Mapping[str, Any]
    ) -> bytes:
        async with asyncio.timeout(self.endpoint.timeout):
            response = await self._api.chat.completions.with_raw_response.create(
                model=self.endpoint.model,
                messages=[encodable(message) for message in messages],  # type: ignore[misc]
                extra_body=dict(parameters),
            )
        return response.content

    def _failure(self, error: Any) -> Exception:
        status, said = error.status_code, self._said(error)
        where = self.endpoint.base_url or "api.openai.com"
        if status in _FORBIDDEN:
            return InputError(f"{where} refuses the API key (status {status})")
        if status == 404:
            model = self.endpoint.model
            return InputError(f"{where} has no model {model!r}, or is no such endpoint ({said})")
        if status in _PASSING or status >= 500:
            return Again(f"status {status}: {said}", retry_after(error.response.headers))
        return Unanswered(f"status {status}: {said}")

    def _said(self, error: Any) -> str:
        """The server's message on one line, without the key, which some servers repeat."""
        body = error.body
        message = body.get("message") if isinstance(body, Mapping) else None
        line = " ".join(str(message or error.message).split())
        return line.replace(self.endpoint.key, "***")[:200] if self.endpoint.key else line[:200]

    def _unreachable(self, failure: Again) -> InputError:
        where = self.endpoint.base_url or "api.openai.com"
        return InputError(f"{where} cannot be reached: {failure}")


class _Pace:
    """Spaces requests so that a minute never sees more than its share."""

    def __init__(self, per_minute: float | None) -> None:
        self._gap = 60 / per_minute if per_minute else 0.0
        self._next = 0.0

    async def turn(self) -> None:
        """Returns when the next request may be sent."""
        if not self._gap:
            return
        now = asyncio.get_running_loop().time()
        at = max(now, self._next)
        self._next = at + self._gap
        await asyncio.sleep(at - now)


async def in_parallel(
    work: Iterable[T], handle: Callable[[T], Awaitable[None]], workers: int
) -> None:
    """Handles each item of `work`, `workers` at a time; the first error ends all."""
    waiting = iter(work)

    async def worker() -> None:
        for item in waiting:
            await handle(item)

    tasks = [asyncio.create_task(worker()) for _ in range(workers)]
    try:
        await asyncio.gather(*tasks)
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)


def _wait(state: RetryCallState) -> float:
    """What the server asked for, else half a second doubled with each attempt."""
    error = state.outcome.exception() if state.outcome else None
    asked = error.wait if isinstance(error, Again) else 0.0
    doubled = _FIRST_WAIT * 2.0 ** (state.attempt_number - 1)
    return float(min(max(asked, doubled), _LONGEST_WAIT))


def _broken(error: BaseException) -> Again:
    cause = error.__cause__
    unreachable = cause is not None and type(cause).__name__ == "ConnectError"
    why = str(cause or error).strip() or type(cause or error).__name__
    return Again(" ".join(why.split())[:200], unreachable=unreachable)


def _refused_parameter(error: Any, optional: Iterable[str]) -> str | None:
    """The optional parameter that a status 400 complains about."""
    if error.status_code != 400:
        return None
    body = error.body if isinstance(error.body, Mapping) else {}
    said = f"{body.get('param')} {body.get('message') or error.message}"
    return next((name for name in sorted(optional) if name in said), None)
