"""Work beside the loop: queued fairly, charged by what it costs, remembered."""

from __future__ import annotations

import asyncio
import hashlib
import time
from collections.abc import Awaitable, Callable
from functools import partial
from typing import TypeVar

from tengen.web.background.jobs import Declined, Done, Job, format_job, is_long, parse_report
from tengen.web.background.lane import Lane, TookTooLong
from tengen.web.background.memory import Memory
from tengen.web.background.process import Process, Runner
from tengen.web.limits import Buckets, Limits
from tengen.web.problems import Refused
from tengen.workers import Asker

Found = TypeVar("Found")
SHORT_PATIENCE, LONG_PATIENCE = 10.0, 30.0
"""Seconds for a job, once it has begun."""


class Background:
    """Two processes: one for what takes long, and one that never waits for that.

    What needs the store is read in a thread, one at a time: more would only get in each other's
    way, and in that of the loop.
    """

    def __init__(
        self,
        limits: Limits,
        start: Callable[[], Runner] = Process,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._runners = {is_long: start() for is_long in (False, True)}
        self._lanes = {
            is_long: Lane(LONG_PATIENCE if is_long else SHORT_PATIENCE, runner.kill)
            for is_long, runner in self._runners.items()
        }
        self._reads = Lane(LONG_PATIENCE)
        self._writes = Lane(LONG_PATIENCE)
        self._browsers = Buckets(limits.work, clock)
        self._networks = Buckets(limits.network_work, clock)
        self._memory = Memory()

    async def do(self, job: Job, asker: Asker) -> Done:
        """The answer to a job, at once if it is known. Raises Refused."""
        data = format_job(job)
        key = hashlib.sha256(data).digest()
        known = self._memory.get(key)
        if known is not None:
            return known
        self._check_credit(asker)
        runner, lane = self._runners[is_long(job)], self._lanes[is_long(job)]

        async def work() -> Done:
            known = self._memory.get(key)  # somebody may have asked the same a moment ago
            return known or await self._run(runner, data, key, asker)

        try:
            return await lane.run(work, asker)
        except TookTooLong:
            self._charge(asker, lane.patience)
            raise

    async def _run(self, runner: Runner, data: bytes, key: bytes, asker: Asker) -> Done:
        report = parse_report(await runner.run(data))
        self._charge(asker, report.seconds)
        if isinstance(report, Declined):
            raise Refused(report.status, report.code, report.says)
        self._memory.put(key, report)
        return report

    async def read(self, work: Callable[[], Found], asker: Asker) -> Found:
        """Have something read from the store. Raises Refused, and what it raises."""
        self._check_credit(asker)

        def timed() -> tuple[Found, float]:
            start = time.thread_time()
            return work(), time.thread_time() - start

        found, seconds = await self._reads.run(partial(asyncio.to_thread, timed), asker)
        self._charge(asker, seconds)
        return found

    async def write(self, work: Callable[[], Awaitable[Found]], asker: Asker) -> Found:
        """Have something new written to the store: one at a time, so that moves get between."""
        return await self._writes.run(work, asker)

    def _check_credit(self, asker: Asker) -> None:
        """Raise Refused for those who have used up their share."""
        wait = max(self._browsers.wait(asker.browser), self._networks.wait(asker.network))
        if wait > 0:
            says = f"You have asked for much work at once. Try again in {int(wait) + 1} s."
            raise Refused(429, "too-fast", says)

    def _charge(self, asker: Asker, seconds: float) -> None:
        """Have somebody pay for seconds of work, here or elsewhere."""
        self._browsers.charge(asker.browser, seconds)
        self._networks.charge(asker.network, seconds)

    async def close(self) -> None:
        """End both processes."""
        for lane in (*self._lanes.values(), self._reads, self._writes):
            lane.close()
        for runner in self._runners.values():
            await runner.close()
