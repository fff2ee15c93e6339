"""Loading rooms from the store."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path

import pytest

from tengen.game.events import Event
from tengen.rules.rules import GAMES
from tengen.server.messages.game import MakeGame, OpponentKind
from tengen.server.rooms.registry import RoomRegistry
from tengen.server.services import Services
from tengen.storage import Store

WANTED = MakeGame(OpponentKind.HERE, GAMES["five"])


def test_a_room_cannot_be_found_before_its_game_is_loaded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    may_go_on = threading.Event()
    load = Store.load

    def load_slowly(store: Store, game: int) -> list[Event]:
        may_go_on.wait(10)
        return load(store, game)

    async def scenario() -> None:
        with Store(str(tmp_path)) as store:
            services = Services(store)
            services.open()
            link = (await RoomRegistry(services).make(WANTED, b"anna")).kept.link
            monkeypatch.setattr(Store, "load", load_slowly)
            rooms = RoomRegistry(services)
            first = asyncio.create_task(rooms.find(link))
            await asyncio.sleep(0.1)
            second = asyncio.create_task(rooms.find(link))
            await asyncio.sleep(0.05)
            assert not second.done()
            may_go_on.set()
            found = await asyncio.gather(first, second)
            assert found[0] is found[1]
            assert found[0] is not None
            assert found[0].session is not None
            await services.close()

    asyncio.run(scenario())
