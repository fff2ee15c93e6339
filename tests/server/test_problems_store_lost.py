"""A server whose database is deleted or damaged."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from kit.keeping import FILE, START, note
from kit.web import FIVE, Visitor, served

from tengen.game.setup import Setup
from tengen.server.problems import STORE_UNAVAILABLE
from tengen.storage import KeptRoom, Store

GONE = (
    "the file was deleted or moved while it was in use, so nothing more can be saved; put it back"
)


def test_a_move_is_refused_when_the_directory_was_deleted(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with served(tmp_path / "games") as server:
        ann = Visitor(server)
        with ann.at(ann.make_game("here")) as connection:
            connection.wait_for("state")
            shutil.rmtree(tmp_path / "games")
            connection.play(7, 7, 1)
            assert connection.wait_for("problem")["code"] == "not-kept"
            assert [
                message["moves"] for message in connection.received if message["type"] == "state"
            ] == [[]]
        refused = ann.ask("POST", "/api/games", json={"opponent": "here", "rules": FIVE})
    assert refused.status_code == 503
    assert refused.json()["code"] == "not-kept"
    assert GONE in capsys.readouterr().err


def test_a_damaged_database_page_is_logged_for_the_operator(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    with Store(str(tmp_path)) as store:
        store.add_room(KeptRoom("x" * 12, Setup(), (None, None), is_listed=True, made=0))
        game = store.begin_room("x" * 12, Setup(), (b"a", b"b"), START)
        store.append(game, 1, [note(number) for number in range(1, 400)])
    data = bytearray((tmp_path / FILE).read_bytes())
    data[-4096:] = b"\xa5" * 4096
    (tmp_path / FILE).write_bytes(data)
    with served(tmp_path) as server:
        answer = Visitor(server).ask("GET", f"/api/games/{'x' * 12}")
    assert answer.status_code == 503
    assert answer.json()["says"] == STORE_UNAVAILABLE
    assert "the file is damaged: run `tengen store check`" in capsys.readouterr().err
