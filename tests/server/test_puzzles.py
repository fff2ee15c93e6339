from __future__ import annotations

from collections.abc import Iterator

import pytest
from kit.web import Visitor, served
from starlette.testclient import TestClient

from tengen.insight.puzzle import starter
from tengen.server.messages.conversion import cells_of

FIRST = starter().puzzles[0]
LINE = cells_of(FIRST.line, FIRST.rules)


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[TestClient]:
    with served(tmp_path_factory.mktemp("puzzles")) as server:
        yield server


def attempt(server: TestClient, **wish: object) -> dict[str, object]:
    found = Visitor(server).ask("POST", "/api/puzzles/1/try", json=wish)
    assert found.status_code == 200, found.text
    told: dict[str, object] = found.json()
    return told


def test_all_puzzles_are_told_from_the_easiest_on(server: TestClient) -> None:
    found = Visitor(server).ask("GET", "/api/puzzles").json()
    assert len(found) == len(starter().puzzles)
    assert [entry["number"] for entry in found[:3]] == [1, 2, 3]
    grades = [entry["grade"] for entry in found]
    assert grades == sorted(grades)


def test_a_puzzle_is_told_without_its_solution(server: TestClient) -> None:
    found = Visitor(server).ask("GET", "/api/puzzles/1").json()
    assert (found["goal"], found["left"]) == (FIRST.goal(), FIRST.length)
    assert len(found["stones"]) == len(FIRST.board.stones)
    assert "line" not in found


def test_a_right_move_is_answered_and_the_last_one_solves_it(server: TestClient) -> None:
    told = attempt(server, moves=LINE[:1])
    assert (told["verdict"], told["reply"]) == ("right", LINE[1])
    told = attempt(server, moves=LINE[::2])
    assert (told["verdict"], told["is_solved"]) == ("solved", True)


def test_a_wrong_move_is_told_with_its_reason(server: TestClient) -> None:
    told = attempt(server, moves=[0])
    assert told["verdict"] == "wrong"
    assert str(told["says"]).startswith("A15 ")


def test_hints_and_the_solution_are_told_when_they_are_asked_for(server: TestClient) -> None:
    hint = attempt(server, hint=3)["hint"]
    assert isinstance(hint, dict)
    assert hint["points"] == [LINE[0]]
    assert attempt(server, shows=True)["solution"] == list(LINE)


@pytest.mark.parametrize("number", ["0", "256", "99999999999999"])
def test_a_puzzle_that_is_not_there_is_told(server: TestClient, number: str) -> None:
    found = Visitor(server).ask("GET", f"/api/puzzles/{number}")
    assert (found.status_code, found.json()["code"]) == (404, "not-found")


@pytest.mark.parametrize(
    "body", [b"", b"[]", b'{"moves": [-1]}', b'{"moves": "x"}', b'{"hint": 4}', b'{"more": 1}']
)
def test_a_try_that_makes_no_sense_is_refused(server: TestClient, body: bytes) -> None:
    found = Visitor(server).ask("POST", "/api/puzzles/1/try", content=body)
    assert (found.status_code, found.json()["type"]) == (400, "problem")
