"""Queues of texts for sockets."""

from __future__ import annotations

import asyncio

from starlette.types import Message

from tengen.server.rooms.seats import RoomClient
from tengen.server.send_queue import Batch, SendQueue, flush_all


class FakeSocket:
    """A socket that accepts texts only while it is open."""

    def __init__(self) -> None:
        self.taken: list[str] = []
        self.is_free = asyncio.Event()
        self.is_free.set()
        self.is_broken = False

    async def send(self, message: Message) -> None:
        await self.is_free.wait()
        if self.is_broken:
            raise OSError("gone")
        self.taken.append(message["text"])


async def settle() -> None:
    """Let the event loop finish all pending work."""
    for _ in range(10):
        await asyncio.sleep(0)


def test_texts_are_sent_in_the_next_round_of_the_loop() -> None:
    async def scenario() -> tuple[list[str], list[str]]:
        socket = FakeSocket()
        outbox = SendQueue(socket.send, Batch(flush_all))
        for text in ("one", "two"):
            outbox.post("problem", text)
        before = [*socket.taken]
        await asyncio.sleep(0)
        return before, socket.taken

    assert asyncio.run(scenario()) == ([], ["one", "two"])


def test_a_slow_socket_gets_the_newest_text_of_each_kind() -> None:
    async def scenario() -> list[str]:
        socket = FakeSocket()
        outbox = SendQueue(socket.send, Batch(flush_all))
        socket.is_free.clear()
        for text in ("one", "two", "three"):
            outbox.post("state", text)
        outbox.post("table", "here")
        outbox.flush()
        socket.is_free.set()
        await settle()
        outbox.post("state", "four")
        outbox.flush()
        return socket.taken

    assert asyncio.run(scenario()) == ["one", "three", "here", "four"]


def test_a_slow_socket_gets_an_answer_before_the_state_that_follows_it() -> None:
    async def scenario() -> list[str]:
        socket = FakeSocket()
        outbox = SendQueue(socket.send, Batch(flush_all))
        socket.is_free.clear()
        for text in ("one", "two"):
            outbox.post("state", text)
        outbox.post("done", "answer")
        outbox.post("state", "three")
        outbox.flush()
        socket.is_free.set()
        await settle()
        return socket.taken

    assert asyncio.run(scenario()) == ["one", "answer", "three"]


def test_a_slow_socket_does_not_delay_others() -> None:
    async def scenario() -> list[str]:
        slow, quick = FakeSocket(), FakeSocket()
        slow.is_free.clear()
        for outbox in (
            SendQueue(slow.send, Batch(flush_all)),
            SendQueue(quick.send, Batch(flush_all)),
        ):
            outbox.post("state", "one")
        await settle()
        return quick.taken

    assert asyncio.run(scenario()) == ["one"]


def test_nothing_is_sent_after_the_socket_has_failed() -> None:
    async def scenario() -> tuple[bool, list[str]]:
        socket = FakeSocket()
        outbox = SendQueue(socket.send, Batch(flush_all))
        socket.is_broken = True
        outbox.post("state", "one")
        outbox.flush()
        socket.is_broken = False
        outbox.post("state", "two")
        outbox.flush()
        return outbox.is_open, socket.taken

    assert asyncio.run(scenario()) == (False, [])


def test_delayed_texts_are_dropped_when_the_queue_is_closed() -> None:
    async def scenario() -> list[str]:
        socket = FakeSocket()
        outbox = SendQueue(socket.send, Batch(flush_all))
        socket.is_free.clear()
        outbox.post("state", "one")
        await settle()
        outbox.close()
        socket.is_free.set()
        await settle()
        return socket.taken

    assert asyncio.run(scenario()) == []


def test_items_added_during_a_round_are_handled_together_at_its_end() -> None:
    async def scenario() -> list[list[int]]:
        handed: list[list[int]] = []
        batch = Batch(handed.append)
        for number in (1, 2):
            batch.add(number)
        assert handed == []
        await asyncio.sleep(0)
        batch.add(3)
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        return handed

    assert asyncio.run(scenario()) == [[1, 2], [3]]


def test_items_added_while_handling_are_handled_in_the_next_round() -> None:
    async def scenario() -> list[list[int]]:
        handed: list[list[int]] = []

        def hand_on(items: list[int]) -> None:
            handed.append(items)
            if items == [1]:
                batch.add(2)

        batch = Batch(hand_on)
        batch.add(1)
        for _ in range(3):
            await asyncio.sleep(0)
        return handed

    assert asyncio.run(scenario()) == [[1], [2]]


def test_a_client_gets_states_by_default() -> None:
    async def send(_message: Message) -> None:
        """Drop the message."""

    assert not RoomClient(SendQueue(send, Batch(flush_all)), None).wants_events


def test_disconnecting_closes_the_socket_with_the_code_of_a_restart() -> None:
    async def scenario() -> list[Message]:
        sent: list[Message] = []

        async def send(message: Message) -> None:
            sent.append(message)

        RoomClient(SendQueue(send, Batch(flush_all)), None).disconnect()
        await asyncio.sleep(0)
        return sent

    [message] = asyncio.run(scenario())
    assert (message["type"], message["code"]) == ("websocket.close", 1012)
