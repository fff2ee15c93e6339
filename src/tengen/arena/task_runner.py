"""Run many tasks on an executor: a bounded number at a time, and again if a worker dies."""

from __future__ import annotations

import itertools
import queue
from collections.abc import Callable, Generator, Iterable, Iterator
from concurrent.futures import Future
from contextlib import closing
from dataclasses import dataclass
from functools import partial
from typing import Generic, TypeVar

from tengen.arena.executor import TaskExecutor
from tengen.engine.cancel_token import CancelToken
from tengen.errors import TaskKilled, TaskLost, WorkerDied, quote

T = TypeVar("T")
R = TypeVar("R")
MAX_DEATHS = 3
"""How many workers in a row may die of a task before it is given up."""


def run_tasks(
    executor: TaskExecutor,
    function: Callable[[T], R],
    tasks: Iterable[T],
    cancel: CancelToken | None = None,
) -> Generator[tuple[T, R | TaskKilled]]:
    """Yield each task with its result as soon as it is finished, in any order.

    A task is taken from `tasks` only when a worker is about to need it. A task whose worker dies is
    run again. After three deaths in a row its result is TaskKilled. An exception that `function`
    raises is raised here. When the iterator is closed or the token is cancelled, no more tasks are
    started, and the results of those that are running are dropped.
    """
    run = _Run(executor, function, iter(tasks))
    cancel = cancel or CancelToken()
    try:
        with cancel.on_cancel(run.wake):
            while not cancel.is_cancelled and run.submit_more():
                attempt = run.wait()
                if attempt is not None and (result := run.result_of(attempt)) is not None:
                    yield attempt.task, result[0]
    finally:
        run.drop()


def run_tasks_in_order(
    executor: TaskExecutor,
    function: Callable[[T], R],
    tasks: Iterable[T],
    cancel: CancelToken | None = None,
) -> Generator[tuple[T, R | TaskKilled]]:
    """Yield what `run_tasks` yields, in the order of the tasks."""
    ready: dict[int, tuple[T, R | TaskKilled]] = {}
    number = 0
    run = run_tasks(executor, partial(_call_numbered, function), enumerate(tasks), cancel)
    with closing(run):
        for (done, task), result in run:
            ready[done] = task, result
            while number in ready:
                yield ready.pop(number)
                number += 1


def _call_numbered(function: Callable[[T], R], numbered: tuple[int, T]) -> R:
    return function(numbered[1])


@dataclass(eq=False, slots=True)
class _Attempt(Generic[T]):
    """A task that was submitted, and how many workers have died of it so far."""

    task: T
    deaths: int = 0


class _Run(Generic[T, R]):
    """The tasks of a run that are submitted and not yet finished."""

    def __init__(
        self, executor: TaskExecutor, function: Callable[[T], R], tasks: Iterator[T]
    ) -> None:
        self._executor = executor
        self._function = function
        self._tasks = tasks
        self._running: dict[_Attempt[T], Future[R]] = {}
        self._done: queue.SimpleQueue[_Attempt[T] | None] = queue.SimpleQueue()

    def submit_more(self) -> bool:
        """Submit tasks until enough are running; return whether any is running."""
        free = self._executor.ahead - len(self._running)
        for task in itertools.islice(self._tasks, max(0, free)):
            self._submit(_Attempt(task))
        return bool(self._running)

    def wait(self) -> _Attempt[T] | None:
        """Return the next attempt that has ended, or None if `wake` was called."""
        return self._done.get()

    def wake(self) -> None:
        """End a call of `wait`, from any thread."""
        self._done.put(None)

    def result_of(self, attempt: _Attempt[T]) -> tuple[R | TaskKilled] | None:
        """Return the result of an attempt, or None if the task was submitted again."""
        try:
            return (self._running.pop(attempt).result(),)
        except TaskLost:
            self._submit(attempt)
        except WorkerDied:
            attempt.deaths += 1
            if attempt.deaths == MAX_DEATHS:
                return (TaskKilled(quote(str(attempt.task)), MAX_DEATHS),)
            self._submit(attempt)
        return None

    def drop(self) -> None:
        """Cancel what has not started."""
        for future in self._running.values():
            future.cancel()

    def _submit(self, attempt: _Attempt[T]) -> None:
        future = self._executor.submit(self._function, attempt.task)
        self._running[attempt] = future
        future.add_done_callback(lambda _: self._done.put(attempt))
