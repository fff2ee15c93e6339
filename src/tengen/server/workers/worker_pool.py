"""The worker processes: started when they are needed, each with the task that it is busy with."""

from __future__ import annotations

import asyncio
import sys
from asyncio.subprocess import PIPE
from collections import Counter, deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Protocol

from tengen.server.workers import jobs
from tengen.server.workers.task_queue import EngineTask


class WorkerPool:
    """At most so many workers. Who is lost is one of them no more before that is told."""

    def __init__(
        self,
        most: int,
        hire: WorkerFactory,
        hear: Callable[[WorkerSlot, jobs.WorkerReport], None],
        lose: Callable[[WorkerSlot], None],
    ) -> None:
        self.posts: list[WorkerSlot] = []
        self._most = most
        self._hire = hire
        self._hear = hear
        self._lose = lose

    def find_for(self, task: EngineTask) -> WorkerSlot | None:
        """Who can begin a task: best somebody who remembers something of it.

        One of several workers is always there for what does not take long.
        """
        if task.rank is jobs.Priority.STUDY and self._count_studies() >= max(1, self._most - 1):
            return None
        free = [post for post in self.posts if post.task is None]
        free.sort(key=lambda post: not post.remembers(task))
        return free[0] if free else self._enlarge()

    def _count_studies(self) -> int:
        return sum(
            post.task is not None and post.task.rank is jobs.Priority.STUDY for post in self.posts
        )

    def _enlarge(self) -> WorkerSlot | None:
        if len(self.posts) >= self._most:
            return None
        post = WorkerSlot()
        self.posts.append(post)
        post.hand = self._hire(partial(self._hear, post), partial(self._remove, post))
        return post

    def _remove(self, post: WorkerSlot) -> None:
        if post in self.posts:
            self.posts.remove(post)
            self._lose(post)

    def stop(self, task: EngineTask) -> None:
        """Have whoever works on a task end that."""
        for post in self.posts:
            if post.task is task:
                post.stop()

    def studying(self) -> list[EngineTask]:
        """What is worked on and could be set aside."""
        return [task for post in self.posts if (task := post.studying) is not None]

    def count_leaving(self) -> int:
        """How many will be free at any moment."""
        return sum(post.is_stopping for post in self.posts)

    def lanes(self) -> set[tuple[str, type]]:
        """The lanes of all tasks that are worked on."""
        return {post.task.lane for post in self.posts if post.task is not None}

    def networks(self) -> Counter[str]:
        """How many workers are busy for each network."""
        return Counter(post.task.owner.network for post in self.posts if post.task is not None)

    @property
    def share(self) -> int:
        """How many workers one network may have while others have work."""
        return max(1, self._most - 1)

    def forget(self, task: EngineTask) -> None:
        """Have nobody keep anything of a task that was set aside."""
        for post in self.posts:
            post.hand.forget(task.number)

    async def close(self) -> None:
        """Send everybody home."""
        posts, self.posts = self.posts, []
        for post in posts:
            post.release()
        await asyncio.gather(*(post.hand.close() for post in posts))


MOST_REMEMBERED = 4
STOP_SECONDS = 10.0
"""Seconds after which a worker that should have stopped is given up."""


class Worker(Protocol):
    """A worker, wherever it is: what it is told here it does elsewhere."""

    def begin(self, number: int, job: jobs.EngineJob) -> None:
        """Do a job."""

    def stop(self, number: int) -> None:
        """Break it off; that it is over is reported all the same."""

    def forget(self, number: int) -> None:
        """Keep nothing of a job that was stopped."""

    def kill(self) -> None:
        """End at once; whoever hears its reports is told that it is lost."""

    async def close(self) -> None:
        """End within a second, and leave nothing behind."""


ReportHandler = Callable[[jobs.WorkerReport], None]
LossHandler = Callable[[], None]
WorkerFactory = Callable[[ReportHandler, LossHandler], Worker]
"""Makes a worker whose reports are heard until it is lost."""


class WorkerSlot:
    """A worker, and the task it is busy with, if any."""

    def __init__(self) -> None:
        self.hand: Worker
        self.task: EngineTask | None = None
        self.is_stopping = False
        self._remembered: deque[str] = deque(maxlen=MOST_REMEMBERED)
        self._alarm: asyncio.TimerHandle | None = None

    def begin(self, task: EngineTask) -> None:
        """Have it work on a task."""
        self.task = task
        self._remembered.append(task.key)
        self.hand.begin(task.number, task.job)

    def stop(self) -> None:
        """Have it end what it is busy with."""
        if self.task is None or self.is_stopping:
            return
        self.is_stopping = True
        self._alarm = asyncio.get_running_loop().call_later(STOP_SECONDS, self.hand.kill)
        self.hand.stop(self.task.number)

    def release(self) -> EngineTask | None:
        """The task it was busy with; from now on it is free."""
        task, self.task = self.task, None
        self.is_stopping = False
        if self._alarm is not None:
            self._alarm.cancel()
            self._alarm = None
        return task

    def remembers(self, task: EngineTask) -> bool:
        """Whether it has done something like that lately."""
        return task.key in self._remembered

    @property
    def studying(self) -> EngineTask | None:
        """What it could set aside."""
        task = self.task
        return task if task and task.rank is jobs.Priority.STUDY and not self.is_stopping else None


COMMAND = (sys.executable, "-P", "-m", "tengen.server.workers.child")
LONGEST_LINE = 1 << 22
EXIT_SECONDS = 0.5
"""Seconds that a process has to end by itself."""


class WorkerProcess:
    """Started at once, in the background. It ends when its input does, and so with the server.

    It has a session of its own, so that Ctrl-C at the server's terminal is not meant for it.
    """

    def __init__(self, hear: ReportHandler, lose: LossHandler) -> None:
        self._hear = hear
        self._lose = lose
        self._process: asyncio.subprocess.Process | None = None
        self._backlog: list[bytes] = []
        self._is_closing = False
        self._life = asyncio.get_running_loop().create_task(self._live())

    @property
    def pid(self) -> int | None:
        """The number of the process, once there is one."""
        return None if self._process is None else self._process.pid

    def begin(self, number: int, job: jobs.EngineJob) -> None:
        """Do a job."""
        self._send(jobs.BeginJob(number, jobs.format_job(job)))

    def stop(self, number: int) -> None:
        """Break a job off."""
        self._send(jobs.StopJob(number))

    def forget(self, number: int) -> None:
        """Keep nothing of a job that was stopped."""
        self._send(jobs.ForgetJob(number))

    def kill(self) -> None:
        """End it at once."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()

    async def close(self) -> None:
        """Have it end, and see that it does."""
        self._is_closing = True
        self._end_input()
        await asyncio.wait({self._life}, timeout=EXIT_SECONDS)
        self.kill()
        await self._life

    def _send(self, order: jobs.WorkerOrder) -> None:
        line = jobs.format_line(order)
        if self._process is None:
            self._backlog.append(line)
        else:
            self._input.write(line)

    @property
    def _input(self) -> asyncio.StreamWriter:
        assert self._process is not None
        assert self._process.stdin is not None
        return self._process.stdin

    def _end_input(self) -> None:
        if self._process is not None:
            self._input.close()

    async def _live(self) -> None:
        """From its start to its end."""
        try:
            self._process = await asyncio.create_subprocess_exec(
                *COMMAND, stdin=PIPE, stdout=PIPE, limit=LONGEST_LINE, start_new_session=True
            )
        except OSError:
            self._lose()
            return
        self._input.writelines(self._backlog)
        if self._is_closing:
            self._end_input()
        await self._listen(self._process)
        self._lose()

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        async for line in process.stdout:
            self._hear(jobs.parse_report(line))
        await process.wait()
