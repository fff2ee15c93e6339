"""Games between people at browsers."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path

import pytest
from kit.web import Chair, Visitor, served
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


def begun(anna: Visitor, ben: Visitor, **options: object) -> str:
    """A game that both have sat down at."""
    link = anna.make_game("friend", name="Anna", **options)
    assert ben.sit_down(link, "Ben").status_code == 200
    return link


def test_a_game_waits_until_the_other_seat_is_taken(anna: Visitor, ben: Visitor) -> None:
    link = anna.make_game(name="Anna")
    with anna.at(link) as chair:
        table = chair.hear("table")
        assert (table["phase"], table["seats"][1]["kind"]) == ("waiting", "open")
        chair.play(7, 7, 1)
        assert chair.hear("problem")["code"] == "not-begun"
        ben.sit_down(link, "Ben")
        table = chair.hear("table")
        assert table["phase"] == "playing"
        assert [seat["name"] for seat in table["seats"]] == ["Anna", "Ben"]


def test_two_people_play_a_game_by_link_and_a_third_watches(
    server: TestClient, anna: Visitor, ben: Visitor
) -> None:
    link = begun(anna, ben)
    with anna.at(link) as one, ben.at(link) as two, Visitor(server).at(link) as eve:
        chairs = {1: one, 2: two}
        assert [at.hear("you")["seats"] for at in (one, two, eve)] == [[1], [2], []]
        for number, (row, col) in enumerate(WIN, 1):
            seat = 2 - number % 2
            chairs[seat].play(row, col, seat)
            last = 1 + number + (number == len(WIN))
            found = [at.hear_state(last) for at in (one, two, eve)]
            assert found[0] == found[1] == found[2]
    assert (found[0]["result"]["winner"], found[0]["result"]["cause"]) == (1, "line")
    assert found[0]["lines"] == [[108, 109, 110, 111, 112]]


def test_nobody_moves_the_stones_of_another(
    server: TestClient, anna: Visitor, ben: Visitor
) -> None:
    link = begun(anna, ben)
    for visitor in (ben, Visitor(server)):
        with visitor.at(link) as chair:
            chair.play(7, 7, 1)
            assert chair.hear("problem")["code"] == "not-your-seat"


def test_a_seat_is_not_taken_twice(server: TestClient, anna: Visitor, ben: Visitor) -> None:
    link = begun(anna, ben)
    for visitor in (anna, ben, Visitor(server)):
        response = visitor.sit_down(link)
        assert response.status_code == 409
        assert response.json()["code"] == "taken"


def test_the_link_says_nothing_of_the_secrets(anna: Visitor, ben: Visitor) -> None:
    link = begun(anna, ben)
    with anna.at(link, "?form=events") as chair:
        chair.hear("events")
        told = str(chair.heard) + anna.ask("GET", f"/api/games/{link}").text
    assert anna.secret not in told
    assert ben.secret not in told


def test_a_move_is_taken_back_only_if_the_opponent_agrees(anna: Visitor, ben: Visitor) -> None:
    link = begun(anna, ben)
    with anna.at(link) as one, ben.at(link) as two:
        one.play(7, 7, 1)
        one.say("TakeBack", 1)
        assert two.hear_state(3)["offers"] == ["take back", None]
        two.say("Decline", 2)
        assert one.hear_state(4)["offers"] == [None, None]
        one.say("TakeBack", 1)
        two.say("TakeBack", 2)
        while one.hear("state")["number"] < 6:
            pass
        assert one.heard[-1]["moves"] == []


def test_a_draw_is_agreed(anna: Visitor, ben: Visitor) -> None:
    link = begun(anna, ben)
    with anna.at(link) as one, ben.at(link) as two:
        one.say("OfferDraw", 1)
        assert two.hear_state(2)["offers"] == ["draw", None]
        two.say("OfferDraw", 2)
        assert one.hear_state(3)["result"]["cause"] == "agreed"


def test_a_rematch_has_the_colours_swapped(anna: Visitor, ben: Visitor) -> None:
    link = begun(anna, ben)
    with anna.at(link) as one, ben.at(link) as two:
        one.say("Resign", 1)
        two.hear_state(2)
        two.say("OfferRematch", 2)
        one.hear_state(3)
        one.say("OfferRematch", 1)
        while (following := two.hear("table")["next"]) is None:
            pass
    with ben.at(following) as two:
        assert two.hear("you")["seats"] == [1]
        assert [seat["name"] for seat in two.hear("table")["seats"]] == ["Ben", "Anna"]


def test_a_game_cannot_be_claimed_from_somebody_who_is_here_or_may_come_back(
    anna: Visitor, ben: Visitor
) -> None:
    link = begun(anna, ben)
    with anna.at(link) as one:
        with ben.at(link):
            one.say("Claim", 1)
            assert "is here" in one.hear("problem")["says"]
        while one.hear("table")["seats"][1]["is_here"]:
            pass
        one.say("Claim", 1)
        assert "wait" in one.hear("problem")["says"]


def test_two_people_at_one_screen_hold_both_seats(anna: Visitor) -> None:
    link = anna.make_game("here", name="Anna", other_name="Ben")
    with anna.at(link) as chair:
        assert chair.hear("you")["seats"] == [1, 2]
        chair.play(7, 7, 1)
        chair.play(8, 8, 2)
        assert chair.hear_state(2)["can_abort"]
        assert chair.hear_state(3)["moves"] == [112, 128]


def test_the_computer_answers(anna: Visitor) -> None:
    link = anna.make_game("computer", rules="3x3/3 freestyle", level=1, side="second")
    with anna.at(link) as chair:
        assert len(chair.hear_state(2)["moves"]) == 1


def test_clocks_begin_when_both_are_here(anna: Visitor, ben: Visitor) -> None:
    link = begun(anna, ben, clock={"move": None, "game": 300_000, "increment": 0})
    with anna.at(link) as one:
        state = one.hear_state(1)
        assert (state["is_paused"], state["running"]) == (True, None)
        with ben.at(link):
            assert one.hear_state(2)["running"] == 1


def test_a_clock_that_runs_out_before_the_first_move_ends_the_game_without_a_winner(
    anna: Visitor, ben: Visitor
) -> None:
    link = begun(anna, ben, clock={"move": 20, "game": None, "increment": 0})
    with anna.at(link) as one, ben.at(link):
        state = one.hear_state(3)
        assert (state["result"]["winner"], state["result"]["cause"]) == (None, "aborted")
        assert state["left"] == [0, 20]


def test_a_restart_brings_games_back_with_seats_and_clocks(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        anna, ben = Visitor(server), Visitor(server)
        link = begun(anna, ben, clock={"move": None, "game": 300_000, "increment": 0})
        with anna.at(link) as one, ben.at(link):
            one.play(7, 7, 1)
            (left, _running) = one.hear_state(3)["left"]
    with served(tmp_path) as server:
        again = Visitor(server)
        again.secret = ben.secret
        with again.at(link) as two:
            assert two.hear("you")["seats"] == [2]
            state = two.hear("state")
            assert (state["moves"], state["left"][0], state["is_paused"]) == ([112], left, True)
            two.play(8, 8, 2)
            while two.hear("state")["moves"] != [112, 128]:
                pass


def test_whoever_keeps_the_game_is_told_its_events(anna: Visitor, ben: Visitor) -> None:
    link = begun(anna, ben)
    with anna.at(link) as one, ben.at(link, "?form=events") as two:
        assert [event["type"] for event in two.hear("events")["events"]] == ["GameStarted"]
        one.play(7, 7, 1)
        news = two.hear("events")
        assert (news["first"], news["events"][0]["type"]) == (1, "MovePlayed")


def join(server: TestClient, stack: ExitStack, count: int) -> Chair:
    """A game with so many who watch; the place of who made it."""
    anna = Visitor(server)
    link = anna.make_game()
    host = stack.enter_context(anna.at(link))
    for _ in range(count):
        stack.enter_context(Visitor(server).at(link)).hear("table")
    return host


def test_a_crowd_does_not_hear_of_every_one_who_comes(
    server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "DELAY_PER_CLIENT", 1_000_000)
    with ExitStack() as stack:
        host = join(server, stack, 3 * room.CROWD_SIZE)
        host.socket.send_text('{"type":"Ping"}')
        host.hear("pong")
        assert len([news for news in host.heard if news["type"] == "table"]) == room.CROWD_SIZE


def test_a_crowd_hears_in_the_end_how_many_there_are(
    server: TestClient, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(room, "DELAY_PER_CLIENT", 0)
    with ExitStack() as stack:
        host = join(server, stack, 3 * room.CROWD_SIZE)
        while host.hear("table")["watchers"] < 3 * room.CROWD_SIZE:
            pass
