"""Threads of this process that play pairs of games, with engines of their own."""

from __future__ import annotations

from collections.abc import Callable
from concurrent.futures import Future, ThreadPoolExecutor
from typing import ParamSpec, TypeVar

from tengen.arena.engine_pool import EnginePool
from tengen.arena.executor import TaskExecutor

P = ParamSpec("P")
R = TypeVar("R")


class ThreadExecutor(TaskExecutor):
    """Runs tasks in threads, for engines that cannot be sent to another process."""

    def __init__(self, threads: int) -> None:
        self.pool = EnginePool()
        """The engines, which are interrupted when the executor is stopped."""
        self._threads = threads
        self._executor = ThreadPoolExecutor(threads, "pairs")

    @property
    def ahead(self) -> int:
        """As many tasks as there are threads."""
        return self._threads

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Queue a task and return its future."""
        return self._executor.submit(fn, *args, **kwargs)

    def stop(self) -> None:
        """Break off the games that are being played, and end the threads."""
        self.pool.stop()
        self._executor.shutdown(cancel_futures=True)
