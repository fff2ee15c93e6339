"""Rooms without a server, on a manual clock."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import pytest
from starlette.types import Message

from kit.program import PATIENCE
from tengen.server.rooms.registry import RoomRegistry
from tengen.server.rooms.seats import RoomClient
from tengen.server.send_queue import SendQueue
from tengen.server.services import Services
from tengen.server.workers import EngineJob, JobHandle, Requester, Workers
from tengen.server.workers.task_queue import OnMessage
from tengen.storage import Store


class FakeServices(Services):
    """Services with a manual clock."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.time = 1_000_000_000

    def now(self) -> int:
        return self.time


@asynccontextmanager
async def opened(directory: Path) -> AsyncIterator[tuple[FakeServices, RoomRegistry]]:
    """Open the rooms of the games in a directory."""
    with Store(str(directory)) as store:
        services = FakeServices(store)
        services.open()
        rooms = RoomRegistry(services)
        rooms.open()
        yield services, rooms
        await rooms.close()
        await services.close()


class RecordingClient:
    """A client of a room, and all messages sent to it."""

    def __init__(
        self, services: Services, digest: bytes | None, *, wants_events: bool = False
    ) -> None:
        self.sent: list[Message] = []
        outbox = SendQueue(self._send, services.outgoing)
        self.client = RoomClient(outbox, digest, "home", wants_events=wants_events)

    async def _send(self, message: Message) -> None:
        self.sent.append(message)

    def received(self, kind: str) -> list[dict[str, Any]]:
        """Return all messages of a type, the oldest first."""
        texts = [message["text"] for message in self.sent if "text" in message]
        return [news for news in map(json.loads, texts) if news["type"] == kind]

    async def wait_for(self, kind: str, **fields: object) -> dict[str, Any]:
        """Wait for a message of a type with these fields; return the first one."""

        def found() -> list[dict[str, Any]]:
            return [news for news in self.received(kind) if fields.items() <= news.items()]

        await until(lambda: bool(found()))
        return found()[0]


async def until(is_so: Callable[[], bool]) -> None:
    """Run the event loop until a condition is true. Raises TimeoutError."""
    async with asyncio.timeout(PATIENCE):
        while not is_so():  # noqa: ASYNC110 - nothing sets an event
            await asyncio.sleep(0.001)


class Timers:
    """The timers that were started in the event loop, and their seconds."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        loop = asyncio.get_running_loop()
        start = loop.call_later
        self.seconds: list[float] = []
        self.handles: list[asyncio.TimerHandle] = []
        self._calls: list[Callable[[], None]] = []

        def remember(
            seconds: float, call: Callable[..., None], *args: object
        ) -> asyncio.TimerHandle:
            if args:  # timers with arguments belong to asyncio.sleep
                return start(seconds, call, *args)
            at = len(self.handles)
            self.seconds.append(seconds)
            self._calls.append(call)
            self.handles.append(start(seconds, lambda: self._expire(at)))
            return self.handles[at]

        monkeypatch.setattr(loop, "call_later", remember)

    def end(self, seconds: float) -> None:
        """End the running timer of `seconds` now."""
        self._expire(self._running[self.running.index(seconds)])

    def _expire(self, at: int) -> None:
        """Run what a timer calls; from then on it counts as cancelled."""
        self.handles[at].cancel()
        self._calls[at]()

    @property
    def _running(self) -> list[int]:
        return [at for at, handle in enumerate(self.handles) if not handle.cancelled()]

    @property
    def running(self) -> list[float]:
        """The seconds of the timers that have neither expired nor been cancelled."""
        return [self.seconds[at] for at in self._running]


class RecordingWorkers(Workers):
    """Workers that only record their jobs and which were cancelled."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[EngineJob, Requester, OnMessage]] = []
        self.cancelled: list[int] = []

    def submit(self, job: EngineJob, requester: Requester, on_message: OnMessage) -> JobHandle:
        number = len(self.asked)
        self.asked.append((job, requester, on_message))
        return JobHandle(lambda: self.cancelled.append(number))


def count_searches() -> int:
    """Return how many searches for forbidden points are running."""
    names = [task.get_coro().__qualname__ for task in asyncio.all_tasks()]  # type: ignore[union-attr]
    return sum(name.startswith("ForbiddenPoints") for name in names)


Scenario = Callable[[FakeServices, RoomRegistry], Awaitable[None]]
"""A test that runs in an event loop, with services and rooms."""


def run_scenario(directory: Path, scenario: Scenario) -> None:
    """Run a scenario with its own rooms."""

    async def run() -> None:
        async with opened(directory) as (services, rooms):
            await scenario(services, rooms)

    asyncio.run(run())
