"""Who asks, and from which network."""

from __future__ import annotations

import pytest
from starlette.requests import Request

from tengen.server.http_requests import hash_secret, network_in, requester_of
from tengen.server.workers import Requester


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


def request(cookie: str = "") -> Request:
    headers = [(b"cookie", cookie.encode())]
    return Request(
        {"type": "http", "scheme": "http", "client": ("192.0.2.7", 1), "headers": headers}
    )


def test_a_browser_is_known_by_its_secret_and_else_by_its_network() -> None:
    secret = "s" * 43
    assert requester_of(request()) == Requester("192.0.2.7", "192.0.2.7")
    assert requester_of(request(f"tengen={secret}")) == Requester(
        hash_secret(secret).hex(), "192.0.2.7"
    )
