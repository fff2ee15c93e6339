"""All rooms of a server: creating, finding, taking seats, withdrawing, unloading."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from kit.rooms import FakeServices, RecordingClient, Timers, run_scenario, until

from tengen.errors import StoreError
from tengen.game.clock import TimeControl
from tengen.game.commands import OfferRematch, PlayMove, Resign
from tengen.game.session import Session
from tengen.game.setup import Person
from tengen.game.tasks import Seat
from tengen.rules.point import Point
from tengen.rules.rules import GAMES
from tengen.server.messages.game import MakeGame, OpponentKind, SeatPreference
from tengen.server.rooms.registry import RoomRegistry
from tengen.server.rooms.room import Room
from tengen.storage import Store

ONE, TWO = Seat
FIVE = GAMES["five"]
FRIEND = MakeGame(OpponentKind.FRIEND, FIVE, name="Anna")
HERE = MakeGame(OpponentKind.HERE, FIVE)


async def begin(rooms: RoomRegistry, wanted: MakeGame = FRIEND) -> Room:
    """Start a game of Anna and Ben."""
    room = await rooms.make(wanted, b"anna")
    assert await rooms.take_seat(room.kept.link, b"ben", "Ben") is not None
    return room


def enter(services: FakeServices, room: Room, who: bytes | None = None) -> RecordingClient:
    listener = RecordingClient(services, who)
    room.enter(listener.client)
    return listener


# Creating, and taking seats


@pytest.mark.parametrize("opponent", OpponentKind)
def test_games_of_people_are_listed_by_default(tmp_path: Path, opponent: OpponentKind) -> None:
    async def scenario(_services: FakeServices, rooms: RoomRegistry) -> None:
        usual = opponent is not OpponentKind.COMPUTER
        for said, expected in ((None, usual), (True, True), (False, False)):
            room = await rooms.make(MakeGame(opponent, FIVE, is_listed=said), b"anna")
            assert room.kept.is_listed is expected

    run_scenario(tmp_path, scenario)


def test_a_game_begins_at_once_if_no_seat_is_free(tmp_path: Path) -> None:
    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        room = await rooms.make(HERE, b"anna")
        assert room.session is not None
        assert room.session.events[0].at == services.time
        assert (await rooms.make(FRIEND, b"anna")).session is None
        assert (room.kept.made, room.kept.game) == (services.time, 1)

    run_scenario(tmp_path, scenario)


@pytest.mark.parametrize("side, seat", [(SeatPreference.FIRST, TWO), (SeatPreference.SECOND, ONE)])
def test_opening_the_link_takes_the_free_seat(
    tmp_path: Path, side: SeatPreference, seat: Seat
) -> None:
    async def scenario(_services: FakeServices, rooms: RoomRegistry) -> None:
        room = await rooms.make(MakeGame(OpponentKind.FRIEND, FIVE, side=side), b"anna")
        assert await rooms.take_seat(room.kept.link, b"ben", " Ben ") is seat
        assert room.kept.holders[seat.value - 1] == b"ben"
        assert room.kept.holders[seat.other.value - 1] == b"anna"
        assert room.kept.setup.sitter(seat) == Person("Ben")

    run_scenario(tmp_path, scenario)


def test_a_seat_cannot_be_taken_in_your_own_a_full_or_an_unknown_game(tmp_path: Path) -> None:
    async def scenario(_services: FakeServices, rooms: RoomRegistry) -> None:
        waiting, full = await rooms.make(FRIEND, b"anna"), await begin(rooms)
        assert await rooms.take_seat(waiting.kept.link, b"anna", "") is None
        assert await rooms.take_seat(full.kept.link, b"eve", "") is None
        assert await rooms.take_seat("abcdefghijkl", b"eve", "") is None

    run_scenario(tmp_path, scenario)


def test_a_seat_is_taken_once_however_often_it_is_asked_for(tmp_path: Path) -> None:
    async def scenario(_services: FakeServices, rooms: RoomRegistry) -> None:
        room = await rooms.make(FRIEND, b"anna")
        assert await rooms.take_seat(room.kept.link, b"ben", "Ben") is TWO
        assert await rooms.take_seat(room.kept.link, b"ben", "Ben") is TWO
        assert room.session is not None
        assert len(room.session.events) == 1

    run_scenario(tmp_path, scenario)


# Withdrawing


def test_a_withdrawn_invitation_is_gone_from_memory_and_store(tmp_path: Path) -> None:
    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        room = await rooms.make(FRIEND, b"anna")
        link, eve = room.kept.link, enter(services, room)
        assert await rooms.withdraw(link, b"anna") is True
        assert (await eve.wait_for("problem"))["code"] == "withdrawn"
        assert (rooms.loaded, services.store.room(link), await rooms.find(link)) == ({}, None, None)

    run_scenario(tmp_path, scenario)


def test_watchers_of_a_withdrawn_game_are_sent_nothing_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        room, timers = await rooms.make(FRIEND, b"anna"), Timers(monkeypatch)
        for _ in range(11):
            enter(services, room)
        await rooms.withdraw(room.kept.link, b"anna")
        assert timers.running == []

    run_scenario(tmp_path, scenario)


def test_only_your_own_invitation_can_be_withdrawn_and_no_game(tmp_path: Path) -> None:
    async def scenario(_services: FakeServices, rooms: RoomRegistry) -> None:
        waiting, begun = await rooms.make(FRIEND, b"anna"), await begin(rooms)
        assert await rooms.withdraw(waiting.kept.link, b"eve") is False
        assert await rooms.withdraw(begun.kept.link, b"anna") is False
        assert await rooms.withdraw("abcdefghijkl", b"anna") is False
        assert await rooms.find(waiting.kept.link) is waiting

    run_scenario(tmp_path, scenario)


def test_an_invitation_missing_in_the_store_is_not_withdrawn(tmp_path: Path) -> None:
    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        room = await rooms.make(FRIEND, b"anna")
        services.store.forget_room(room.kept.link)
        assert await rooms.withdraw(room.kept.link, b"anna") is False
        assert rooms.loaded == {room.kept.link: room}

    run_scenario(tmp_path, scenario)


# Finding


def test_the_game_of_a_link_is_found_once_it_has_begun(tmp_path: Path) -> None:
    async def scenario(_services: FakeServices, rooms: RoomRegistry) -> None:
        waiting, begun = await rooms.make(FRIEND, b"anna"), await begin(rooms)
        assert await rooms.session_of(waiting.kept.link) is None
        assert await rooms.session_of("abcdefghijkl") is None
        assert await rooms.session_of(begun.kept.link) is begun.session

    run_scenario(tmp_path, scenario)


def test_a_room_is_loaded_with_its_seats_game_and_rematch(tmp_path: Path) -> None:
    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        room = await begin(rooms)
        for command in (Resign(ONE), OfferRematch(ONE), OfferRematch(TWO)):
            room.run(command)
        await until(lambda: room.next_link is not None)
        again = await RoomRegistry(services).find(room.kept.link)
        assert again is not None
        assert (again.kept, again.next_link) == (room.kept, room.next_link)
        assert again.session is not None
        assert again.session.state.wants_rematch

    run_scenario(tmp_path, scenario)


def test_a_game_without_an_agreed_rematch_is_loaded_without_one(tmp_path: Path) -> None:
    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        room = await begin(rooms)
        later = RoomRegistry(services)
        assert await later.find(room.kept.link) is not None
        await rooms.make(FRIEND, b"anna")
        assert list(later.loaded) == [room.kept.link]
        assert services.store.room_after(room.kept.link) is None

    run_scenario(tmp_path, scenario)


def test_an_agreed_rematch_is_created_after_a_restart(tmp_path: Path) -> None:
    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        room = await begin(rooms)
        assert room.kept.game is not None
        session = Session.replay(services.store.load(room.kept.game))
        for command in (Resign(ONE), OfferRematch(ONE), OfferRematch(TWO)):
            session.handle(command, services.time)
        services.store.append(room.kept.game, 1, session.events[1:])
        later = RoomRegistry(services)
        again = await later.find(room.kept.link)
        assert again is not None
        await until(lambda: again.next_link is not None)
        assert again.next_link in later.loaded

    run_scenario(tmp_path, scenario)


# Rematches


def test_a_rematch_swaps_seats_and_is_listed_as_the_game_was(tmp_path: Path) -> None:
    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        room = await begin(rooms, MakeGame(OpponentKind.FRIEND, FIVE, is_listed=False))
        eve = enter(services, room)
        for command in (Resign(ONE), OfferRematch(ONE), OfferRematch(TWO)):
            room.run(command)
        await until(lambda: room.next_link is not None)
        assert room.next_link is not None
        await eve.wait_for("table", next=room.next_link)
        kept = rooms.loaded[room.next_link].kept
        assert (kept.holders, kept.is_listed, kept.before) == (
            (b"ben", b"anna"),
            False,
            room.kept.link,
        )
        assert kept.setup.one == Person("Ben")

    run_scenario(tmp_path, scenario)


def test_a_rematch_that_cannot_be_saved_is_logged_for_the_operator(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_args: object) -> None:
        raise StoreError("the disk", "has no room for a rematch")

    async def scenario(_services: FakeServices, rooms: RoomRegistry) -> None:
        room = await begin(rooms)
        monkeypatch.setattr(Store, "add_room", fail)
        for command in (Resign(ONE), OfferRematch(ONE), OfferRematch(TWO)):
            room.run(command)
        await until(lambda: "no room for a rematch" in capsys.readouterr().err)
        assert room.next_link is None

    run_scenario(tmp_path, scenario)


# Unloading


def test_idle_rooms_are_searched_every_minute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(services: FakeServices, _rooms: RoomRegistry) -> None:
        timers, rooms = Timers(monkeypatch), RoomRegistry(services)
        rooms.open()
        assert timers.running == [60.0]
        timers.end(60.0)
        rooms.sweep()
        assert timers.running == [60.0]
        await rooms.close()
        assert timers.running == []

    run_scenario(tmp_path, scenario)


def test_a_room_is_unloaded_ten_minutes_after_the_last_client_left(tmp_path: Path) -> None:
    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        room = await begin(rooms)
        eve = enter(services, room)
        services.time += 1_000_000
        room.leave(eve.client)
        services.time += 600_000
        rooms.sweep()
        assert rooms.loaded == {room.kept.link: room}
        services.time += 1
        rooms.sweep()
        assert rooms.loaded == {}

    run_scenario(tmp_path, scenario)


def test_an_unloaded_room_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[Room] = []
    close = Room.close

    def remember(room: Room) -> None:
        closed.append(room)
        close(room)

    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        first, second = await begin(rooms), await begin(rooms)
        monkeypatch.setattr(Room, "close", remember)
        enter(services, second)
        services.time += 600_001
        rooms.sweep()
        assert closed == [first]
        await rooms.close()
        assert closed == [first, second]

    run_scenario(tmp_path, scenario)


async def unload_with_running_clock(services: FakeServices, rooms: RoomRegistry) -> str:
    """Unload a game with a running clock; return its link."""
    room = await rooms.make(
        MakeGame(OpponentKind.HERE, FIVE, clock=TimeControl(game=5000)), b"anna"
    )
    anna = enter(services, room, b"anna")
    room.run(PlayMove(ONE, Point(7, 7)))
    await anna.wait_for("state", number=3)
    room.leave(anna.client)
    services.time += 1000
    room.presence.last_left -= 600_001
    rooms.sweep()
    return room.kept.link


def test_the_timer_of_an_unloaded_room_ends_with_its_clock(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        timers = Timers(monkeypatch)
        link = await unload_with_running_clock(services, rooms)
        assert (rooms.loaded, list(rooms.expiry_timers)) == ({}, [link])
        assert timers.running[-2:] == [4.0, 60.0]
        await rooms.find(link)
        assert (list(rooms.loaded), rooms.expiry_timers) == ([link], {})
        assert timers.running.count(4.0) == 1

    run_scenario(tmp_path, scenario)


def test_closing_the_registry_stops_the_timers_of_unloaded_rooms(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        timers = Timers(monkeypatch)
        await unload_with_running_clock(services, rooms)
        await rooms.close()
        assert timers.running == []

    run_scenario(tmp_path, scenario)


def run_out_clock(timers: Timers, services: FakeServices) -> None:
    """Let the clock of the unloaded room run out."""
    services.time += 4000
    timers.end(4.0)


def test_the_timer_of_a_deleted_room_is_dropped_when_it_ends(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        timers = Timers(monkeypatch)
        await unload_with_running_clock(services, rooms)
        monkeypatch.setattr(Store, "room", lambda *_args: None)
        run_out_clock(timers, services)
        await until(lambda: not rooms.expiry_timers)
        assert rooms.loaded == {}

    run_scenario(tmp_path, scenario)


def test_an_error_when_a_clock_runs_out_is_logged_for_the_operator(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_args: Any) -> None:  # noqa: ANN401
        raise StoreError("the disk", "is expiry_timers itself")

    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        timers = Timers(monkeypatch)
        await unload_with_running_clock(services, rooms)
        monkeypatch.setattr(Store, "room", fail)
        run_out_clock(timers, services)
        await until(lambda: "is expiry_timers itself" in capsys.readouterr().err)

    run_scenario(tmp_path, scenario)
