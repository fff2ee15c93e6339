"""All rooms of a server: making, finding, taking seats, withdrawing, letting go."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from kit.site import HandSite, Listener, Timers, tell_story, until

from tengen.errors import StoreError
from tengen.game.commands import OfferRematch, PlayMove, Resign
from tengen.game.session import Session
from tengen.game.setup import Person, TimeControl
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
    """A game that Ben has sat down at."""
    room = await rooms.make(wanted, b"anna")
    assert await rooms.sit_down(room.kept.link, b"ben", "Ben") is not None
    return room


def enter(site: HandSite, room: Room, who: bytes | None = None) -> Listener:
    listener = Listener(site, who)
    room.enter(listener.client)
    return listener


# Making, and taking seats


@pytest.mark.parametrize("opponent", OpponentKind)
def test_games_of_people_are_listed_unless_it_is_said_otherwise(
    tmp_path: Path, opponent: OpponentKind
) -> None:
    async def story(_site: HandSite, rooms: RoomRegistry) -> None:
        usual = opponent is not OpponentKind.COMPUTER
        for said, expected in ((None, usual), (True, True), (False, False)):
            room = await rooms.make(MakeGame(opponent, FIVE, is_listed=said), b"anna")
            assert room.kept.is_listed is expected

    tell_story(tmp_path, story)


def test_a_game_begins_at_once_if_no_seat_is_free(tmp_path: Path) -> None:
    async def story(site: HandSite, rooms: RoomRegistry) -> None:
        room = await rooms.make(HERE, b"anna")
        assert room.session is not None
        assert room.session.events[0].at == site.time
        assert (await rooms.make(FRIEND, b"anna")).session is None
        assert (room.kept.made, room.kept.game) == (site.time, 1)

    tell_story(tmp_path, story)


@pytest.mark.parametrize("side, seat", [(SeatPreference.FIRST, TWO), (SeatPreference.SECOND, ONE)])
def test_whoever_follows_the_link_takes_the_seat_that_is_free(
    tmp_path: Path, side: SeatPreference, seat: Seat
) -> None:
    async def story(_site: HandSite, rooms: RoomRegistry) -> None:
        room = await rooms.make(MakeGame(OpponentKind.FRIEND, FIVE, side=side), b"anna")
        assert await rooms.sit_down(room.kept.link, b"ben", " Ben ") is seat
        assert room.kept.holders[seat.value - 1] == b"ben"
        assert room.kept.holders[seat.other.value - 1] == b"anna"
        assert room.kept.setup.sitter(seat) == Person("Ben")

    tell_story(tmp_path, story)


def test_nobody_takes_a_seat_at_their_own_table_a_full_one_or_none(tmp_path: Path) -> None:
    async def story(_site: HandSite, rooms: RoomRegistry) -> None:
        waiting, full = await rooms.make(FRIEND, b"anna"), await begin(rooms)
        assert await rooms.sit_down(waiting.kept.link, b"anna", "") is None
        assert await rooms.sit_down(full.kept.link, b"eve", "") is None
        assert await rooms.sit_down("abcdefghijkl", b"eve", "") is None

    tell_story(tmp_path, story)


# Withdrawing


def test_an_invitation_that_is_withdrawn_is_gone_from_memory_and_store(tmp_path: Path) -> None:
    async def story(site: HandSite, rooms: RoomRegistry) -> None:
        room = await rooms.make(FRIEND, b"anna")
        link, eve = room.kept.link, enter(site, room)
        assert await rooms.withdraw(link, b"anna") is True
        assert (await eve.hear("problem"))["code"] == "withdrawn"
        assert (rooms.loaded, site.store.room(link), await rooms.find(link)) == ({}, None, None)

    tell_story(tmp_path, story)


def test_those_who_wait_for_a_game_that_is_withdrawn_hear_no_more_of_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(site: HandSite, rooms: RoomRegistry) -> None:
        room, timers = await rooms.make(FRIEND, b"anna"), Timers(monkeypatch)
        for _ in range(11):
            enter(site, room)
        await rooms.withdraw(room.kept.link, b"anna")
        assert timers.running == []

    tell_story(tmp_path, story)


def test_only_ones_own_invitation_is_withdrawn_and_no_game(tmp_path: Path) -> None:
    async def story(_site: HandSite, rooms: RoomRegistry) -> None:
        waiting, begun = await rooms.make(FRIEND, b"anna"), await begin(rooms)
        assert await rooms.withdraw(waiting.kept.link, b"eve") is False
        assert await rooms.withdraw(begun.kept.link, b"anna") is False
        assert await rooms.withdraw("abcdefghijkl", b"anna") is False
        assert await rooms.find(waiting.kept.link) is waiting

    tell_story(tmp_path, story)


def test_an_invitation_that_the_store_has_forgotten_is_not_withdrawn(tmp_path: Path) -> None:
    async def story(site: HandSite, rooms: RoomRegistry) -> None:
        room = await rooms.make(FRIEND, b"anna")
        site.store.forget_room(room.kept.link)
        assert await rooms.withdraw(room.kept.link, b"anna") is False
        assert rooms.loaded == {room.kept.link: room}

    tell_story(tmp_path, story)


# Finding


def test_the_game_of_a_link_is_found_once_it_has_begun(tmp_path: Path) -> None:
    async def story(_site: HandSite, rooms: RoomRegistry) -> None:
        waiting, begun = await rooms.make(FRIEND, b"anna"), await begin(rooms)
        assert await rooms.session_of(waiting.kept.link) is None
        assert await rooms.session_of("abcdefghijkl") is None
        assert await rooms.session_of(begun.kept.link) is begun.session

    tell_story(tmp_path, story)


def test_a_room_is_loaded_with_its_seats_game_and_rematch(tmp_path: Path) -> None:
    async def story(site: HandSite, rooms: RoomRegistry) -> None:
        room = await begin(rooms)
        for command in (Resign(ONE), OfferRematch(ONE), OfferRematch(TWO)):
            room.do(command)
        await until(lambda: room.next_link is not None)
        again = await RoomRegistry(site).find(room.kept.link)
        assert again is not None
        assert (again.kept, again.next_link) == (room.kept, room.next_link)
        assert again.session is not None
        assert again.session.state.wants_rematch

    tell_story(tmp_path, story)


def test_a_game_without_an_agreed_rematch_is_loaded_without_one(tmp_path: Path) -> None:
    async def story(site: HandSite, rooms: RoomRegistry) -> None:
        room = await begin(rooms)
        later = RoomRegistry(site)
        assert await later.find(room.kept.link) is not None
        await rooms.make(FRIEND, b"anna")
        assert list(later.loaded) == [room.kept.link]
        assert site.store.room_after(room.kept.link) is None

    tell_story(tmp_path, story)


def test_a_rematch_that_a_server_could_not_make_is_made_by_the_next(tmp_path: Path) -> None:
    async def story(site: HandSite, rooms: RoomRegistry) -> None:
        room = await begin(rooms)
        assert room.kept.game is not None
        session = Session.replay(site.store.load(room.kept.game))
        for command in (Resign(ONE), OfferRematch(ONE), OfferRematch(TWO)):
            session.handle(command, site.time)
        site.store.append(room.kept.game, 1, session.events[1:])
        later = RoomRegistry(site)
        again = await later.find(room.kept.link)
        assert again is not None
        await until(lambda: again.next_link is not None)
        assert again.next_link in later.loaded

    tell_story(tmp_path, story)


# Rematches


def test_a_rematch_swaps_seats_and_is_listed_as_the_game_was(tmp_path: Path) -> None:
    async def story(site: HandSite, rooms: RoomRegistry) -> None:
        room = await begin(rooms, MakeGame(OpponentKind.FRIEND, FIVE, is_listed=False))
        eve = enter(site, room)
        for command in (Resign(ONE), OfferRematch(ONE), OfferRematch(TWO)):
            room.do(command)
        await until(lambda: room.next_link is not None)
        assert room.next_link is not None
        await eve.hear("table", next=room.next_link)
        kept = rooms.loaded[room.next_link].kept
        assert (kept.holders, kept.is_listed, kept.before) == (
            (b"ben", b"anna"),
            False,
            room.kept.link,
        )
        assert kept.setup.one == Person("Ben")

    tell_story(tmp_path, story)


def test_a_rematch_that_cannot_be_kept_is_told_to_the_operator(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_args: object) -> None:
        raise StoreError("the disk", "has no room for a rematch")

    async def story(_site: HandSite, rooms: RoomRegistry) -> None:
        room = await begin(rooms)
        monkeypatch.setattr(Store, "add_room", fail)
        for command in (Resign(ONE), OfferRematch(ONE), OfferRematch(TWO)):
            room.do(command)
        await until(lambda: "no room for a rematch" in capsys.readouterr().err)
        assert room.next_link is None

    tell_story(tmp_path, story)


# Letting go


def test_rooms_are_looked_through_every_minute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(site: HandSite, _rooms: RoomRegistry) -> None:
        timers, rooms = Timers(monkeypatch), RoomRegistry(site)
        rooms.open()
        assert timers.running == [60.0]
        timers.end(60.0)
        rooms.sweep()
        assert timers.running == [60.0]
        rooms.close()
        assert timers.running == []

    tell_story(tmp_path, story)


def test_a_room_goes_ten_minutes_after_the_last_one_has_left(tmp_path: Path) -> None:
    async def story(site: HandSite, rooms: RoomRegistry) -> None:
        room = await begin(rooms)
        eve = enter(site, room)
        site.time += 1_000_000
        room.leave(eve.client)
        site.time += 600_000
        rooms.sweep()
        assert rooms.loaded == {room.kept.link: room}
        site.time += 1
        rooms.sweep()
        assert rooms.loaded == {}

    tell_story(tmp_path, story)


def test_a_room_that_is_let_go_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    closed: list[Room] = []
    close = Room.close

    def remember(room: Room) -> None:
        closed.append(room)
        close(room)

    async def story(site: HandSite, rooms: RoomRegistry) -> None:
        first, second = await begin(rooms), await begin(rooms)
        monkeypatch.setattr(Room, "close", remember)
        enter(site, second)
        site.time += 600_001
        rooms.sweep()
        assert closed == [first]
        rooms.close()
        assert closed == [first, second]

    tell_story(tmp_path, story)


async def fall_asleep(site: HandSite, rooms: RoomRegistry) -> str:
    """A game with a running clock that everybody has left for long; its link."""
    room = await rooms.make(
        MakeGame(OpponentKind.HERE, FIVE, clock=TimeControl(game=5000)), b"anna"
    )
    anna = enter(site, room, b"anna")
    room.do(PlayMove(ONE, Point(7, 7)))
    await anna.hear("state", number=3)
    room.leave(anna.client)
    site.time += 1000
    room.presence.last_left -= 600_001
    rooms.sweep()
    return room.kept.link


def test_the_clock_of_a_room_that_was_let_go_ends_when_it_would_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(site: HandSite, rooms: RoomRegistry) -> None:
        timers = Timers(monkeypatch)
        link = await fall_asleep(site, rooms)
        assert (rooms.loaded, list(rooms.asleep)) == ({}, [link])
        assert timers.running[-2:] == [4.0, 60.0]
        await rooms.find(link)
        assert (list(rooms.loaded), rooms.asleep) == ([link], {})
        assert timers.running.count(4.0) == 1

    tell_story(tmp_path, story)


def test_no_clock_of_a_room_that_was_let_go_rings_after_the_server_has_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(site: HandSite, rooms: RoomRegistry) -> None:
        timers = Timers(monkeypatch)
        await fall_asleep(site, rooms)
        rooms.close()
        assert timers.running == []

    tell_story(tmp_path, story)


def ring(timers: Timers, site: HandSite) -> None:
    """Let the clock of the room that is asleep run out."""
    site.time += 4000
    timers.end(4.0)


def test_a_room_that_is_gone_when_its_clock_runs_out_is_forgotten(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(site: HandSite, rooms: RoomRegistry) -> None:
        timers = Timers(monkeypatch)
        await fall_asleep(site, rooms)
        monkeypatch.setattr(Store, "room", lambda *_args: None)
        ring(timers, site)
        await until(lambda: not rooms.asleep)
        assert rooms.loaded == {}

    tell_story(tmp_path, story)


def test_an_error_when_a_clock_runs_out_is_told_to_the_operator(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_args: Any) -> None:  # noqa: ANN401
        raise StoreError("the disk", "is asleep itself")

    async def story(site: HandSite, rooms: RoomRegistry) -> None:
        timers = Timers(monkeypatch)
        await fall_asleep(site, rooms)
        monkeypatch.setattr(Store, "room", fail)
        ring(timers, site)
        await until(lambda: "is asleep itself" in capsys.readouterr().err)

    tell_story(tmp_path, story)
