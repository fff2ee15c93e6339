"""Files written by earlier versions of the program."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from kit.keeping import FILE

from tengen.storage.check import StoreCheck
from tengen.storage.statements import GET_VERSION, MIGRATIONS
from tengen.storage.store import Store

DATA = Path(__file__).parents[1] / "data"
LATER = 10**15
ADD_TWO = "add two stones and let the opponent choose"


@pytest.fixture
def version_2(tmp_path: Path) -> Path:
    """A store in version 2 of the format."""
    with closing(sqlite3.connect(tmp_path / FILE)) as old:
        old.executescript((DATA / "store-2.sql").read_text("utf-8"))
    return tmp_path


def test_a_file_of_version_2_is_migrated_to_the_newest_version(version_2: Path) -> None:
    Store(str(version_2)).close()
    with closing(sqlite3.connect(version_2 / FILE)) as database:
        assert database.execute(GET_VERSION).fetchone() == (len(MIGRATIONS),)
    check = StoreCheck(str(version_2))
    assert list(check.problems()) == []
    assert (check.games, check.rooms) == (6, 4)


def test_games_of_version_2_are_listed_as_before(version_2: Path) -> None:
    with Store(str(version_2)) as store:
        assert [(at.game, at.started, at.moves, at.says) for at in store.games()] == [
            (4, 4000, 2, "Black wins: White resigned"),
            (3, 3000, 0, "Black to move"),
            (
                2,
                2000,
                3,
                f"Player 2 chooses: play Black, play White or {ADD_TWO}",
            ),
            (1, 1000, 5, "Black wins: three from A3 to A1"),
        ]
        assert [at.game for at in store.unfinished()] == [3, 2]


def test_rooms_of_version_2_are_listed_as_before(version_2: Path) -> None:
    with Store(str(version_2)) as store:
        own = [entry.room.link for entry in store.rooms_of(b"ann")]
        assert own == ["waiting", "begun", "running", "over"]
        assert [entry.room.link for entry in store.listed_rooms()] == ["over"]
        assert [room.link for room in store.rooms_against_people(b"ben", 9)] == ["begun", "running"]
        assert store.recall("join/http://example.org") == b"secret"


def test_games_of_version_2_without_a_move_can_be_deleted(version_2: Path) -> None:
    with Store(str(version_2)) as store:
        assert store.forget_unplayed(LATER) == 2
        assert [at.game for at in store.games()] == [4, 2, 1]
        assert store.room("begun") is None
        assert store.room("running") is not None
