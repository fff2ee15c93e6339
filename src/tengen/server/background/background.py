"""Background jobs: queued fairly, done in two processes, charged by cost, remembered."""

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
from tengen.server.problems import RequestRefused
from tengen.server.rate_limits import RateLimiter, ServerLimits
from tengen.server.workers import Requester

COMMAND = (sys.executable, "-P", "-m", "tengen.server.background.child")
LENGTH_BYTES = 4


class ProcessLost(Exception):
    """The process has ended before it answered."""


class ProcessRunner(Protocol):
    """Does one job after the other, somewhere."""

    async def run(self, job: bytes) -> bytes:
        """Do a job. Raises Lost."""

    def kill(self) -> None:
        """Give up what is being done; the next job begins anew."""

    async def close(self) -> None:
        """Give up what is being done, and leave nothing behind."""


class BackgroundProcess:
    """A process that is started when there is a job for it.

    It has a session of its own, so that Ctrl-C at the server's terminal does not reach it.
    """

    def __init__(self) -> None:
        self._process: asyncio.subprocess.Process | None = None
        self._killed: list[asyncio.subprocess.Process] = []

    async def run(self, job: bytes) -> bytes:
        """Do a job. Raises Lost."""
        try:
            return await self._talk(job)
        except (OSError, asyncio.IncompleteReadError) as error:
            self.kill()
            raise ProcessLost from error

    async def _talk(self, job: bytes) -> bytes:
        if self._process is None:
            await self._see_out()
            self._process = await asyncio.create_subprocess_exec(
                *COMMAND, stdin=PIPE, stdout=PIPE, start_new_session=True
            )
        to, of = self._process.stdin, self._process.stdout
        assert to is not None
        assert of is not None
        to.write(len(job).to_bytes(LENGTH_BYTES, "big") + job)
        await to.drain()
        return await of.readexactly(int.from_bytes(await of.readexactly(LENGTH_BYTES), "big"))

    def kill(self) -> None:
        """End the process; the next job gets a new one."""
        process, self._process = self._process, None
        if process is not None:
            self._killed.append(process)
            with suppress(ProcessLookupError):
                process.kill()

    async def close(self) -> None:
        """End the process, and wait until it has ended."""
        self.kill()
        await self._see_out()

    async def _see_out(self) -> None:
        while self._killed:
            await self._killed.pop().wait()


Found = TypeVar("Found")
Work = Callable[[], Awaitable[Any]]
MOST_OF_BROWSER, MOST_OF_NETWORK, MOST_WAITING = 8, 64, 256
"""How many jobs may wait: of one browser, of one network, in all."""
BUSY = (503, "busy", "Too much is going on here. Try again in a moment.")
TOO_MANY = (429, "too-fast", "Too many of your requests are waiting. Try again in a moment.")
REQUEST_LOST = (503, "busy", "The server lost this request. Try again.")


class JobTimedOut(RequestRefused):
    """A job was given up after all the time that it may take."""

    def __init__(self) -> None:
        super().__init__(413, "too-large", "That takes too long. Try something smaller or shorter.")


Browsers = OrderedDict[str, deque["_Waiting"]]


@dataclass(eq=False, slots=True)
class _Waiting:
    work: Work
    asker: Requester
    answer: asyncio.Future[Any] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


class FairQueue:
    """One job at a time: networks take turns, and within a network its browsers do."""

    def __init__(self, patience: float, give_up: Callable[[], None] = lambda: None) -> None:
        """`patience` is how many seconds a job may take; then, `give_up` ends it."""
        self.patience = patience
        self._give_up = give_up
        self._networks: OrderedDict[str, Browsers] = OrderedDict()
        self._work: asyncio.Task[None] | None = None

    async def run(self, work: Callable[[], Awaitable[Found]], asker: Requester) -> Found:
        """Wait for a turn, and for what comes of the work. Raises Refused, and what it raises."""
        self._check_room(asker)
        waiting = _Waiting(work, asker)
        browsers = self._networks.setdefault(asker.network, OrderedDict())
        browsers.setdefault(asker.browser, deque()).append(waiting)
        if self._work is None:
            self._work = asyncio.get_running_loop().create_task(self._work_through())
        try:
            found: Found = await waiting.answer
            return found
        finally:
            self._drop(waiting)

    def close(self) -> None:
        """Give everything up."""
        if self._work is not None:
            self._work.cancel()
        while self._networks:
            _refuse(self._next(), RequestRefused(*REQUEST_LOST))

    def _check_room(self, asker: Requester) -> None:
        browsers: Mapping[str, deque[_Waiting]] = self._networks.get(asker.network, {})
        of_network = sum(map(len, browsers.values()))
        if len(browsers.get(asker.browser, ())) >= MOST_OF_BROWSER or of_network >= MOST_OF_NETWORK:
            raise RequestRefused(*TOO_MANY)
        if (
            sum(len(jobs) for each in self._networks.values() for jobs in each.values())
            >= MOST_WAITING
        ):
            raise RequestRefused(*BUSY)

    async def _work_through(self) -> None:
        while self._networks:
            waiting = self._next()
            try:
                found = await asyncio.wait_for(waiting.work(), self.patience)
            except (ProcessLost, asyncio.CancelledError) as error:
                _refuse(waiting, RequestRefused(*REQUEST_LOST))
                if isinstance(error, asyncio.CancelledError):
                    raise
            except TimeoutError:
                self._give_up()
                _refuse(waiting, JobTimedOut())
            except Exception as error:  # noqa: BLE001 - it belongs to the one who asked
                _refuse(waiting, error)
            else:
                if not waiting.answer.done():
                    waiting.answer.set_result(found)
        self._work = None

    def _next(self) -> _Waiting:
        """Take the job whose turn it is; its browser and its network go to the end of the line."""
        network, browsers = next(iter(self._networks.items()))
        browser, jobs = next(iter(browsers.items()))
        self._networks.move_to_end(network)
        browsers.move_to_end(browser)
        waiting = jobs[0]
        self._drop(waiting)
        return waiting

    def _drop(self, waiting: _Waiting) -> None:
        """Have a job wait no more, if it does."""
        network, browser = waiting.asker.network, waiting.asker.browser
        browsers = self._networks.get(network, OrderedDict())
        jobs = browsers.get(browser, deque())
        if waiting in jobs:
            jobs.remove(waiting)
            if not jobs:
                del browsers[browser]
            if not browsers:
                del self._networks[network]


def _refuse(waiting: _Waiting, why: Exception) -> None:
    if not waiting.answer.done():
        waiting.answer.set_exception(why)


CACHE_BYTES = 16 << 20
LARGEST_CACHED = 1 << 20
"""Bytes of an answer that is kept."""
OVERHEAD = 200
"""Bytes that keeping an answer takes besides it."""


class ResultCache:
    """The answers that were asked for last, up to a number of bytes."""

    def __init__(self, most: int = CACHE_BYTES) -> None:
        self._most = most
        self._size = 0
        self._answers: OrderedDict[bytes, JobResult] = OrderedDict()

    def get(self, key: bytes) -> JobResult | None:
        """The answer under a key, if it is still known."""
        found = self._answers.get(key)
        if found is not None:
            self._answers.move_to_end(key)
        return found

    def put(self, key: bytes, answer: JobResult) -> None:
        """Remember an answer; those not asked for for longest make room."""
        if key in self._answers or len(answer.body) > LARGEST_CACHED:
            return
        self._answers[key] = answer
        self._size += _size(answer)
        while self._size > self._most:
            _, old = self._answers.popitem(last=False)
            self._size -= _size(old)


def _size(answer: JobResult) -> int:
    return len(answer.body) + OVERHEAD


SHORT_PATIENCE, LONG_PATIENCE = 10.0, 30.0
"""Seconds for a job, once it has begun."""


class BackgroundJobs:
    """Two processes: one for what takes long, and one that never waits for that.

    What needs the store is read in a thread, one at a time: more would only get in each other's
    way, and in that of the loop.
    """

    def __init__(
        self,
        limits: ServerLimits,
        start: Callable[[], ProcessRunner] = BackgroundProcess,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._runners = {is_long: start() for is_long in (False, True)}
        self._lanes = {
            is_long: FairQueue(LONG_PATIENCE if is_long else SHORT_PATIENCE, runner.kill)
            for is_long, runner in self._runners.items()
        }
        self._reads = FairQueue(LONG_PATIENCE)
        self._writes = FairQueue(LONG_PATIENCE)
        self._browsers = RateLimiter(limits.work, clock)
        self._networks = RateLimiter(limits.network_work, clock)
        self._memory = ResultCache()

    async def do(self, job: BackgroundJob, asker: Requester) -> JobResult:
        """The answer to a job, at once if it is known. Raises Refused."""
        data = format_job(job)
        key = hashlib.sha256(data).digest()
        known = self._memory.get(key)
        if known is not None:
            return known
        self._check_credit(asker)
        runner, lane = self._runners[is_long(job)], self._lanes[is_long(job)]

        async def work() -> JobResult:
            known = self._memory.get(key)  # somebody may have asked the same a moment ago
            return known or await self._run(runner, data, key, asker)

        try:
            return await lane.run(work, asker)
        except JobTimedOut:
            self._charge(asker, lane.patience)
            raise

    async def _run(
        self, runner: ProcessRunner, data: bytes, key: bytes, asker: Requester
    ) -> JobResult:
        report = parse_report(await runner.run(data))
        self._charge(asker, report.seconds)
        if isinstance(report, JobDeclined):
            raise RequestRefused(report.status, report.code, report.says)
        self._memory.put(key, report)
        return report

    async def read(self, work: Callable[[], Found], asker: Requester) -> Found:
        """Have something read from the store. Raises Refused, and what it raises."""
        self._check_credit(asker)

        def timed() -> tuple[Found, float]:
            start = time.thread_time()
            return work(), time.thread_time() - start

        found, seconds = await self._reads.run(partial(asyncio.to_thread, timed), asker)
        self._charge(asker, seconds)
        return found

    async def write(self, work: Callable[[], Awaitable[Found]], asker: Requester) -> Found:
        """Have something new written to the store: one at a time, so that moves get between."""
        return await self._writes.run(work, asker)

    def _check_credit(self, asker: Requester) -> None:
        """Raise Refused for those who have used up their share."""
        wait = max(self._browsers.wait(asker.browser), self._networks.wait(asker.network))
        if wait > 0:
            says = f"You have asked for much work at once. Try again in {int(wait) + 1} s."
            raise RequestRefused(429, "too-fast", says)

    def _charge(self, asker: Requester, seconds: float) -> None:
        """Have somebody pay for seconds of work, here or elsewhere."""
        self._browsers.charge(asker.browser, seconds)
        self._networks.charge(asker.network, seconds)

    async def close(self) -> None:
        """End both processes."""
        for lane in (*self._lanes.values(), self._reads, self._writes):
            lane.close()
        for runner in self._runners.values():
            await runner.close()
