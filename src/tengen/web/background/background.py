"""Work beside the loop: queued fairly, charged by what it costs, remembered."""

from __future__ import annotations

import hashlib
import time
from collections.abc import Callable

from tengen.web.background.jobs import Declined, Done, Job, format_job, is_long, parse_report
from tengen.web.background.lane import Lane, TookTooLong
from tengen.web.background.memory import Memory
from tengen.web.background.process import Process, Runner
from tengen.web.limits import Buckets, Limits
from tengen.web.problems import Refused
from tengen.workers import Asker

SHORT_PATIENCE, LONG_PATIENCE = 10.0, 30.0
"""Seconds for a job, once it has begun."""


class Background:
    """Two processes: one for what takes long, and one that never waits for that."""

    def __init__(
        self,
        limits: Limits,
        start: Callable[[], Runner] = Process,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._short = Lane(start(), SHORT_PATIENCE)
        self._long = Lane(start(), LONG_PATIENCE)
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
        self.check_credit(asker)
        lane = self._long if is_long(job) else self._short
        try:
            report = parse_report(await lane.run(data, asker))
        except TookTooLong:
            self.charge(asker, lane.patience)
            raise
        self.charge(asker, report.seconds)
        if isinstance(report, Declined):
            raise Refused(report.status, report.code, report.says)
        self._memory.put(key, report)
        return report

    def check_credit(self, asker: Asker) -> None:
        """Raise Refused for those who have used up their share."""
        wait = max(self._browsers.wait(asker.browser), self._networks.wait(asker.network))
        if wait > 0:
            says = f"You have asked for much work at once. Try again in {int(wait) + 1} s."
            raise Refused(429, "too-fast", says)

    def charge(self, asker: Asker, seconds: float) -> None:
        """Have somebody pay for seconds of work, here or elsewhere."""
        self._browsers.charge(asker.browser, seconds)
        self._networks.charge(asker.network, seconds)

    async def close(self) -> None:
        """End both processes."""
        await self._short.close()
        await self._long.close()
