"""Games that are open, each in one place at a time."""

from __future__ import annotations

import os
from pathlib import Path

import pytest
from kit.keeping import START, elsewhere, note, read_line

from tengen.errors import StoreError
from tengen.storage.store import Store


def unfinished(store: Store) -> list[int]:
    return [summary.game for summary in store.unfinished()]


def test_a_new_game_is_open(any_store: Store) -> None:
    with any_store.begin(START) as opened:
        assert unfinished(any_store) == []
        with pytest.raises(StoreError, match=f"game {opened.game} is being played elsewhere"):
            any_store.open(opened.game)
    assert unfinished(any_store) == [opened.game]


def test_open_games_do_not_hide_older_ones(any_store: Store) -> None:
    games = [any_store.keep(START) for _ in range(4)]
    with any_store.open(games[3]), any_store.open(games[2]):
        (summary,) = any_store.unfinished(limit=1)
        assert summary.game == games[1]
        assert unfinished(any_store) == [games[1], games[0]]


def test_an_open_game_has_its_events_and_takes_more(any_store: Store) -> None:
    game = any_store.keep(START)
    with any_store.open(game) as opened:
        assert (opened.game, opened.events) == (game, [START])
        opened.append([note(1), note(2)])
        opened.append([])
        opened.append([note(3)])
        assert opened.events == [START]
        assert any_store.load(game) == [START, note(1), note(2), note(3)]


def test_events_that_could_not_be_saved_are_not_counted(any_store: Store) -> None:
    with any_store.begin(START) as opened:
        any_store.append(opened.game, 1, [note(1)])
        with pytest.raises(StoreError, match="continued elsewhere"):
            opened.append([note(2)])
        with pytest.raises(StoreError, match="continued elsewhere"):
            opened.append([note(2)])
        assert any_store.load(opened.game) == [START, note(1)]


def test_a_closed_game_takes_no_more(any_store: Store) -> None:
    opened = any_store.begin(START)
    opened.close()
    opened.close()
    with pytest.raises(StoreError, match=f"game {opened.game} is closed"):
        opened.append([note(1)])
    with any_store.open(opened.game) as again:
        again.append([note(1)])


def test_closed_games_leave_no_lock_files(store: Store, tmp_path: Path) -> None:
    for _ in range(3):
        store.begin(START).close()
    assert sorted(os.listdir(tmp_path / "open")) == ["store.lock", "users.lock"]


def test_another_process_holds_its_games_until_it_is_killed(store: Store, tmp_path: Path) -> None:
    program = "print(store.begin(START).game, flush=True); sys.stdin.read()"
    with elsewhere(tmp_path, f"opened = store.begin(START)\n{program}") as child:
        game = int(read_line(child))
        assert unfinished(store) == []
        assert len(store.games()) == 2
        with pytest.raises(StoreError, match="is being played elsewhere"):
            store.open(game)
        child.kill()
        child.wait()
        assert unfinished(store) == [game, game - 1]
        store.open(game).close()
    assert os.listdir(tmp_path / "open").count(f"{game}.lock") == 0


def test_a_lock_file_that_cannot_be_opened_is_a_store_error(
    any_store: Store, tmp_path: Path
) -> None:
    game = any_store.keep(START)
    (tmp_path / "open" / f"{game}.lock").mkdir()
    with pytest.raises(StoreError, match="cannot be created: Is a directory; use --data DIR"):
        any_store.open(game)
    assert unfinished(any_store) == [game]


def test_a_game_that_cannot_be_stored_is_not_locked(
    store: Store, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with monkeypatch.context() as patch:
        patch.setattr("tengen.storage.statements.COMMIT", "INSERT INTO nowhere VALUES (1)")
        with pytest.raises(StoreError, match="no such table: nowhere"):
            store.begin(START)
    assert os.listdir(tmp_path / "open").count("1.lock") == 0
    with store.begin(START) as opened:
        assert opened.game == 1


def test_a_game_that_cannot_be_locked_is_not_stored(any_store: Store, tmp_path: Path) -> None:
    (tmp_path / "open" / "1.lock").mkdir()
    with pytest.raises(StoreError, match="cannot be created"):
        any_store.begin(START)
    assert any_store.games() == []
