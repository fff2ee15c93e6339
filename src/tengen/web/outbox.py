"""What is told to one socket, at once if it can be."""

from __future__ import annotations

import asyncio
import types
from collections.abc import Coroutine, Generator
from typing import Any, cast

from starlette.types import Message, Send

Sending = Coroutine[Any, Any, None]


class Outbox:
    """Sends texts over a socket without anybody waiting for it.

    A socket that takes nothing more, because its network is slow, gets the newest text of each
    kind once it does; texts between are left out. All texts are whole, so nothing is missed.
    """

    def __init__(self, send: Send) -> None:
        self._send = send
        self._late: dict[str, str] = {}
        self._rest: asyncio.Task[None] | None = None
        self.is_open = True

    def post(self, kind: str, text: str) -> None:
        """Send a text, or the newest of its kind as soon as that can be."""
        if self._rest is not None:
            self._late[kind] = text
        elif self.is_open:
            self._begin(text)

    def close(self) -> None:
        """Send nothing more."""
        self.is_open = False
        if self._rest is not None:
            self._rest.cancel()

    def _begin(self, text: str) -> None:
        """Send in the caller's own step, as far as that goes; what is left gets a task."""
        sending = cast("Sending", self._send({"type": "websocket.send", "text": text}))
        try:
            first = sending.send(None)
        except StopIteration:
            return
        except Exception:  # noqa: BLE001 - it is gone, and whoever reads from it will find out
            self.is_open = False
            return
        self._rest = asyncio.get_running_loop().create_task(self._go_on(sending, first))

    async def _go_on(self, sending: Sending, first: object) -> None:
        try:
            await _resumed(sending, first)
            while self._late:
                kind = next(iter(self._late))
                message: Message = {"type": "websocket.send", "text": self._late.pop(kind)}
                await self._send(message)
        except Exception:  # noqa: BLE001 - likewise
            self.is_open = False
        finally:
            self._rest = None


@types.coroutine
def _resumed(sending: Sending, first: object) -> Generator[object, Any, None]:
    """A coroutine that has begun already, and first waits for something."""
    yield first
    yield from sending.__await__()
