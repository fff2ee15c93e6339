"""Tasks on a Dask cluster: what runs on its workers and its scheduler, and the executor."""

from __future__ import annotations

import logging
import math
import os
import queue
import threading
import time
import uuid
from collections import deque
from collections.abc import Callable, Iterable
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, ParamSpec, TypeVar

import distributed
from dask.typing import Key
from distributed import Client, Scheduler, SchedulerPlugin
from distributed.scheduler import KilledWorker

from tengen.arena.executor import KEPT, TaskExecutor
from tengen.arena.worker import code_mark, pack_call, resolve, run_call
from tengen.errors import ClusterError, TaskLost, TengenError, WorkerDied

KEY_PREFIX = "tengen-"
"""How the keys of all our tasks begin."""
IDLE_SECONDS = 60.0
"""How long a worker without tasks keeps its engines."""
TRIM_THRESHOLD = "MALLOC_TRIM_THRESHOLD_"
"""Dask sets this variable for its workers. Engines would inherit it, and search a third slower."""


def run_cluster_call(mark: str, call: bytes) -> tuple[str, bytes]:
    """Return the mark of this worker and, if it is the expected one, the result of a call."""
    if mark != code_mark():
        return code_mark(), b""
    os.environ.pop(TRIM_THRESHOLD, None)
    with KEPT.task(IDLE_SECONDS):
        return mark, run_call(call)


def close_kept() -> None:
    """Close what this worker keeps, as soon as it runs no task; do not wait for that."""
    threading.Thread(target=KEPT.close, daemon=True).start()


class SingleAttempts(SchedulerPlugin):
    """Has a task of ours fail when its worker dies; by default, a scheduler tries three others."""

    name = "tengen-single-attempts"
    idempotent = True

    def update_graph(self, scheduler: Scheduler, *, keys: Iterable[Key], **_kwargs: object) -> None:
        """Leave new tasks no more deaths."""
        for key in keys:
            if str(key).startswith(KEY_PREFIX):
                scheduler.tasks[key].suspicious = scheduler.allowed_failures


CONNECT_SECONDS = 10.0
ANSWER_SECONDS = 30.0
"""How long a result may take from the worker that has it."""


class ClusterConnection:
    """A client of a scheduler. Every method may raise OSError if the connection is lost."""

    def __init__(self, address: str) -> None:
        """Connect. Raises ClusterError if the scheduler cannot be used."""
        for name in ("distributed", "distributed.client"):  # all of it is reported by exceptions
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        self._address = address
        try:
            self._client = _make_client(address)
        except (ValueError, ImportError) as error:
            raise ClusterError(address, f"this address cannot be used: {error}") from None
        try:
            self._prepare()
        except BaseException:
            self.close()
            raise

    def _prepare(self) -> None:
        try:
            self._client.register_plugin(SingleAttempts())
        except ModuleNotFoundError as error:
            raise self._missing("the scheduler", error) from None

    def check_workers(self) -> None:
        """Raise ClusterError if one of the workers has other code than this process, or none."""
        marks = self._client.run(code_mark, on_error="return")
        for worker, mark in marks.items():
            if isinstance(mark, ModuleNotFoundError):
                raise self._missing(f"the worker {worker}", mark)
            self.check_mark(str(mark), f"the worker {worker}")

    def _missing(self, where: str, error: ModuleNotFoundError) -> ClusterError:
        what = f"{where} has no module {error.name}: install {code_mark()} there"
        return ClusterError(self._address, what)

    def check_mark(self, mark: str, where: str = "a worker") -> None:
        """Raise ClusterError if a worker has other code than this process."""
        own = code_mark()
        if mark != own:
            what = f"{where} has {mark}, and this is {own}: install the same there"
            raise ClusterError(self._address, what)

    @property
    def is_open(self) -> bool:
        """Whether the scheduler is connected."""
        return bool(self._client.status == "running")

    def count_threads(self) -> int:
        """Return how many tasks the workers can run at the same time."""
        return sum(self._client.nthreads().values())

    def submit(
        self, call: bytes, on_done: Callable[[distributed.Future[Any]], None]
    ) -> distributed.Future[Any]:
        """Send a call to the scheduler; `on_done` is called from another thread."""
        future = self._client.submit(
            run_cluster_call,
            code_mark(),
            call,
            key=f"{KEY_PREFIX}{uuid.uuid4().hex}",
            pure=False,
        )
        future.add_done_callback(on_done)
        return future

    def close_kept(self) -> None:
        """Have the workers close what they keep, without waiting for that."""
        self._client.run(close_kept)

    def close(self) -> None:
        """Disconnect; the workers drop what they are still running for us."""
        self._client.close(timeout=1)


P = ParamSpec("P")
R = TypeVar("R")
PATIENCE_SECONDS = 300.0
"""How long a scheduler may be away, or a cluster without workers, before the work is given up."""
WORKERS_SECONDS = 10.0
"""How long to wait for the first worker."""
CAREFUL_TURNS = 8
"""How many tasks of each thread are sent one by one after a death."""
POLL_SECONDS = 1.0
RETRY_SECONDS = 0.5


@dataclass(eq=False, slots=True)
class _ClusterJob:
    call: bytes
    future: Future[Any]
    remote: distributed.Future[Any] | None = None


class ClusterExecutor(TaskExecutor):
    """Runs tasks on the workers of a scheduler.

    It sends one task more for each thread of the workers, so that none of them has to wait. After a
    death it does not for a while: a task that waits on a worker shares the blame for its death, and
    must not share it three times.

    One thread talks to the scheduler. If the connection is lost, it connects again, and all tasks
    that were sent fail with TaskLost.
    """

    def __init__(self, address: str) -> None:
        """Connect to a scheduler. Raises ClusterError."""
        self._address = address
        self._connection = _connect_first(address)
        self._threads = self._connection.count_threads()
        self._seen = self._looked = time.monotonic()
        """When there were workers last, and when they were counted last."""
        self._events: queue.SimpleQueue[_ClusterJob | None] = queue.SimpleQueue()
        self._waiting: deque[_ClusterJob] = deque()
        self._running: set[_ClusterJob] = set()
        self._error: ClusterError | None = None
        self._is_lost = False
        self._careful = 0
        """How many more results must come before tasks may wait on workers again."""
        self._stopped = threading.Event()
        self._thread = threading.Thread(target=self._work, daemon=True)
        self._thread.start()

    @property
    def ahead(self) -> int:
        """Three tasks for each thread of the workers: one runs, one waits there, and one here."""
        return 3 * max(1, self._threads)

    def submit(self, fn: Callable[P, R], /, *args: P.args, **kwargs: P.kwargs) -> Future[R]:
        """Queue a task and return its future."""
        if self._stopped.is_set():
            raise RuntimeError("this executor was shut down")
        job = _ClusterJob(pack_call(fn, args, kwargs), Future())
        self._events.put(job)
        return job.future

    def stop(self) -> None:
        """Disconnect; workers finish what they are running, and the results are dropped."""
        self._stopped.set()
        self._events.put(None)
        self._thread.join()

    def shutdown(self, wait: bool = True, *, cancel_futures: bool = False) -> None:  # noqa: ARG002, FBT001, FBT002 - as its base class has it
        """Stop, as `stop` does: who wants results waits for them before."""
        self.stop()

    def _work(self) -> None:
        """Send tasks and receive results until the executor is stopped."""
        while not self._stopped.is_set():
            with suppress(queue.Empty):
                self._handle(self._events.get(timeout=POLL_SECONDS))
            try:
                self._is_lost = self._is_lost or not self._connection.is_open
                if self._is_lost:
                    self._reconnect()
                if time.monotonic() - self._looked > POLL_SECONDS:
                    self._count_threads()
                self._send()
            except ClusterError as error:
                self._error = error
                self._fail_all(error)
            except (OSError, RuntimeError):
                self._is_lost = True
        self._fail_all(TaskLost("the work was stopped"))
        with suppress(Exception):  # the workers close it themselves after a while
            self._connection.close_kept()
        self._connection.close()

    def _handle(self, job: _ClusterJob | None) -> None:
        """Queue a new task, or receive the result of one that was sent."""
        if job is None or job.future.done():
            return
        if job.remote is None:
            self._waiting.append(job)
            return
        self._running.discard(job)
        self._careful = max(0, self._careful - 1)
        try:
            self._receive(job, job.remote)
        except Exception as error:  # noqa: BLE001 - it belongs to who asks for the result
            job.future.set_exception(error)

    def _receive(self, job: _ClusterJob, remote: distributed.Future[Any]) -> None:
        """Give a task its result. Raises the error that it has failed with."""
        if remote.status == "finished":
            try:
                mark, answer = remote.result(timeout=ANSWER_SECONDS)
            except (OSError, distributed.CancelledError) as error:
                raise TaskLost(f"a result was lost: {error}") from None
            self._connection.check_mark(mark)
            resolve(job.future, answer)
            return
        if remote.status != "error":
            self._is_lost = True
            raise self._lost()
        failure = remote.exception(timeout=ANSWER_SECONDS)
        if isinstance(failure, KilledWorker):
            self._looked = -math.inf  # the next task must not wait on a worker that is left
            self._careful = CAREFUL_TURNS * max(1, self._threads)
            raise WorkerDied(f"a worker died: {failure.last_worker.address}")
        raise ClusterError(self._address, f"a worker cannot run tasks: {failure!r}")

    def _send(self) -> None:
        """Send as many of the waiting tasks as the workers should have."""
        if self._error is not None:
            self._fail_all(self._error)
        wanted = self._threads if self._careful else 2 * self._threads
        while self._waiting and len(self._running) < wanted:
            job = self._waiting[0]
            if not job.future.running() and not job.future.set_running_or_notify_cancel():
                self._waiting.popleft()
                continue
            job.remote = self._connection.submit(job.call, partial(self._put, job))
            self._running.add(self._waiting.popleft())

    def _put(self, job: _ClusterJob, _remote: distributed.Future[Any]) -> None:
        self._events.put(job)

    def _count_threads(self) -> None:
        """Count the workers. Raises ClusterError if there have been none for too long."""
        self._threads = self._connection.count_threads()
        self._looked = time.monotonic()
        if self._threads:
            self._seen = time.monotonic()
        elif time.monotonic() - self._seen > PATIENCE_SECONDS:
            minutes = f"{PATIENCE_SECONDS / 60:.0f} minutes"
            raise ClusterError(self._address, f"it has had no workers for {minutes}")

    def _reconnect(self) -> None:
        """Connect again, as a new client. Raises ClusterError if nobody answers for too long."""
        for job in self._running:
            job.future.set_exception(self._lost())
        self._running.clear()
        self._connection.close()
        end = time.monotonic() + PATIENCE_SECONDS
        while self._is_lost and not self._stopped.wait(RETRY_SECONDS):
            try:
                self._connection = ClusterConnection(self._address)
                self._is_lost = False
            except OSError:
                if time.monotonic() > end:
                    raise _unanswered(self._address) from None

    def _lost(self) -> TaskLost:
        return TaskLost(f"the connection to the cluster at {self._address} was lost")

    def _fail_all(self, error: TengenError) -> None:
        """Fail all tasks that were submitted."""
        for job in (*self._waiting, *self._running):
            if job.future.running() or job.future.set_running_or_notify_cancel():
                job.future.set_exception(error)
        self._waiting.clear()
        self._running.clear()


def _make_client(address: str) -> Client:
    """Return a new client.

    Dask asserts that the thread of a client starts within ten seconds. That fails if the machine
    stands still for so long, so a second attempt is made.
    """
    make = partial(Client, address, timeout=CONNECT_SECONDS, set_as_default=False, name="tengen")
    try:
        return make()
    except AssertionError:
        return make()


def _connect_first(address: str) -> ClusterConnection:
    """Connect, wait a while for a worker, and check the workers. Raises ClusterError."""
    try:
        connection = ClusterConnection(address)
    except OSError:
        raise _unanswered(address) from None
    try:
        _wait_for_worker(address, connection)
        connection.check_workers()
    except BaseException:
        connection.close()
        raise
    return connection


def _wait_for_worker(address: str, connection: ClusterConnection) -> None:
    end = time.monotonic() + WORKERS_SECONDS
    while not connection.count_threads():
        if time.monotonic() > end:
            what = f"it has no workers: start some with `dask worker {address} --nthreads 1`"
            raise ClusterError(address, what)
        time.sleep(RETRY_SECONDS)


def _unanswered(address: str) -> ClusterError:
    return ClusterError(address, "no scheduler answers: start one with `dask scheduler`")
