"""Unloading rooms, and the clocks of unloaded rooms."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest
from kit.program import PATIENCE
from kit.rooms import FakeServices, RecordingClient, opened, until
from starlette.requests import Request
from starlette.types import Message, Scope

from tengen.errors import StoreError
from tengen.game.clock import TimeControl
from tengen.game.commands import PlayMove
from tengen.game.tasks import Seat
from tengen.rules.outcome import Termination
from tengen.rules.point import Point
from tengen.rules.rules import GAMES
from tengen.server.fair_play import FairPlay
from tengen.server.messages.game import MakeGame, OpponentKind
from tengen.server.rooms import registry
from tengen.server.rooms.api import PublicAddress, RoomsApi
from tengen.server.rooms.registry import UNLOAD_AFTER, RoomRegistry
from tengen.server.rooms.room import Room
from tengen.storage import Store

HOUR = 3_600_000
TIMED = MakeGame(OpponentKind.HERE, GAMES["five"], clock=TimeControl(game=20 * HOUR))
FRIEND = MakeGame(OpponentKind.FRIEND, GAMES["five"])


async def with_a_running_clock(services: FakeServices, rooms: RoomRegistry) -> str:
    """Start a game, make a move, and leave."""
    room = await rooms.make(TIMED, b"anna")
    anna = RecordingClient(services, b"anna")
    room.enter(anna.client)
    room.run(PlayMove(Seat.ONE, Point(7, 7)))
    await until(lambda: room.deadline is not None and count_events(room) == 3)
    room.leave(anna.client)
    return room.kept.link


def count_events(room: Room) -> int:
    return 0 if room.session is None else len(room.session.events)


def sweep(services: FakeServices, rooms: RoomRegistry) -> None:
    services.time += UNLOAD_AFTER + 1
    rooms.sweep()


async def found(rooms: RoomRegistry, link: str) -> Room:
    room = await rooms.find(link)
    assert room is not None
    return room


def test_a_room_with_a_long_running_clock_is_unloaded(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as (services, rooms):
            await with_a_running_clock(services, rooms)
            sweep(services, rooms)
            assert not rooms.loaded

    asyncio.run(scenario())


def test_the_clock_of_an_unloaded_room_runs_on(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as (services, rooms):
            link = await with_a_running_clock(services, rooms)
            before = await found(rooms, link)
            deadline = before.deadline
            sweep(services, rooms)
            services.time += HOUR
            room = await found(rooms, link)
            assert room is not before
            assert room.deadline == deadline
            assert not rooms.expiry_timers

    asyncio.run(scenario())


def test_an_unloaded_game_is_lost_when_its_clock_runs_out(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as (services, rooms):
            link = await with_a_running_clock(services, rooms)
            deadline = (await found(rooms, link)).deadline
            assert deadline is not None
            services.time = deadline - UNLOAD_AFTER - 3
            sweep(services, rooms)
            assert link in rooms.expiry_timers
            services.time = deadline
            await until(lambda: link in rooms.loaded)
            session = (await found(rooms, link)).session
            assert session is not None
            await until(lambda: session.state.result is not None)
            assert session.state.result is not None
            assert session.state.result.cause is Termination.TIME

    asyncio.run(scenario())


def test_an_unloaded_game_is_lost_even_if_the_store_fails_when_its_clock_runs_out(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(registry, "RETRY_AFTER", 0)

    async def scenario() -> None:
        async with opened(tmp_path) as (services, rooms):
            link = await with_a_running_clock(services, rooms)
            deadline = (await found(rooms, link)).deadline
            assert deadline is not None
            services.time = deadline - UNLOAD_AFTER - 3
            sweep(services, rooms)
            failures = iter([StoreError("the store", "is busy")])
            load = Store.room

            def load_or_fail(store: Store, link: str) -> object:
                for failure in failures:
                    raise failure
                return load(store, link)

            monkeypatch.setattr(Store, "room", load_or_fail)
            services.time = deadline
            await until(lambda: link in rooms.loaded)

    asyncio.run(scenario())


def test_a_room_with_a_client_stays_loaded(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as (services, rooms):
            room = await rooms.make(TIMED, b"anna")
            room.enter(RecordingClient(services, None).client)
            sweep(services, rooms)
            assert await rooms.find(room.kept.link) is room

    asyncio.run(scenario())


def test_after_a_store_error_there_is_still_one_room_for_a_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load, fail = Store.room, True

    def load_or_fail(store: Store, link: str) -> object:
        nonlocal fail
        if fail:
            fail = False
            raise StoreError(store.place, "is busy")
        return load(store, link)

    async def scenario() -> None:
        async with opened(tmp_path) as (services, rooms):
            link = (await rooms.make(TIMED, b"anna")).kept.link
            again = RoomRegistry(services)
            monkeypatch.setattr(Store, "room", load_or_fail)
            first, second = (asyncio.create_task(again.find(link)) for _ in range(2))
            with pytest.raises(StoreError):
                await first
            third = asyncio.create_task(again.find(link))
            assert await second is await third

    asyncio.run(scenario())


def test_a_room_is_not_unloaded_while_a_seat_is_being_taken(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    has_begun, may_go_on = threading.Event(), threading.Event()
    begin = Store.begin_room

    def begin_slowly(*args: Any) -> int:  # noqa: ANN401
        has_begun.set()
        may_go_on.wait(PATIENCE)
        return begin(*args)

    async def scenario() -> None:
        async with opened(tmp_path) as (services, rooms):
            room = await rooms.make(FRIEND, b"anna")
            monkeypatch.setattr(Store, "begin_room", begin_slowly)
            seat = asyncio.create_task(rooms.take_seat(room.kept.link, b"ben", "Ben"))
            await until(has_begun.is_set)
            sweep(services, rooms)
            may_go_on.set()
            assert await seat is Seat.TWO
            assert await rooms.find(room.kept.link) is room
            assert room.session is not None

    asyncio.run(scenario())


def test_a_slow_seat_request_starts_the_game_in_the_loaded_room(
    tmp_path: Path,
) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as (services, rooms):
            link = (await rooms.make(FRIEND, b"anna")).kept.link
            entered: list[Room] = []

            async def receive() -> Message:
                sweep(services, rooms)
                entered.append(await found(rooms, link))
                return {"type": "http.request", "body": b"{}"}

            request = Request(scope_of(link), receive)
            games = RoomsApi(
                services,
                rooms,
                FairPlay(services.store, rooms.session_of),
                PublicAddress(is_open=True),
            )
            assert (await games.take_seat(request)).status_code == 200
            assert entered[0].session is not None

    asyncio.run(scenario())


def scope_of(link: str) -> Scope:
    """Return a request for the free seat of a game."""
    path = f"/api/games/{link}/seat"
    return {
        "type": "http",
        "method": "POST",
        "path": path,
        "headers": [],
        "scheme": "http",
        "server": ("localhost", 80),
        "query_string": b"",
        "path_params": {"link": link},
    }


def test_a_game_that_cannot_be_replayed_leaves_no_room_behind(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as (services, rooms):
            link = (await rooms.make(TIMED, b"anna")).kept.link
            sweep(services, rooms)
            with monkeypatch.context() as broken:
                broken.setattr(Room, "start_game", lambda *_args, **_kwargs: 1 / 0)
                with pytest.raises(ZeroDivisionError):
                    await rooms.find(link)
            assert (await found(rooms, link)).session is not None

    asyncio.run(scenario())
