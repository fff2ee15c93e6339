from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from kit.web import WIDE, Visitor, served
from starlette.testclient import TestClient

from tengen.server.rate_limits import Rate

TIC_TAC_TOE = "3x3/3 freestyle"


@pytest.fixture
def server(tmp_path: Path) -> Iterator[TestClient]:
    with served(tmp_path) as server:
        yield server


def lists_of(visitor: Visitor, query: str = "") -> dict[str, dict[str, list[dict[str, object]]]]:
    found = visitor.ask("GET", f"/api/games{query}")
    assert found.status_code == 200, found.text
    lists: dict[str, dict[str, list[dict[str, object]]]] = found.json()
    return lists


def finish(visitor: Visitor, link: str) -> None:
    """Play a game at one screen until somebody has three in a row."""
    with visitor.at(link) as connection:
        connection.wait_for("table")
        for seat, cell in ((1, 0), (2, 3), (1, 1), (2, 4), (1, 2)):
            connection.play(*divmod(cell, 3), seat)
        while connection.wait_for("state")["result"] is None:
            pass


def test_your_own_games_are_listed_with_names_and_status(server: TestClient) -> None:
    anna = Visitor(server)
    waiting = anna.make_game(name="Anna")
    running = anna.make_game("computer", level=4, moves=[112])
    own = lists_of(anna)["own"]["games"]
    assert [game["link"] for game in own] == [running, waiting]
    assert own[0]["names"] == ["Black", "Computer 4"]
    assert (own[0]["phase"], own[0]["moves"]) == ("playing", 1)
    assert own[1]["names"] == ["Anna", "nobody yet"]
    assert own[1]["says"] == "Waiting for an opponent"


def test_running_games_of_others_are_not_listed(server: TestClient) -> None:
    Visitor(server).make_game("here")
    stranger = Visitor(server)
    assert lists_of(stranger)["own"]["games"] == []
    stranger.ask("GET", "/api/games")
    assert lists_of(stranger)["listed"]["games"] == []


def test_finished_games_are_listed_by_default(
    server: TestClient,
) -> None:
    anna = Visitor(server)
    shown = anna.make_game("here", rules=TIC_TAC_TOE)
    hidden = anna.make_game("here", rules=TIC_TAC_TOE, is_listed=False)
    finish(anna, shown)
    finish(anna, hidden)
    (game,) = lists_of(Visitor(server))["listed"]["games"]
    assert (game["link"], game["phase"]) == (shown, "over")
    assert game["says"] == "Black wins: three from A3 to C3"
    assert lists_of(Visitor(server), "?whose=listed&before=1")["listed"]["games"] == []


def test_your_own_games_are_not_listed_among_those_of_others(server: TestClient) -> None:
    anna = Visitor(server)
    link = anna.make_game("here", rules=TIC_TAC_TOE)
    finish(anna, link)
    lists = lists_of(anna)
    assert ([game["link"] for game in lists["own"]["games"]], lists["listed"]["games"]) == (
        [link],
        [],
    )
    assert [game["link"] for game in lists_of(Visitor(server))["listed"]["games"]] == [link]


@pytest.mark.parametrize("wanted, listed", [({}, 0), ({"is_listed": True}, 1)])
def test_games_against_the_computer_are_listed_only_on_request(
    server: TestClient, wanted: dict[str, bool], listed: int
) -> None:
    anna = Visitor(server)
    link = anna.make_game("computer", rules=TIC_TAC_TOE, **wanted)
    with anna.at(link) as connection:
        connection.send_command("Resign")
        while connection.wait_for("state")["result"] is None:
            pass
    assert len(lists_of(anna)["own"]["games"]) == 1
    assert len(lists_of(Visitor(server))["listed"]["games"]) == listed


def test_older_games_are_on_the_next_page_of_the_list(server: TestClient) -> None:
    anna = Visitor(server)
    links = [anna.make_game("here") for _ in range(21)][::-1]
    page = lists_of(anna)["own"]
    assert [game["link"] for game in page["games"]] == links[:20]
    rest = lists_of(anna, f"?whose=own&before={page['before']}")
    assert [game["link"] for game in rest["own"]["games"]] == links[20:]
    assert not rest["own"]["before"]
    assert rest["listed"]["games"] == []


def test_a_game_can_be_downloaded_in_every_format(server: TestClient) -> None:
    anna = Visitor(server)
    link = anna.make_game("here", rules=TIC_TAC_TOE, name="Anna", other_name="Ben")
    finish(anna, link)
    record = anna.ask("GET", f"/api/games/{link}/record.json").json()
    assert (record["first"], record["second"], record["result"]) == ("Anna", "Ben", "1-0")
    sgf = anna.ask("GET", f"/api/games/{link}/record.sgf")
    assert "PB[Anna]" in sgf.text
    assert f"tengen-{link}.sgf" in sgf.headers["content-disposition"]


def test_a_game_is_drawn_as_a_picture(server: TestClient) -> None:
    anna = Visitor(server)
    link = anna.make_game("here", moves=[112, 96, 113])
    drawn = anna.ask("GET", f"/api/games/{link}/picture.svg?move=2&theme=dark&coordinates=none")
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    assert "content-disposition" not in drawn.headers
    assert "after 2 moves" in drawn.text


def test_a_game_that_has_not_begun_is_drawn_as_an_empty_board(server: TestClient) -> None:
    anna = Visitor(server)
    drawn = anna.ask("GET", f"/api/games/{anna.make_game()}/picture.svg")
    assert "without stones" in drawn.text


@pytest.mark.parametrize(
    "path, status",
    [
        ("/api/games?before=x", 400),
        ("/api/games?before=-1", 400),
        ("/api/games/aaaaaaaaaaaa/record.sgf", 404),
        ("/api/games/..%2f..%2fetc/record.sgf", 404),
        ("/api/games/x/picture.svg", 404),
    ],
)
def test_everything_unknown_is_refused_in_the_same_form(
    server: TestClient, path: str, status: int
) -> None:
    found = Visitor(server).ask("GET", path)
    assert (found.status_code, found.json()["type"]) == (status, "problem")


def test_lists_are_charged_like_other_work(tmp_path: Path) -> None:
    limits = replace(WIDE, work=Rate(1e-9, 1e-9))
    with served(tmp_path, limits) as server:
        anna = Visitor(server)
        anna.make_game()
        answers = [anna.ask("GET", "/api/games").status_code for _ in range(2)]
        assert answers == [200, 429]
