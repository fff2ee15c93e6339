"""One room with its players and watchers, on a manual clock."""

from __future__ import annotations

import asyncio
import json
from pathlib import Path

import pytest
from kit.rooms import (
    FakeServices,
    RecordingClient,
    RecordingWorkers,
    Timers,
    count_searches,
    run_scenario,
    until,
)
from kit.studies import background

from tengen.errors import StoreError
from tengen.game.clock import UNTIMED, TimeControl
from tengen.game.commands import OfferRematch, PlayMove, Resign, TakeBack
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
    """Start a game of Anna and Ben, with `game` milliseconds on their clocks."""
    clock = UNTIMED if game is None else TimeControl(game=game)
    room = await rooms.make(MakeGame(OpponentKind.FRIEND, FIVE, clock=clock), b"anna")
    await rooms.take_seat(room.kept.link, b"ben", "Ben")
    return room


def enter(
    services: FakeServices, room: Room, who: bytes | None = None, *, events: bool = False
) -> RecordingClient:
    client = RecordingClient(services, who, wants_events=events)
    room.enter(client.client)
    return client


def play(seat: Seat, row: int, col: int) -> PlayMove:
    return PlayMove(seat, Point(row, col))


def kinds(client: RecordingClient) -> list[str]:
    return [json.loads(message["text"])["type"] for message in client.sent]


def events_of(room: Room) -> list[str]:
    assert room.session is not None
    return [type(event).__name__ for event in room.session.events]


# Messages


def test_a_new_client_is_sent_seats_table_and_state(tmp_path: Path) -> None:
    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        anna = enter(services, await begin(rooms), b"anna")
        await anna.wait_for("state")
        assert kinds(anna) == ["you", "table", "state"]
        assert anna.received("you") == [{"type": "you", "seats": [1], "counts_once": True}]

    run_scenario(tmp_path, scenario)


def test_no_state_is_sent_before_the_game_begins(tmp_path: Path) -> None:
    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        room = await rooms.make(MakeGame(OpponentKind.FRIEND, FIVE), b"anna")
        anna = enter(services, room, b"anna")
        await anna.wait_for("table", phase="waiting")
        assert kinds(anna) == ["you", "table"]
        assert room.state_text() == "null"

    run_scenario(tmp_path, scenario)


def test_clients_are_sent_everything_when_the_game_begins(tmp_path: Path) -> None:
    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        room = await rooms.make(MakeGame(OpponentKind.FRIEND, FIVE), b"anna")
        ben = enter(services, room, b"ben")
        await ben.wait_for("you", seats=[])
        await rooms.take_seat(room.kept.link, b"ben", "Ben")
        await ben.wait_for("state", number=1)
        assert kinds(ben)[2:] == ["you", "table", "state"]
        assert ben.received("you")[-1]["seats"] == [2]
        assert ben.received("table")[-1]["phase"] == "playing"

    run_scenario(tmp_path, scenario)


def test_a_client_that_wants_events_is_sent_no_states(tmp_path: Path) -> None:
    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        room = await begin(rooms)
        anna, eve = enter(services, room, b"anna"), enter(services, room, events=True)
        room.handle(anna.client, play(ONE, 7, 7))
        room.handle(anna.client, Resign(ONE))
        await anna.wait_for("state", number=3)
        assert [
            (message["first"], len(message["events"])) for message in eve.received("events")
        ] == [
            (0, 1),
            (1, 1),
            (2, 1),
        ]
        assert eve.received("state") == []

    run_scenario(tmp_path, scenario)


def test_a_refusal_is_sent_only_to_the_client_who_asked(tmp_path: Path) -> None:
    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        room = await begin(rooms)
        anna, ben = enter(services, room, b"anna"), enter(services, room, b"ben")
        room.handle(ben.client, play(TWO, 7, 7))
        problem = await ben.wait_for("problem", code="refused")
        assert problem["says"] == "It is the other player's turn."
        room.run(play(TWO, 7, 7))
        room.handle(anna.client, play(ONE, 7, 7))
        await anna.wait_for("state", number=2)
        assert (anna.received("problem"), len(ben.received("problem"))) == ([], 1)

    run_scenario(tmp_path, scenario)


def test_a_move_that_cannot_be_saved_is_reported_to_its_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(_game: int, _first: int, _events: object, done: OnWritten, _epoch: int) -> None:
        done(StoreError("the disk", "is full today"))

    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        room = await begin(rooms)
        anna, ben = enter(services, room, b"anna"), enter(services, room, b"ben")
        with monkeypatch.context() as broken:
            broken.setattr(services, "save_events", fail)
            room.handle(anna.client, play(ONE, 7, 7))
        await anna.wait_for("problem", code="not-kept")
        room.handle(anna.client, play(ONE, 8, 8))
        await ben.wait_for("state", number=2, moves=[128])
        assert ben.received("problem") == []

    run_scenario(tmp_path, scenario)
    assert "is full today" in capsys.readouterr().err


def test_the_table_is_sent_when_the_game_ends_and_not_with_every_move(tmp_path: Path) -> None:
    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        room = await rooms.make(MakeGame(OpponentKind.HERE, FIVE), b"anna")
        anna = enter(services, room, b"anna")
        asks: list[ClientCommand] = [play(ONE, 7, 7), Resign(ONE), TakeBack(ONE)]
        for number, ask in enumerate(asks, 2):
            room.handle(anna.client, ask)
            await anna.wait_for("state", number=number)
        phases = [message["phase"] for message in anna.received("table")]
        assert phases == ["playing", "over", "playing"]

    run_scenario(tmp_path, scenario)


def test_only_an_agreed_rematch_creates_another_room(tmp_path: Path) -> None:
    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        room = await begin(rooms)
        anna = enter(services, room, b"anna")
        asks: list[ClientCommand] = [Resign(ONE), OfferRematch(ONE)]
        for number, ask in enumerate(asks, 2):
            room.run(ask)
            await anna.wait_for("state", number=number)
        assert list(rooms.loaded) == [room.kept.link]
        room.run(OfferRematch(TWO))
        await until(lambda: anna.received("table")[-1]["next"] is not None)
        assert len(rooms.loaded) == 2

    run_scenario(tmp_path, scenario)


def test_forbidden_points_found_later_are_sent_only_with_the_state(
    tmp_path: Path,
) -> None:
    crossing = [4 * 52 + 3, 0, 4 * 52 + 5, 2, 3 * 52 + 4, 4, 5 * 52 + 4, 6]

    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        services.background = background()
        rules = parse_rules("52x52/5 renju")
        room = await rooms.make(MakeGame(OpponentKind.HERE, rules, moves=tuple(crossing)), b"anna")
        anna, eve = enter(services, room, b"anna"), enter(services, room, events=True)
        await anna.wait_for("state", forbidden=[[4 * 52 + 4, "double-three"]])
        assert len(eve.received("events")) == 1

    run_scenario(tmp_path, scenario)


# Many clients


def test_up_to_ten_clients_are_sent_at_once_who_comes_and_goes(tmp_path: Path) -> None:
    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        room = await begin(rooms)
        host, *others = [enter(services, room) for _ in range(10)]
        await host.wait_for("table", watchers=10)
        room.leave(others[0].client)
        await until(lambda: len(host.received("table")) == 11)
        assert host.received("table")[-1]["watchers"] == 9

    run_scenario(tmp_path, scenario)


def test_many_clients_are_sent_arrivals_together_after_two_milliseconds_each(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        room, timers = await begin(rooms), Timers(monkeypatch)
        host, *_ = [enter(services, room) for _ in range(10)]
        eleventh, twelfth = enter(services, room), enter(services, room)
        await twelfth.wait_for("table", watchers=12)
        assert len(eleventh.received("table")) == 1
        assert len(host.received("table")) == 10
        assert timers.running == [0.022]
        services.time += 22
        timers.end(0.022)
        await host.wait_for("table", watchers=12)

    run_scenario(tmp_path, scenario)


# Commands


def delay_saving(services: FakeServices, monkeypatch: pytest.MonkeyPatch) -> list[OnWritten]:
    """Delay saving; the test calls the callbacks in the returned list."""
    waiting: list[OnWritten] = []
    monkeypatch.setattr(services, "save_events", lambda *args: waiting.append(args[3]))
    return waiting


def test_at_most_sixteen_commands_wait_while_one_is_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        room = await rooms.make(MakeGame(OpponentKind.HERE, FIVE), b"anna")
        anna = enter(services, room, b"anna")
        delay_saving(services, monkeypatch)
        for number in range(1 + 16):
            room.handle(anna.client, play(tuple(Seat)[number % 2], *divmod(number, 15)))
        await asyncio.sleep(0)
        assert anna.received("problem") == []
        room.handle(anna.client, play(TWO, 14, 14))
        await anna.wait_for("problem", code="too-fast")

    run_scenario(tmp_path, scenario)


def test_nothing_is_shown_before_it_is_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        room = await begin(rooms)
        waiting = delay_saving(services, monkeypatch)
        room.run(play(ONE, 7, 7))
        room.run(play(TWO, 8, 8))
        assert (events_of(room), len(waiting), room.is_idle) == (["GameStarted"], 1, False)
        waiting[0](None)
        assert (events_of(room)[1:], len(waiting)) == (["MovePlayed"], 2)
        waiting[1](None)
        assert room.is_idle

    run_scenario(tmp_path, scenario)


def test_nothing_happens_in_a_closed_room(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        room, timers = await begin(rooms, HOUR), Timers(monkeypatch)
        for who in (b"anna", b"ben"):
            enter(services, room, who)
        await until(lambda: room.deadline is not None)
        waiting = delay_saving(services, monkeypatch)
        room.run(play(ONE, 7, 7))
        before = events_of(room)
        room.close()
        waiting[0](None)
        room.run(play(ONE, 8, 8))
        assert (events_of(room), len(waiting), timers.running) == (before, 1, [])

    run_scenario(tmp_path, scenario)


def test_closing_a_room_stops_the_timer_for_arrivals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        room, timers = await begin(rooms), Timers(monkeypatch)
        for _ in range(11):
            enter(services, room)
        assert timers.running == [0.022]
        room.close()
        assert timers.running == []

    run_scenario(tmp_path, scenario)


def test_closing_a_room_stops_the_search_for_forbidden_points(tmp_path: Path) -> None:
    async def scenario(_services: FakeServices, rooms: RoomRegistry) -> None:
        large = MakeGame(OpponentKind.HERE, parse_rules("52x52/5 renju"), moves=(0, 1, 60, 3))
        room = await rooms.make(large, b"anna")
        room.state_text()
        assert count_searches() == 1
        room.close()
        await asyncio.sleep(0)
        assert count_searches() == 0

    run_scenario(tmp_path, scenario)


# Clocks


def test_clocks_start_when_both_players_are_connected(tmp_path: Path) -> None:
    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        room = await begin(rooms, HOUR)
        anna = enter(services, room, b"anna")
        state = await anna.wait_for("state", number=1)
        assert (state["is_paused"], room.deadline) == (True, None)
        services.time += 5000
        enter(services, room, b"ben")
        state = await anna.wait_for("state", number=2)
        assert (state["is_paused"], state["running"]) == (False, 1)
        assert room.deadline == services.time + HOUR

    run_scenario(tmp_path, scenario)


def test_clocks_start_twenty_seconds_after_the_first_player_connects(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        room, timers = await begin(rooms, HOUR), Timers(monkeypatch)
        enter(services, room)
        assert (timers.running, room.is_idle) == ([], False)
        anna = enter(services, room, b"anna")
        services.time += 10_000
        enter(services, room, b"anna")
        assert timers.running == [20.0]
        services.time += 10_000
        timers.end(20.0)
        state = await anna.wait_for("state", number=2)
        assert state["running"] == 1
        assert room.deadline == services.time + HOUR

    run_scenario(tmp_path, scenario)


def test_a_room_whose_clocks_are_about_to_start_is_not_idle(tmp_path: Path) -> None:
    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        room = await begin(rooms, HOUR)
        assert room.is_idle
        anna = enter(services, room, b"anna")
        room.leave(anna.client)
        assert not room.is_idle

    run_scenario(tmp_path, scenario)


def test_a_move_before_both_players_are_connected_starts_the_clocks(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        room, timers = await begin(rooms, HOUR), Timers(monkeypatch)
        anna = enter(services, room, b"anna")
        services.time += 1000
        room.handle(anna.client, play(ONE, 7, 7))
        await anna.wait_for("state", number=3)
        assert events_of(room)[1:] == ["GameResumed", "MovePlayed"]
        assert room.session is not None
        assert room.session.state.clocks.left(ONE, services.time) == HOUR
        services.time += 20_000
        timers.end(20.0)
        assert len(events_of(room)) == 3

    run_scenario(tmp_path, scenario)


def test_a_room_with_running_clocks_can_be_idle(tmp_path: Path) -> None:
    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        room = await begin(rooms, HOUR)
        anna = enter(services, room, b"anna")
        room.handle(anna.client, play(ONE, 7, 7))
        await anna.wait_for("state", number=3)
        room.leave(anna.client)
        assert room.is_idle

    run_scenario(tmp_path, scenario)


def test_a_player_whose_time_is_up_loses_without_a_command(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        room, timers = await begin(rooms, HOUR), Timers(monkeypatch)
        anna, _ben = enter(services, room, b"anna"), enter(services, room, b"ben")
        for seat, col in ((ONE, 7), (TWO, 8)):
            room.run(play(seat, 7, col))
        await anna.wait_for("state", number=4)
        services.time += HOUR
        timers.end(HOUR / 1000)
        state = await anna.wait_for("state", number=5)
        assert (state["result"]["winner"], state["result"]["cause"]) == (2, "time")
        assert room.deadline is None

    run_scenario(tmp_path, scenario)


def fail_to_save(_game: int, _first: int, _events: object, done: OnWritten, _epoch: int) -> None:
    """Fail as if the disk could not be written to."""
    done(StoreError("the disk", "is worn out"))


def test_a_time_out_that_cannot_be_saved_is_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        room, timers = await begin(rooms, HOUR), Timers(monkeypatch)
        anna, _ben = enter(services, room, b"anna"), enter(services, room, b"ben")
        room.run(play(ONE, 7, 7))
        await anna.wait_for("state", number=3)
        services.time += HOUR
        with monkeypatch.context() as broken:
            broken.setattr(services, "save_events", fail_to_save)
            timers.end(HOUR / 1000)
        await anna.wait_for("problem", code="not-kept")
        assert room.deadline == services.time + 10_000
        services.time += 10_000
        timers.end(10.0)
        state = await anna.wait_for("state", number=4)
        assert state["result"]["cause"] == "time"

    run_scenario(tmp_path, scenario)


def test_clocks_that_cannot_start_are_tried_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        room, timers = await begin(rooms, HOUR), Timers(monkeypatch)
        with monkeypatch.context() as broken:
            broken.setattr(services, "save_events", fail_to_save)
            anna, ben = enter(services, room, b"anna"), enter(services, room, b"ben")
        for player in (anna, ben):
            await player.wait_for("problem", code="not-kept")
        assert (room.deadline, json.loads(room.state_text())["is_paused"]) == (None, True)
        services.time += 20_000
        timers.end(20.0)
        await anna.wait_for("state", number=2)
        assert room.deadline == services.time + HOUR

    run_scenario(tmp_path, scenario)


# The computer


def use_recording_workers(services: FakeServices) -> RecordingWorkers:
    """Replace the workers by ones that only record their jobs."""
    services.workers = workers = RecordingWorkers()
    return workers


COMPUTER = MakeGame(OpponentKind.COMPUTER, FIVE)


def test_the_computer_searches_while_a_client_is_connected(tmp_path: Path) -> None:
    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        workers, room = use_recording_workers(services), await rooms.make(COMPUTER, b"anna")
        anna, eve = enter(services, room, b"anna"), enter(services, room)
        room.handle(anna.client, play(ONE, 7, 7))
        await anna.wait_for("state", number=2)
        assert [owner for _job, owner, _tell in workers.asked] == [(b"anna".hex(), "home")]
        room.leave(anna.client)
        assert workers.cancelled == []
        room.leave(eve.client)
        assert (workers.cancelled, room.is_idle) == ([0], True)
        enter(services, room)
        assert len(workers.asked) == 2

    run_scenario(tmp_path, scenario)


def test_the_computer_searches_without_clients_while_its_clock_runs(tmp_path: Path) -> None:
    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        workers = use_recording_workers(services)
        timed = MakeGame(OpponentKind.COMPUTER, FIVE, clock=TimeControl(game=HOUR))
        room = await rooms.make(timed, b"anna")
        anna = enter(services, room, b"anna")
        room.handle(anna.client, play(ONE, 7, 7))
        await anna.wait_for("state", number=3)
        room.leave(anna.client)
        assert (len(workers.asked), workers.cancelled) == (1, [])
        assert not room.is_idle

    run_scenario(tmp_path, scenario)


def test_the_computer_stops_when_the_room_is_closed(tmp_path: Path) -> None:
    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        workers, room = use_recording_workers(services), await rooms.make(COMPUTER, b"anna")
        anna = enter(services, room, b"anna")
        room.handle(anna.client, play(ONE, 7, 7))
        await anna.wait_for("state", number=2)
        room.close()
        assert workers.cancelled == [0]

    run_scenario(tmp_path, scenario)


def test_everybody_is_sent_why_the_computer_cannot_move(tmp_path: Path) -> None:
    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        workers, room = use_recording_workers(services), await rooms.make(COMPUTER, b"anna")
        anna, eve = enter(services, room, b"anna"), enter(services, room)
        room.handle(anna.client, play(ONE, 7, 7))
        await anna.wait_for("state", number=2)
        workers.asked[0][2](JobFailed("too much at once"))
        for client in (anna, eve):
            problem = await client.wait_for("problem", code="engine")
            assert problem["says"] == "The computer cannot move: too much at once."
        assert len(workers.asked) == 1
        enter(services, room)
        assert len(workers.asked) == 2

    run_scenario(tmp_path, scenario)


def test_everybody_is_sent_that_a_computers_move_cannot_be_saved(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        workers, room = use_recording_workers(services), await rooms.make(COMPUTER, b"anna")
        anna = enter(services, room, b"anna")
        room.handle(anna.client, play(ONE, 7, 7))
        await anna.wait_for("state", number=2)
        with monkeypatch.context() as broken:
            broken.setattr(services, "save_events", fail_to_save)
            workers.asked[0][2](Moved(play(TWO, 8, 8)))
        await anna.wait_for("problem", code="not-kept")
        assert len(events_of(room)) == 2

    run_scenario(tmp_path, scenario)


def test_the_state_text_is_current(tmp_path: Path) -> None:
    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        room = await begin(rooms, HOUR)
        assert json.loads(room.state_text())["is_paused"]
        for who in (b"anna", b"ben"):
            enter(services, room, who)
        await until(lambda: room.deadline is not None)
        services.time += 1000
        state = json.loads(room.state_text())
        assert (state["is_paused"], state["left"][0], state["now"]) == (
            False,
            HOUR - 1000,
            services.time,
        )

    run_scenario(tmp_path, scenario)
