"""Somebody who is connected to a room."""

from __future__ import annotations

import asyncio

from starlette.types import Message

from tengen.server.rooms.seats import RoomClient
from tengen.server.send_queue import Batch, SendQueue, flush_all


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
