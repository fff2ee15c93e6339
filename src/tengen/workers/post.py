"""A worker as those see it who give it work."""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable
from typing import Protocol

from tengen.workers.jobs import Job, Rank
from tengen.workers.task import Task
from tengen.workers.wire import Report

REMEMBERED = 4
PATIENCE = 10.0
"""Seconds after which a worker that should have stopped is given up."""


class Hand(Protocol):
    """A worker, wherever it is: what it is told here it does elsewhere."""

    def begin(self, number: int, job: Job) -> None:
        """Do a job."""

    def stop(self, number: int) -> None:
        """Break it off; that it is over is reported all the same."""

    def forget(self, number: int) -> None:
        """Keep nothing of a job that was stopped."""

    def kill(self) -> None:
        """End at once; whoever hears its reports is told that it is lost."""

    async def close(self) -> None:
        """End within a second, and leave nothing behind."""


Hear = Callable[[Report], None]
Lose = Callable[[], None]
Hire = Callable[[Hear, Lose], Hand]
"""Makes a worker whose reports are heard until it is lost."""


class Post:
    """A worker, and the task it is busy with, if any."""

    def __init__(self) -> None:
        self.hand: Hand
        self.task: Task | None = None
        self.is_stopping = False
        self._remembered: deque[str] = deque(maxlen=REMEMBERED)
        self._alarm: asyncio.TimerHandle | None = None

    def begin(self, task: Task) -> None:
        """Have it work on a task."""
        self.task = task
        self._remembered.append(task.key)
        self.hand.begin(task.number, task.job)

    def stop(self) -> None:
        """Have it end what it is busy with."""
        if self.task is None or self.is_stopping:
            return
        self.is_stopping = True
        self._alarm = asyncio.get_running_loop().call_later(PATIENCE, self.hand.kill)
        self.hand.stop(self.task.number)

    def release(self) -> Task | None:
        """The task it was busy with; from now on it is free."""
        task, self.task = self.task, None
        self.is_stopping = False
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        return task

    def remembers(self, task: Task) -> bool:
        """Whether it has done something like that lately."""
        return task.key in self._remembered

    @property
    def studying(self) -> Task | None:
        """What it could set aside."""
        task = self.task
        return task if task and task.rank is Rank.STUDY and not self.is_stopping else None
