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


def told(visitor: Visitor, host: str) -> dict[str, Any]:
    found: dict[str, Any] = visitor.ask("GET", "/api/reach", headers={"host": host}).json()
    return found


def test_a_server_for_this_machine_says_how_to_start_it_for_others(tmp_path: Path) -> None:
    with served(tmp_path, is_open=False) as anna:
        assert told(anna, "127.0.0.1:8000") == {
            "is_local": True,
            "is_open": False,
            "address": f"{NETWORK}:8000",
            "command": "tengen web --host 0.0.0.0",
        }
        assert told(anna, "localhost:9000")["command"] == "tengen web --host 0.0.0.0 --port 9000"


def test_a_server_for_others_says_what_they_type(tmp_path: Path) -> None:
    with served(tmp_path, is_open=True) as anna:
        at_home = told(anna, "127.0.0.1:8000")
        assert (at_home["is_open"], at_home["address"]) == (True, f"{NETWORK}:8000")
        abroad = told(anna, "192.168.1.20:8000")
        assert (abroad["is_local"], abroad["address"]) == (False, None)


@pytest.mark.parametrize("address", ["https://five.example/", "https://five.example"])
def test_a_proxy_has_the_address_that_others_type(tmp_path: Path, address: str) -> None:
    with served(tmp_path, is_open=False, address=address) as anna:
        found = told(anna, "localhost:8000")
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
def test_names_of_this_machine_are_known(name: str, *, expected: bool) -> None:
    assert api.is_local(name) is expected


def test_the_address_in_the_network_is_none_of_this_machine_alone() -> None:
    found = api.find_network_host()
    assert found is None or not api.is_local(found)


def test_the_address_in_the_network_is_looked_up_once_a_minute(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    looked: list[str] = []

    def look() -> str:
        looked.append(HOST)
        return HOST

    monkeypatch.setattr(api, "find_network_host", look)
    with served(tmp_path, is_open=False) as anna:
        told(anna, "127.0.0.1:8000")
        told(anna, "127.0.0.1:8000")
        assert len(looked) == 1
        monkeypatch.setattr(api, "FRESH_SECONDS", 0.0)
        told(anna, "127.0.0.1:8000")
        assert len(looked) == 2


def test_a_code_leads_where_others_can_go(tmp_path: Path) -> None:
    with served(tmp_path, is_open=True) as anna:
        path = f"/api/games/{anna.make_game()}/qr.svg"
        drawn = [
            anna.ask("GET", path, headers={"host": host}).text
            for host in ("127.0.0.1:8000", "192.168.1.20:8000", "192.168.1.21:8000")
        ]
        assert drawn[0] == drawn[1] != drawn[2]
