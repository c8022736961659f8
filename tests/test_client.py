"""One request and what may happen to it, against a real server on loopback."""

import asyncio
import time
from collections.abc import Iterator
from email.utils import formatdate
from typing import Any

import pytest

from ifbench_suite import client as client_module
from ifbench_suite.client import Client, Endpoint, Unanswered, in_parallel
from ifbench_suite.completion import Reply, retry_after
from ifbench_suite.errors import InputError
from tests.chat_server import ChatServer, Fault, chatting, completion

KEY = "sk-very-secret-0123456789"
HI = [{"role": "user", "content": "Hi."}]


@pytest.fixture
def server(monkeypatch: pytest.MonkeyPatch) -> Iterator[ChatServer]:
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    monkeypatch.setattr(client_module, "_FIRST_WAIT", 0.01)
    with chatting() as server:
        yield server


def ask(server: ChatServer, *, times: int = 1, **endpoint: Any) -> list[Reply]:
    return asyncio.run(_ask(server.url, times, endpoint, {}, ()))


async def _ask(
    url: str, times: int, endpoint: dict[str, Any], parameters: Any, optional: Any
) -> list[Reply]:
    client = Client(Endpoint(**{"model": "m", "base_url": url, "key": KEY, **endpoint}))
    replies = []
    try:
        for _ in range(times):
            replies.append(await client.ask(HI, parameters, optional=optional))
    finally:
        await client.close()
    return replies


def test_a_reply_is_the_content_with_what_the_server_says_of_it(server: ChatServer) -> None:
    (reply,) = ask(server)
    assert reply.text == "You said: Hi."
    assert (reply.finish_reason, reply.prompt_tokens, reply.completion_tokens) == ("stop", 7, 3)
    assert reply.reasoning is None
    assert server.asked == [{"model": "m", "messages": HI}]


CHOICES = [
    ({"message": {"content": None}}, "", None, "stop"),
    ({"message": {"content": ""}, "finish_reason": "length"}, "", None, "length"),
    ({"message": {"content": "b", "reasoning_content": "a"}}, "b", "a", "stop"),
    ({"message": {"content": "b", "reasoning": "a"}}, "b", "a", "stop"),
    ({"message": {"content": "\ud800"}}, "\ud800", None, "stop"),
]


@pytest.mark.parametrize(("choice", "text", "reasoning", "finish_reason"), CHOICES)
def test_odd_choices_are_replies_too(
    server: ChatServer, choice: Any, text: str, reasoning: str | None, finish_reason: str
) -> None:
    server.answer = lambda body: choice
    (reply,) = ask(server)
    assert (reply.text, reply.reasoning, reply.finish_reason) == (text, reasoning, finish_reason)


PASSING = {
    "429": Fault(429),
    "500": Fault(500),
    "503 without a body": Fault(503, body=b""),
    "408": Fault(408),
    "cut": Fault(body=completion("a"), cut=True),
    "not JSON": Fault(body=b'{"choices": [{'),
    "not JSON at all": Fault(headers={"Content-Type": "text/html"}, body=b"<html>"),
    "no choices": Fault(body=b'{"choices": []}'),
    "null choices": Fault(body=b'{"choices": null}'),
    "an error with status 200": Fault(body=b'{"error": {"message": "overloaded"}}'),
    "content of another type": Fault(body=b'{"choices": [{"message": {"content": [1]}}]}'),
}


@pytest.mark.parametrize("fault", PASSING.values(), ids=PASSING.keys())
def test_what_may_pass_is_tried_again(server: ChatServer, fault: Fault) -> None:
    server.faults.extend([fault, fault])
    (reply,) = ask(server)
    assert reply.text == "You said: Hi."
    assert len(server.asked) == 3


@pytest.mark.parametrize("fault", PASSING.values(), ids=PASSING.keys())
def test_what_does_not_pass_is_a_failure_and_no_answer(server: ChatServer, fault: Fault) -> None:
    server.faults.extend([fault] * 3)
    with pytest.raises(Unanswered, match=r"\(3 attempts\)$"):
        ask(server, retries=2)
    assert len(server.asked) == 3


def test_a_server_that_is_too_slow_is_tried_again(server: ChatServer) -> None:
    server.faults.append(Fault(delay=1.0))
    (reply,) = ask(server, timeout=0.3)
    assert reply.text == "You said: Hi."
    server.faults.append(Fault(delay=1.0))
    with pytest.raises(Unanswered, match=r"no answer within 0.3 s \(1 attempts\)"):
        ask(server, timeout=0.3, retries=0)


AFTER = [
    ("1", 1.0),
    ("1.2", 1.2),
    ("Wed, 21 Oct 2015 07:28:00 GMT", 0.0),
    ("soon", 0.0),
    ("-5", 0.0),
    ("", 0.0),
]


@pytest.mark.parametrize(("header", "seconds"), AFTER)
def test_retry_after_is_a_number_or_a_date(header: str, seconds: float) -> None:
    assert retry_after({"retry-after": header}) == seconds
    in_an_hour = formatdate(time.time() + 3600, usegmt=True)
    assert 3500 < retry_after({"retry-after": in_an_hour}) <= 3600


def test_retry_after_is_respected(server: ChatServer) -> None:
    server.faults.append(Fault(429, {"Retry-After": "0.4"}))
    ask(server)
    first, second = server.times
    assert second - first >= 0.4


@pytest.mark.parametrize("status", [400, 413, 422])
def test_a_request_that_is_refused_is_not_repeated(server: ChatServer, status: int) -> None:
    said = b'{"error": {"message": "too\\nlong for sk-very-secret-0123456789"}}'
    server.faults.append(Fault(status, body=said))
    with pytest.raises(Unanswered) as failure:
        ask(server)
    assert str(failure.value) == f"status {status}: too long for ***"
    assert len(server.asked) == 1


FATAL = [
    (401, r"^http://127.0.0.1:\d+/v1 refuses the API key \(status 401\)$"),
    (403, r"^http://127.0.0.1:\d+/v1 refuses the API key \(status 403\)$"),
    (404, r"^http://127.0.0.1:\d+/v1 has no model 'm', or is no such endpoint \(scripted\)$"),
]


@pytest.mark.parametrize(("status", "message"), FATAL)
def test_what_holds_for_every_request_ends_the_run(
    server: ChatServer, status: int, message: str
) -> None:
    server.faults.append(Fault(status))
    with pytest.raises(InputError, match=message):
        ask(server)
    assert len(server.asked) == 1


def test_nobody_there_is_said_at_once() -> None:
    with chatting() as gone:
        pass
    with pytest.raises(InputError, match=r"^http://127.0.0.1:\d+/v1 cannot be reached: "):
        ask(gone)


def test_an_optional_parameter_that_is_refused_is_left_out_from_then_on(server: ChatServer) -> None:
    said = b'{"error": {"message": "Unsupported value", "param": "temperature"}}'
    server.faults.append(Fault(400, body=said))
    parameters = {"temperature": 0, "max_tokens": 9}
    replies = asyncio.run(_ask(server.url, 2, {}, parameters, ("temperature",)))
    assert [reply.parameters for reply in replies] == [{"max_tokens": 9}] * 2
    assert [body.get("temperature") for body in server.asked] == [0, None, None]


def test_the_key_goes_out_and_is_shown_nowhere(server: ChatServer) -> None:
    ask(server)
    assert server.headers[0]["authorization"] == f"Bearer {KEY}"
    assert KEY not in repr(Endpoint("m", key=KEY))


def test_no_more_than_a_minutes_share_is_sent(server: ChatServer) -> None:
    start = time.monotonic()
    ask(server, times=4, requests_per_minute=600)
    assert time.monotonic() - start >= 0.3


def test_in_parallel_keeps_to_its_workers_and_stops_at_the_first_error() -> None:
    running = most = 0
    handled: list[int] = []

    async def handle(item: int) -> None:
        nonlocal running, most
        running += 1
        most = max(most, running)
        await asyncio.sleep(0.001)
        running -= 1
        handled.append(item)
        if item == 20:
            raise InputError("enough")

    with pytest.raises(InputError, match="enough"):
        asyncio.run(in_parallel(range(1000), handle, 4))
    assert most == 4
    assert len(handled) < 30
