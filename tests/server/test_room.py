"""One game, those who play it and those who watch, on a clock that is set by hand."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from kit.site import Desk, HandSite, Listener, Timers, searches, tell_story, until
from kit.studies import background

from tengen.errors import StoreError
from tengen.game.commands import OfferRematch, PlayMove, Resign, TakeBack
from tengen.game.setup import UNTIMED, TimeControl
from tengen.game.tasks import Seat
from tengen.rules.notation import parse_rules
from tengen.rules.point import Point
from tengen.rules.rules import GAMES
from tengen.server.messages.game import ClientCommand, MakeGame, OpponentKind
from tengen.server.messages.study import JobFailed
from tengen.server.rooms.registry import RoomRegistry
from tengen.server.rooms.room import Room
from tengen.server.workers import Moved
from tengen.storage.event_writer import OnWritten

ONE, TWO = Seat
HOUR = 3_600_000
FIVE = GAMES["five"]


async def begin(rooms: RoomRegistry, game: int | None = None) -> Room:
    """A game of Anna and Ben, with so many milliseconds on their clocks."""
    clock = UNTIMED if game is None else TimeControl(game=game)
    room = await rooms.make(MakeGame(OpponentKind.FRIEND, FIVE, clock=clock), b"anna")
    await rooms.sit_down(room.kept.link, b"ben", "Ben")
    return room


def enter(
    site: HandSite, room: Room, who: bytes | None = None, *, events: bool = False
) -> Listener:
    listener = Listener(site, who, wants_events=events)
    room.enter(listener.client)
    return listener


def play(seat: Seat, row: int, col: int) -> PlayMove:
    return PlayMove(seat, Point(row, col))


def kinds(listener: Listener) -> list[str]:
    return [json.loads(message["text"])["type"] for message in listener.sent]


def events_of(room: Room) -> list[str]:
    assert room.session is not None
    return [type(event).__name__ for event in room.session.events]


# Who is told what


def test_somebody_who_comes_is_told_seats_table_and_state(tmp_path: Path) -> None:
    async def story(site: HandSite, rooms: RoomRegistry) -> None:
        anna = enter(site, await begin(rooms), b"anna")
        await anna.hear("state")
        assert kinds(anna) == ["you", "table", "state"]
        assert anna.heard("you") == [{"type": "you", "seats": [1]}]

    tell_story(tmp_path, story)


def test_before_the_game_begins_no_state_is_told(tmp_path: Path) -> None:
    async def story(site: HandSite, rooms: RoomRegistry) -> None:
        room = await rooms.make(MakeGame(OpponentKind.FRIEND, FIVE), b"anna")
        anna = enter(site, room, b"anna")
        await anna.hear("table", phase="waiting")
        assert kinds(anna) == ["you", "table"]
        assert room.state_text() == "null"

    tell_story(tmp_path, story)


def test_those_who_are_there_when_the_game_begins_are_told_all_of_it(tmp_path: Path) -> None:
    async def story(site: HandSite, rooms: RoomRegistry) -> None:
        room = await rooms.make(MakeGame(OpponentKind.FRIEND, FIVE), b"anna")
        ben = enter(site, room, b"ben")
        await ben.hear("you", seats=[])
        await rooms.sit_down(room.kept.link, b"ben", "Ben")
        await ben.hear("state", number=1)
        assert kinds(ben)[2:] == ["you", "table", "state"]
        assert ben.heard("you")[-1]["seats"] == [2]
        assert ben.heard("table")[-1]["phase"] == "playing"

    tell_story(tmp_path, story)


def test_whoever_keeps_the_game_is_told_new_events_and_no_states(tmp_path: Path) -> None:
    async def story(site: HandSite, rooms: RoomRegistry) -> None:
        room = await begin(rooms)
        anna, eve = enter(site, room, b"anna"), enter(site, room, events=True)
        room.ask(anna.client, play(ONE, 7, 7))
        room.ask(anna.client, Resign(ONE))
        await anna.hear("state", number=3)
        assert [(news["first"], len(news["events"])) for news in eve.heard("events")] == [
            (0, 1),
            (1, 1),
            (2, 1),
        ]
        assert eve.heard("state") == []

    tell_story(tmp_path, story)


def test_what_is_refused_is_told_to_whoever_asked(tmp_path: Path) -> None:
    async def story(site: HandSite, rooms: RoomRegistry) -> None:
        room = await begin(rooms)
        anna, ben = enter(site, room, b"anna"), enter(site, room, b"ben")
        room.ask(ben.client, play(TWO, 7, 7))
        problem = await ben.hear("problem", code="refused")
        assert problem["says"] == "It is the other player's turn."
        room.do(play(TWO, 7, 7))
        room.ask(anna.client, play(ONE, 7, 7))
        await anna.hear("state", number=2)
        assert (anna.heard("problem"), len(ben.heard("problem"))) == ([], 1)

    tell_story(tmp_path, story)


def test_a_move_that_cannot_be_kept_is_told_to_whoever_made_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_game: int, _first: int, _events: object, done: OnWritten) -> None:
        done(StoreError("the disk", "is full today"))

    async def story(site: HandSite, rooms: RoomRegistry) -> None:
        room = await begin(rooms)
        anna, ben = enter(site, room, b"anna"), enter(site, room, b"ben")
        with monkeypatch.context() as broken:
            broken.setattr(site, "keep", fail)
            room.ask(anna.client, play(ONE, 7, 7))
        await anna.hear("problem", code="not-kept")
        room.ask(anna.client, play(ONE, 8, 8))
        await ben.hear("state", number=2, moves=[128])
        assert ben.heard("problem") == []

    tell_story(tmp_path, story)
    assert "is full today" in capsys.readouterr().err


def test_the_table_is_told_when_the_game_ends_and_not_with_every_move(tmp_path: Path) -> None:
    async def story(site: HandSite, rooms: RoomRegistry) -> None:
        room = await rooms.make(MakeGame(OpponentKind.HERE, FIVE), b"anna")
        anna = enter(site, room, b"anna")
        asks: list[ClientCommand] = [play(ONE, 7, 7), Resign(ONE), TakeBack(ONE)]
        for number, ask in enumerate(asks, 2):
            room.ask(anna.client, ask)
            await anna.hear("state", number=number)
        phases = [news["phase"] for news in anna.heard("table")]
        assert phases == ["playing", "over", "playing"]

    tell_story(tmp_path, story)


def test_only_an_agreed_rematch_makes_another_room(tmp_path: Path) -> None:
    async def story(site: HandSite, rooms: RoomRegistry) -> None:
        room = await begin(rooms)
        anna = enter(site, room, b"anna")
        asks: list[ClientCommand] = [Resign(ONE), OfferRematch(ONE)]
        for number, ask in enumerate(asks, 2):
            room.do(ask)
            await anna.hear("state", number=number)
        assert list(rooms.loaded) == [room.kept.link]
        room.do(OfferRematch(TWO))
        await until(lambda: anna.heard("table")[-1]["next"] is not None)
        assert len(rooms.loaded) == 2

    tell_story(tmp_path, story)


def test_forbidden_points_that_are_found_later_are_told_with_the_state_alone(
    tmp_path: Path,
) -> None:
    crossing = [4 * 52 + 3, 0, 4 * 52 + 5, 2, 3 * 52 + 4, 4, 5 * 52 + 4, 6]

    async def story(site: HandSite, rooms: RoomRegistry) -> None:
        site.background = background()
        rules = parse_rules("52x52/5 renju")
        room = await rooms.make(MakeGame(OpponentKind.HERE, rules, moves=tuple(crossing)), b"anna")
        anna, eve = enter(site, room, b"anna"), enter(site, room, events=True)
        await anna.hear("state", forbidden=[[4 * 52 + 4, "double-three"]])
        assert len(eve.heard("events")) == 1

    tell_story(tmp_path, story)


# A crowd


def test_ten_at_a_table_hear_at_once_of_everybody_who_comes_and_goes(tmp_path: Path) -> None:
    async def story(site: HandSite, rooms: RoomRegistry) -> None:
        room = await begin(rooms)
        host, *others = [enter(site, room) for _ in range(10)]
        await host.hear("table", watchers=10)
        room.leave(others[0].client)
        await until(lambda: len(host.heard("table")) == 11)
        assert host.heard("table")[-1]["watchers"] == 9

    tell_story(tmp_path, story)


def test_a_crowd_hears_once_of_all_who_came_in_two_milliseconds_for_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(site: HandSite, rooms: RoomRegistry) -> None:
        room, timers = await begin(rooms), Timers(monkeypatch)
        host, *_ = [enter(site, room) for _ in range(10)]
        eleventh, twelfth = enter(site, room), enter(site, room)
        await twelfth.hear("table", watchers=12)
        assert len(eleventh.heard("table")) == 1
        assert len(host.heard("table")) == 10
        assert timers.running == [0.022]
        site.time += 22
        timers.end(0.022)
        await host.hear("table", watchers=12)

    tell_story(tmp_path, story)


# What is asked


def hold_back(site: HandSite, monkeypatch: pytest.MonkeyPatch) -> list[OnWritten]:
    """Let nothing be kept until a test calls what is in this list."""
    waiting: list[OnWritten] = []
    monkeypatch.setattr(site, "keep", lambda *args: waiting.append(args[-1]))
    return waiting


def test_sixteen_commands_wait_while_one_is_kept_and_no_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(site: HandSite, rooms: RoomRegistry) -> None:
        room = await rooms.make(MakeGame(OpponentKind.HERE, FIVE), b"anna")
        anna = enter(site, room, b"anna")
        hold_back(site, monkeypatch)
        for number in range(1 + 16):
            room.ask(anna.client, play(tuple(Seat)[number % 2], *divmod(number, 15)))
        await asyncio.sleep(0)
        assert anna.heard("problem") == []
        room.ask(anna.client, play(TWO, 14, 14))
        await anna.hear("problem", code="too-fast")

    tell_story(tmp_path, story)


def test_nothing_is_shown_before_it_is_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(site: HandSite, rooms: RoomRegistry) -> None:
        room = await begin(rooms)
        waiting = hold_back(site, monkeypatch)
        room.do(play(ONE, 7, 7))
        room.do(play(TWO, 8, 8))
        assert (events_of(room), len(waiting), room.is_idle) == (["GameStarted"], 1, False)
        waiting[0](None)
        assert (events_of(room)[1:], len(waiting)) == (["MovePlayed"], 2)
        waiting[1](None)
        assert room.is_idle

    tell_story(tmp_path, story)


def test_nothing_happens_in_a_room_that_was_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(site: HandSite, rooms: RoomRegistry) -> None:
        room, timers = await begin(rooms, HOUR), Timers(monkeypatch)
        for who in (b"anna", b"ben"):
            enter(site, room, who)
        await until(lambda: room.deadline is not None)
        waiting = hold_back(site, monkeypatch)
        room.do(play(ONE, 7, 7))
        before = events_of(room)
        room.close()
        waiting[0](None)
        room.do(play(ONE, 8, 8))
        assert (events_of(room), len(waiting), timers.running) == (before, 1, [])

    tell_story(tmp_path, story)


def test_a_crowd_in_a_room_that_was_closed_hears_nothing_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(site: HandSite, rooms: RoomRegistry) -> None:
        room, timers = await begin(rooms), Timers(monkeypatch)
        for _ in range(11):
            enter(site, room)
        assert timers.running == [0.022]
        room.close()
        assert timers.running == []

    tell_story(tmp_path, story)


def test_a_room_that_was_closed_looks_for_no_forbidden_points(tmp_path: Path) -> None:
    async def story(_site: HandSite, rooms: RoomRegistry) -> None:
        large = MakeGame(OpponentKind.HERE, parse_rules("52x52/5 renju"), moves=(0, 1, 60, 3))
        room = await rooms.make(large, b"anna")
        room.state_text()
        assert searches() == 1
        room.close()
        await asyncio.sleep(0)
        assert searches() == 0

    tell_story(tmp_path, story)


# Clocks


def test_clocks_begin_when_both_players_are_there(tmp_path: Path) -> None:
    async def story(site: HandSite, rooms: RoomRegistry) -> None:
        room = await begin(rooms, HOUR)
        anna = enter(site, room, b"anna")
        state = await anna.hear("state", number=1)
        assert (state["is_paused"], room.deadline) == (True, None)
        site.time += 5000
        enter(site, room, b"ben")
        state = await anna.hear("state", number=2)
        assert (state["is_paused"], state["running"]) == (False, 1)
        assert room.deadline == site.time + HOUR

    tell_story(tmp_path, story)


def test_clocks_begin_twenty_seconds_after_the_first_player_came(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(site: HandSite, rooms: RoomRegistry) -> None:
        room, timers = await begin(rooms, HOUR), Timers(monkeypatch)
        enter(site, room)
        assert (timers.running, room.is_idle) == ([], False)
        anna = enter(site, room, b"anna")
        site.time += 10_000
        enter(site, room, b"anna")
        assert timers.running == [20.0]
        site.time += 10_000
        timers.end(20.0)
        state = await anna.hear("state", number=2)
        assert state["running"] == 1
        assert room.deadline == site.time + HOUR

    tell_story(tmp_path, story)


def test_a_room_whose_player_waits_for_the_clocks_is_not_idle(tmp_path: Path) -> None:
    async def story(site: HandSite, rooms: RoomRegistry) -> None:
        room = await begin(rooms, HOUR)
        assert room.is_idle
        anna = enter(site, room, b"anna")
        room.leave(anna.client)
        assert not room.is_idle

    tell_story(tmp_path, story)


def test_a_move_before_both_are_there_starts_the_clocks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(site: HandSite, rooms: RoomRegistry) -> None:
        room, timers = await begin(rooms, HOUR), Timers(monkeypatch)
        anna = enter(site, room, b"anna")
        site.time += 1000
        room.ask(anna.client, play(ONE, 7, 7))
        await anna.hear("state", number=3)
        assert events_of(room)[1:] == ["GameResumed", "MovePlayed"]
        assert room.session is not None
        assert room.session.state.clocks.left(ONE, site.time) == HOUR
        site.time += 20_000
        timers.end(20.0)
        assert len(events_of(room)) == 3

    tell_story(tmp_path, story)


def test_a_room_whose_clocks_have_begun_waits_for_nobody(tmp_path: Path) -> None:
    async def story(site: HandSite, rooms: RoomRegistry) -> None:
        room = await begin(rooms, HOUR)
        anna = enter(site, room, b"anna")
        room.ask(anna.client, play(ONE, 7, 7))
        await anna.hear("state", number=3)
        room.leave(anna.client)
        assert room.is_idle

    tell_story(tmp_path, story)


def test_a_player_whose_time_is_up_loses_without_anybody_asking(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(site: HandSite, rooms: RoomRegistry) -> None:
        room, timers = await begin(rooms, HOUR), Timers(monkeypatch)
        anna, _ben = enter(site, room, b"anna"), enter(site, room, b"ben")
        for seat, col in ((ONE, 7), (TWO, 8)):
            room.do(play(seat, 7, col))
        await anna.hear("state", number=4)
        site.time += HOUR
        timers.end(HOUR / 1000)
        state = await anna.hear("state", number=5)
        assert (state["result"]["winner"], state["result"]["cause"]) == (2, "time")
        assert room.deadline is None

    tell_story(tmp_path, story)


def fail_to_keep(_game: int, _first: int, _events: object, done: OnWritten) -> None:
    """A disk that cannot be written to."""
    done(StoreError("the disk", "is worn out"))


def test_a_time_out_that_cannot_be_kept_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(site: HandSite, rooms: RoomRegistry) -> None:
        room, timers = await begin(rooms, HOUR), Timers(monkeypatch)
        anna, _ben = enter(site, room, b"anna"), enter(site, room, b"ben")
        room.do(play(ONE, 7, 7))
        await anna.hear("state", number=3)
        site.time += HOUR
        with monkeypatch.context() as broken:
            broken.setattr(site, "keep", fail_to_keep)
            timers.end(HOUR / 1000)
        await anna.hear("problem", code="not-kept")
        assert room.deadline == site.time + 10_000
        site.time += 10_000
        timers.end(10.0)
        state = await anna.hear("state", number=4)
        assert state["result"]["cause"] == "time"

    tell_story(tmp_path, story)


def test_clocks_that_cannot_begin_wait_on(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def story(site: HandSite, rooms: RoomRegistry) -> None:
        room, timers = await begin(rooms, HOUR), Timers(monkeypatch)
        with monkeypatch.context() as broken:
            broken.setattr(site, "keep", fail_to_keep)
            anna, ben = enter(site, room, b"anna"), enter(site, room, b"ben")
        for player in (anna, ben):
            await player.hear("problem", code="not-kept")
        assert (room.deadline, json.loads(room.state_text())["is_paused"]) == (None, True)
        site.time += 20_000
        timers.end(20.0)
        await anna.hear("state", number=2)
        assert room.deadline == site.time + HOUR

    tell_story(tmp_path, story)


# The computer


def hire(site: HandSite) -> Desk:
    """Workers that remember what they are asked for."""
    site.workers = desk = Desk()
    return desk


COMPUTER = MakeGame(OpponentKind.COMPUTER, FIVE)


def test_the_computer_thinks_while_somebody_is_there(tmp_path: Path) -> None:
    async def story(site: HandSite, rooms: RoomRegistry) -> None:
        desk, room = hire(site), await rooms.make(COMPUTER, b"anna")
        anna, eve = enter(site, room, b"anna"), enter(site, room)
        room.ask(anna.client, play(ONE, 7, 7))
        await anna.hear("state", number=2)
        assert [owner for _job, owner, _tell in desk.asked] == [(b"anna".hex(), "home")]
        room.leave(anna.client)
        assert desk.cancelled == []
        room.leave(eve.client)
        assert (desk.cancelled, room.is_idle) == ([0], True)
        enter(site, room)
        assert len(desk.asked) == 2

    tell_story(tmp_path, story)


def test_the_computer_thinks_on_alone_while_its_clock_runs(tmp_path: Path) -> None:
    async def story(site: HandSite, rooms: RoomRegistry) -> None:
        desk = hire(site)
        timed = MakeGame(OpponentKind.COMPUTER, FIVE, clock=TimeControl(game=HOUR))
        room = await rooms.make(timed, b"anna")
        anna = enter(site, room, b"anna")
        room.ask(anna.client, play(ONE, 7, 7))
        await anna.hear("state", number=3)
        room.leave(anna.client)
        assert (len(desk.asked), desk.cancelled) == (1, [])
        assert not room.is_idle

    tell_story(tmp_path, story)


def test_the_computer_stops_when_the_room_is_closed(tmp_path: Path) -> None:
    async def story(site: HandSite, rooms: RoomRegistry) -> None:
        desk, room = hire(site), await rooms.make(COMPUTER, b"anna")
        anna = enter(site, room, b"anna")
        room.ask(anna.client, play(ONE, 7, 7))
        await anna.hear("state", number=2)
        room.close()
        assert desk.cancelled == [0]

    tell_story(tmp_path, story)


def test_everybody_is_told_why_the_computer_has_not_moved(tmp_path: Path) -> None:
    async def story(site: HandSite, rooms: RoomRegistry) -> None:
        desk, room = hire(site), await rooms.make(COMPUTER, b"anna")
        anna, eve = enter(site, room, b"anna"), enter(site, room)
        room.ask(anna.client, play(ONE, 7, 7))
        await anna.hear("state", number=2)
        desk.asked[0][2](JobFailed("too much at once"))
        for listener in (anna, eve):
            problem = await listener.hear("problem", code="engine")
            assert problem["says"] == "The computer cannot move: too much at once"
        assert len(desk.asked) == 1
        enter(site, room)
        assert len(desk.asked) == 2

    tell_story(tmp_path, story)


def test_everybody_is_told_that_a_move_of_the_computer_cannot_be_kept(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def story(site: HandSite, rooms: RoomRegistry) -> None:
        desk, room = hire(site), await rooms.make(COMPUTER, b"anna")
        anna = enter(site, room, b"anna")
        room.ask(anna.client, play(ONE, 7, 7))
        await anna.hear("state", number=2)
        with monkeypatch.context() as broken:
            broken.setattr(site, "keep", fail_to_keep)
            desk.asked[0][2](Moved(play(TWO, 8, 8)))
        await anna.hear("problem", code="not-kept")
        assert len(events_of(room)) == 2

    tell_story(tmp_path, story)


def test_the_state_of_a_game_is_told_as_it_stands(tmp_path: Path) -> None:
    async def story(site: HandSite, rooms: RoomRegistry) -> None:
        room = await begin(rooms, HOUR)
        assert json.loads(room.state_text())["is_paused"]
        for who in (b"anna", b"ben"):
            enter(site, room, who)
        await until(lambda: room.deadline is not None)
        site.time += 1000
        state = json.loads(room.state_text())
        assert (state["is_paused"], state["left"][0], state["now"]) == (
            False,
            HOUR - 1000,
            site.time,
        )

    tell_story(tmp_path, story)
