"""A copy that was broken off at any moment is continued by the same command."""

from __future__ import annotations

import random
import signal
import subprocess
import sys
import time
from contextlib import suppress
from pathlib import Path

import pytest
from kit import copies
from kit.keeping import START, note
from kit.postgresql import PostgresqlServer
from kit.program import PATIENCE

from tengen.errors import StoreError
from tengen.game.events import format_event
from tengen.storage import copy
from tengen.storage.copy import copy_store
from tengen.storage.shared_store import SharedStore
from tengen.storage.store import Store
from tengen.storage.transfer import StoredGame, StoredRoom, StoredSetting, StoreRows

PROGRAM = """\
import sys
from tengen.storage import copy
copy.MAX_ROWS = 3
copy.copy_store(sys.argv[1], sys.argv[2], lambda *_: print("batch", flush=True))
"""
GAMES = 240
KILLS = 4
KINDS = ("directory", "database")


def many_rows() -> StoreRows:
    """Return the rows of many games, with every third number."""
    texts = [format_event(event).decode() for event in (START, *map(note, range(1, 6)))]
    events = list(enumerate(texts))
    numbers = range(3, 3 * GAMES + 1, 3)
    return StoreRows(
        [
            StoredGame(
                *(number, number),
                is_over=False,
                is_played=True,
                summary_events=None,
                summary=None,
                events=events,
            )
            for number in numbers
        ],
        [
            StoredRoom(
                *(number, f"link {number}", "{}", None, None),
                is_listed=False,
                made=0,
                game=number,
                before=None,
                is_over=False,
            )
            for number in numbers[::4]
        ],
        [StoredSetting(f"key {number}", b"value") for number in range(10)],
    )


@pytest.fixture
def source(tmp_path: Path) -> str:
    directory = str(tmp_path / "source")
    copies.load(directory, many_rows())
    return directory


def running_copy(source: str, target: str) -> subprocess.Popen[bytes]:
    """Start a copy in another process, which prints a line after every batch."""
    command = [sys.executable, "-c", PROGRAM, source, target]
    return subprocess.Popen(command, stdout=subprocess.PIPE)


class _BrokenOff(Exception):
    pass


def break_off(source: str, target: str, after: int) -> None:
    """Break a copy off after some batches."""

    def count(_what: str, _done: int, _total: int) -> None:
        nonlocal after
        after -= 1
        if after == 0:
            raise _BrokenOff

    with suppress(_BrokenOff):
        copy_store(source, target, count)


def new_target(kind: str, tmp_path: Path, request: pytest.FixtureRequest) -> str:
    if kind == "directory":
        return str(tmp_path / "target")
    server: PostgresqlServer = request.getfixturevalue("postgresql")
    return server.make_database()


@pytest.mark.parametrize("kind", KINDS)
def test_a_copy_continues_after_its_last_batch(
    source: str,
    tmp_path: Path,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
) -> None:
    monkeypatch.setattr(copy, "MAX_ROWS", 50)
    target = new_target(kind, tmp_path, request)
    break_off(source, target, 2)
    assert len(copies.rows_of(target)["games"]) == 100
    seen: list[tuple[str, int, int]] = []
    copy_store(source, target, lambda *progress: seen.append(progress))
    assert seen[0] == ("copied", 150, 310)
    assert copies.rows_of(target) == copies.rows_of(source)


@pytest.mark.parametrize("kind", KINDS)
def test_a_copy_can_be_broken_off_after_every_batch(
    source: str,
    tmp_path: Path,
    request: pytest.FixtureRequest,
    monkeypatch: pytest.MonkeyPatch,
    kind: str,
) -> None:
    monkeypatch.setattr(copy, "MAX_ROWS", 40)
    target = new_target(kind, tmp_path, request)
    for _ in range(9):
        break_off(source, target, 1)
    copy_store(source, target, lambda *_progress: None)
    assert copies.rows_of(target) == copies.rows_of(source)


@pytest.mark.parametrize("kinds", [(one, two) for one in KINDS for two in KINDS])
def test_killed_at_random_moments_it_loses_nothing_and_copies_nothing_twice(
    source: str, tmp_path: Path, request: pytest.FixtureRequest, kinds: tuple[str, str]
) -> None:
    rows = copies.rows_of(source)
    place = source
    if kinds[0] == "database":
        place = new_target("database", tmp_path, request)
        copy_store(source, place, lambda *_progress: None)
    target = new_target(kinds[1], tmp_path, request)
    chance = random.Random(repr(kinds))
    for _ in range(KILLS):
        with running_copy(place, target) as child:
            assert child.stdout is not None
            for _ in range(chance.randrange(1, 25)):
                child.stdout.readline()
            time.sleep(chance.uniform(0, 0.02))
            child.kill()
            assert child.wait(PATIENCE) == -signal.SIGKILL
    with running_copy(place, target) as child:
        child.communicate(timeout=PATIENCE)
        assert child.returncode == 0
    assert copies.rows_of(target) == rows
    assert copies.next_numbers(target) == (3 * GAMES + 1, 3 * GAMES - 8)


def test_a_lost_connection_is_reported_and_the_copy_can_be_continued(
    source: str, postgresql: PostgresqlServer, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(copy, "MAX_ROWS", 50)
    target = postgresql.make_database()

    def cut(_what: str, done: int, _total: int) -> None:
        if done == 100:
            with postgresql.connect() as connection:
                connection.execute(
                    "SELECT pg_terminate_backend(pid) FROM pg_stat_activity"
                    " WHERE application_name = 'tengen'"
                )

    with pytest.raises(StoreError, match="the database cannot be reached: "):
        copy_store(source, target, cut)
    assert len(copies.rows_of(target)["games"]) == 100
    copy_store(source, target, lambda *_progress: None)
    assert copies.rows_of(target) == copies.rows_of(source)


@pytest.mark.parametrize("kind", KINDS)
def test_an_unfinished_copy_cannot_be_played_or_copied(
    source: str, tmp_path: Path, request: pytest.FixtureRequest, kind: str
) -> None:
    target = new_target(kind, tmp_path, request)
    break_off(source, target, 1)
    why = f"this is an unfinished copy of {source}; finish it with the same `tengen store copy`"
    with pytest.raises(StoreError) as raised:
        Store(target) if kind == "directory" else SharedStore(target)
    assert why in str(raised.value)
    with pytest.raises(StoreError) as raised:
        copy_store(target, str(tmp_path / "third"), lambda *_progress: None)
    assert why in str(raised.value)
    copy_store(source, target, lambda *_progress: None)
    (Store(target) if kind == "directory" else SharedStore(target)).close()


def test_a_copy_is_not_continued_with_another_source(source: str, tmp_path: Path) -> None:
    target, other = str(tmp_path / "target"), str(tmp_path / "other")
    break_off(source, target, 1)
    copies.load(other, many_rows())
    with pytest.raises(StoreError) as raised:
        copy_store(other, target, lambda *_progress: None)
    assert f"this is an unfinished copy of {source}; finish that copy first" in str(raised.value)


def test_a_copy_is_not_continued_if_its_source_has_changed(source: str, tmp_path: Path) -> None:
    target = str(tmp_path / "target")
    break_off(source, target, 1)
    with Store(source) as store:
        store.keep(START)
    with pytest.raises(StoreError) as raised:
        copy_store(source, target, lambda *_progress: None)
    assert f"{source} has changed since the copy was begun; start again with" in str(raised.value)
