"""Runs of the command that can be killed at any moment, and start at once: forks of one process."""

import json
import os
import random
import signal
import subprocess
import sys
import time
from collections.abc import Sequence
from types import TracebackType

from tests.chat_server import ChatServer, Fault, completion

_FORK_FOR_EACH_LINE = """
import json, os, sys
import rich.progress
from ifbench_suite import client, evaluation, judge_panel, report
from ifbench_suite.cli import main
from ifbench_suite.client import Client, Endpoint
from ifbench_suite.commands import generate, judge

client._FIRST_WAIT = 0.01
Client(Endpoint("m"))._api.chat.completions  # what the library imports only when it is used

for line in sys.stdin:
    child = os.fork()
    if child == 0:
        os._exit(main(json.loads(line)))
    print(child, flush=True)
    print(os.waitstatus_to_exitcode(os.waitpid(child, 0)[1]), flush=True)
"""


def troubles(chance: random.Random, number: int) -> list[Fault | None]:
    """What befalls so many requests: every third is slow, refused, cut off or badly answered."""
    faults = [
        Fault(429, {"Retry-After": "0.05"}),
        Fault(500),
        Fault(body=completion("cut off"), cut=True),
        Fault(body=b'{"choices": [{'),
        Fault(body=b'{"choices": []}'),
        Fault(503, delay=0.1),
    ]
    return [chance.choice(faults) if chance.random() < 0.33 else None for _ in range(number)]


class KilledRuns:
    """Starts the command again and again in processes of its own, without importing it again."""

    def __init__(self, environment: dict[str, str]) -> None:
        self._forking = subprocess.Popen(
            [sys.executable, "-c", _FORK_FOR_EACH_LINE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            text=True,
            env={**os.environ, **environment},
        )

    def __enter__(self) -> "KilledRuns":
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._forking.kill()
        self._forking.communicate()

    def whole(self, command: Sequence[str]) -> int:
        """The exit status of a run that is left alone."""
        self._start(command)
        return int(self._line())

    def killed(self, command: Sequence[str], server: ChatServer, chance: random.Random) -> None:
        """Starts a run and kills it a moment after it has asked a few times."""
        until = len(server.asked) + chance.randint(1, 8)
        child = self._start(command)
        deadline = time.monotonic() + 60
        while len(server.asked) < until and time.monotonic() < deadline:
            time.sleep(0.001)
        time.sleep(chance.random() / 20)
        os.kill(child, signal.SIGKILL)
        assert int(self._line()) == -signal.SIGKILL

    def _start(self, command: Sequence[str]) -> int:
        assert self._forking.stdin is not None
        self._forking.stdin.write(json.dumps(list(command)) + "\n")
        self._forking.stdin.flush()
        return int(self._line())

    def _line(self) -> str:
        assert self._forking.stdout is not None
        return self._forking.stdout.readline()
