"""Who is who."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit.web import served
from starlette.requests import Request
from starlette.responses import Response

from tengen.server.http_requests import (
    LINK_PATTERN,
    digest_of,
    has_cookie,
    hash_secret,
    new_link,
    new_secret,
    secret_of,
    set_secret_cookie,
)


def request(cookie: str = "", scheme: str = "http") -> Request:
    headers = [(b"host", b"h"), (b"cookie", cookie.encode())]
    scope = {"type": "http", "scheme": scheme, "path": "/", "headers": headers}
    return Request(scope)


def test_a_secret_comes_back_as_it_was_given() -> None:
    secret = new_secret()
    assert secret_of(request(f"tengen={secret}")) == secret
    assert digest_of(request(f"tengen={secret}")) == hash_secret(secret)


@pytest.mark.parametrize("cookie", ["", "tengen=", "tengen=short", "tengen=" + "ä" * 43, "a=b; c"])
def test_what_does_not_look_like_a_secret_is_none(cookie: str) -> None:
    assert secret_of(request(cookie)) is None
    assert digest_of(request(cookie)) is None


def test_scripts_and_other_sites_do_not_get_at_the_secret() -> None:
    response = Response()
    set_secret_cookie(request(), response, "x")
    words = response.headers["set-cookie"].lower()
    assert "httponly" in words
    assert "samesite=lax" in words
    assert "secure" not in words


def test_a_secret_that_was_given_safely_stays_safe() -> None:
    response = Response()
    set_secret_cookie(request(scheme="https"), response, "x")
    words = response.headers["set-cookie"]
    assert words.startswith("__Host-tengen=x;")
    assert "secure" in words.lower()
    assert "path=/" in words.lower()
    assert "domain" not in words.lower()


def test_over_https_the_older_cookie_holds_until_there_is_a_new_one() -> None:
    old, new = new_secret(), new_secret()
    assert secret_of(request(f"tengen={old}", "https")) == old
    assert not has_cookie(request(f"tengen={old}", "https"))
    both = request(f"tengen={old}; __Host-tengen={new}", "https")
    assert secret_of(both) == new
    assert has_cookie(both)


def test_without_https_the_safe_cookie_means_nothing() -> None:
    assert secret_of(request(f"__Host-tengen={new_secret()}")) is None


def test_a_page_over_https_renames_the_cookie_of_who_has_been_here_before(tmp_path: Path) -> None:
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
