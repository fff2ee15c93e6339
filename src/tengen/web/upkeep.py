"""What a server forgets by and by: invitations and games that nobody wanted after all."""

from __future__ import annotations

import asyncio
from contextlib import suppress

from tengen.errors import StoreError
from tengen.web.play.rooms import Rooms
from tengen.web.site import Site

DAY = 24 * 60 * 60 * 1000
STALE = 7 * DAY
"""Milliseconds after which an invitation that nobody has taken is forgotten."""
UNPLAYED = DAY
"""Milliseconds after which a game is forgotten in which nobody has made a move."""
PAUSE = 600.0
"""Seconds between looks for such games."""


class Upkeep:
    """Looks through the store now and then. What is in memory stays: somebody may be there."""

    def __init__(self, site: Site, rooms: Rooms) -> None:
        self._site = site
        self._rooms = rooms

    def open(self) -> None:
        """Begin to look."""
        self._work = asyncio.get_running_loop().create_task(self._repeat())

    async def close(self) -> None:
        """End it."""
        self._work.cancel()
        with suppress(asyncio.CancelledError):
            await self._work

    async def tidy(self) -> None:
        """Look once."""
        store, now = self._site.store, self._site.now()
        links = set(self._rooms.loaded)
        games = {room.kept.game for room in self._rooms.loaded.values() if room.kept.game}
        try:
            await asyncio.to_thread(store.forget_waiting, now - STALE, links)
            await asyncio.to_thread(store.forget_unplayed, now - UNPLAYED, games)
        except StoreError as error:
            self._site.complain(error)

    async def _repeat(self) -> None:
        while True:
            await self.tidy()
            await asyncio.sleep(PAUSE)
