"""What is told to a socket."""

from __future__ import annotations

import asyncio

from starlette.types import Message

from tengen.server.rooms.seats import RoomClient
from tengen.server.send_queue import Batch, SendQueue, flush_all


class Wire:
    """A socket that takes texts while it is open, and holds them up while it is not."""

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
    """Let everything happen that can."""
    for _ in range(10):
        await asyncio.sleep(0)


def test_texts_are_sent_as_soon_as_the_loop_goes_on() -> None:
    async def story() -> tuple[list[str], list[str]]:
        wire = Wire()
        outbox = SendQueue(wire.send, Batch(flush_all))
        for text in ("one", "two"):
            outbox.post("problem", text)
        before = [*wire.taken]
        await asyncio.sleep(0)
        return before, wire.taken

    assert asyncio.run(story()) == ([], ["one", "two"])


def test_a_slow_socket_gets_the_newest_text_of_each_kind() -> None:
    async def story() -> list[str]:
        wire = Wire()
        outbox = SendQueue(wire.send, Batch(flush_all))
        wire.is_free.clear()
        for text in ("one", "two", "three"):
            outbox.post("state", text)
        outbox.post("table", "here")
        outbox.flush()
        wire.is_free.set()
        await settle()
        outbox.post("state", "four")
        outbox.flush()
        return wire.taken

    assert asyncio.run(story()) == ["one", "three", "here", "four"]


def test_a_slow_socket_holds_up_nobody_else() -> None:
    async def story() -> list[str]:
        slow, quick = Wire(), Wire()
        slow.is_free.clear()
        for outbox in (
            SendQueue(slow.send, Batch(flush_all)),
            SendQueue(quick.send, Batch(flush_all)),
        ):
            outbox.post("state", "one")
        await settle()
        return quick.taken

    assert asyncio.run(story()) == ["one"]


def test_nothing_is_sent_after_the_socket_has_failed() -> None:
    async def story() -> tuple[bool, list[str]]:
        wire = Wire()
        outbox = SendQueue(wire.send, Batch(flush_all))
        wire.is_broken = True
        outbox.post("state", "one")
        outbox.flush()
        wire.is_broken = False
        outbox.post("state", "two")
        outbox.flush()
        return outbox.is_open, wire.taken

    assert asyncio.run(story()) == (False, [])


def test_what_is_late_is_forgotten_when_the_outbox_is_closed() -> None:
    async def story() -> list[str]:
        wire = Wire()
        outbox = SendQueue(wire.send, Batch(flush_all))
        wire.is_free.clear()
        outbox.post("state", "one")
        await settle()
        outbox.close()
        wire.is_free.set()
        await settle()
        return wire.taken

    assert asyncio.run(story()) == []


def test_what_comes_in_during_a_round_is_handed_on_at_its_end() -> None:
    async def story() -> list[list[int]]:
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

    assert asyncio.run(story()) == [[1, 2], [3]]


def test_what_is_added_while_handing_on_comes_with_the_next_round() -> None:
    async def story() -> list[list[int]]:
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

    assert asyncio.run(story()) == [[1], [2]]


def test_a_client_wants_whole_states_unless_it_asks_for_events() -> None:
    async def send(_message: Message) -> None:
        """Nobody listens."""

    assert not RoomClient(SendQueue(send, Batch(flush_all)), None).wants_events


def test_a_socket_is_closed_as_after_an_error_of_the_server() -> None:
    async def story() -> list[Message]:
        sent: list[Message] = []

        async def send(message: Message) -> None:
            sent.append(message)

        RoomClient(SendQueue(send, Batch(flush_all)), None).hang_up()
        await asyncio.sleep(0)
        return sent

    [message] = asyncio.run(story())
    assert (message["type"], message["code"]) == ("websocket.close", 1011)
