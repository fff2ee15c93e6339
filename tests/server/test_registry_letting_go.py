"""Rooms that nobody is in: when they go, and what happens to their clocks."""

from __future__ import annotations

import asyncio
import threading
from pathlib import Path
from typing import Any

import pytest
from kit.program import PATIENCE
from kit.site import HandSite, Listener, opened, until
from starlette.requests import Request
from starlette.types import Message, Scope

from tengen.errors import StoreError
from tengen.game.commands import PlayMove
from tengen.game.setup import TimeControl
from tengen.game.tasks import Seat
from tengen.rules.outcome import Termination
from tengen.rules.point import Point
from tengen.rules.rules import GAMES
from tengen.server.fair_play import FairPlay
from tengen.server.messages.game import MakeGame, OpponentKind
from tengen.server.rooms.api import PublicAddress, RoomsApi
from tengen.server.rooms.registry import UNLOAD_AFTER, RoomRegistry
from tengen.server.rooms.room import Room
from tengen.storage import Store

HOUR = 3_600_000
TIMED = MakeGame(OpponentKind.HERE, GAMES["five"], clock=TimeControl(game=20 * HOUR))
FRIEND = MakeGame(OpponentKind.FRIEND, GAMES["five"])


async def with_a_running_clock(site: HandSite, rooms: RoomRegistry) -> str:
    """A game in which somebody has moved, and that everybody has left."""
    room = await rooms.make(TIMED, b"anna")
    anna = Listener(site, b"anna")
    room.enter(anna.client)
    room.do(PlayMove(Seat.ONE, Point(7, 7)))
    await until(lambda: room.deadline is not None and count_events(room) == 3)
    room.leave(anna.client)
    return room.kept.link


def count_events(room: Room) -> int:
    return 0 if room.session is None else len(room.session.events)


def sweep(site: HandSite, rooms: RoomRegistry) -> None:
    site.time += UNLOAD_AFTER + 1
    rooms.sweep()


async def found(rooms: RoomRegistry, link: str) -> Room:
    room = await rooms.find(link)
    assert room is not None
    return room


def test_a_clock_that_runs_for_hours_keeps_no_room_in_memory(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as (site, rooms):
            await with_a_running_clock(site, rooms)
            sweep(site, rooms)
            assert not rooms.loaded

    asyncio.run(story())


def test_the_clock_of_a_room_that_was_let_go_runs_on(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as (site, rooms):
            link = await with_a_running_clock(site, rooms)
            before = await found(rooms, link)
            deadline = before.deadline
            sweep(site, rooms)
            site.time += HOUR
            room = await found(rooms, link)
            assert room is not before
            assert room.deadline == deadline
            assert not rooms.asleep

    asyncio.run(story())


def test_a_game_that_was_let_go_is_lost_when_its_clock_has_run_out(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as (site, rooms):
            link = await with_a_running_clock(site, rooms)
            deadline = (await found(rooms, link)).deadline
            assert deadline is not None
            site.time = deadline - UNLOAD_AFTER - 3
            sweep(site, rooms)
            assert link in rooms.asleep
            site.time = deadline
            await until(lambda: link in rooms.loaded)
            session = (await found(rooms, link)).session
            assert session is not None
            await until(lambda: session.state.result is not None)
            assert session.state.result is not None
            assert session.state.result.cause is Termination.TIME

    asyncio.run(story())


def test_a_room_that_somebody_is_in_stays(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as (site, rooms):
            room = await rooms.make(TIMED, b"anna")
            room.enter(Listener(site, None).client)
            sweep(site, rooms)
            assert await rooms.find(room.kept.link) is room

    asyncio.run(story())


def test_after_an_error_of_the_store_there_is_still_one_room_for_a_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    load, fail = Store.room, True

    def load_or_fail(store: Store, link: str) -> object:
        nonlocal fail
        if fail:
            fail = False
            raise StoreError(store.directory, "is busy")
        return load(store, link)

    async def story() -> None:
        async with opened(tmp_path) as (site, rooms):
            link = (await rooms.make(TIMED, b"anna")).kept.link
            again = RoomRegistry(site)
            monkeypatch.setattr(Store, "room", load_or_fail)
            first, second = (asyncio.create_task(again.find(link)) for _ in range(2))
            with pytest.raises(StoreError):
                await first
            third = asyncio.create_task(again.find(link))
            assert await second is await third

    asyncio.run(story())


def test_a_room_is_not_let_go_while_somebody_sits_down(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    has_begun, may_go_on = threading.Event(), threading.Event()
    begin = Store.begin_room

    def begin_slowly(*args: Any) -> int:  # noqa: ANN401
        has_begun.set()
        may_go_on.wait(PATIENCE)
        return begin(*args)

    async def story() -> None:
        async with opened(tmp_path) as (site, rooms):
            room = await rooms.make(FRIEND, b"anna")
            monkeypatch.setattr(Store, "begin_room", begin_slowly)
            seat = asyncio.create_task(rooms.sit_down(room.kept.link, b"ben", "Ben"))
            await until(has_begun.is_set)
            sweep(site, rooms)
            may_go_on.set()
            assert await seat is Seat.TWO
            assert await rooms.find(room.kept.link) is room
            assert room.session is not None

    asyncio.run(story())


def test_a_slow_request_for_a_seat_begins_the_game_in_the_room_that_others_are_in(
    tmp_path: Path,
) -> None:
    async def story() -> None:
        async with opened(tmp_path) as (site, rooms):
            link = (await rooms.make(FRIEND, b"anna")).kept.link
            entered: list[Room] = []

            async def receive() -> Message:
                sweep(site, rooms)
                entered.append(await found(rooms, link))
                return {"type": "http.request", "body": b"{}"}

            request = Request(scope_of(link), receive)
            games = RoomsApi(
                site, rooms, FairPlay(site.store, rooms.session_of), PublicAddress(is_open=True)
            )
            assert (await games.sit_down(request)).status_code == 200
            assert entered[0].session is not None

    asyncio.run(story())


def scope_of(link: str) -> Scope:
    """A request for the free seat of a game."""
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


def test_a_game_that_cannot_be_replayed_leaves_no_half_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with opened(tmp_path) as (site, rooms):
            link = (await rooms.make(TIMED, b"anna")).kept.link
            sweep(site, rooms)
            with monkeypatch.context() as broken:
                broken.setattr(Room, "take_up", lambda *_args, **_kwargs: 1 / 0)
                with pytest.raises(ZeroDivisionError):
                    await rooms.find(link)
            assert (await found(rooms, link)).session is not None

    asyncio.run(story())
