"""Games between two browsers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from kit.web import GameConnection, Visitor, served
from starlette.testclient import TestClient

from tengen.server.rooms import room

WIN = [(7, 3), (0, 0), (7, 4), (0, 2), (7, 5), (0, 4), (7, 6), (0, 6), (7, 7)]
"""Five from D8 to H8."""


@pytest.fixture
def server(tmp_path: Path) -> Iterator[TestClient]:
    with served(tmp_path) as server:
        yield server


@pytest.fixture
def anna(server: TestClient) -> Visitor:
    return Visitor(server)


@pytest.fixture
def ben(server: TestClient) -> Visitor:
    return Visitor(server)


def start_game(anna: Visitor, ben: Visitor, **options: object) -> str:
    """Start a game between two visitors; return its link."""
    link = anna.make_game("friend", name="Anna", **options)
    assert ben.take_seat(link, "Ben").status_code == 200
    return link


def test_a_game_waits_until_the_other_seat_is_taken(anna: Visitor, ben: Visitor) -> None:
    link = anna.make_game(name="Anna")
    with anna.at(link) as connection:
        table = connection.wait_for("table")
        assert (table["phase"], table["seats"][1]["kind"]) == ("waiting", "open")
        connection.play(7, 7, 1)
        assert connection.wait_for("problem")["code"] == "not-begun"
        ben.take_seat(link, "Ben")
        table = connection.wait_for("table")
        assert table["phase"] == "playing"
        assert [seat["name"] for seat in table["seats"]] == ["Anna", "Ben"]


def test_two_people_play_a_game_by_link_and_a_third_watches(
    server: TestClient, anna: Visitor, ben: Visitor
) -> None:
    link = start_game(anna, ben)
    with anna.at(link) as one, ben.at(link) as two, Visitor(server).at(link) as eve:
        chairs = {1: one, 2: two}
        assert [at.wait_for("you")["seats"] for at in (one, two, eve)] == [[1], [2], []]
        for number, (row, col) in enumerate(WIN, 1):
            seat = 2 - number % 2
            chairs[seat].play(row, col, seat)
            last = 1 + number + (number == len(WIN))
            found = [at.wait_for_state(last) for at in (one, two, eve)]
            assert found[0] == found[1] == found[2]
    assert (found[0]["result"]["winner"], found[0]["result"]["cause"]) == (1, "line")
    assert found[0]["lines"] == [[108, 109, 110, 111, 112]]


def test_a_player_cannot_move_for_the_opponent(
    server: TestClient, anna: Visitor, ben: Visitor
) -> None:
    link = start_game(anna, ben)
    for visitor in (ben, Visitor(server)):
        with visitor.at(link) as connection:
            connection.play(7, 7, 1)
            assert connection.wait_for("problem")["code"] == "not-your-seat"


def test_a_seat_is_not_taken_twice(server: TestClient, anna: Visitor, ben: Visitor) -> None:
    link = start_game(anna, ben)
    assert [visitor.take_seat(link).json() for visitor in (anna, ben)] == [{"seat": 1}, {"seat": 2}]
    response = Visitor(server).take_seat(link)
    assert response.status_code == 409
    assert response.json()["code"] == "taken"


def test_nothing_sent_about_a_game_contains_a_secret(anna: Visitor, ben: Visitor) -> None:
    link = start_game(anna, ben)
    with anna.at(link, "?form=events") as connection:
        connection.wait_for("events")
        sent = str(connection.received) + anna.ask("GET", f"/api/games/{link}").text
    assert anna.secret not in sent
    assert ben.secret not in sent


def test_a_move_is_taken_back_only_if_the_opponent_agrees(anna: Visitor, ben: Visitor) -> None:
    link = start_game(anna, ben)
    with anna.at(link) as one, ben.at(link) as two:
        one.play(7, 7, 1)
        one.send_command("TakeBack", 1)
        assert two.wait_for_state(3)["offers"] == ["take back", None]
        two.send_command("Decline", 2)
        assert one.wait_for_state(4)["offers"] == [None, None]
        one.send_command("TakeBack", 1)
        two.send_command("TakeBack", 2)
        while one.wait_for("state")["number"] < 6:
            pass
        assert one.received[-1]["moves"] == []


def test_a_draw_is_agreed(anna: Visitor, ben: Visitor) -> None:
    link = start_game(anna, ben)
    with anna.at(link) as one, ben.at(link) as two:
        one.send_command("OfferDraw", 1)
        assert two.wait_for_state(2)["offers"] == ["draw", None]
        two.send_command("OfferDraw", 2)
        assert one.wait_for_state(3)["result"]["cause"] == "agreed"


def test_a_rematch_has_the_colours_swapped(anna: Visitor, ben: Visitor) -> None:
    link = start_game(anna, ben)
    with anna.at(link) as one, ben.at(link) as two:
        one.send_command("Resign", 1)
        two.wait_for_state(2)
        two.send_command("OfferRematch", 2)
        one.wait_for_state(3)
        one.send_command("OfferRematch", 1)
        while (following := two.wait_for("table")["next"]) is None:
            pass
    with ben.at(following) as two:
        assert two.wait_for("you")["seats"] == [1]
        assert [seat["name"] for seat in two.wait_for("table")["seats"]] == ["Ben", "Anna"]


def test_a_game_cannot_be_claimed_from_a_connected_or_just_disconnected_player(
    anna: Visitor, ben: Visitor
) -> None:
    link = start_game(anna, ben)
    with anna.at(link) as one:
        with ben.at(link):
            one.send_command("Claim", 1)
            assert "is connected" in one.wait_for("problem")["says"]
        while one.wait_for("table")["seats"][1]["is_here"]:
            pass
        one.send_command("Claim", 1)
        assert "wait" in one.wait_for("problem")["says"]


def test_two_people_at_one_screen_hold_both_seats(anna: Visitor) -> None:
    link = anna.make_game("here", name="Anna", other_name="Ben")
    with anna.at(link) as connection:
        assert connection.wait_for("you")["seats"] == [1, 2]
        connection.play(7, 7, 1)
        connection.play(8, 8, 2)
        assert connection.wait_for_state(2)["can_abort"]
        assert connection.wait_for_state(3)["moves"] == [112, 128]


def test_the_computer_answers(anna: Visitor) -> None:
    link = anna.make_game("computer", rules="3x3/3 freestyle", level=1, side="second")
    with anna.at(link) as connection:
        assert len(connection.wait_for_state(2)["moves"]) == 1


def test_clocks_start_when_both_players_are_connected(anna: Visitor, ben: Visitor) -> None:
    link = start_game(anna, ben, clock={"move": None, "game": 300_000, "increment": 0})
    with anna.at(link) as one:
        state = one.wait_for_state(1)
        assert (state["is_paused"], state["running"]) == (True, None)
        with ben.at(link):
            assert one.wait_for_state(2)["running"] == 1


def test_a_clock_that_runs_out_before_the_first_move_ends_the_game_without_a_winner(
    anna: Visitor, ben: Visitor
) -> None:
    link = start_game(anna, ben, clock={"move": 20, "game": None, "increment": 0})
    with anna.at(link) as one, ben.at(link):
        state = one.wait_for_state(3)
        assert (state["result"]["winner"], state["result"]["cause"]) == (None, "aborted")
        assert state["left"] == [0, 20]


def test_a_restart_restores_games_with_seats_and_clocks(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        anna, ben = Visitor(server), Visitor(server)
        link = start_game(anna, ben, clock={"move": None, "game": 300_000, "increment": 0})
        with anna.at(link) as one, ben.at(link):
            one.play(7, 7, 1)
            (left, _running) = one.wait_for_state(3)["left"]
    with served(tmp_path) as server:
        again = Visitor(server)
        again.secret = ben.secret
        with again.at(link) as two:
            assert two.wait_for("you")["seats"] == [2]
            state = two.wait_for("state")
            assert (state["moves"], state["left"][0], state["is_paused"]) == ([112], left, True)
            two.play(8, 8, 2)
            while two.wait_for("state")["moves"] != [112, 128]:
                pass


def test_a_client_can_get_the_events_of_a_game(anna: Visitor, ben: Visitor) -> None:
    link = start_game(anna, ben)
    with anna.at(link) as one, ben.at(link, "?form=events") as two:
        assert [event["type"] for event in two.wait_for("events")["events"]] == ["GameStarted"]
        one.play(7, 7, 1)
        message = two.wait_for("events")
        assert (message["first"], message["events"][0]["type"]) == (1, "MovePlayed")


def start_game_with_watchers(server: TestClient, stack: ExitStack, count: int) -> GameConnection:
    """Create a game with `count` watchers; return the connection of its creator."""
    anna = Visitor(server)
    link = anna.make_game()
    host = stack.enter_context(anna.at(link))
    for _ in range(count):
        stack.enter_context(Visitor(server).at(link)).wait_for("table")
    return host


def test_many_clients_are_not_sent_every_arrival(
    server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "DELAY_PER_CLIENT", 1_000_000)
    with ExitStack() as stack:
        host = start_game_with_watchers(server, stack, 3 * room.CROWD_SIZE)
        host.socket.send_text('{"type":"Ping"}')
        host.wait_for("pong")
        assert (
            len([message for message in host.received if message["type"] == "table"])
            == room.CROWD_SIZE
        )


def test_many_clients_are_sent_the_final_number_of_watchers(
    server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "DELAY_PER_CLIENT", 0)
    with ExitStack() as stack:
        host = start_game_with_watchers(server, stack, 3 * room.CROWD_SIZE)
        while host.wait_for("table")["watchers"] < 3 * room.CROWD_SIZE:
            pass
