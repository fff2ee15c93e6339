"""Whether a server can take players."""

from __future__ import annotations

import asyncio

from tengen.errors import StoreError
from tengen.server.services import Services

VALID_SECONDS = 1.0
"""Seconds for which an answer of the store is valid."""
STORE_SECONDS = 2.0
"""Seconds that the store may take to answer."""
PROBE_KEY = "readiness"
"""The setting that is read or written to see whether the store works."""
SLOW_STORE = f"the store has not answered for {STORE_SECONDS:.0f} seconds"


class Readiness:
    """Asks the store whether it works, with one thread at a time and at most once a second.

    Usually a setting is read. After a failed save, one is written, because a disk that is full
    can still be read.
    """

    def __init__(self, services: Services) -> None:
        self._services = services
        self._asked: asyncio.Task[None] | None = None
        self._answered_at = -VALID_SECONDS
        self._store_problem: str | None = None

    async def problem(self) -> str | None:
        """Return why the server cannot take players; None if it can."""
        if self._services.not_ready_because is not None:
            return self._services.not_ready_because
        loop = asyncio.get_running_loop()
        if loop.time() < self._answered_at + VALID_SECONDS:
            return self._store_problem
        asked = self._asked = self._asked or loop.create_task(self._ask())
        await asyncio.wait({asked}, timeout=STORE_SECONDS)
        if not asked.done():
            return SLOW_STORE
        asked.result()
        return self._store_problem

    async def _ask(self) -> None:
        try:
            await asyncio.to_thread(self._probe)
            self._store_problem = None
        except StoreError as error:
            self._store_problem = str(error)
        finally:
            self._answered_at = asyncio.get_running_loop().time()
            self._asked = None

    def _probe(self) -> None:
        """Read from the store, or write to it if the last save failed. Raises StoreError."""
        store = self._services.store
        if self._services.can_save:
            store.recall(PROBE_KEY)
        else:
            store.remember(PROBE_KEY, b"")
            self._services.can_save = True
