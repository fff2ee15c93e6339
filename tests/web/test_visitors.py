"""Who is who."""

from __future__ import annotations

import pytest
from starlette.requests import Request
from starlette.responses import Response

from tengen.web.visitors import (
    LINK,
    digest,
    digest_of,
    give_secret,
    new_link,
    new_secret,
    secret_of,
)


def request(cookie: str = "", scheme: str = "http") -> Request:
    headers = [(b"host", b"h"), (b"cookie", cookie.encode())]
    scope = {"type": "http", "scheme": scheme, "path": "/", "headers": headers}
    return Request(scope)


def test_a_secret_comes_back_as_it_was_given() -> None:
    secret = new_secret()
    assert secret_of(request(f"tengen={secret}")) == secret
    assert digest_of(request(f"tengen={secret}")) == digest(secret)


@pytest.mark.parametrize("cookie", ["", "tengen=", "tengen=short", "tengen=" + "ä" * 43, "a=b; c"])
def test_what_does_not_look_like_a_secret_is_none(cookie: str) -> None:
    assert secret_of(request(cookie)) is None
    assert digest_of(request(cookie)) is None


def test_scripts_and_other_sites_do_not_get_at_the_secret() -> None:
    response = Response()
    give_secret(request(), response, "x")
    words = response.headers["set-cookie"].lower()
    assert "httponly" in words
    assert "samesite=lax" in words
    assert "secure" not in words


def test_a_secret_that_was_given_safely_stays_safe() -> None:
    response = Response()
    give_secret(request(scheme="https"), response, "x")
    assert "secure" in response.headers["set-cookie"].lower()


def test_links_are_random_and_look_like_links() -> None:
    links = {new_link() for _ in range(1000)}
    assert len(links) == 1000
    assert all(LINK.fullmatch(link) for link in links)
