"""Background jobs: fair queues, two processes, charging by cost, a cache of results."""

from __future__ import annotations

import asyncio
import hashlib
import sys
import time
from asyncio.subprocess import PIPE
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from typing import Any, Protocol, TypeVar

from tengen.server.background.jobs import (
    BackgroundJob,
    JobDeclined,
    JobResult,
    format_job,
    is_long,
    parse_report,
)
from tengen.server.operator_log import OPERATOR_LOG
from tengen.server.problems import RequestRefused
from tengen.server.rate_limits import RateLimiter, ServerLimits
from tengen.server.workers import Requester

COMMAND = (sys.executable, "-P", "-m", "tengen.server.background.child")
LENGTH_BYTES = 4
PROCESS_LOST = "a background process could not be started, or has died; another takes its place"


class ProcessLost(Exception):
    """The process ended before it answered."""


class ProcessRunner(Protocol):
    """Runs one job after the other."""

    async def run(self, job: bytes) -> bytes:
        """Run a job. Raises ProcessLost."""

    def kill(self) -> None:
        """Abort the current job; the next one can run."""

    async def close(self) -> None:
        """Abort the current job, and clean up."""


class BackgroundProcess:
    """A process that is started for its first job.

    It has its own session, so that Ctrl-C in the server's terminal does not reach it.
    """

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._killed: list[asyncio.subprocess.Process] = []

    async def run(self, job: bytes) -> bytes:
        """Run a job. Raises ProcessLost."""
        try:
            return await self._exchange(job)
        except (OSError, asyncio.IncompleteReadError) as error:
            self.kill()
            OPERATOR_LOG.write_line(PROCESS_LOST, "worker-lost")
            raise ProcessLost from error

    async def _exchange(self, job: bytes) -> bytes:
        if self._process is None:
            await self._reap()
            self._process = await asyncio.create_subprocess_exec(
                *COMMAND, stdin=PIPE, stdout=PIPE, start_new_session=True
            )
        writer, reader = self._process.stdin, self._process.stdout
        assert writer is not None
        assert reader is not None
        writer.write(len(job).to_bytes(LENGTH_BYTES, "big") + job)
        await writer.drain()
        return await reader.readexactly(
            int.from_bytes(await reader.readexactly(LENGTH_BYTES), "big")
        )

    def kill(self) -> None:
        """Kill the process; the next job starts a new one."""
        process, self._process = self._process, None
        if process is not None:
            self._killed.append(process)
            with suppress(ProcessLookupError):
                process.kill()

    async def close(self) -> None:
        """Kill the process, and wait until it has ended."""
        self.kill()
        await self._reap()

    async def _reap(self) -> None:
        while self._killed:
            await self._killed.pop().wait()


Result = TypeVar("Result")
Work = Callable[[], Awaitable[Any]]
MAX_PER_BROWSER, MAX_PER_NETWORK, MAX_WAITING = 8, 64, 256
"""Jobs that may wait: per browser, per network, in total."""
BUSY = (503, "busy", "The server is busy. Try again in a moment.")
TOO_MANY = (429, "too-fast", "Too many of your requests are waiting. Try again in a moment.")
REQUEST_LOST = (503, "busy", "The server lost this request. Try again.")


class JobTimedOut(RequestRefused):
    """A job was aborted because it took too long."""

    def __init__(self) -> None:
        super().__init__(413, "too-large", "That takes too long. Try something smaller or shorter.")


Browsers = OrderedDict[str, deque["_QueuedJob"]]


@dataclass(eq=False, slots=True)
class _QueuedJob:
    work: Work
    requester: Requester
    answer: asyncio.Future[Any] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


class FairQueue:
    """Runs one job at a time; networks take turns, and so do the browsers of a network."""

    def __init__(self, timeout: float, on_timeout: Callable[[], None] = lambda: None) -> None:
        """`timeout` is how many seconds a job may take; then `on_timeout` aborts it."""
        self.timeout = timeout
        self._on_timeout = on_timeout
        self._networks: OrderedDict[str, Browsers] = OrderedDict()
        self._work: asyncio.Task[None] | None = None
        self.refused = 0
        """How many jobs were refused because too many wait."""

    @property
    def unfinished(self) -> int:
        """How many jobs wait or run."""
        is_running = self._work is not None
        return self._count_waiting() + is_running

    def _count_waiting(self) -> int:
        return sum(len(jobs) for each in self._networks.values() for jobs in each.values())

    async def run(self, work: Callable[[], Awaitable[Result]], requester: Requester) -> Result:
        """Run a job in turn. Raises RequestRefused, and what the job raises."""
        self._check_capacity(requester)
        waiting = _QueuedJob(work, requester)
        browsers = self._networks.setdefault(requester.network, OrderedDict())
        browsers.setdefault(requester.browser, deque()).append(waiting)
        if self._work is None:
            self._work = asyncio.get_running_loop().create_task(self._run_jobs())
        try:
            result: Result = await waiting.answer
            return result
        finally:
            self._drop(waiting)

    def close(self) -> None:
        """Refuse all waiting jobs."""
        if self._work is not None:
            self._work.cancel()
        while self._networks:
            _refuse(self._next(), RequestRefused(*REQUEST_LOST))

    def _check_capacity(self, requester: Requester) -> None:
        browsers: Mapping[str, deque[_QueuedJob]] = self._networks.get(requester.network, {})
        of_network = sum(map(len, browsers.values()))
        if (
            len(browsers.get(requester.browser, ())) >= MAX_PER_BROWSER
            or of_network >= MAX_PER_NETWORK
        ):
            self.refused += 1
            raise RequestRefused(*TOO_MANY)
        if self._count_waiting() >= MAX_WAITING:
            self.refused += 1
            raise RequestRefused(*BUSY)

    async def _run_jobs(self) -> None:
        while self._networks:
            waiting = self._next()
            try:
                result = await asyncio.wait_for(waiting.work(), self.timeout)
            except (ProcessLost, asyncio.CancelledError) as error:
                _refuse(waiting, RequestRefused(*REQUEST_LOST))
                if isinstance(error, asyncio.CancelledError):
                    raise
            except TimeoutError:
                self._on_timeout()
                _refuse(waiting, JobTimedOut())
            except Exception as error:  # noqa: BLE001 - passed on to the requester
                _refuse(waiting, error)
            else:
                if not waiting.answer.done():
                    waiting.answer.set_result(result)
        self._work = None

    def _next(self) -> _QueuedJob:
        """Take the next job; its browser and its network go to the end of the queue."""
        network, browsers = next(iter(self._networks.items()))
        browser, jobs = next(iter(browsers.items()))
        self._networks.move_to_end(network)
        browsers.move_to_end(browser)
        waiting = jobs[0]
        self._drop(waiting)
        return waiting

    def _drop(self, waiting: _QueuedJob) -> None:
        """Remove a job if it is waiting."""
        network, browser = waiting.requester.network, waiting.requester.browser
        browsers = self._networks.get(network, OrderedDict())
        jobs = browsers.get(browser, deque())
        if waiting in jobs:
            jobs.remove(waiting)
            if not jobs:
                del browsers[browser]
            if not browsers:
                del self._networks[network]


def _refuse(waiting: _QueuedJob, why: Exception) -> None:
    if not waiting.answer.done():
        waiting.answer.set_exception(why)


CACHE_BYTES = 16 << 20
MAX_CACHED_BYTES = 1 << 20
"""Bytes of the largest result that is cached."""
OVERHEAD = 200
"""Bytes of memory per cached result besides its body."""


class ResultCache:
    """The most recently used results, up to a number of bytes."""

    def __init__(self, max_bytes: int = CACHE_BYTES) -> None:
        self._max_bytes = max_bytes
        self._size = 0
        self._answers: OrderedDict[bytes, JobResult] = OrderedDict()

    def get(self, key: bytes) -> JobResult | None:
        """Return a cached result; None if there is none."""
        result = self._answers.get(key)
        if result is not None:
            self._answers.move_to_end(key)
        return result

    def put(self, key: bytes, answer: JobResult) -> None:
        """Cache a result, and drop the least recently used ones if there is no space."""
        if key in self._answers or len(answer.body) > MAX_CACHED_BYTES:
            return
        self._answers[key] = answer
        self._size += _size(answer)
        while self._size > self._max_bytes:
            _, old = self._answers.popitem(last=False)
            self._size -= _size(old)


def _size(answer: JobResult) -> int:
    return len(answer.body) + OVERHEAD


SHORT_TIMEOUT, LONG_TIMEOUT = 10.0, 30.0
"""Seconds that a job may run."""


class BackgroundJobs:
    """Runs jobs in two processes: one for long jobs, and one for short jobs.

    The store is read in a thread, one job at a time: several would slow down each other and the
    event loop.
    """

    def __init__(
        self,
        limits: ServerLimits,
        start: Callable[[], ProcessRunner] = BackgroundProcess,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._runners = {is_long: start() for is_long in (False, True)}
        self._queues = {
            is_long: FairQueue(LONG_TIMEOUT if is_long else SHORT_TIMEOUT, runner.kill)
            for is_long, runner in self._runners.items()
        }
        self._reads = FairQueue(LONG_TIMEOUT)
        self._writes = FairQueue(LONG_TIMEOUT)
        self._browsers = RateLimiter(limits.work, clock)
        self._networks = RateLimiter(limits.network_work, clock)
        self._cache = ResultCache()
        self._over_limit = 0

    @property
    def unfinished(self) -> dict[str, int]:
        """How many jobs of each queue wait or run."""
        return {name: queue.unfinished for name, queue in self._named_queues.items()}

    @property
    def refused(self) -> int:
        """How many jobs were over a limit."""
        return self._over_limit + sum(queue.refused for queue in self._named_queues.values())

    @property
    def _named_queues(self) -> dict[str, FairQueue]:
        return {
            "short": self._queues[False],
            "long": self._queues[True],
            "reads": self._reads,
            "writes": self._writes,
        }

    async def do(self, job: BackgroundJob, requester: Requester) -> JobResult:
        """Return the result of a job, from the cache if possible. Raises RequestRefused."""
        data = format_job(job)
        key = hashlib.sha256(data).digest()
        known = self._cache.get(key)
        if known is not None:
            return known
        self._check_credit(requester)
        runner, queue = self._runners[is_long(job)], self._queues[is_long(job)]

        async def work() -> JobResult:
            known = self._cache.get(key)  # the same job may have run while this one waited
            return known or await self._run(runner, data, key, requester)

        try:
            return await queue.run(work, requester)
        except JobTimedOut:
            self._charge(requester, queue.timeout)
            raise

    async def _run(
        self, runner: ProcessRunner, data: bytes, key: bytes, requester: Requester
    ) -> JobResult:
        report = parse_report(await runner.run(data))
        self._charge(requester, report.seconds)
        if isinstance(report, JobDeclined):
            raise RequestRefused(report.status, report.code, report.says)
        self._cache.put(key, report)
        return report

    async def read(self, work: Callable[[], Result], requester: Requester) -> Result:
        """Read from the store. Raises RequestRefused, and what `work` raises."""
        self._check_credit(requester)

        def timed() -> tuple[Result, float]:
            start = time.thread_time()
            return work(), time.thread_time() - start

        result, seconds = await self._reads.run(partial(asyncio.to_thread, timed), requester)
        self._charge(requester, seconds)
        return result

    async def write(self, work: Callable[[], Awaitable[Result]], requester: Requester) -> Result:
        """Write to the store, one job at a time, so that moves can be saved in between."""
        return await self._writes.run(work, requester)

    def _check_credit(self, requester: Requester) -> None:
        """Raise RequestRefused if the browser or its network has used up its limit."""
        wait = max(self._browsers.wait(requester.browser), self._networks.wait(requester.network))
        if wait > 0:
            self._over_limit += 1
            says = f"Too much work for the server at once. Try again in {int(wait) + 1} s."
            raise RequestRefused(429, "too-fast", says)

    def _charge(self, requester: Requester, seconds: float) -> None:
        """Charge a browser and its network for seconds of work."""
        self._browsers.charge(requester.browser, seconds)
        self._networks.charge(requester.network, seconds)

    async def close(self) -> None:
        """Stop all work, and end both processes."""
        for queue in self._named_queues.values():
            queue.close()
        for runner in self._runners.values():
            await runner.close()
