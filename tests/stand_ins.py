"""Stand-ins for what official files are fetched from: a hub on loopback, and a tiny wheel."""

import hashlib
import os
import threading
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from ifbench_suite.mirrors import HubMirror

REVISION = "0123456789abcdef0123456789abcdef01234567"


class StandIn(ThreadingHTTPServer):
    """Serves `files` by path, counts requests; may refuse all, or cut each body in half."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.files: dict[str, bytes] = {}
        self.requests: list[str] = []
        self.status = 200
        self.cutting = False
        self.url = f"http://127.0.0.1:{self.server_port}"

    def put(self, mirror: HubMirror, body: bytes) -> None:
        self.files[f"/datasets/{mirror.repo}/resolve/{mirror.revision}/{mirror.path}"] = body


class Handler(BaseHTTPRequestHandler):
    server: StandIn

    def do_HEAD(self) -> None:
        self._answer()

    def do_GET(self) -> None:
        body = self._answer()
        if self.server.cutting:
            # Whoever asks again after the cut is refused: the hub's library would ask for long.
            self.server.status = 403
            body = body[: len(body) // 2]
        self.wfile.write(body)

    def _answer(self) -> bytes:
        self.server.requests.append(f"{self.command} {self.path}")
        body = self.server.files.get(self.path)
        status = self.server.status if body is not None else 404
        body = body if body is not None and status == 200 else b""
        self.send_response(status)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Content-Type", "text/html" if self.path.endswith("/") else "x/y")
        self.send_header("ETag", f'"{hashlib.sha256(self.path.encode()).hexdigest()}"')
        self.send_header("X-Repo-Commit", REVISION)
        self.end_headers()
        return body

    def log_message(self, format: str, *args: object) -> None:
        pass


def build_wheel(folder: Path, **members: bytes) -> Path:
    path = folder / "tiny_rows-1.0-py3-none-any.whl"
    info = "tiny_rows-1.0.dist-info"
    with zipfile.ZipFile(path, "w") as wheel:
        for name, body in members.items():
            wheel.writestr(f"tiny_rows/{name}.jsonl", body)
        wheel.writestr(f"{info}/METADATA", "Metadata-Version: 2.1\nName: tiny-rows\nVersion: 1.0\n")
        wheel.writestr(f"{info}/WHEEL", "Wheel-Version: 1.0\nTag: py3-none-any\n")
        wheel.writestr(f"{info}/RECORD", "")
    return path


@contextmanager
def serving() -> Iterator[StandIn]:
    """A stand-in of the hub that answers until the block ends."""
    with StandIn() as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()
            thread.join()


def only_stand_ins(monkeypatch: pytest.MonkeyPatch, hub: StandIn, folder: Path) -> None:
    """Child processes see `hub` and `folder`/wheels, and nothing of the machine's own settings."""
    for name in [n for n in os.environ if n.startswith(("PIP_", "HF_", "HUGGING"))]:
        monkeypatch.delenv(name)
    for name, value in {
        "IFBENCH_SUITE_CACHE": folder / "cache",
        "HF_HOME": folder / "hub",
        "HF_ENDPOINT": hub.url,
        "HF_HUB_ETAG_TIMEOUT": 5,
        "PIP_CONFIG_FILE": os.devnull,
        "PIP_CACHE_DIR": folder / "pip",
        "PIP_NO_INDEX": 1,
        "PIP_FIND_LINKS": folder / "wheels",
        "NO_PROXY": "127.0.0.1",
        "no_proxy": "127.0.0.1",
    }.items():
        monkeypatch.setenv(name, str(value))
