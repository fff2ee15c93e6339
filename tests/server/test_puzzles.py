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


def attempt(server: TestClient, **fields: object) -> dict[str, object]:
    found = Visitor(server).ask("POST", "/api/puzzles/1/try", json=fields)
    assert found.status_code == 200, found.text
    update: dict[str, object] = found.json()
    return update


def test_all_puzzles_are_listed_the_easiest_first(server: TestClient) -> None:
    found = Visitor(server).ask("GET", "/api/puzzles").json()
    assert len(found) == len(starter().puzzles)
    assert [entry["number"] for entry in found[:3]] == [1, 2, 3]
    grades = [entry["grade"] for entry in found]
    assert grades == sorted(grades)


def test_a_puzzle_is_sent_without_its_solution(server: TestClient) -> None:
    found = Visitor(server).ask("GET", "/api/puzzles/1").json()
    assert (found["goal"], found["left"]) == (FIRST.goal(), FIRST.length)
    assert len(found["stones"]) == len(FIRST.board.stones)
    assert "line" not in found


def test_a_right_move_is_answered_and_the_last_one_solves_it(server: TestClient) -> None:
    update = attempt(server, moves=LINE[:1])
    assert (update["verdict"], update["reply"]) == ("right", LINE[1])
    update = attempt(server, moves=LINE[::2])
    assert (update["verdict"], update["is_solved"]) == ("solved", True)


def test_a_wrong_move_is_answered_with_the_reason(server: TestClient) -> None:
    update = attempt(server, moves=[0])
    assert update["verdict"] == "wrong"
    assert str(update["says"]).startswith("A15 ")


def test_hints_and_the_solution_are_sent_on_request(server: TestClient) -> None:
    hint = attempt(server, hint=3)["hint"]
    assert isinstance(hint, dict)
    assert hint["points"] == [LINE[0]]
    assert attempt(server, shows=True)["solution"] == list(LINE)


@pytest.mark.parametrize("number", ["0", "256", "99999999999999"])
def test_an_unknown_puzzle_is_refused(server: TestClient, number: str) -> None:
    found = Visitor(server).ask("GET", f"/api/puzzles/{number}")
    assert (found.status_code, found.json()["code"]) == (404, "not-found")


@pytest.mark.parametrize(
    "body", [b"", b"[]", b'{"moves": [-1]}', b'{"moves": "x"}', b'{"hint": 4}']
)
def test_a_bad_attempt_is_refused(server: TestClient, body: bytes) -> None:
    found = Visitor(server).ask("POST", "/api/puzzles/1/try", content=body)
    assert (found.status_code, found.json()["type"]) == (400, "problem")
