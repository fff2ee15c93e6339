"""The server as users start it: `tengen web`, in its own process."""

from __future__ import annotations

import os
import re
import signal
import subprocess
import sys
from pathlib import Path

from kit.program import PATIENCE

RUN = "import runpy; runpy.run_module('tengen', run_name='__main__')"
READY = re.compile(r"Tengen is at (http://127\.0\.0\.1:(\d+)) ")
MONITORED = re.compile(r"Health and metrics are at (\S+)\n")


class Server:
    """A server with its games in a directory. It can be stopped and started again."""

    def __init__(self, directory: Path, before: str = "", *options: str) -> None:
        """`before` is Python code that runs in the process before the program."""
        self._directory = directory
        self._before = before
        self._options = options
        self._port = "0"
        self.address = self.monitor = ""
        self.start()

    def start(self) -> None:
        """Start the server, always on the same port."""
        args = ["web", "--port", self._port, "--data", str(self._directory / "games")]
        args += self._options
        with (self._directory / "server.txt").open("ab") as said:
            self._process = subprocess.Popen(
                [sys.executable, "-I", "-c", f"{self._before}\n{RUN}", *args],
                stdout=subprocess.PIPE,
                stderr=said,
                cwd=self._directory,
                env={**os.environ, "HOME": str(self._directory)},
                text=True,
            )
        assert self._process.stdout is not None
        ready = READY.match(self._process.stdout.readline())
        assert ready, self.complaints
        self.address, self._port = ready.groups()
        if "--monitor-port" in self._options:
            monitored = MONITORED.fullmatch(self._process.stdout.readline())
            assert monitored, self.complaints
            self.monitor = monitored[1]

    def kill(self) -> None:
        """Kill the server."""
        self._end(signal.SIGKILL)

    @property
    def pid(self) -> int:
        """The id of the process."""
        return self._process.pid

    def ask_to_stop(self) -> None:
        """Ask the server to stop, and do not wait."""
        self._process.send_signal(signal.SIGTERM)

    def stop(self) -> int:
        """Stop the server; return its exit status."""
        return self._end(signal.SIGTERM)

    def memory(self) -> int:
        """Return the bytes of memory of the server process."""
        pages = Path(f"/proc/{self._process.pid}/statm").read_text().split()[1]
        return int(pages) * os.sysconf("SC_PAGESIZE")

    @property
    def complaints(self) -> str:
        """The text on standard error."""
        return (self._directory / "server.txt").read_text()

    def _end(self, how: signal.Signals) -> int:
        self._process.send_signal(how)
        status = self._process.wait(PATIENCE)
        assert self._process.stdout is not None
        self._process.stdout.close()
        return status
