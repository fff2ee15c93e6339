"""Where tasks run: in this process, in local worker processes, or on a cluster.

A task is a call of a function of a module, with arguments that can be pickled. It is idempotent: it
may be run again if its worker dies.

A process may keep something from one task to the next, such as running engines. Whoever keeps it
registers a function that closes and forgets it. All are called when no task is running: when the
process ends, when its work is done, or after a while without tasks.
"""

from __future__ import annotations

import abc
import atexit
import contextlib
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, Future
from contextlib import contextmanager
from typing import ParamSpec, TypeVar


class KeptThings:
    """The closers of a process, and whether they may be called now. All threads may use it."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._closers: dict[Callable[[], None], None] = {}
        self._running = 0
        self._is_wanted = False
        self._timer: threading.Timer | None = None

    def add(self, close: Callable[[], None]) -> None:
        """Call a function once when everything is closed; adding it again changes nothing."""
        with self._lock:
            self._closers[close] = None

    @contextlib.contextmanager
    def task(self, seconds: float | None = None) -> Iterator[None]:
        """Run a task; close nothing before its end, and everything `seconds` after the last one."""
        with self._lock:
            self._running += 1
            self._stop_timer()
        try:
            yield
        finally:
            with self._lock:
                self._running -= 1
                is_last = not self._running
                if is_last and seconds is not None:
                    self._timer = threading.Timer(seconds, self.close)
                    self._timer.daemon = True
                    self._timer.start()
            if is_last and self._is_wanted:
                self.close()

    def close(self) -> None:
        """Close everything now, or after the tasks that are running."""
        with self._lock:
            self._is_wanted = self._running > 0
            if self._is_wanted:
                return
            self._stop_timer()
        self.close_now()

    def close_now(self) -> None:
        """Close everything, even during a task."""
        with self._lock:
            closers, self._closers = list(self._closers), {}
        for close in closers:
            with contextlib.suppress(Exception):  # one that fails must not keep the others open
                close()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None


KEPT = KeptThings()
"""What this process keeps."""
atexit.register(KEPT.close_now)


def close_at_end(close: Callable[[], None]) -> None:
    """Call a function once when this process no longer needs what it keeps for tasks.

    It is called from any thread. Register it again for what is kept later.
    """
    KEPT.add(close)


P = ParamSpec("P")
R = TypeVar("R")


class TaskExecutor(Executor):
    """Runs tasks; a task whose worker dies fails with WorkerDied, and others are not affected."""

    @property
    @abc.abstractmethod
    def ahead(self) -> int:
        """How many unfinished tasks keep all workers busy."""

    @abc.abstractmethod
    def stop(self) -> None:
        """Give up all tasks, even those that are running, and end the workers."""


class SerialExecutor(TaskExecutor):
    """Runs every task in `submit`, in this process and thread.

    This costs nothing to start. Ctrl-C interrupts a task as it interrupts any other function.
    """

    @property
    def ahead(self) -> int:
        """One: there is a result when `submit` returns."""
        return 1

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Run a task and return its future, which is done."""
        future: Future[R] = Future()
        future.set_running_or_notify_cancel()
        try:
            with KEPT.task():
                future.set_result(fn(*args, **kwargs))
        except Exception as error:  # noqa: BLE001 - it belongs to who asks for the result
            future.set_exception(error)
        return future

    def stop(self) -> None:
        """Close what the tasks kept."""
        KEPT.close_now()


@contextmanager
def open_executor(
    processes: int, cluster: str | None = None, *, is_isolated: bool = False
) -> Iterator[TaskExecutor]:
    """Yield an executor with so many local processes, or the workers of the cluster at an address.

    One process is this one: no worker has to be started, and nothing is sent to it. `is_isolated`
    gives it a worker nevertheless, for tasks that Ctrl-C could not interrupt in this process.

    At the end the tasks that are still running are given up. Raises ClusterError if the cluster
    cannot be used, and ModuleNotFoundError if the extra `cluster` is not installed.
    """
    executor = _make_executor(processes, cluster, is_isolated=is_isolated)
    try:
        yield executor
    finally:
        executor.stop()


def _make_executor(processes: int, cluster: str | None, *, is_isolated: bool) -> TaskExecutor:
    # What is not needed is not loaded: a match between quick engines takes little time in all.
    if cluster is not None:
        from tengen.arena.cluster import ClusterExecutor  # noqa: PLC0415

        return ClusterExecutor(cluster)
    if processes > 1 or is_isolated:
        from tengen.arena.worker_processes import ProcessExecutor  # noqa: PLC0415

        return ProcessExecutor(processes)
    return SerialExecutor()
