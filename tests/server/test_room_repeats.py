"""Commands that are sent again after a lost connection, in rooms and on a real server."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from kit.remote import LINE, Browser, Chair, serving
from kit.rooms import FakeServices, RecordingClient, run_scenario, until

from tengen.game.clock import TimeControl
from tengen.game.commands import Claim, OfferDraw, PlayMove, Resign, TakeBack
from tengen.game.tasks import Seat
from tengen.rules.point import Point
from tengen.rules.rules import GAMES
from tengen.server.messages.game import CLAIM_AFTER, MakeGame, OpponentKind
from tengen.server.rooms.registry import RoomRegistry
from tengen.server.rooms.room import Room

ONE, TWO = Seat
CLOCK = TimeControl(game=600_000)


async def begin(rooms: RoomRegistry) -> Room:
    """Start a game of Anna and Ben."""
    wanted = MakeGame(OpponentKind.FRIEND, GAMES["five"], clock=CLOCK)
    room = await rooms.make(wanted, b"anna")
    await rooms.take_seat(room.kept.link, b"ben", "Ben")
    return room


def enter(services: FakeServices, room: Room, who: bytes) -> RecordingClient:
    client = RecordingClient(services, who)
    room.enter(client.client)
    return client


def events_of(room: Room) -> list[str]:
    assert room.session is not None
    return [type(event).__name__ for event in room.session.events]


def test_a_repeated_command_is_confirmed_without_an_event(tmp_path: Path) -> None:
    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        room = await begin(rooms)
        anna = enter(services, room, b"anna")
        for _ in range(3):
            room.handle(anna.client, OfferDraw(ONE, id="draw"))
        await until(lambda: len(anna.received("done")) == 3)
        room.handle(anna.client, OfferDraw(ONE, id="draw"))
        await until(lambda: len(anna.received("done")) == 4)
        assert anna.received("done")[0] == {"type": "done", "id": "draw"}
        assert anna.received("problem") == []
        assert events_of(room) == ["GameStarted", "GameResumed", "Offered"]

    run_scenario(tmp_path, scenario)


def test_a_command_is_answered_before_its_state_is_sent(tmp_path: Path) -> None:
    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        room = await begin(rooms)
        anna = enter(services, room, b"anna")
        room.handle(anna.client, OfferDraw(ONE, id="draw"))
        await until(lambda: any(state["offers"][0] for state in anna.received("state")))
        kinds = [json.loads(message["text"])["type"] for message in anna.sent]
        assert kinds[kinds.index("done") + 1 :] == ["state"]

    run_scenario(tmp_path, scenario)


def test_only_the_client_that_sent_a_command_gets_its_answer(tmp_path: Path) -> None:
    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        room = await begin(rooms)
        anna, ben = enter(services, room, b"anna"), enter(services, room, b"ben")
        room.handle(anna.client, PlayMove(ONE, Point(7, 7), id="a"))
        room.handle(ben.client, PlayMove(TWO, Point(7, 7), id="b"))
        room.handle(ben.client, PlayMove(TWO, Point(7, 8)))
        problem = await ben.wait_for("problem", id="b")
        assert problem["code"] == "refused"
        await until(lambda: events_of(room).count("MovePlayed") == 2)
        assert (len(anna.received("done")), ben.received("done")) == (1, [])
        assert anna.received("problem") == []

    run_scenario(tmp_path, scenario)


def test_an_objection_names_the_command(tmp_path: Path) -> None:
    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        room = await begin(rooms)
        anna = enter(services, room, b"anna")
        room.handle(anna.client, Resign(TWO, id="x"))
        room.handle(anna.client, Resign(TWO))
        await until(lambda: len(anna.received("problem")) == 2)
        assert [problem.get("id") for problem in anna.received("problem")] == ["x", None]

    run_scenario(tmp_path, scenario)


def test_a_repeated_claim_is_confirmed_though_the_opponent_is_back(tmp_path: Path) -> None:
    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        room = await begin(rooms)
        anna, ben = enter(services, room, b"anna"), enter(services, room, b"ben")
        room.handle(anna.client, PlayMove(ONE, Point(7, 7), id="move"))
        await anna.wait_for("done", id="move")
        room.leave(ben.client)
        services.time += CLAIM_AFTER
        room.handle(anna.client, Claim(ONE, id="claim"))
        await anna.wait_for("done", id="claim")
        enter(services, room, b"ben")
        room.handle(anna.client, Claim(ONE, id="claim"))
        await until(lambda: len(anna.received("done")) == 3)
        assert anna.received("problem") == []

    run_scenario(tmp_path, scenario)


def test_a_command_is_known_after_a_restart_and_starts_no_clock(tmp_path: Path) -> None:
    move, links = PlayMove(ONE, Point(7, 7), id="move"), []

    async def play(services: FakeServices, rooms: RoomRegistry) -> None:
        room = await begin(rooms)
        anna = enter(services, room, b"anna")
        room.handle(anna.client, move)
        await anna.wait_for("done", id="move")
        links.append(room.kept.link)

    async def repeat(services: FakeServices, rooms: RoomRegistry) -> None:
        room = await rooms.find(links[0])
        assert room is not None
        before = events_of(room)
        anna = enter(services, room, b"anna")
        room.handle(anna.client, move)
        await anna.wait_for("done", id="move")
        assert events_of(room) == before
        assert room.deadline is None

    run_scenario(tmp_path, play)
    run_scenario(tmp_path, repeat)


def test_nobody_else_learns_whether_a_command_was_done(tmp_path: Path) -> None:
    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        room = await begin(rooms)
        anna, ben = enter(services, room, b"anna"), enter(services, room, b"ben")
        room.handle(anna.client, OfferDraw(ONE, id="draw"))
        await anna.wait_for("done")
        room.handle(ben.client, OfferDraw(ONE, id="draw"))
        assert (await ben.wait_for("problem"))["code"] == "not-your-seat"

    run_scenario(tmp_path, scenario)


def is_done(news: dict[str, Any]) -> bool:
    return news == {"type": "done", "id": "back"}


@pytest.mark.parametrize("is_restarted", [False, True])
def test_a_take_back_counts_once_if_the_socket_is_cut_after_it(
    tmp_path: Path, *, is_restarted: bool
) -> None:
    with serving(tmp_path) as server:
        browser = Browser(server)
        browser.make_game("here", LINE)
        with browser.sitting() as chair:
            play_three(chair)
            chair.say("TakeBack", 1, id="back")
            chair.hear_moves(2)
        if is_restarted:
            server.stop()
            server.start()
        with browser.sitting() as chair:
            chair.say("TakeBack", 1, id="back")
            chair.hear("done", is_done)
            chair.say("PlayMove", 1, point=8, id="move")
            assert chair.hear("state", has_eight)["moves"] == [0, 3, 8]


def has_eight(news: dict[str, Any]) -> bool:
    return bool(news["moves"][-1:] == [8])


def play_three(chair: Chair) -> None:
    for at, cell in enumerate((0, 3, 1)):
        chair.say("PlayMove", 1 + at % 2, point=cell)
    chair.hear_moves(3)


def test_a_take_back_that_never_arrived_is_done_when_it_is_repeated(tmp_path: Path) -> None:
    with serving(tmp_path) as server:
        browser = Browser(server)
        browser.make_game("here", LINE)
        with browser.sitting() as chair:
            play_three(chair)
        with browser.sitting() as chair:
            chair.say("TakeBack", 1, id="back")
            chair.hear("done", is_done)
            chair.hear_moves(2)


def test_clients_with_events_get_the_ids_in_them(tmp_path: Path) -> None:
    async def scenario(services: FakeServices, rooms: RoomRegistry) -> None:
        room = await begin(rooms)
        anna = RecordingClient(services, b"anna", wants_events=True)
        room.enter(anna.client)
        room.handle(anna.client, PlayMove(ONE, Point(7, 7), id="move"))
        room.handle(anna.client, TakeBack(ONE))
        await until(lambda: len(anna.received("events")) == 4)
        played, offered = (news["events"][0] for news in anna.received("events")[-2:])
        assert played["command"] == [1, "move"]
        assert "command" not in offered

    run_scenario(tmp_path, scenario)
