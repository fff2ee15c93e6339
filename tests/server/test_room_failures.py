"""One room that fails, and all the others."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from kit.site import Desk, Listener, opened, until

from tengen.game.commands import PlayMove
from tengen.game.events import GamePaused, GameResumed
from tengen.game.host import GameHost
from tengen.game.session import Session
from tengen.game.tasks import Seat
from tengen.rules.point import Point
from tengen.rules.rules import GAMES
from tengen.server.messages.game import MakeGame, OpponentKind, SeatPreference
from tengen.server.rooms.broadcaster import Broadcaster
from tengen.server.rooms.registry import RoomRegistry
from tengen.server.rooms.room import Room
from tengen.server.workers import Moved

WANTED = MakeGame(OpponentKind.HERE, GAMES["five"])
MOVE = PlayMove(Seat.ONE, Point(7, 7))
BROKEN = "this room is broken"


def fail_in(broken: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Let whatever comes after a kept event in this room raise."""
    tell = Broadcaster.tell_state

    def tell_or_raise(herald: Broadcaster, session: Session, *args: int, is_resting: bool) -> None:
        if session is broken.session:
            raise OverflowError(BROKEN)
        tell(herald, session, *args, is_resting=is_resting)

    monkeypatch.setattr(Broadcaster, "tell_state", tell_or_raise)


def heard_failures() -> list[dict[str, Any]]:
    """What the loop is told of exceptions from now on."""
    heard: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _loop, context: heard.append(context))
    return heard


async def rooms_of_three(rooms: RoomRegistry) -> list[Room]:
    return [await rooms.make(WANTED, b"anna") for _ in range(3)]


def count_moves(room: Room) -> int:
    assert room.session is not None
    return len(room.session.events) - 1


def test_a_room_that_fails_holds_up_no_other_room_of_its_batch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with opened(tmp_path) as (_site, rooms):
            broken, *others = await rooms_of_three(rooms)
            fail_in(broken, monkeypatch)
            failures = heard_failures()
            for room in (broken, *others):
                room.do(MOVE)
            await until(lambda: all(count_moves(room) == 1 for room in others))
            assert all(room.is_idle for room in others)
            assert [str(failure["exception"]) for failure in failures] == [BROKEN]

    asyncio.run(story())


def test_a_room_that_failed_is_loaded_anew_with_all_that_was_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with opened(tmp_path) as (site, rooms):
            room = await rooms.make(WANTED, b"anna")
            anna = Listener(site, b"anna")
            room.enter(anna.client)
            with monkeypatch.context() as broken:
                fail_in(room, broken)
                heard_failures()
                room.ask(anna.client, MOVE)
                await until(lambda: any(at["type"] == "websocket.close" for at in anna.sent))
            again = await rooms.find(room.kept.link)
            assert again is not None
            assert again is not room
            assert count_moves(again) == 1

    asyncio.run(story())


def test_a_room_that_failed_does_nothing_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story() -> None:
        async with opened(tmp_path) as (site, rooms):
            room = await rooms.make(WANTED, b"anna")
            anna = Listener(site, b"anna")
            room.enter(anna.client)
            with monkeypatch.context() as broken:
                fail_in(room, broken)
                failures = heard_failures()
                room.ask(anna.client, MOVE)
                await until(lambda: bool(failures))
            before = count_moves(room)
            room.ask(anna.client, PlayMove(Seat.TWO, Point(8, 8)))
            room.leave(anna.client)
            assert room.is_idle
            assert count_moves(room) == before

    asyncio.run(story())


def test_a_command_that_cannot_be_decided_ends_its_own_room_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: object) -> None:
        raise OverflowError(BROKEN)

    async def story() -> None:
        async with opened(tmp_path) as (_site, rooms):
            room = await rooms.make(WANTED, b"anna")
            failures = heard_failures()
            monkeypatch.setattr("tengen.game.session.decide", fail)
            room.do(MOVE)
            monkeypatch.undo()
            assert len(failures) == 1
            assert await rooms.find(room.kept.link) is not room

    asyncio.run(story())


def test_an_answer_of_the_computer_that_breaks_a_room_ends_it_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: object) -> None:
        raise OverflowError(BROKEN)

    async def story() -> None:
        async with opened(tmp_path) as (site, rooms):
            site.workers = desk = Desk()
            wanted = MakeGame(OpponentKind.COMPUTER, GAMES["five"], side=SeatPreference.SECOND)
            room = await rooms.make(wanted, b"anna")
            room.enter(Listener(site, b"anna").client)
            failures = heard_failures()
            monkeypatch.setattr("tengen.game.session.decide", fail)
            desk.asked[0][2](Moved(MOVE))
            monkeypatch.undo()
            assert [str(failure["exception"]) for failure in failures] == [BROKEN]
            assert await rooms.find(room.kept.link) is not room

    asyncio.run(story())


def test_a_callback_that_raises_is_reported_and_the_batch_goes_on(tmp_path: Path) -> None:
    def fail(_error: object) -> None:
        raise OverflowError(BROKEN)

    async def story() -> None:
        async with opened(tmp_path) as (site, rooms):
            room = await rooms.make(WANTED, b"anna")
            assert room.kept.game is not None
            failures, heard = heard_failures(), list[object]()
            site.keep(room.kept.game, 1, (GamePaused(1),), fail)
            site.keep(room.kept.game, 2, (GameResumed(2),), heard.append)
            await until(lambda: bool(heard))
            assert heard == [None]
            assert len(failures) == 1

    asyncio.run(story())


def test_the_sweep_goes_on_after_a_room_that_cannot_be_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    close = GameHost.close
    broken: list[GameHost] = []

    def fail_once(host: GameHost) -> None:
        if not broken:
            broken.append(host)
            raise OverflowError(BROKEN)
        close(host)

    async def story() -> None:
        async with opened(tmp_path) as (site, rooms):
            await rooms_of_three(rooms)
            failures = heard_failures()
            monkeypatch.setattr(GameHost, "close", fail_once)
            site.time += 3_600_000
            rooms.sweep()
            assert len(failures) == 1
            assert not rooms.loaded

    asyncio.run(story())
