"""What a server forgets by and by."""

from __future__ import annotations

import asyncio
import shutil
import time
from pathlib import Path

import pytest
from kit.site import HandSite, Listener, opened, until
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


def links(site: HandSite) -> list[str]:
    return [entry.room.link for entry in site.store.rooms_of(b"ann")]


def wall_clock() -> int:
    """Games are stamped with the time of day when they begin."""
    return time.time_ns() // 1_000_000


def test_games_without_a_move_are_forgotten_after_a_day(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as (site, rooms):
            begin = wall_clock()
            unplayed, played = await make(rooms, HERE), await make(rooms, HERE)
            rooms.loaded[played].do(PlayMove(Seat.ONE, Point(7, 7)))
            await until(lambda: len(site.store.load(2)) == 2)
            site.time = begin + UNPLAYED_LIFETIME - 60_000
            await RoomCleanup(site, RoomRegistry(site)).tidy()
            assert links(site) == [played, unplayed]
            site.time = wall_clock() + UNPLAYED_LIFETIME + 1
            await RoomCleanup(site, rooms).tidy()
            assert links(site) == [played, unplayed]
            await RoomCleanup(site, RoomRegistry(site)).tidy()
            assert links(site) == [played]

    asyncio.run(story())


def test_invitations_are_forgotten_after_a_week(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path) as (site, rooms):
            old = await make(rooms, FRIEND)
            site.time += 1
            new = await make(rooms, FRIEND)
            site.time += INVITATION_LIFETIME
            await RoomCleanup(site, rooms).tidy()
            assert links(site) == [new, old]
            await RoomCleanup(site, RoomRegistry(site)).tidy()
            assert links(site) == [new]

    asyncio.run(story())


def test_upkeep_goes_on_after_the_store_has_failed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(registry, "CLEANUP_SECONDS", 0.0)

    async def story() -> None:
        async with opened(tmp_path / "games") as (site, rooms):
            worker = RoomCleanup(site, rooms)
            shutil.move(tmp_path / "games", tmp_path / "away")
            worker.open()
            await until(lambda: "was deleted or moved" in capsys.readouterr().err)
            await make_again(site, tmp_path)
            await until(lambda: links(site) == [])
            await worker.close()

    async def make_again(site: HandSite, where: Path) -> None:
        shutil.move(where / "away", where / "games")
        rooms = RoomRegistry(site)
        await make(rooms, FRIEND)
        site.time += INVITATION_LIFETIME + 1

    asyncio.run(story())


def test_a_server_looks_for_them_when_it_starts(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        link = Visitor(server).make_game("friend")
    with Store(str(tmp_path)) as store:
        room = store.room(link)
        assert room is not None
        store.forget_room(link)
        store.add_room(type(room)(link, room.setup, room.holders, is_listed=True, made=0))
    with served(tmp_path), Store(str(tmp_path)) as store:
        asyncio.run(until(lambda: store.room(link) is None))


def test_everybody_hears_of_a_move_of_nobody_that_cannot_be_kept(tmp_path: Path) -> None:
    async def story() -> None:
        async with opened(tmp_path / "games") as (site, rooms):
            room = rooms.loaded[await make(rooms, HERE)]
            listeners = [Listener(site, digest) for digest in (b"ann", None)]
            for listener in listeners:
                room.enter(listener.client)
            shutil.rmtree(tmp_path / "games")
            room.do(PlayMove(Seat.ONE, Point(7, 7)))
            await until(lambda: all('"not-kept"' in str(listener.sent) for listener in listeners))
            assert room.session is not None
            assert room.session.state.board.moves == ()

    asyncio.run(story())
