"""Games over HTTP, and refused requests."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import pytest
from kit.web import FIVE, WIDE, Visitor, served
from starlette.testclient import TestClient
from starlette.websockets import WebSocketDisconnect

from tengen.server.app import make_app
from tengen.server.rate_limits import Rate
from tengen.storage import Store


@pytest.fixture
def server(tmp_path: Path) -> Iterator[TestClient]:
    with served(tmp_path) as server:
        yield server


@pytest.mark.parametrize(
    "body",
    [
        "",
        "null",
        "[]",
        '{"opponent": "computer"}',
        '{"opponent": "nobody", "rules": "15x15/5 freestyle"}',
        '{"opponent": "here", "rules": "99x99/5 freestyle"}',
        '{"opponent": "computer", "rules": "15x15/5 freestyle", "level": 11}',
        '{"opponent": "here", "rules": "3x3/3 freestyle", "moves": [9]}',
        '{"opponent": "here", "rules": "3x3/3 freestyle", "moves": [0, 0]}',
        '{"opponent": "here", "rules": "3x3/3 freestyle", "opening": "swap2"}',
        '{"opponent": "here", "rules": "3x3/3 freestyle", "clock": {"game": -1}}',
        '{"opponent": "here", "rules": "3x3/3 freestyle", "name": "' + "x" * 41 + '"}',
        '{"a":' * 5000,
        "\udcff",
    ],
)
def test_an_impossible_game_is_refused_with_a_reason(server: TestClient, body: str) -> None:
    content = body.encode(errors="surrogateescape")
    response = Visitor(server).ask("POST", "/api/games", content=content)
    assert response.status_code == 400
    assert response.json()["type"] == "problem"
    assert response.json()["says"]


def test_a_body_that_is_too_long_is_refused(server: TestClient) -> None:
    response = Visitor(server).ask("POST", "/api/games", content=b" " * 100_000)
    assert (response.status_code, response.json()["code"]) == (413, "too-large")


def test_a_request_from_another_site_is_refused(server: TestClient) -> None:
    headers = {"origin": "http://evil.example"}
    wanted = {"opponent": "here", "rules": FIVE}
    response = Visitor(server).ask("POST", "/api/games", json=wanted, headers=headers)
    assert (response.status_code, response.json()["code"]) == (403, "foreign")


def test_a_socket_from_another_site_is_refused(server: TestClient) -> None:
    anna = Visitor(server)
    link = anna.make_game()
    with pytest.raises(WebSocketDisconnect), anna.at(link, origin="http://evil.example"):
        pass


def test_an_unknown_game_is_answered_with_a_sentence(server: TestClient) -> None:
    for link in ("abcdefghijkl", "x"):
        response = Visitor(server).ask("GET", f"/api/games/{link}")
        assert response.status_code == 404
        assert "ask for a new one" in response.json()["says"]


def test_the_socket_of_an_unknown_game_is_closed_with_a_reason(server: TestClient) -> None:
    with (
        pytest.raises(WebSocketDisconnect) as found,
        Visitor(server).at("abcdefghijkl") as connection,
    ):
        connection.wait_for("state")
    assert found.value.code == 4404


def test_every_response_forbids_foreign_scripts(server: TestClient) -> None:
    for path in ("/", "/nothing", "/api/nothing", "/page/style.css"):
        headers = Visitor(server).ask("GET", path).headers
        assert "script-src 'self'" in headers["content-security-policy"]
        assert "unsafe" not in headers["content-security-policy"]
        assert headers["x-content-type-options"] == "nosniff"


def test_an_unknown_page_shows_the_not_found_page(server: TestClient) -> None:
    for path in ("/nothing", "/game/abcdefghijkl", "/game/x"):
        response = Visitor(server).ask("GET", path)
        assert response.status_code == 404
        assert response.text.startswith("<!doctype html>")


def test_a_link_is_drawn_as_a_qr_code(server: TestClient) -> None:
    anna = Visitor(server)
    response = anna.ask("GET", f"/api/games/{anna.make_game()}/qr.svg")
    assert response.headers["content-type"] == "image/svg+xml"
    assert response.headers["content-encoding"] == "gzip"
    assert response.text.startswith("<svg")


def test_a_qr_code_is_not_compressed_for_clients_without_gzip(server: TestClient) -> None:
    anna = Visitor(server)
    path = f"/api/games/{anna.make_game()}/qr.svg"
    response = anna.ask("GET", path, headers={"accept-encoding": "identity"})
    assert "content-encoding" not in response.headers
    assert response.content.startswith(b"<svg")


def test_too_many_new_games_from_one_address_are_refused_for_a_while(tmp_path: Path) -> None:
    with served(tmp_path, replace(WIDE, games=Rate(2, 0.001))) as server:
        anna = Visitor(server)
        wanted = {"opponent": "here", "rules": FIVE}
        found = [anna.ask("POST", "/api/games", json=wanted).status_code for _ in range(3)]
    assert found == [201, 201, 429]


def test_too_many_messages_are_ignored_with_a_problem(tmp_path: Path) -> None:
    with served(tmp_path, replace(WIDE, messages=Rate(1, 0.001))) as server:
        anna = Visitor(server)
        with anna.at(anna.make_game("here")) as connection:
            connection.play(7, 7, 1)
            connection.play(8, 8, 2)
            assert connection.wait_for("problem")["code"] == "too-fast"


def test_too_many_sockets_from_one_address_are_closed_with_a_reason(tmp_path: Path) -> None:
    with served(tmp_path, replace(WIDE, sockets=1)) as server:
        anna = Visitor(server)
        link = anna.make_game("here")
        with (
            anna.at(link),
            pytest.raises(WebSocketDisconnect) as found,
            anna.at(link) as connection,
        ):
            connection.wait_for("state")
    assert found.value.code == 4429


@pytest.mark.parametrize("text", ["", "null", "7", '{"type":1}', "{" * 3000, '{"type":"PlayMove"}'])
def test_a_bad_message_gets_one_problem_and_the_game_goes_on(server: TestClient, text: str) -> None:
    anna = Visitor(server)
    with anna.at(anna.make_game("here")) as connection:
        connection.wait_for("state")
        connection.socket.send_text(text)
        assert connection.wait_for("problem")["code"] == "bad-message"
        connection.play(7, 7, 1)
        assert connection.wait_for("state")["moves"] == [112]
        assert [message["type"] for message in connection.received].count("problem") == 1


def test_only_the_inviter_can_withdraw_an_invitation(server: TestClient) -> None:
    anna, eve = Visitor(server), Visitor(server)
    link = anna.make_game()
    eve.make_game()
    assert eve.ask("DELETE", f"/api/games/{link}").status_code == 409
    with eve.at(link) as connection:
        assert anna.ask("DELETE", f"/api/games/{link}").status_code == 204
        assert connection.wait_for("problem")["code"] == "withdrawn"
    late = eve.take_seat(link)
    assert late.status_code == 404
    assert "the invitation was withdrawn" in late.json()["says"]
    assert anna.ask("GET", f"/api/games/{link}").status_code == 404


def test_a_game_that_has_begun_cannot_be_withdrawn(server: TestClient) -> None:
    anna = Visitor(server)
    link = anna.make_game("here")
    assert anna.ask("DELETE", f"/api/games/{link}").status_code == 409
    assert anna.ask("GET", f"/api/games/{link}").status_code == 200


def test_a_local_server_refuses_other_host_names(tmp_path: Path) -> None:
    with (
        Store(str(tmp_path)) as store,
        TestClient(make_app(store, WIDE, {"five.example"})) as server,
    ):
        anna = Visitor(server)
        found = [
            anna.ask("GET", "/api/puzzles", headers={"host": host})
            for host in ("five.example", "five.example:8000", "evil.example", "[", "")
        ]
        assert [response.status_code for response in found] == [200, 200, 421, 400, 400]
        assert "--address" in found[2].json()["says"]
        with pytest.raises(WebSocketDisconnect), anna.at("abcdefghijkl", host="evil.example"):
            pass


def test_every_socket_answers_a_ping(server: TestClient) -> None:
    anna = Visitor(server)
    with anna.at(anna.make_game()) as connection:
        connection.socket.send_text('{"type":"Ping"}')
        assert connection.wait_for("pong") == {"type": "pong"}
    with server.websocket_connect("/socket/analysis") as socket:
        socket.send_text('{"type":"Ping"}')
        assert socket.receive_json() == {"type": "pong"}


@pytest.mark.parametrize("path", ["/api/games", "/api/games/{}", "/api/games/{}/qr.svg", "/api/x"])
def test_responses_about_games_are_not_cached(tmp_path: Path, path: str) -> None:
    with served(tmp_path) as server:
        anna = Visitor(server)
        found = anna.ask("GET", path.format(anna.make_game()))
        assert found.headers["cache-control"] == "no-store"


def test_pages_are_revalidated_before_they_are_reused(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        assert Visitor(server).ask("GET", "/").headers["cache-control"] == "no-cache"
