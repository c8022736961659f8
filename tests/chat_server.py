"""A stand-in for a model server: speaks the OpenAI chat protocol on loopback, with faults."""

import json
import math
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple

Body = dict[str, Any]


class Fault(NamedTuple):
    """What a request gets in place of an answer."""

    status: int = 200
    headers: Mapping[str, str] = {}
    body: bytes = b'{"error": {"message": "scripted"}}'
    cut: bool = False
    delay: float = 0.0


def echo(body: Body) -> Any:
    return "You said: " + str(body["messages"][-1]["content"])


class ChatServer(ThreadingHTTPServer):
    """Answers by `answer`, after the `faults` that are queued; notes what it was asked, and when.

    `answer` gives the text of a message, or a whole choice.
    """

    daemon_threads = True
    request_queue_size = 64

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), _Handler)
        self.answer: Callable[[Body], Any] = echo
        self.faults: deque[Fault | None] = deque()
        self.delay = 0.0
        self.asked: list[Body] = []
        self.times: list[float] = []
        self.headers: list[Mapping[str, str]] = []
        self.most_at_once = self.at_once = 0
        self.lock = threading.Lock()
        self.url = f"http://127.0.0.1:{self.server_port}/v1"

    def handle_error(self, request: object, client_address: object) -> None:
        """A client that was killed is no news."""


class _Handler(BaseHTTPRequestHandler):
    server: ChatServer

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        server = self.server
        with server.lock:
            server.asked.append(body)
            server.times.append(time.monotonic())
            server.headers.append({k.lower(): v for k, v in self.headers.items()})
            server.at_once += 1
            server.most_at_once = max(server.most_at_once, server.at_once)
            fault = server.faults.popleft() if server.faults else None
        time.sleep(fault.delay if fault else server.delay)
        with server.lock:
            server.at_once -= 1
        if fault is None:
            self._send(200, {}, completion(server.answer(body)))
        else:
            self._send(fault.status, fault.headers, fault.body, cut=fault.cut)

    def _send(
        self, status: int, headers: Mapping[str, str], body: bytes, cut: bool = False
    ) -> None:
        self.send_response(status)
        for name, value in {"Content-Type": "application/json", **headers}.items():
            self.send_header(name, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body[: len(body) // 2] if cut else body)
        self.close_connection = True

    def log_message(self, format: str, *args: object) -> None:
        pass


def completion(answer: Any) -> bytes:
    """A chat completion of a text, or of a choice with further fields."""
    plain = {"index": 0, "finish_reason": "stop"}
    message = {"message": {"role": "assistant", "content": answer}}
    choice = answer if isinstance(answer, dict) else message
    usage = {"prompt_tokens": 7, "completion_tokens": 3, "total_tokens": 10}
    whole = {"id": "x", "object": "chat.completion", "created": 0, "model": "stand-in"}
    return json.dumps({**whole, "choices": [{**plain, **choice}], "usage": usage}).encode()


def with_logprobs(*tokens: Mapping[str, float]) -> dict[str, Any]:
    """A choice whose tokens have these candidates, with probabilities; the first one is written."""
    content = []
    for candidates in tokens:
        top = [{"token": t, "logprob": math.log(p), "bytes": None} for t, p in candidates.items()]
        content.append({**top[0], "top_logprobs": top})
    text = "".join(next(iter(candidates)) for candidates in tokens)
    return {"message": {"content": text}, "logprobs": {"content": content}}


@contextmanager
def chatting() -> Iterator[ChatServer]:
    """A model server that answers until the block ends."""
    with ChatServer() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()
