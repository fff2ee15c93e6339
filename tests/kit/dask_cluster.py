"""A Dask cluster of real processes on this machine."""

from __future__ import annotations

import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from kit.tasks import ENVIRONMENT, wait_for


class DaskCluster:
    """A scheduler on a port that stays the same, and workers with one thread each."""

    def __init__(self, directory: Path) -> None:
        self._directory = directory
        with socket.socket() as probe:
            probe.bind(("127.0.0.1", 0))
            self._port = int(probe.getsockname()[1])
        self.address = f"tcp://127.0.0.1:{self._port}"
        self._scheduler: subprocess.Popen[bytes] | None = None
        self._workers: list[subprocess.Popen[bytes]] = []

    def start_scheduler(self) -> None:
        """Start the scheduler, and wait until it listens."""
        where = ("--host", "127.0.0.1", "--port", str(self._port))
        self._scheduler = self._start("scheduler", *where)
        wait_for(self._is_listening)

    def start_worker(self) -> None:
        """Start a worker, which is replaced when it is killed."""
        where = ("--host", "127.0.0.1", "--nthreads", "1", "--worker-port", "0")
        self._workers.append(self._start("worker", self.address, *where))

    def kill_worker(self) -> None:
        """Kill the worker that was started first, for good."""
        self._kill(self._workers.pop(0))

    def kill_all(self) -> None:
        """Kill all processes."""
        for process in (self._scheduler, *self._workers):
            if process is not None:
                self._kill(process)
        self._scheduler, self._workers = None, []

    def _kill(self, process: subprocess.Popen[bytes]) -> None:
        with suppress(ProcessLookupError):
            os.killpg(process.pid, signal.SIGKILL)
        process.wait()

    def _is_listening(self) -> bool:
        with socket.socket() as probe:
            return probe.connect_ex(("127.0.0.1", self._port)) == 0

    def _start(self, kind: str, *options: str) -> subprocess.Popen[bytes]:
        command = (sys.executable, "-m", f"distributed.cli.dask_{kind}", *options)
        own = {"DASK_TEMPORARY_DIRECTORY": str(self._directory)}
        with (self._directory / f"{kind}.log").open("ab") as log:
            return subprocess.Popen(
                (*command, "--no-dashboard"),
                env={**ENVIRONMENT, **own},
                stdout=log,
                stderr=log,
                start_new_session=True,
            )


@contextmanager
def dask_cluster(directory: Path, workers: int) -> Iterator[DaskCluster]:
    """Yield a running cluster, and kill it at the end."""
    cluster = DaskCluster(directory)
    try:
        cluster.start_scheduler()
        for _ in range(workers):
            cluster.start_worker()
        yield cluster
    finally:
        cluster.kill_all()
