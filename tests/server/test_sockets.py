"""The socket of a room: opening and closing it."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit.web import Visitor, served
from starlette.websockets import WebSocketDisconnect

from tengen.errors import StoreError
from tengen.storage import Store


def test_closing_the_socket_leaves_the_room(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        anna = Visitor(server)
        link = anna.make_game()
        with anna.at(link) as connection:
            with Visitor(server).at(link):
                while connection.wait_for("table")["watchers"] != 1:
                    pass
            while connection.wait_for("table")["watchers"] != 0:
                pass


def test_a_store_error_closes_the_socket_and_is_logged(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_args: object) -> None:
        raise StoreError("the disk", "is out for lunch")

    with served(tmp_path) as server:
        monkeypatch.setattr(Store, "room", fail)
        with (
            pytest.raises(WebSocketDisconnect) as found,
            Visitor(server).at("abcdefghijkl") as connection,
        ):
            connection.wait_for("table")
    assert found.value.code == 1013  # the client tries again
    assert "is out for lunch" in capsys.readouterr().err


def test_a_malformed_link_is_not_looked_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Store, "room", lambda *_args: pytest.fail("nothing is to be looked up"))
    with (
        served(tmp_path) as server,
        pytest.raises(WebSocketDisconnect) as found,
        Visitor(server).at("x") as connection,
    ):
        connection.wait_for("table")
    assert found.value.code == 4404
