"""The engine does not help in a running game between two people."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from kit.rooms import opened
from kit.web import GameConnection, Visitor, served
from starlette.testclient import TestClient

from tengen.game.session import Session
from tengen.rules.rules import GAMES
from tengen.server.fair_play import MAX_GAMES, OWN_POSITION, FairPlay
from tengen.server.messages.game import MakeGame, OpponentKind
from tengen.server.messages.study import PositionSpec

FIVE = "15x15/5 freestyle"
MOVES = [112, 113, 97]
WAIT = "analyse it when the game has ended"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[TestClient]:
    with served(tmp_path) as server:
        yield server


def begin(server: TestClient) -> tuple[Visitor, Visitor, str]:
    """Return Anna and Ben, who have played three moves, and the link of their game."""
    anna, ben = Visitor(server), Visitor(server)
    link = anna.make_game(name="Anna")
    ben.take_seat(link, "Ben")
    with anna.at(link) as one, ben.at(link) as two:
        for number, cell in enumerate(MOVES):
            (one, two)[number % 2].play(*divmod(cell, 15), number % 2 + 1)
            one.wait_for_state(number + 2)
    return anna, ben, link


def resign(visitor: Visitor, link: str) -> None:
    with visitor.at(link) as connection:
        connection.send_command("Resign")
        while connection.wait_for("state")["result"] is None:
            pass


@contextmanager
def analysis_connection(visitor: Visitor, server: TestClient) -> Iterator[GameConnection]:
    headers = {"cookie": f"tengen={visitor.secret}"}
    with server.websocket_connect("/socket/analysis", headers=headers) as socket:
        yield GameConnection(socket)


def answer_to(visitor: Visitor, server: TestClient, kind: str, **asked: object) -> dict[str, Any]:
    """Return the first message after the facts."""
    with analysis_connection(visitor, server) as connection:
        connection.socket.send_text(json.dumps({"type": kind, "id": 1, **asked}))
        while True:
            message: dict[str, Any] = connection.wait_for("about")["news"]
            if message["type"] != "facts":
                return message


def position(moves: list[int], rules: str = FIVE) -> dict[str, object]:
    return {"rules": rules, "moves": moves}


@pytest.mark.parametrize("format_", ["json", "sgf", "psq", "games"])
def test_the_record_of_a_game_between_people_is_refused_until_the_game_has_ended(
    server: TestClient, format_: str
) -> None:
    anna, ben, link = begin(server)
    for visitor in (anna, ben, Visitor(server)):
        refused = visitor.ask("GET", f"/api/games/{link}/record.{format_}")
        assert (refused.status_code, refused.json()["code"]) == (403, "fair-play")
    resign(anna, link)
    assert anna.ask("GET", f"/api/games/{link}/record.{format_}").status_code == 200


def test_a_running_game_can_be_drawn_as_a_picture(server: TestClient) -> None:
    anna, _, link = begin(server)
    assert anna.ask("GET", f"/api/games/{link}/picture.svg").status_code == 200


def test_a_list_says_which_games_can_be_analysed(server: TestClient) -> None:
    anna, _, link = begin(server)
    anna.make_game("computer", moves=[112])
    anna.make_game("here", moves=[112])
    anna.make_game()
    own = anna.ask("GET", "/api/games").json()["own"]["games"]
    assert [game["can_analyse"] for game in own] == [False, True, True, False]
    resign(anna, link)
    own = anna.ask("GET", "/api/games").json()["own"]["games"]
    assert own[-1]["can_analyse"]


@pytest.mark.parametrize("asked", [{"engine": True}, {"zone": True}])
@pytest.mark.parametrize("moves", [MOVES, [97, 113, 112], [*MOVES, 128]])
def test_the_engine_does_not_analyse_a_position_of_your_running_game(
    server: TestClient, asked: dict[str, bool], moves: list[int]
) -> None:
    _, ben, _ = begin(server)
    message = answer_to(ben, server, "look", position=position(moves), **asked)
    assert (message["type"], message["code"]) == ("problem", "fair-play")
    assert WAIT in message["says"]


def test_a_position_is_recognised_however_it_was_set_up(server: TestClient) -> None:
    anna, _, _ = begin(server)
    stones = [[112, 1], [113, 2], [97, 1]]
    asked = {"rules": FIVE, "stones": stones}
    assert answer_to(anna, server, "look", position=asked, engine=True)["code"] == "fair-play"


def test_a_game_that_you_are_playing_is_not_reviewed(server: TestClient) -> None:
    anna, _, link = begin(server)
    assert answer_to(anna, server, "review", position=position(MOVES))["code"] == "fair-play"
    resign(anna, link)
    assert answer_to(anna, server, "review", position=position(MOVES))["type"] == "judged"


def test_other_positions_and_other_people_may_use_the_engine(server: TestClient) -> None:
    anna, _, _ = begin(server)
    for visitor, moves, rules in (
        (anna, [112, 113, 96], FIVE),
        (anna, [112, 113], FIVE),
        (anna, MOVES, "15x15/5 standard"),
        (Visitor(server), MOVES, FIVE),
    ):
        asked = position(moves, rules)
        assert answer_to(visitor, server, "look", position=asked, engine=True)["type"] == "thought"


def test_an_opening_of_two_stones_may_always_be_analysed(server: TestClient) -> None:
    anna, ben = Visitor(server), Visitor(server)
    ben.take_seat(anna.make_game(moves=MOVES[:2]))
    asked = position(MOVES[:2])
    assert answer_to(ben, server, "look", position=asked, engine=True)["type"] == "thought"


def test_an_unloaded_game_is_recognised_after_a_restart(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        anna, _, _ = begin(server)
    with served(tmp_path) as server:
        message = answer_to(anna, server, "look", position=position(MOVES), engine=True)
        assert message["code"] == "fair-play"


@pytest.mark.parametrize("opponent", ["computer", "here"])
def test_games_against_the_computer_and_at_one_screen_may_be_analysed(
    server: TestClient, opponent: str
) -> None:
    anna = Visitor(server)
    link = anna.make_game(opponent, moves=MOVES)
    assert anna.ask("GET", f"/api/games/{link}/record.json").status_code == 200
    asked = position(MOVES)
    assert answer_to(anna, server, "look", position=asked, engine=True)["type"] == "thought"


def test_the_computer_does_not_continue_a_game_that_you_are_playing(server: TestClient) -> None:
    anna, _, _ = begin(server)
    wanted = {"opponent": "computer", "rules": FIVE, "moves": MOVES}
    refused = anna.ask("POST", "/api/games", json=wanted)
    assert (refused.status_code, refused.json()["code"]) == (403, "fair-play")
    anna.make_game("computer", moves=MOVES[:2])
    Visitor(server).make_game("computer", moves=MOVES)


def compare_with_games(
    directory: Path, games: int, asked: PositionSpec
) -> tuple[object, list[str]]:
    """Return the objection to a position for a player of `games` games, and those compared."""
    looked: list[str] = []

    async def scenario() -> object:
        async with opened(directory) as (services, rooms):

            async def session_of(link: str) -> Session | None:
                looked.append(link)
                return await rooms.session_of(link)

            for _ in range(games):
                room = await rooms.make(MakeGame(OpponentKind.FRIEND, GAMES["five"]), b"anna")
                await rooms.take_seat(room.kept.link, b"ben", "")
            return await FairPlay(services.store, session_of).objection(b"anna", asked)

    return asyncio.run(scenario()), looked


def test_a_position_is_compared_with_at_most_a_hundred_games(tmp_path: Path) -> None:
    found, looked = compare_with_games(
        tmp_path, MAX_GAMES + 1, PositionSpec(GAMES["five"], tuple(MOVES))
    )
    assert (found, len(looked)) == (None, 100)


def test_a_position_of_two_stones_is_compared_with_no_game(tmp_path: Path) -> None:
    two = PositionSpec(GAMES["five"], (112,), ((113, 2),))
    assert compare_with_games(tmp_path, 1, two) == (None, [])


def test_the_older_of_two_games_is_recognised_too(server: TestClient) -> None:
    anna, ben, _ = begin(server)
    ben.take_seat(anna.make_game())
    for visitor in (anna, ben):
        message = answer_to(visitor, server, "look", position=position(MOVES), engine=True)
        assert message["says"] == OWN_POSITION.says
