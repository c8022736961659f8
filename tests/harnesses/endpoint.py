"""The stand-in behind the OpenAI chat protocol on loopback, streamed where that is asked for."""

import json
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

from tests.harnesses import stand_in


class Handler(BaseHTTPRequestHandler):
    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        users = [_text(one["content"]) for one in body["messages"] if one["role"] == "user"]
        text = stand_in.answer(users)
        if body.get("stream"):
            self._send("text/event-stream", "".join(_events(text)).encode())
        else:
            message = {"role": "assistant", "content": text}
            self._send("application/json", json.dumps(_completion("message", message)).encode())

    def _send(self, kind: str, body: bytes) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, format: str, *args: object) -> None:
        pass


def _events(text: str) -> Iterator[str]:
    delta = _completion("delta", {"role": "assistant", "content": text})
    yield f"data: {json.dumps(delta | {'object': 'chat.completion.chunk'})}\n\n"
    yield "data: [DONE]\n\n"


def _completion(name: str, message: dict[str, str]) -> dict[str, Any]:
    choice = {"index": 0, "finish_reason": "stop", name: message}
    usage = {"prompt_tokens": 1, "completion_tokens": 1, "total_tokens": 2}
    whole = {"id": "x", "object": "chat.completion", "created": 0, "model": "stand-in"}
    return {**whole, "choices": [choice], "usage": usage}


def _text(content: Any) -> str:
    return content if isinstance(content, str) else "".join(part["text"] for part in content)


@contextmanager
def serving() -> Iterator[str]:
    """The URL of the endpoint, until the block ends."""
    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        try:
            yield f"http://127.0.0.1:{server.server_port}/v1"
        finally:
            server.shutdown()
            thread.join()
