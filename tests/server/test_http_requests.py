"""Cookies, networks, origins and hosts."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit.web import Visitor, served
from starlette.requests import Request
from starlette.responses import Response

from tengen.server.http_requests import (
    LINK_PATTERN,
    digest_of,
    has_cookie,
    hash_secret,
    is_same_origin,
    network_in,
    new_link,
    new_secret,
    requester_of,
    secret_of,
    set_secret_cookie,
)
from tengen.server.workers import Requester


def request(cookie: str = "", scheme: str = "http") -> Request:
    headers = [(b"host", b"h"), (b"cookie", cookie.encode())]
    scope = {"type": "http", "scheme": scheme, "path": "/", "headers": headers}
    return Request(scope)


def test_a_secret_is_read_back_from_the_cookie() -> None:
    secret = new_secret()
    assert secret_of(request(f"tengen={secret}")) == secret
    assert digest_of(request(f"tengen={secret}")) == hash_secret(secret)


@pytest.mark.parametrize("cookie", ["", "tengen=", "tengen=short", "tengen=" + "ä" * 43, "a=b; c"])
def test_a_malformed_secret_is_ignored(cookie: str) -> None:
    assert secret_of(request(cookie)) is None
    assert digest_of(request(cookie)) is None


def test_scripts_and_other_sites_cannot_read_the_secret() -> None:
    response = Response()
    set_secret_cookie(request(), response, "x")
    words = response.headers["set-cookie"].lower()
    assert "httponly" in words
    assert "samesite=lax" in words
    assert "secure" not in words


def test_the_cookie_is_secure_over_https() -> None:
    response = Response()
    set_secret_cookie(request(scheme="https"), response, "x")
    words = response.headers["set-cookie"]
    assert words.startswith("__Host-tengen=x;")
    assert "secure" in words.lower()
    assert "path=/" in words.lower()
    assert "domain" not in words.lower()


def test_over_https_the_http_cookie_is_valid_until_there_is_a_secure_one() -> None:
    old, new = new_secret(), new_secret()
    assert secret_of(request(f"tengen={old}", "https")) == old
    assert not has_cookie(request(f"tengen={old}", "https"))
    both = request(f"tengen={old}; __Host-tengen={new}", "https")
    assert secret_of(both) == new
    assert has_cookie(both)


def test_over_http_the_secure_cookie_is_ignored() -> None:
    assert secret_of(request(f"__Host-tengen={new_secret()}")) is None


def test_a_page_over_https_copies_the_secret_to_the_secure_cookie(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        secret = new_secret()
        headers = {"cookie": f"tengen={secret}", "host": "five.example"}
        found = server.get("https://five.example/", headers=headers)
        assert found.headers["set-cookie"].startswith(f"__Host-tengen={secret};")
        server.cookies.clear()
        headers = {"cookie": f"__Host-tengen={secret}"}
        assert "set-cookie" not in server.get("https://five.example/", headers=headers).headers


def test_links_are_random_and_look_like_links() -> None:
    links = {new_link() for _ in range(1000)}
    assert len(links) == 1000
    assert all(LINK_PATTERN.fullmatch(link) for link in links)


@pytest.mark.parametrize(
    "host, network",
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
        ("2001:db8:1:3::9", "2001:db8:1:3::/64"),
        ("fe80::1%eth0", "fe80::/64"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("testclient", "testclient"),
    ],
)
def test_a_network_is_an_ipv4_address_or_half_an_ipv6_address(host: str, network: str) -> None:
    assert network_in(host) == network


def request_from(cookie: str = "") -> Request:
    headers = [(b"cookie", cookie.encode())]
    return Request(
        {"type": "http", "scheme": "http", "client": ("192.0.2.7", 1), "headers": headers}
    )


def test_a_browser_is_identified_by_its_secret_or_else_by_its_network() -> None:
    secret = "s" * 43
    assert requester_of(request_from()) == Requester("192.0.2.7", "192.0.2.7")
    assert requester_of(request_from(f"tengen={secret}")) == Requester(
        hash_secret(secret).hex(), "192.0.2.7"
    )


def request_of_page(**headers: str) -> Request:
    raw = [(name.encode(), value.encode()) for name, value in headers.items()]
    return Request({"type": "http", "headers": raw})


def test_a_page_of_the_server_is_the_same_origin() -> None:
    assert is_same_origin(request_of_page(host="127.0.0.1:8000", origin="http://127.0.0.1:8000"))


def test_a_program_without_a_page_is_the_same_origin() -> None:
    assert is_same_origin(request_of_page(host="127.0.0.1:8000"))


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "", "http://127.0.0.1:8001", "http://[", "http://x@127.0.0.1"],
)
def test_another_page_is_not_the_same_origin(origin: str) -> None:
    assert not is_same_origin(request_of_page(host="127.0.0.1:8000", origin=origin))


HOSTS = ["[x", "a b", "x" * 3000, "é", "[::1]x", "a:b", "a@b", "a/b", "x:99999999", "\x7f"]


@pytest.mark.parametrize("host", HOSTS)
@pytest.mark.parametrize("path", ["/", "/api/games", "/api/games/{}/qr.svg", "/game/{}"])
def test_a_bad_host_header_is_refused_without_a_server_error(
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
def test_host_names_and_addresses_are_answered(tmp_path: Path, host: str) -> None:
    with served(tmp_path) as server:
        anna = Visitor(server)
        path = f"/api/games/{anna.make_game()}/qr.svg"
        assert anna.ask("GET", path, headers={"host": host}).status_code == 200
