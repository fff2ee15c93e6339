"""The socket of a room: how it is found, and what is left when it is closed."""

from __future__ import annotations

from pathlib import Path

import pytest
from kit.web import Visitor, served
from starlette.websockets import WebSocketDisconnect

from tengen.errors import StoreError
from tengen.storage import Store


def test_whoever_closes_the_page_has_left_the_table(tmp_path: Path) -> None:
    with served(tmp_path) as server:
        anna = Visitor(server)
        link = anna.make_game()
        with anna.at(link) as chair:
            with Visitor(server).at(link):
                while chair.hear("table")["watchers"] != 1:
                    pass
            while chair.hear("table")["watchers"] != 0:
                pass


def test_a_socket_is_closed_and_the_operator_told_when_the_store_fails(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    def fail(*_args: object) -> None:
        raise StoreError("the disk", "is out for lunch")

    with served(tmp_path) as server:
        monkeypatch.setattr(Store, "room", fail)
        with (
            pytest.raises(WebSocketDisconnect) as found,
            Visitor(server).at("abcdefghijkl") as chair,
        ):
            chair.hear("table")
    assert found.value.code == 4404
    assert "is out for lunch" in capsys.readouterr().err


def test_the_store_is_not_asked_for_what_cannot_be_a_link(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Store, "room", lambda *_args: pytest.fail("nothing is to be looked up"))
    with (
        served(tmp_path) as server,
        pytest.raises(WebSocketDisconnect) as found,
        Visitor(server).at("x") as chair,
    ):
        chair.hear("table")
    assert found.value.code == 4404
