"""Local worker processes, each with a thread that feeds it."""

from __future__ import annotations

import os
import queue
import subprocess
import sys
import threading
import uuid
from collections.abc import Callable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from typing import Any, BinaryIO, ParamSpec, TypeVar, cast

from tengen.arena import worker
from tengen.arena.executor import TaskExecutor
from tengen.arena.worker import pack_call, resolve
from tengen.errors import TaskError, WorkerDied

P = ParamSpec("P")
R = TypeVar("R")
WORKER_COMMAND = (sys.executable, "-P", "-m", worker.__name__)
CLOSE_SECONDS = 5.0
"""How long a worker without a task may take to close what it keeps."""


@dataclass(frozen=True, slots=True)
class _Job:
    call: bytes
    future: Future[Any]


class ProcessExecutor(TaskExecutor):
    """Runs tasks in local processes, each of which is started when there is a task for it.

    A worker that dies fails its task with WorkerDied and is replaced.
    """

    def __init__(self, processes: int) -> None:
        self._jobs: queue.SimpleQueue[_Job | None] = queue.SimpleQueue()
        self._processes = processes
        self._feeders: list[_Feeder] = []
        self._lock = threading.Lock()
        self._is_shut_down = False

    @property
    def ahead(self) -> int:
        """Twice the number of processes, so that none has to wait."""
        return 2 * self._processes

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Queue a task and return its future."""
        job = _Job(pack_call(fn, args, kwargs), Future())
        with self._lock:
            if self._is_shut_down:
                raise RuntimeError("this executor was shut down")
            self._jobs.put(job)
            if len(self._feeders) < self._processes:
                self._feeders.append(_Feeder(self._jobs))
                self._feeders[-1].start()
        return job.future

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: FBT001, FBT002 - as its base class has it
        """End the workers after all tasks; `cancel_futures` drops those that have not started."""
        with self._lock:
            self._is_shut_down = True
        if cancel_futures:
            self._cancel_waiting()
        for _ in self._feeders:
            self._jobs.put(None)
        if wait:
            for feeder in self._feeders:
                feeder.join()

    def stop(self) -> None:
        """Kill the workers that run tasks, and end the others."""
        with self._lock:
            self._is_shut_down = True
        self._cancel_waiting()
        for feeder in self._feeders:
            feeder.stop()
        self.shutdown()

    def _cancel_waiting(self) -> None:
        with suppress(queue.Empty):
            while True:
                job = self._jobs.get_nowait()
                if job is not None:
                    job.future.cancel()


class _Feeder(threading.Thread):
    """Sends tasks to a worker process, one after another, and replaces it if it dies."""

    def __init__(self, jobs: queue.SimpleQueue[_Job | None]) -> None:
        super().__init__(daemon=True)
        self._jobs = jobs
        self._lock = threading.Lock()
        self._process: _WorkerProcess | None = None
        self._is_busy = False
        self._is_stopped = False

    def run(self) -> None:
        """Feed the worker until there are no more tasks."""
        while (job := self._jobs.get()) is not None:
            if job.future.set_running_or_notify_cancel():
                self._run(job)
        if self._process is not None:
            self._process.end()

    def stop(self) -> None:
        """Kill the worker if it runs a task, and start no other."""
        with self._lock:
            self._is_stopped = True
            if self._is_busy and self._process is not None:
                self._process.kill()

    def _run(self, job: _Job) -> None:
        try:
            resolve(job.future, self._answer(job.call))
        except Exception as error:  # noqa: BLE001 - it belongs to who asks for the result
            job.future.set_exception(error)

    def _answer(self, call: bytes) -> bytes:
        with self._lock:
            if self._is_stopped:
                raise WorkerDied("the work was stopped")
            process = self._process = self._process or _WorkerProcess()
            self._is_busy = True
        try:
            return process.ask(call)
        except TaskError:
            self._process = None
            process.end()
            raise
        finally:
            with self._lock:
                self._is_busy = False


class _WorkerProcess:
    """A worker process. Its own session keeps Ctrl-C away from it."""

    def __init__(self) -> None:
        self._mark = uuid.uuid4().hex
        self._process = subprocess.Popen(  # noqa: S603 - our own program
            WORKER_COMMAND,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            env={**os.environ, worker.MARK_VARIABLE: self._mark},
            start_new_session=True,
        )
        self._is_ready = False

    def ask(self, call: bytes) -> bytes:
        """Run a call. Raises WorkerDied, or TaskError if the worker has not even started."""
        calls, answers = self._pipes()
        with suppress(OSError):  # an end of the process is noticed below
            worker.write_message(calls, call)
        if not self._is_ready:
            self._is_ready = worker.read_message(answers) == worker.READY
        answer = worker.read_message(answers) if self._is_ready else None
        if answer is not None:
            return answer
        status = self._status()
        how = f"process {self._process.pid} ended with status {status}"
        if self._is_ready or status is None or status < 0:
            raise WorkerDied(f"a worker died: {how}")
        raise TaskError(f"a worker could not be started: {how}")

    def end(self) -> None:
        """End the process, which has no task, and kill it if that takes too long."""
        calls, answers = self._pipes()
        with suppress(OSError):
            calls.close()
        self._status()
        self.kill()
        answers.close()

    def kill(self) -> None:
        """Kill the process and all processes that it has started. From any thread."""
        self._process.kill()
        self._process.wait()
        worker.kill_marked(self._mark)

    def _status(self) -> int | None:
        """Wait for the process to end, and return its exit status."""
        with suppress(subprocess.TimeoutExpired):
            self._process.wait(CLOSE_SECONDS)
        return self._process.returncode

    def _pipes(self) -> tuple[BinaryIO, BinaryIO]:
        process = self._process
        return cast("BinaryIO", process.stdin), cast("BinaryIO", process.stdout)
