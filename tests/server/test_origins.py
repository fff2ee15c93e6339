"""Whether a page of ours asks."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit.web import Visitor, served
from starlette.requests import Request

from tengen.server.http_requests import is_same_origin


def request(**headers: str) -> Request:
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    return Request({"type": "http", "headers": raw})


def test_our_own_page_may_ask() -> None:
    assert is_same_origin(request(host="127.0.0.1:8000", origin="http://127.0.0.1:8000"))


def test_a_program_without_a_page_may_ask() -> None:
    assert is_same_origin(request(host="127.0.0.1:8000"))


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "", "http://127.0.0.1:8001", "http://[", "http://x@127.0.0.1"],
)
def test_no_other_page_may_ask(origin: str) -> None:
    assert not is_same_origin(request(host="127.0.0.1:8000", origin=origin))


HOSTS = ["[x", "a b", "x" * 3000, "é", "[::1]x", "a:b", "a@b", "a/b", "x:99999999", "\x7f"]


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("path", ["/", "/api/games", "/api/games/{}/qr.svg", "/game/{}"])
def test_a_host_that_is_none_is_refused_and_not_a_failure(
    tmp_path: Path, host: str, path: str
) -> None:
    with served(tmp_path) as server:
        anna = Visitor(server)
        link = anna.make_game()
        headers = {"host": host.encode("latin-1")}
        answer = anna.ask("GET", path.format(link), headers=headers)
        assert answer.status_code == 400
        assert "Host" in answer.json()["says"]


@pytest.mark.parametrize(
    "host", ["a", "a:", "a:80", "a-b.c_d.example:8000", "127.0.0.1", "[::1]:9"]
)
def test_hosts_with_names_and_numbers_are_answered(tmp_path: Path, host: str) -> None:
    with served(tmp_path) as server:
        anna = Visitor(server)
        path = f"/api/games/{anna.make_game()}/qr.svg"
        assert anna.ask("GET", path, headers={"host": host}).status_code == 200
