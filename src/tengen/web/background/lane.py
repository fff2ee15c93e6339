"""A queue for work that is done one at a time: everybody's turn comes, whatever others ask for."""

from __future__ import annotations

import asyncio
from collections import OrderedDict, deque
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass, field
from typing import Any, TypeVar

from tengen.web.background.process import Lost
from tengen.web.problems import Refused
from tengen.workers import Asker

Found = TypeVar("Found")
Work = Callable[[], Awaitable[Any]]
MOST_OF_BROWSER, MOST_OF_NETWORK, MOST = 8, 64, 256
"""How many jobs may wait: of one browser, of one network, in all."""
BUSY = (503, "busy", "Too much is going on here. Try again in a moment.")
TOO_MANY = (429, "too-fast", "Too many of your requests are waiting. Try again in a moment.")
LOST = (503, "busy", "The server lost this request. Try again.")


class TookTooLong(Refused):
    """A job was given up after all the time that it may take."""

    def __init__(self) -> None:
        super().__init__(413, "too-large", "That takes too long. Try something smaller or shorter.")


Browsers = OrderedDict[str, deque["_Waiting"]]


@dataclass(eq=False, slots=True)
class _Waiting:
    work: Work
    asker: Asker
    answer: asyncio.Future[Any] = field(
        default_factory=lambda: asyncio.get_running_loop().create_future()
    )


class Lane:
    """One job at a time: networks take turns, and within a network its browsers do."""

    def __init__(self, patience: float, give_up: Callable[[], None] = lambda: None) -> None:
        """`patience` is how many seconds a job may take; then, `give_up` ends it."""
        self.patience = patience
        self._give_up = give_up
        self._networks: OrderedDict[str, Browsers] = OrderedDict()
        self._work: asyncio.Task[None] | None = None

    async def run(self, work: Callable[[], Awaitable[Found]], asker: Asker) -> Found:
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
            _refuse(self._next(), Refused(*LOST))

    def _check_room(self, asker: Asker) -> None:
        browsers: Mapping[str, deque[_Waiting]] = self._networks.get(asker.network, {})
        of_network = sum(map(len, browsers.values()))
        if len(browsers.get(asker.browser, ())) >= MOST_OF_BROWSER or of_network >= MOST_OF_NETWORK:
            raise Refused(*TOO_MANY)
        if sum(len(jobs) for each in self._networks.values() for jobs in each.values()) >= MOST:
            raise Refused(*BUSY)

    async def _work_through(self) -> None:
        while self._networks:
            waiting = self._next()
            try:
                found = await asyncio.wait_for(waiting.work(), self.patience)
            except (Lost, asyncio.CancelledError) as error:
                _refuse(waiting, Refused(*LOST))
                if isinstance(error, asyncio.CancelledError):
                    raise
            except TimeoutError:
                self._give_up()
                _refuse(waiting, TookTooLong())
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
