"""The worker processes, started when they are needed, and their tasks."""

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
    """The slots of workers. A lost worker is removed before `on_loss` is called."""

    def __init__(
        self,
        maximum: int,
        make_worker: WorkerFactory,
        on_report: Callable[[WorkerSlot, jobs.WorkerReport], None],
        on_loss: Callable[[WorkerSlot], None],
    ) -> None:
        self.slots: list[WorkerSlot] = []
        self._maximum = maximum
        self._make_worker = make_worker
        self._on_report = on_report
        self._on_loss = on_loss

    def find_slot(self, task: EngineTask) -> WorkerSlot | None:
        """Return a free slot for a task, preferably one with a useful cache; None if there is none.

        One of several workers is reserved for moves and short jobs.
        """
        if task.priority is jobs.Priority.STUDY and self._count_studies() >= max(
            1, self._maximum - 1
        ):
            return None
        free = [slot for slot in self.slots if slot.task is None]
        free.sort(key=lambda slot: not slot.remembers(task))
        return free[0] if free else self._add_slot()

    def _count_studies(self) -> int:
        return sum(
            slot.task is not None and slot.task.priority is jobs.Priority.STUDY
            for slot in self.slots
        )

    def _add_slot(self) -> WorkerSlot | None:
        if len(self.slots) >= self._maximum:
            return None
        slot = WorkerSlot()
        self.slots.append(slot)
        slot.worker = self._make_worker(partial(self._on_report, slot), partial(self._remove, slot))
        return slot

    def _remove(self, slot: WorkerSlot) -> None:
        if slot in self.slots:
            self.slots.remove(slot)
            self._on_loss(slot)

    def stop(self, task: EngineTask) -> None:
        """Stop the worker that runs a task."""
        for slot in self.slots:
            if slot.task is task:
                slot.stop()

    def suspendable(self) -> list[EngineTask]:
        """Return the running tasks that could be suspended."""
        return [task for slot in self.slots if (task := slot.suspendable) is not None]

    def count_stopping(self) -> int:
        """Return how many workers are stopping."""
        return sum(slot.is_stopping for slot in self.slots)

    def lanes(self) -> set[tuple[str, type]]:
        """Return the lanes of all running tasks."""
        return {slot.task.lane for slot in self.slots if slot.task is not None}

    def count_running(self) -> Counter[jobs.Priority]:
        """Return how many tasks of each priority run."""
        return Counter(slot.task.priority for slot in self.slots if slot.task is not None)

    def networks(self) -> Counter[str]:
        """Return how many workers are busy for each network."""
        return Counter(slot.task.requester.network for slot in self.slots if slot.task is not None)

    @property
    def share(self) -> int:
        """How many workers one network may have while others have work."""
        return max(1, self._maximum - 1)

    def forget(self, task: EngineTask) -> None:
        """Make all workers drop a suspended task."""
        for slot in self.slots:
            slot.worker.forget(task.number)

    async def close(self) -> None:
        """Close all workers."""
        slots, self.slots = self.slots, []
        for slot in slots:
            slot.release()
        await asyncio.gather(*(slot.worker.close() for slot in slots))


MAX_REMEMBERED = 4
STOP_SECONDS = 10.0
"""Seconds after which a worker that does not stop is killed."""


class Worker(Protocol):
    """A worker, such as a process."""

    def begin(self, number: int, job: jobs.EngineJob) -> None:
        """Run a job."""

    def stop(self, number: int) -> None:
        """Stop a job; the worker still reports `JobEnded`."""

    def forget(self, number: int) -> None:
        """Drop a stopped job."""

    def kill(self) -> None:
        """End at once; the loss handler is called."""

    async def close(self) -> None:
        """End within a second, and clean up."""


ReportHandler = Callable[[jobs.WorkerReport], None]
LossHandler = Callable[[], None]
WorkerFactory = Callable[[ReportHandler, LossHandler], Worker]
"""Starts a worker with the handlers of its reports and its loss."""


class WorkerSlot:
    """A worker, and the task that it runs, if any."""

    def __init__(self) -> None:
        self.worker: Worker
        self.task: EngineTask | None = None
        self.is_stopping = False
        self._remembered: deque[str] = deque(maxlen=MAX_REMEMBERED)
        self._kill_timer: asyncio.TimerHandle | None = None

    def begin(self, task: EngineTask) -> None:
        """Start a task."""
        self.task = task
        self._remembered.append(task.key)
        self.worker.begin(task.number, task.job)

    def stop(self) -> None:
        """Stop the task, and kill the worker if that takes too long."""
        if self.task is None or self.is_stopping:
            return
        self.is_stopping = True
        self._kill_timer = asyncio.get_running_loop().call_later(STOP_SECONDS, self.worker.kill)
        self.worker.stop(self.task.number)

    def release(self) -> EngineTask | None:
        """Free the slot, and return its task."""
        task, self.task = self.task, None
        self.is_stopping = False
        if self._kill_timer is not None:
            self._kill_timer.cancel()
            self._kill_timer = None
        return task

    def remembers(self, task: EngineTask) -> bool:
        """Whether the worker may have cached something for a task."""
        return task.key in self._remembered

    @property
    def suspendable(self) -> EngineTask | None:
        """The task if it could be suspended."""
        task = self.task
        return (
            task if task and task.priority is jobs.Priority.STUDY and not self.is_stopping else None
        )


COMMAND = (sys.executable, "-P", "-m", "tengen.server.workers.child")
MAX_LINE_BYTES = 1 << 22
EXIT_SECONDS = 0.5
"""Seconds after which a process that does not end by itself is killed."""


class WorkerProcess:
    """A worker process. It ends when its input ends, so also when the server is killed.

    It has its own session, so that Ctrl-C in the server's terminal does not reach it.
    """

    def __init__(self, on_report: ReportHandler, on_loss: LossHandler) -> None:
        self._on_report = on_report
        self._on_loss = on_loss
        self._process: asyncio.subprocess.Process | None = None
        self._backlog: list[bytes] = []
        self._is_closing = False
        self._lifetime = asyncio.get_running_loop().create_task(self._run())

    @property
    def pid(self) -> int | None:
        """The id of the process, once it has started."""
        return None if self._process is None else self._process.pid

    def begin(self, number: int, job: jobs.EngineJob) -> None:
        """Run a job."""
        self._send(jobs.BeginJob(number, jobs.format_job(job)))

    def stop(self, number: int) -> None:
        """Stop a job."""
        self._send(jobs.StopJob(number))

    def forget(self, number: int) -> None:
        """Drop a stopped job."""
        self._send(jobs.ForgetJob(number))

    def kill(self) -> None:
        """Kill the process."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()

    async def close(self) -> None:
        """End the process, and kill it if it does not end."""
        self._is_closing = True
        self._end_input()
        await asyncio.wait({self._lifetime}, timeout=EXIT_SECONDS)
        self.kill()
        await self._lifetime

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

    async def _run(self) -> None:
        """Start the process, and read its reports until it ends."""
        try:
            self._process = await asyncio.create_subprocess_exec(
                *COMMAND, stdin=PIPE, stdout=PIPE, limit=MAX_LINE_BYTES, start_new_session=True
            )
        except OSError:
            self._on_loss()
            return
        self._input.writelines(self._backlog)
        if self._is_closing:
            self._end_input()
        await self._listen(self._process)
        self._on_loss()

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        assert process.stdout is not None
        async for line in process.stdout:
            self._on_report(jobs.parse_report(line))
        await process.wait()
