"""A server's rooms without the server, on a clock that is set by hand."""

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
from tengen.server.workers.task_queue import Tell
from tengen.storage import Store


class HandSite(Services):
    """A site whose time passes only when a test says so."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.time = 1_000_000_000

    def now(self) -> int:
        return self.time


@asynccontextmanager
async def opened(directory: Path) -> AsyncIterator[tuple[HandSite, RoomRegistry]]:
    """Rooms over the games in a directory."""
    with Store(str(directory)) as store:
        site = HandSite(store)
        site.open()
        rooms = RoomRegistry(site)
        rooms.open()
        yield site, rooms
        rooms.close()
        await site.close()


class Listener:
    """A client of a room, and all that was sent to it."""

    def __init__(self, site: Services, digest: bytes | None, *, wants_events: bool = False) -> None:
        self.sent: list[Message] = []
        outbox = SendQueue(self._send, site.mail)
        self.client = RoomClient(outbox, digest, "home", wants_events=wants_events)

    async def _send(self, message: Message) -> None:
        self.sent.append(message)

    def heard(self, kind: str) -> list[dict[str, Any]]:
        """All news of a kind, the oldest first."""
        texts = [message["text"] for message in self.sent if "text" in message]
        return [news for news in map(json.loads, texts) if news["type"] == kind]

    async def hear(self, kind: str, **fields: object) -> dict[str, Any]:
        """Wait for news of a kind with these fields; the first of them."""

        def found() -> list[dict[str, Any]]:
            return [news for news in self.heard(kind) if fields.items() <= news.items()]

        await until(lambda: bool(found()))
        return found()[0]


async def until(is_so: Callable[[], bool]) -> None:
    """Let the loop turn until something is so; TimeoutError if that never comes."""
    async with asyncio.timeout(PATIENCE):
        while not is_so():  # noqa: ASYNC110 - nobody says when
            await asyncio.sleep(0.001)


class Timers:
    """The timers that are started in a loop, and for how many seconds."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        loop = asyncio.get_running_loop()
        start = loop.call_later
        self.seconds: list[float] = []
        self.handles: list[asyncio.TimerHandle] = []
        self._calls: list[Callable[[], None]] = []

        def remember(
            seconds: float, call: Callable[..., None], *args: object
        ) -> asyncio.TimerHandle:
            handle = start(seconds, call, *args)
            if not args:  # those with arguments belong to asyncio.sleep
                self.seconds.append(seconds)
                self.handles.append(handle)
                self._calls.append(call)
            return handle

        monkeypatch.setattr(loop, "call_later", remember)

    def end(self, seconds: float) -> None:
        """Let the running timer of so many seconds end now."""
        at = self.running.index(seconds)
        live = [number for number, handle in enumerate(self.handles) if not handle.cancelled()]
        self.handles[live[at]].cancel()
        self._calls[live[at]]()

    @property
    def running(self) -> list[float]:
        """The seconds of those that were not cancelled."""
        pairs = zip(self.seconds, self.handles, strict=True)
        return [seconds for seconds, handle in pairs if not handle.cancelled()]


class Desk(Workers):
    """Remembers what it is asked for, and what nobody waits for any more."""

    def __init__(self) -> None:
        super().__init__()
        self.asked: list[tuple[EngineJob, Requester, Tell]] = []
        self.cancelled: list[int] = []

    def ask(self, job: EngineJob, owner: Requester, tell: Tell) -> JobHandle:
        number = len(self.asked)
        self.asked.append((job, owner, tell))
        return JobHandle(lambda: self.cancelled.append(number))


def searches() -> int:
    """How many searches for forbidden points are running."""
    names = [task.get_coro().__qualname__ for task in asyncio.all_tasks()]  # type: ignore[union-attr]
    return sum(name.startswith("ForbiddenPoints") for name in names)


Story = Callable[[HandSite, RoomRegistry], Awaitable[None]]
"""What happens in the rooms of a site."""


def tell_story(directory: Path, story: Story) -> None:
    """Run a story in rooms of its own."""

    async def run() -> None:
        async with opened(directory) as (site, rooms):
            await story(site, rooms)

    asyncio.run(run())
