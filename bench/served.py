"""Run a server in a separate process, and measure its resources."""

from __future__ import annotations

import json
import os
import resource
import signal
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from types import TracebackType
from typing import Self

SERVER = Path(__file__).with_name("web_server.py")
PAGE = resource.getpagesize()


class Served:
    """A running server with this many games; it is killed at the end of the block."""

    def __init__(self, kind: str, games: int, place: str | None = None) -> None:
        """`place` is where the games are stored; by default, a temporary directory."""
        self.kind = kind
        self._directory = tempfile.TemporaryDirectory()
        command = [sys.executable, str(SERVER), kind, place or self._directory.name, str(games)]
        self._process = subprocess.Popen(command, stdout=subprocess.PIPE)
        assert self._process.stdout is not None
        started = json.loads(self._process.stdout.readline())
        self.address: str = started["address"]
        self.links: list[str] = started["links"]

    trusted = None
    """There is no TLS without a proxy."""

    @property
    def port(self) -> int:
        """The port on 127.0.0.1."""
        return int(self.address.rpartition(":")[2])

    def cpu(self) -> float:
        """Return the CPU seconds of all its threads, including system time."""
        return time.clock_gettime(~self._process.pid << 3 | 2)

    def memory(self) -> int:
        """Return the resident memory in bytes."""
        pages = Path(f"/proc/{self._process.pid}/statm").read_text().split()[1]
        return int(pages) * PAGE

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        os.kill(self._process.pid, signal.SIGKILL)
        self._process.communicate()
        self._directory.cleanup()


def raise_file_limit() -> None:
    """Allow as many open sockets as the system permits."""
    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
