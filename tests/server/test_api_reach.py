"""Who can open a link."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from kit.web import WIDE, Visitor
from starlette.testclient import TestClient

from tengen.server.app import make_app
from tengen.server.rooms import api
from tengen.storage import Store

LOCAL = {"localhost", "127.0.0.1", "::1"}
HOST = "192.168.1.20"
NETWORK = f"http://{HOST}"


@contextmanager
def served(directory: Path, *, is_open: bool, address: str | None = None) -> Iterator[Visitor]:
    names = None if is_open else LOCAL
    with Store(str(directory)) as store, TestClient(make_app(store, WIDE, names, address)) as app:
        yield Visitor(app)


@pytest.fixture(autouse=True)
def network(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(api, "find_network_host", lambda: HOST)


def reach_of(visitor: Visitor, host: str) -> dict[str, Any]:
    found: dict[str, Any] = visitor.ask("GET", "/api/reach", headers={"host": host}).json()
    return found


def test_a_local_server_says_how_to_start_it_for_others(tmp_path: Path) -> None:
    with served(tmp_path, is_open=False) as anna:
        assert reach_of(anna, "127.0.0.1:8000") == {
            "is_local": True,
            "is_open": False,
            "address": f"{NETWORK}:8000",
            "command": "tengen web --host 0.0.0.0",
        }
        assert (
            reach_of(anna, "localhost:9000")["command"] == "tengen web --host 0.0.0.0 --port 9000"
        )


def test_an_open_server_names_its_address_for_others(tmp_path: Path) -> None:
    with served(tmp_path, is_open=True) as anna:
        at_home = reach_of(anna, "127.0.0.1:8000")
        assert (at_home["is_open"], at_home["address"]) == (True, f"{NETWORK}:8000")
        abroad = reach_of(anna, "192.168.1.20:8000")
        assert (abroad["is_local"], abroad["address"]) == (False, None)


@pytest.mark.parametrize("address", ["https://five.example/", "https://five.example"])
def test_the_address_of_a_proxy_is_the_one_for_others(tmp_path: Path, address: str) -> None:
    with served(tmp_path, is_open=False, address=address) as anna:
        found = reach_of(anna, "localhost:8000")
        assert (found["is_open"], found["address"]) == (True, "https://five.example")


@pytest.mark.parametrize(
    "name, expected",
    [
        ("localhost", True),
        ("five.localhost", True),
        ("127.0.0.1", True),
        ("127.1.2.3", True),
        ("::1", True),
        ("192.168.1.20", False),
        ("five.example", False),
        ("", False),
    ],
)
def test_local_host_names_are_recognised(name: str, *, expected: bool) -> None:
    assert api.is_local(name) is expected


def test_the_network_address_is_not_a_local_one() -> None:
    found = api.find_network_host()
    assert found is None or not api.is_local(found)


def test_the_network_address_is_looked_up_once_a_minute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[str] = []

    def count_lookup() -> str:
        looked.append(HOST)
        return HOST

    monkeypatch.setattr(api, "find_network_host", count_lookup)
    with served(tmp_path, is_open=False) as anna:
        reach_of(anna, "127.0.0.1:8000")
        reach_of(anna, "127.0.0.1:8000")
        assert len(looked) == 1
        monkeypatch.setattr(api, "FRESH_SECONDS", 0.0)
        reach_of(anna, "127.0.0.1:8000")
        assert len(looked) == 2


def test_a_qr_code_has_the_address_for_others(tmp_path: Path) -> None:
    with served(tmp_path, is_open=True) as anna:
        path = f"/api/games/{anna.make_game()}/qr.svg"
        drawn = [
            anna.ask("GET", path, headers={"host": host}).text
            for host in ("127.0.0.1:8000", "192.168.1.20:8000", "192.168.1.21:8000")
        ]
        assert drawn[0] == drawn[1] != drawn[2]
