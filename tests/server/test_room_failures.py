"""A room that fails does not affect the others."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import pytest
from kit.rooms import RecordingClient, RecordingWorkers, opened, until

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


def make_room_fail(broken: Room, monkeypatch: pytest.MonkeyPatch) -> None:
    """Raise an exception whenever this room sends its state."""
    send_state = Broadcaster.send_state

    def send_or_raise(
        broadcaster: Broadcaster, session: Session, *args: int, is_resting: bool
    ) -> None:
        if session is broken.session:
            raise OverflowError(BROKEN)
        send_state(broadcaster, session, *args, is_resting=is_resting)

    monkeypatch.setattr(Broadcaster, "send_state", send_or_raise)


def collect_failures() -> list[dict[str, Any]]:
    """Return a list that collects the exceptions logged from now on."""
    received: list[dict[str, Any]] = []
    asyncio.get_running_loop().set_exception_handler(
        lambda _loop, context: received.append(context)
    )
    return received


async def make_three_rooms(rooms: RoomRegistry) -> list[Room]:
    return [await rooms.make(WANTED, b"anna") for _ in range(3)]


def count_moves(room: Room) -> int:
    assert room.session is not None
    return len(room.session.events) - 1


def test_a_failing_room_does_not_affect_other_rooms_of_its_batch(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as (services, rooms):
            broken, *others = await make_three_rooms(rooms)
            make_room_fail(broken, monkeypatch)
            failures = collect_failures()
            for room in (broken, *others):
                room.run(MOVE)
            await until(lambda: all(count_moves(room) == 1 for room in others))
            assert all(room.is_idle for room in others)
            assert [str(failure["exception"]) for failure in failures] == [BROKEN]
            assert failures[0]["event"] == "room-failed"
            assert broken.kept.link not in failures[0]["message"]
            assert services.metrics.failed_rooms.value == 1

    asyncio.run(scenario())


def test_a_failed_room_is_reloaded_with_everything_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as (services, rooms):
            room = await rooms.make(WANTED, b"anna")
            anna = RecordingClient(services, b"anna")
            room.enter(anna.client)
            with monkeypatch.context() as broken:
                make_room_fail(room, broken)
                collect_failures()
                room.handle(anna.client, MOVE)
                await until(lambda: any(at["type"] == "websocket.close" for at in anna.sent))
            again = await rooms.find(room.kept.link)
            assert again is not None
            assert again is not room
            assert count_moves(again) == 1

    asyncio.run(scenario())


def test_a_failed_room_does_nothing_more(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as (services, rooms):
            room = await rooms.make(WANTED, b"anna")
            anna = RecordingClient(services, b"anna")
            room.enter(anna.client)
            with monkeypatch.context() as broken:
                make_room_fail(room, broken)
                failures = collect_failures()
                room.handle(anna.client, MOVE)
                await until(lambda: bool(failures))
            before = count_moves(room)
            room.handle(anna.client, PlayMove(Seat.TWO, Point(8, 8)))
            room.leave(anna.client)
            assert room.is_idle
            assert count_moves(room) == before

    asyncio.run(scenario())


def test_a_command_that_raises_ends_only_its_own_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: object) -> None:
        raise OverflowError(BROKEN)

    async def scenario() -> None:
        async with opened(tmp_path) as (_services, rooms):
            room = await rooms.make(WANTED, b"anna")
            failures = collect_failures()
            monkeypatch.setattr("tengen.game.session.decide", fail)
            room.run(MOVE)
            monkeypatch.undo()
            assert len(failures) == 1
            assert await rooms.find(room.kept.link) is not room

    asyncio.run(scenario())


def test_a_computers_answer_that_raises_ends_only_its_own_room(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(*_args: object) -> None:
        raise OverflowError(BROKEN)

    async def scenario() -> None:
        async with opened(tmp_path) as (services, rooms):
            services.workers = workers = RecordingWorkers()
            wanted = MakeGame(OpponentKind.COMPUTER, GAMES["five"], side=SeatPreference.SECOND)
            room = await rooms.make(wanted, b"anna")
            room.enter(RecordingClient(services, b"anna").client)
            failures = collect_failures()
            monkeypatch.setattr("tengen.game.session.decide", fail)
            workers.asked[0][2](Moved(MOVE))
            monkeypatch.undo()
            assert [str(failure["exception"]) for failure in failures] == [BROKEN]
            assert await rooms.find(room.kept.link) is not room

    asyncio.run(scenario())


def test_a_callback_that_raises_is_logged_and_the_batch_goes_on(tmp_path: Path) -> None:
    def fail(_error: object) -> None:
        raise OverflowError(BROKEN)

    async def scenario() -> None:
        async with opened(tmp_path) as (services, rooms):
            room = await rooms.make(WANTED, b"anna")
            assert room.kept.game is not None
            failures, received = collect_failures(), list[object]()
            services.save_events(room.kept.game, 1, (GamePaused(1),), fail)
            services.save_events(room.kept.game, 2, (GameResumed(2),), received.append)
            await until(lambda: bool(received))
            assert received == [None]
            assert len(failures) == 1

    asyncio.run(scenario())


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

    async def scenario() -> None:
        async with opened(tmp_path) as (services, rooms):
            await make_three_rooms(rooms)
            failures = collect_failures()
            monkeypatch.setattr(GameHost, "close", fail_once)
            services.time += 3_600_000
            rooms.sweep()
            assert len(failures) == 1
            assert not rooms.loaded

    asyncio.run(scenario())
