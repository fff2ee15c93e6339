"""A server's rooms without the server, on a clock that is set by hand."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.types import Message

from kit.program import PATIENCE
from tengen.store import Store
from tengen.web.outbox import Outbox
from tengen.web.play.client import Client
from tengen.web.play.rooms import Rooms
from tengen.web.site import Site


class HandSite(Site):
    """A site whose time passes only when a test says so."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self.time = 1_000_000_000

    def now(self) -> int:
        return self.time


@asynccontextmanager
async def opened(directory: Path) -> AsyncIterator[tuple[HandSite, Rooms]]:
    """Rooms over the games in a directory."""
    with Store(str(directory)) as store:
        site = HandSite(store)
        site.open()
        rooms = Rooms(site)
        rooms.open()
        yield site, rooms
        rooms.close()
        await site.close()


class Listener:
    """A client of a room, and all that was sent to it."""

    def __init__(self, site: Site, digest: bytes | None) -> None:
        self.sent: list[Message] = []
        self.client = Client(Outbox(self._send, site.mail), digest)

    async def _send(self, message: Message) -> None:
        self.sent.append(message)


async def until(is_so: Callable[[], bool]) -> None:
    """Let the loop turn until something is so; TimeoutError if that never comes."""
    async with asyncio.timeout(PATIENCE):
        while not is_so():  # noqa: ASYNC110 - nobody says when
            await asyncio.sleep(0.001)
