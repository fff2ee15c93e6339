"""What is sent over one socket: nobody waits for it; slow clients get the newest of each kind."""

from __future__ import annotations

import asyncio
import types
from collections.abc import Callable, Generator
from contextlib import suppress
from typing import Any, Generic, TypeVar

from starlette.types import Message, Send

Sending = Generator[Any, Any, None]
"""A text that is being sent, step by step."""


class SendQueue:
    """Sends texts over a socket without anybody waiting for it.

    They go out when the loop has done what it is about: many rooms that have something to tell at
    the same time first find out what, and then all of it is sent, which is quicker than by turns.

    A socket that takes nothing more, because its network is slow, gets the newest text of each
    kind once it does; texts between are left out. All texts are whole, so nothing is missed.
    """

    def __init__(self, send: Send, mail: Batch[SendQueue]) -> None:
        self._send = send
        self._mail = mail
        self._posted: list[tuple[str, str]] = []
        self._late: dict[str, str] = {}
        self._rest: asyncio.Task[None] | None = None
        self.is_open = True

    def post(self, kind: str, text: str) -> None:
        """Have a text sent, or the newest of its kind once that can be."""
        if not self._posted:
            self._mail.add(self)
        self._posted.append((kind, text))

    def flush(self) -> None:
        """Send what was posted."""
        posted, self._posted = self._posted, []
        for kind, text in posted:
            if self._rest is not None:
                self._late[kind] = text
            elif self.is_open:
                self._begin(text)

    def close(self) -> None:
        """Send nothing more."""
        self.is_open = False
        if self._rest is not None:
            self._rest.cancel()

    def hang_up(self, code: int, reason: str) -> None:
        """Close the socket; whatever was not sent yet is left out."""
        self.close()
        message: Message = {"type": "websocket.close", "code": code, "reason": reason}
        self._rest = asyncio.get_running_loop().create_task(self._send_last(message))

    async def _send_last(self, message: Message) -> None:
        with suppress(Exception):  # it is gone already
            await self._send(message)

    def _begin(self, text: str) -> None:
        """Send in this very step, as far as that goes; what is left gets a task."""
        sending = self._send({"type": "websocket.send", "text": text}).__await__()
        try:
            first = next(sending)
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


def flush_all(outboxes: list[SendQueue]) -> None:
    """Send what was posted to any of these."""
    for outbox in outboxes:
        outbox.flush()


@types.coroutine
def _resumed(sending: Sending, first: object) -> Generator[object, Any, None]:
    """What has begun already, and first waits for something."""
    yield first
    yield from sending


Item = TypeVar("Item")


class Batch(Generic[Item]):
    """Gathers, and calls once for all: under load, many have something at the same time."""

    def __init__(self, hand_on: Callable[[list[Item]], None]) -> None:
        self._hand_on = hand_on
        self._items: list[Item] = []

    def add(self, item: Item) -> None:
        """Have this handed on with the rest of the round."""
        if not self._items:
            asyncio.get_running_loop().call_soon(self._end)
        self._items.append(item)

    def _end(self) -> None:
        items, self._items = self._items, []
        self._hand_on(items)
