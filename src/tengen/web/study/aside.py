"""Work that takes a while and is no engine's: done beside the loop, little of it at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from typing import TypeVar

from tengen.web.answers import Refused

Found = TypeVar("Found")
WAITING = 32
"""How many may wait until it is their turn."""


class Aside:
    """A queue for reading files and drawing pictures: one at a time, since Python runs one."""

    def __init__(self) -> None:
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def do(self, work: Callable[[], Found]) -> Found:
        """Have something done in a thread. Raises Refused if too many wait, and what it raises."""
        if self._waiting >= WAITING:
            raise Refused(503, "busy", "Too much is going on here. Try again in a moment.")
        self._waiting += 1
        try:
            async with self._turn:
                return await asyncio.to_thread(work)
        finally:
            self._waiting -= 1
