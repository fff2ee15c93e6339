"""Sending over sockets without waiting: slow clients get only the newest text of each kind."""

from __future__ import annotations

import asyncio
import types
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from typing import Any, Generic, TypeVar

from starlette.types import Message, Send

Sending = Generator[Any, Any, None]
"""The steps of sending a text."""


WriteTexts = Callable[[Sequence[str]], bool]
"""Sends texts, if that is possible without waiting, and returns whether it was."""


class SendQueue:
    """Sends texts over a socket, while the sender does not wait.

    Texts are sent at the end of a round of the event loop. So when many rooms have something to
    send, all texts are made first and then sent, which is faster than alternating.

    While the network of a client is slow, only the newest text of each kind is kept for it. Every
    text is complete, so the client misses nothing.
    """

    def __init__(
        self, send: Send, batch: Batch[SendQueue], write: WriteTexts | None = None
    ) -> None:
        self._send = send
        self._write = write
        self._batch = batch
        self._posted: list[tuple[str, str]] = []
        self._delayed: dict[str, str] = {}
        self._task: asyncio.Task[None] | None = None
        self.is_open = True

    def post(self, kind: str, text: str) -> None:
        """Queue a text; a newer text of the same kind may replace it."""
        if not self._posted:
            self._batch.add(self)
        self._posted.append((kind, text))

    def flush(self) -> None:
        """Send the queued texts."""
        posted, self._posted = self._posted, []
        is_free = self._task is None and self.is_open
        if is_free and self._write is not None and self._write([text for _, text in posted]):
            return
        for kind, text in posted:
            if self._task is not None:
                self._delayed.pop(kind, None)  # the newest text goes last
                self._delayed[kind] = text
            elif self.is_open:
                self._start(text)

    def close(self) -> None:
        """Send nothing more."""
        self.is_open = False
        if self._task is not None:
            self._task.cancel()

    def close_socket(self, code: int, reason: str) -> None:
        """Close the socket; texts that were not sent are dropped."""
        self.close()
        message: Message = {"type": "websocket.close", "code": code, "reason": reason}
        self._task = asyncio.get_running_loop().create_task(self._send_last(message))

    async def _send_last(self, message: Message) -> None:
        with suppress(Exception):  # the socket is already closed
            await self._send(message)

    def _start(self, text: str) -> None:
        """Send a text at once, or the rest of it in a task if the socket is not ready."""
        sending = self._send({"type": "websocket.send", "text": text}).__await__()
        try:
            first = next(sending)
        except StopIteration:
            return
        except Exception:  # noqa: BLE001 - the socket is closed; its reader will notice
            self.is_open = False
            return
        self._task = asyncio.get_running_loop().create_task(self._finish(sending, first))

    async def _finish(self, sending: Sending, first: object) -> None:
        try:
            await _resumed(sending, first)
            while self._delayed:
                kind = next(iter(self._delayed))
                message: Message = {"type": "websocket.send", "text": self._delayed.pop(kind)}
                await self._send(message)
        except Exception:  # noqa: BLE001 - likewise
            self.is_open = False
        finally:
            self._task = None


def flush_all(queues: list[SendQueue]) -> None:
    """Send the queued texts of several queues."""
    for queue in queues:
        queue.flush()


@types.coroutine
def _resumed(sending: Sending, first: object) -> Generator[object, Any, None]:
    """Return a coroutine for the rest of a started one, which waits for `first` now."""
    yield first
    yield from sending


Item = TypeVar("Item")


class Batch(Generic[Item]):
    """Collects items during a round of the event loop, and handles them with one call."""

    def __init__(self, handle: Callable[[list[Item]], None]) -> None:
        self._handle = handle
        self._items: list[Item] = []

    def add(self, item: Item) -> None:
        """Add an item to this round."""
        if not self._items:
            asyncio.get_running_loop().call_soon(self._end)
        self._items.append(item)

    def _end(self) -> None:
        items, self._items = self._items, []
        self._handle(items)
