"""Joining a server that answers, does not answer, or is not Tengen."""

from __future__ import annotations

import json
import socket
import threading
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from pathlib import Path

import pytest
from kit.remote import TABLE, Browser, Server, serving

from tengen.errors import OnlineError, ParseError
from tengen.server.http_requests import SECRET_PATTERN
from tengen.storage import Store
from tengen.terminal.remote_connection import (
    GameLink,
    RemoteSeat,
    format_cookie,
    parse_link,
    take_seat,
)

TEXT = "abc_DEF-1234"


@pytest.mark.parametrize(
    "text, base",
    [
        (f"http://127.0.0.1:8000/game/{TEXT}", "http://127.0.0.1:8000"),
        (f"https://five.example/game/{TEXT}", "https://five.example"),
        (f"  HTTPS://Five.Example/game/{TEXT}/?a=b#c\n", "https://five.example"),
        (f"127.0.0.1:8000/game/{TEXT}", "http://127.0.0.1:8000"),
        (f"localhost/game/{TEXT}", "http://localhost"),
        (f"http://[::1]:8000/game/{TEXT}", "http://[::1]:8000"),
    ],
)
def test_a_link_is_read_as_it_is_copied(text: str, base: str) -> None:
    link = parse_link(text)
    assert link == GameLink(base, TEXT)
    assert parse_link(str(link)) == link


@pytest.mark.parametrize(
    "text",
    [
        *(
            "",
            "x",
            "http://",
            "http://localhost",
            f"http://localhost/{TEXT}",
            "http://a/game/short",
        ),
        *(f"http://a/game/{TEXT}x", f"http://a/game/{TEXT}/qr", f"ftp://a/game/{TEXT}"),
        *(f"http://a:99999/game/{TEXT}", f"http://u:p@a/game/{TEXT}", f"http://[::/game/{TEXT}"),
        *(f"http://a b/game/{TEXT}", f"http://\u0430/game/{TEXT}", f"file:///game/{TEXT}"),
    ],
)
def test_an_invalid_link_is_refused_with_an_example(text: str) -> None:
    with pytest.raises(ParseError, match="as in http://localhost:8000/game/abcdefghijkl"):
        parse_link(text)


def test_a_link_gives_its_http_and_socket_addresses() -> None:
    link = parse_link(f"https://five.example:8443/game/{TEXT}")
    assert link.host == "five.example:8443"
    assert link.api == f"https://five.example:8443/api/games/{TEXT}"
    assert link.socket == f"wss://five.example:8443/socket/game/{TEXT}?form=events"


@pytest.mark.parametrize(
    "host, is_local",
    [("localhost", True), ("127.0.0.1:8000", True), ("[::1]:8000", True), ("five.example", False)],
)
def test_a_server_on_this_machine_needs_no_proxy(host: str, is_local: bool) -> None:  # noqa: FBT001
    assert parse_link(f"{host}/game/{TEXT}").is_local is is_local


PAGE_TEXT = "abcdefghijkl"
WAITING = json.dumps({"table": TABLE | {"phase": "waiting"}}).encode()
"""The answer about a game with a free seat."""


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(str(tmp_path / "store")) as store:
        yield store


@contextmanager
def answering(status: int, body: bytes, **headers: str) -> Iterator[GameLink]:
    """Run another HTTP server that always gives the same answer."""

    class Same(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            self.send_response(status)
            for name, value in headers.items():
                self.send_header(name, value)
            self.end_headers()
            self.wfile.write(body)

        do_POST = do_GET  # noqa: N815 - the library's name

        def log_message(self, format: str, *args: object) -> None:  # noqa: A002 - the library's name
            pass

    with HTTPServer(("127.0.0.1", 0), Same) as server:
        thread = threading.Thread(target=server.serve_forever, args=(0.01,))
        thread.start()
        try:
            yield GameLink(f"http://127.0.0.1:{server.server_port}", PAGE_TEXT)
        finally:
            server.shutdown()
            thread.join()


def test_a_refused_connection_is_reported(store: Store) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    link = GameLink(f"http://127.0.0.1:{port}", PAGE_TEXT)
    with pytest.raises(OnlineError, match=f"127.0.0.1:{port}': no answer: is the "):
        take_seat(link, "", store)


@pytest.mark.parametrize(
    "status, body",
    [(200, b"<html>"), (200, b"{}"), (200, b'{"table": {"link": 1}}'), (404, b"no"), (500, b"")],
)
def test_another_http_server_is_reported(store: Store, status: int, body: bytes) -> None:
    with (
        answering(status, body) as link,
        pytest.raises(OnlineError, match="not a Tengen server, or its version differs"),
    ):
        take_seat(link, "", store)


@pytest.mark.parametrize("status", [200, 500])
def test_an_incomplete_answer_is_reported(store: Store, status: int) -> None:
    headers = {"Transfer-Encoding": "chunked"}
    with (
        answering(status, b"no length\r\n", **headers) as link,
        pytest.raises(OnlineError, match="not a Tengen server"),
    ):
        take_seat(link, "", store)


@pytest.mark.parametrize("secret", ['"a\\012Host: evil"', '"\\303\\244"', "a b", "x" * 500])
def test_an_invalid_secret_is_not_stored(store: Store, secret: str) -> None:
    with answering(200, WAITING, **{"Set-Cookie": f"tengen={secret}"}) as link:
        mine = take_seat(link, "", store).secret or ""
    assert SECRET_PATTERN.fullmatch(mine)
    assert store.recall(f"join/{link.base}") == mine.encode()


def test_a_secret_of_the_server_replaces_our_own(store: Store) -> None:
    with answering(200, WAITING, **{"Set-Cookie": "tengen=theirs"}) as link:
        assert take_seat(link, "", store).secret == "theirs"
    assert store.recall(f"join/{link.base}") == b"theirs"


def test_a_server_of_another_protocol_is_reported(store: Store) -> None:
    with socket.create_server(("127.0.0.1", 0)) as listener:

        def answer() -> None:
            line, _ = listener.accept()
            with line:
                line.recv(1000)
                line.sendall(b"220 mail.example ESMTP\r\n")

        thread = threading.Thread(target=answer)
        thread.start()
        link = GameLink(f"http://127.0.0.1:{listener.getsockname()[1]}", PAGE_TEXT)
        with pytest.raises(OnlineError, match="not a Tengen server"):
            take_seat(link, "", store)
        thread.join()


def test_an_unknown_host_is_reported(store: Store) -> None:
    with pytest.raises(OnlineError, match=r"the game at 'no\.such\.host\.invalid': "):
        take_seat(GameLink("http://no.such.host.invalid", PAGE_TEXT), "", store)


def test_an_unknown_game_is_reported(tmp_path: Path, store: Store) -> None:
    with (
        serving(tmp_path / "server") as server,
        pytest.raises(OnlineError, match="There is no game with this link"),
    ):
        take_seat(GameLink(server.base, PAGE_TEXT), "", store)


def test_a_redirect_is_followed(tmp_path: Path, store: Store) -> None:
    with serving(tmp_path / "server") as server:
        link = parse_link(Browser(server).make_game())
        with answering(301, b"", Location=link.api) as before:
            found = take_seat(GameLink(before.base, link.text), "", store)
        assert found.link == link
        assert found.secret is not None


def test_a_seat_is_remembered_for_its_server(tmp_path: Path, store: Store) -> None:
    with serving(tmp_path / "server") as server:
        link = parse_link(Browser(server).make_game())
        first = take_seat(link, "Ben", store)
        assert store.recall(f"join/{link.base}") == (first.secret or "").encode()
        assert take_seat(link, "Ben", store) == first
        other = parse_link(Browser(server).make_game())
        assert take_seat(other, "Ben", store) == RemoteSeat(other, first.secret)


def test_whoever_comes_too_late_has_no_secret(tmp_path: Path, store: Store) -> None:
    with (
        serving(tmp_path / "server") as server,
        Store(str(tmp_path / "other")) as other,
    ):
        link = parse_link(Browser(server).make_game())
        take_seat(link, "", store)
        assert take_seat(link, "", other).secret is None
        assert other.recall(f"join/{link.base}") is None


@contextmanager
def losing_answers(server: Server, count: int) -> Iterator[str]:
    """Run a proxy that loses the first answers to requests for a seat; yield its address."""
    seats: list[bytes] = []

    def forward(line: socket.socket) -> None:
        request = line.recv(10_000)
        if request.startswith(b"POST "):
            while not request.endswith(b"}"):
                request += line.recv(10_000)
            seats.append(request)
        with socket.create_connection(("127.0.0.1", server.port)) as behind:
            behind.sendall(request)
            answer = b"".join(iter(lambda: behind.recv(10_000), b""))
        if not request.startswith(b"POST ") or len(seats) > count:
            line.sendall(answer)

    with socket.create_server(("127.0.0.1", 0)) as listener:

        def run() -> None:
            while True:
                line, _ = listener.accept()
                with line:
                    if not line.recv(1, socket.MSG_PEEK):
                        return
                    forward(line)

        thread = threading.Thread(target=run)
        thread.start()
        try:
            yield f"http://127.0.0.1:{listener.getsockname()[1]}"
        finally:
            socket.create_connection(listener.getsockname()).close()
            thread.join()


def holds_a_seat(link: GameLink, secret: str | None) -> bool:
    """Whether the server knows a secret as a player's of a game that has begun."""
    cookie = {"Cookie": format_cookie(link, secret or "")}
    request = urllib.request.Request(f"{link.api}/seat", b'{"name": ""}', cookie)
    try:
        with urllib.request.urlopen(request) as response:
            return bool(response.status == 200)
    except urllib.error.HTTPError:
        return False


def test_a_seat_is_ours_although_the_answer_was_lost_once(tmp_path: Path, store: Store) -> None:
    with serving(tmp_path / "server") as server:
        link = parse_link(Browser(server).make_game())
        with losing_answers(server, 1) as proxy:
            found = take_seat(GameLink(proxy, link.text), "Ben", store)
        assert store.recall(f"join/{proxy}") == (found.secret or "").encode()
        assert holds_a_seat(link, found.secret)
        assert not holds_a_seat(link, "x" * 43)


def test_a_seat_is_ours_at_the_next_start_if_all_answers_were_lost(
    tmp_path: Path, store: Store
) -> None:
    with serving(tmp_path / "server") as server:
        link = parse_link(Browser(server).make_game())
        with losing_answers(server, 100) as proxy:
            here = GameLink(proxy, link.text)
            with pytest.raises(OnlineError, match="the connection was lost: try again"):
                take_seat(here, "Ben", store)
            assert holds_a_seat(link, take_seat(here, "Ben", store).secret)
