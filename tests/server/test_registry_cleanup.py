"""The cleanup of old invitations and unplayed games."""

from __future__ import annotations

import asyncio
import shutil
import time
from pathlib import Path

import pytest
from kit.rooms import FakeServices, RecordingClient, opened, until
from kit.web import Visitor, served

from tengen.game.commands import PlayMove
from tengen.game.tasks import Seat
from tengen.rules.point import Point
from tengen.rules.rules import GAMES
from tengen.server.messages.game import MakeGame, OpponentKind
from tengen.server.rooms import registry
from tengen.server.rooms.registry import (
    INVITATION_LIFETIME,
    UNPLAYED_LIFETIME,
    RoomCleanup,
    RoomRegistry,
)
from tengen.storage import Store

HERE = MakeGame(OpponentKind.HERE, GAMES["five"])
FRIEND = MakeGame(OpponentKind.FRIEND, GAMES["five"])


async def make(rooms: RoomRegistry, wanted: MakeGame) -> str:
    return (await rooms.make(wanted, b"ann")).kept.link


def links(services: FakeServices) -> list[str]:
    return [entry.room.link for entry in services.store.rooms_of(b"ann")]


def wall_clock() -> int:
    """Return the time of day, with which games are stamped when they begin."""
    return time.time_ns() // 1_000_000


def test_games_without_moves_are_deleted_after_a_day(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as (services, rooms):
            begin = wall_clock()
            unplayed, played = await make(rooms, HERE), await make(rooms, HERE)
            rooms.loaded[played].run(PlayMove(Seat.ONE, Point(7, 7)))
            await until(lambda: len(services.store.load(2)) == 2)
            services.time = begin + UNPLAYED_LIFETIME - 60_000
            await RoomCleanup(services, RoomRegistry(services)).run_once()
            assert links(services) == [played, unplayed]
            services.time = wall_clock() + UNPLAYED_LIFETIME + 1
            await RoomCleanup(services, rooms).run_once()
            assert links(services) == [played, unplayed]
            await RoomCleanup(services, RoomRegistry(services)).run_once()
            assert links(services) == [played]

    asyncio.run(scenario())


def test_invitations_are_deleted_after_a_week(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path) as (services, rooms):
            old = await make(rooms, FRIEND)
            services.time += 1
            new = await make(rooms, FRIEND)
            services.time += INVITATION_LIFETIME
            await RoomCleanup(services, rooms).run_once()
            assert links(services) == [new, old]
            await RoomCleanup(services, RoomRegistry(services)).run_once()
            assert links(services) == [new]

    asyncio.run(scenario())


def test_cleanup_goes_on_after_the_store_has_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(registry, "CLEANUP_SECONDS", 0.0)

    async def scenario() -> None:
        async with opened(tmp_path / "games") as (services, rooms):
            worker = RoomCleanup(services, rooms)
            shutil.move(tmp_path / "games", tmp_path / "away")
            worker.open()
            await until(lambda: "was deleted or moved" in capsys.readouterr().err)
            await make_again(services, tmp_path)
            await until(lambda: links(services) == [])
            await worker.close()

    async def make_again(services: FakeServices, where: Path) -> None:
        shutil.move(where / "away", where / "games")
        rooms = RoomRegistry(services)
        await make(rooms, FRIEND)
        services.time += INVITATION_LIFETIME + 1

    asyncio.run(scenario())


def test_cleanup_runs_when_the_server_starts(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        link = Visitor(server).make_game("friend")
    with Store(str(tmp_path)) as store:
        room = store.room(link)
        assert room is not None
        store.forget_room(link)
        store.add_room(type(room)(link, room.setup, room.holders, is_listed=True, made=0))
    with served(tmp_path), Store(str(tmp_path)) as store:
        asyncio.run(until(lambda: store.room(link) is None))


def test_everybody_is_sent_a_problem_if_a_move_of_no_client_cannot_be_saved(tmp_path: Path) -> None:
    async def scenario() -> None:
        async with opened(tmp_path / "games") as (services, rooms):
            room = rooms.loaded[await make(rooms, HERE)]
            listeners = [RecordingClient(services, digest) for digest in (b"ann", None)]
            for listener in listeners:
                room.enter(listener.client)
            shutil.rmtree(tmp_path / "games")
            room.run(PlayMove(Seat.ONE, Point(7, 7)))
            await until(lambda: all('"not-kept"' in str(listener.sent) for listener in listeners))
            assert room.session is not None
            assert room.session.state.board.moves == ()

    asyncio.run(scenario())
