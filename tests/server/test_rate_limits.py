"""Token buckets, and the limits of a server."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from kit.web import WIDE, Visitor, served
from starlette.websockets import WebSocketDisconnect

from tengen.server.rate_limits import MAX_KEYS, Rate, RateLimiter, TokenBucket


def test_a_bucket_gives_its_burst_and_then_refills_over_time() -> None:
    bucket = TokenBucket(Rate(3, 2), 0.0)
    assert [bucket.take(0.0) for _ in range(4)] == [True, True, True, False]
    assert [bucket.take(0.5) for _ in range(2)] == [True, False]


def test_a_bucket_never_holds_more_than_its_burst() -> None:
    bucket = TokenBucket(Rate(2, 1), 0.0)
    assert [bucket.take(1000.0) for _ in range(3)] == [True, True, False]


def test_every_key_has_its_own_bucket() -> None:
    buckets = RateLimiter(Rate(1, 0.001), lambda: 0.0)
    assert [buckets.take("a"), buckets.take("a"), buckets.take("b")] == [True, False, True]


def test_the_least_recently_used_keys_are_dropped() -> None:
    buckets = RateLimiter(Rate(1, 0.001), lambda: 0.0)
    for key in range(MAX_KEYS + 1):
        buckets.take(key)
    assert buckets.take(0)
    assert not buckets.take(MAX_KEYS)


def test_a_charge_may_overdraw_a_bucket() -> None:
    now = 0.0
    buckets = RateLimiter(Rate(2, 0.5), lambda: now)
    buckets.charge("anna", 5)
    assert buckets.wait("anna") == 6.0
    assert buckets.wait("bo") == 0.0
    now = 6.0
    assert buckets.wait("anna") == 0.0


def test_sockets_count_as_requests_of_their_network(tmp_path: Path) -> None:
    limits = replace(WIDE, requests=Rate(3, 0.0))
    with served(tmp_path, limits) as server:
        anna = Visitor(server)
        link = anna.make_game()
        for _ in range(2):
            with anna.at(link) as connection:
                connection.wait_for("table")
        with pytest.raises(WebSocketDisconnect), anna.at(link):
            pass


def test_all_sockets_of_a_network_share_its_message_limit(tmp_path: Path) -> None:
    limits = replace(WIDE, network_messages=Rate(2, 1e-9))
    with served(tmp_path, limits) as server:
        anna = Visitor(server)
        link = anna.make_game()
        with anna.at(link) as one, anna.at(link) as two:
            for connection in (one, two):
                connection.socket.send_text('{"type":"Ping"}')
                connection.wait_for("pong")
            two.socket.send_text('{"type":"Ping"}')
            assert two.wait_for("problem")["code"] == "too-fast"


def test_a_game_that_begins_with_many_moves_counts_as_several(tmp_path: Path) -> None:
    limits = replace(WIDE, games=Rate(3, 1e-9))
    moves = [row * 20 + col for row in range(0, 20, 2) for col in range(20)]
    wanted = {"opponent": "here", "rules": "20x20/5 caro", "moves": moves}
    with served(tmp_path, limits) as server:
        anna = Visitor(server)
        answers = [anna.ask("POST", "/api/games", json=wanted).status_code for _ in range(2)]
    assert answers == [201, 429]


def test_too_many_requests_close_the_connection(tmp_path: Path) -> None:
    with served(tmp_path, replace(WIDE, requests=Rate(1, 1e-9))) as server:
        first, second = (Visitor(server).ask("GET", "/") for _ in range(2))
        assert "connection" not in first.headers
        assert (second.status_code, second.headers["connection"]) == (429, "close")
