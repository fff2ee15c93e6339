"""Checking a store for damage."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from pathlib import Path

import pytest
from kit.copies import MOVE
from kit.keeping import FILE, START, elsewhere, note, play, read_line

from tengen.errors import StoreError
from tengen.game.events import GameEnded, GameResult
from tengen.game.setup import Setup
from tengen.game.tasks import Seat
from tengen.rules.outcome import Termination
from tengen.storage.check import StoreCheck
from tengen.storage.rooms import KeptRoom
from tengen.storage.statements import MIGRATIONS
from tengen.storage.store import Store
from tengen.storage.transfer import COPY_KEY

END = GameEnded(5, GameResult(Seat.ONE, Termination.RESIGNED))
NO_RESTORE = "lists leave it out; restore a copy if you need it"


def run(directory: Path, *statements: str) -> None:
    """Change the database without the store."""
    with closing(sqlite3.connect(directory / FILE)) as connection, connection:
        for statement in statements:
            connection.execute(statement)


def problems(directory: Path) -> list[str]:
    return [str(problem) for problem in StoreCheck(str(directory)).problems()]


@pytest.fixture
def filled(tmp_path: Path) -> Path:
    """A store with three games, one of them over, and two rooms."""
    with Store(str(tmp_path)) as store:
        for events in ([START], [START, note(1)], [START, note(1), END]):
            play(store, events)
        for link in ("one", "two"):
            store.add_room(KeptRoom(link, Setup(), (b"x", None), is_listed=True, made=0))
        store.begin_room("two", Setup(), (b"x", b"y"), START)
    return tmp_path


def test_an_intact_store_has_no_problems_and_is_not_changed(filled: Path) -> None:
    before = (filled / FILE).read_bytes()
    check = StoreCheck(str(filled))
    progress: list[int] = []
    check.on_game = progress.append
    assert list(check.problems()) == []
    assert (check.games, check.rooms) == (4, 2)
    assert progress == [1, 2, 3, 4]
    assert (filled / FILE).read_bytes() == before


def test_a_store_can_be_checked_while_games_are_played(filled: Path) -> None:
    with Store(str(filled)) as store:
        check = StoreCheck(str(filled))
        found = check.problems()
        store.append(1, 1, [note(1)])
        assert list(found) == []
        store.append(1, 2, [note(2)])


def test_changes_during_a_check_are_ignored(filled: Path) -> None:
    run(filled, "UPDATE events SET event = '{}' WHERE game = 1")
    found = StoreCheck(str(filled)).problems()
    assert next(found).where == "game 1"
    run(filled, "UPDATE events SET event = '{}' WHERE game = 4")
    assert list(found) == []
    assert [line.partition(":")[0] for line in problems(filled)] == ["game 1", "game 4"]


def test_every_game_is_replayed(filled: Path) -> None:
    run(
        filled,
        "UPDATE events SET event = '{}' WHERE game = 1",
        "UPDATE events SET number = 5 WHERE game = 2 AND number = 1",
        "DELETE FROM events WHERE game = 3 AND number = 0",
        "DELETE FROM events WHERE game = 4",
    )
    found = problems(filled)
    assert [line.partition(":")[0] for line in found] == ["game 1", "game 2", "game 3", "game 4"]
    assert found[0].startswith("game 1: it cannot be replayed: not a game event: '{}': ")
    assert found[1] == f"game 2: it cannot be replayed: event 1 is missing; {NO_RESTORE}"
    assert found[2] == f"game 3: it cannot be replayed: event 0 is missing; {NO_RESTORE}"
    assert found[3].startswith("game 4: it cannot be replayed: the first event of a game must be")


@pytest.mark.parametrize("game, is_over, mark", [(1, 1, "over"), (3, 0, "unfinished")])
def test_a_game_with_a_wrong_mark_is_found(
    filled: Path, game: int, is_over: int, mark: str
) -> None:
    run(filled, f"UPDATE games SET is_over = {is_over} WHERE game = {game}")
    (found,) = problems(filled)
    assert found.startswith(f"game {game}: it is marked as {mark}, but is not; lists show it in")


def test_a_game_that_a_server_would_delete_is_found(filled: Path) -> None:
    with Store(str(filled)) as store:
        store.append(1, 1, [MOVE])
    run(filled, "UPDATE games SET is_played = 0 WHERE game = 1")
    (found,) = problems(filled)
    assert found.startswith("game 1: it is marked as not played, but has moves; servers delete")


def test_a_room_with_a_wrong_mark_is_found(filled: Path) -> None:
    run(filled, "UPDATE rooms SET is_over = 1 WHERE link = 'two'")
    (found,) = problems(filled)
    assert found.startswith("room 'two': it is marked as over, but its game is not; lists show it")


def test_an_unfinished_copy_is_found(filled: Path) -> None:
    run(filled, f"INSERT INTO settings VALUES ('{COPY_KEY}', x'7b7d')")
    (found,) = problems(filled)
    assert found.startswith("store: this is an unfinished copy; finish it with the same `tengen")


def test_a_summary_with_wrong_facts_is_found(filled: Path) -> None:
    run(filled, "UPDATE summaries SET summary = replace(summary, 'White resigned', 'White left')")
    assert problems(filled) == []
    run(filled, """UPDATE summaries SET summary = replace(summary, '"moves":0', '"moves":9')""")
    (found,) = problems(filled)
    assert found.startswith("game 3: its summary is wrong; lists show it wrongly until the next")
    run(filled, "UPDATE summaries SET summary = '{}'")
    assert problems(filled) == []


def test_every_room_is_read(filled: Path) -> None:
    run(filled, "UPDATE rooms SET setup = '{\"rules\":3}' WHERE link = 'one'")
    (found,) = problems(filled)
    assert found.startswith("room 'one': it cannot be read: not a setup: ")
    assert found.endswith(NO_RESTORE)


def test_a_dangling_reference_is_found(filled: Path) -> None:
    run(filled, "UPDATE rooms SET game = 77 WHERE link = 'one'")
    (found,) = problems(filled)
    assert found == (
        f"{FILE}: rooms 1 games 0; restore a copy, or save what can be read with"
        f" `sqlite3 {filled / FILE} .recover`"
    )


def test_a_damaged_page_is_found_and_the_rest_is_checked(tmp_path: Path) -> None:
    with Store(str(tmp_path)) as store:
        for _ in range(3):
            play(store, [START, *map(note, range(1, 400))])
    data = bytearray((tmp_path / FILE).read_bytes())
    data[-4096:] = b"\xa5" * 4096
    (tmp_path / FILE).write_bytes(data)
    check = StoreCheck(str(tmp_path))
    found = [str(problem) for problem in check.problems()]
    assert found[0].startswith(f"{FILE}: ")
    assert any("it cannot be replayed: database disk image is malformed" in line for line in found)
    assert check.games == 3


def test_a_store_of_an_older_format_is_checked_and_not_changed(tmp_path: Path) -> None:
    for version in range(1, len(MIGRATIONS)):
        directory = tmp_path / str(version)
        directory.mkdir()
        made = [statement for migration in MIGRATIONS[:version] for statement in migration]
        run(directory, *made, f"PRAGMA user_version = {version}")
        run(directory, "INSERT INTO games (started) VALUES (5)")
        places = ["game 1"]
        if version >= 2:
            run(directory, "INSERT INTO rooms VALUES (1, 'x', '', NULL, NULL, 0, 0, NULL, NULL)")
            places.append("room 'x'")
        before = (directory / FILE).read_bytes()
        assert [line.partition(":")[0] for line in problems(directory)] == places
        assert (directory / FILE).read_bytes() == before


def test_a_missing_store_is_not_created(tmp_path: Path) -> None:
    for act in (lambda: problems(tmp_path / "x"), StoreCheck(str(tmp_path / "x")).drop_log):
        with pytest.raises(StoreError, match="there is no such file; use --data DIR"):
            act()
    assert list(tmp_path.iterdir()) == []


def test_a_database_of_another_program_is_refused(tmp_path: Path) -> None:
    run(tmp_path, "CREATE TABLE recipes (name)")
    with pytest.raises(StoreError, match="not a Tengen database"):
        problems(tmp_path)


@pytest.fixture
def damaged(tmp_path: Path) -> Path:
    """A store with ten games in a log that is damaged in the middle."""
    program = "print([store.keep(START) for _ in range(10)], flush=True); sys.stdin.read()"
    with elsewhere(tmp_path, program) as child:
        read_line(child)
        child.kill()
    log = tmp_path / f"{FILE}-wal"
    data = bytearray(log.read_bytes())
    data[len(data) // 2] ^= 1
    log.write_bytes(data)
    return tmp_path


def test_the_readable_part_of_a_damaged_log_can_be_saved(damaged: Path) -> None:
    with pytest.raises(StoreError, match=r"with `tengen store check --drop-damaged-log`"):
        problems(damaged)
    check = StoreCheck(str(damaged))
    check.drop_log()
    assert list(check.problems()) == []
    assert 0 < check.games < 10
    with Store(str(damaged)) as store:
        assert len(store.games()) == check.games


def test_a_store_that_could_not_be_opened_does_not_count_as_in_use(damaged: Path) -> None:
    with pytest.raises(StoreError, match="is damaged"):
        Store(str(damaged))
    StoreCheck(str(damaged)).drop_log()
    Store(str(damaged)).close()


def test_the_log_of_another_program_is_not_dropped(tmp_path: Path) -> None:
    run(tmp_path, "CREATE TABLE recipes (name)")
    with pytest.raises(StoreError, match="not a Tengen database"):
        StoreCheck(str(tmp_path)).drop_log()


def test_a_log_is_not_dropped_while_it_is_in_use(filled: Path) -> None:
    with (
        Store(str(filled)),
        pytest.raises(StoreError, match="the games are in use; stop Tengen and try again"),
    ):
        StoreCheck(str(filled)).drop_log()
    StoreCheck(str(filled)).drop_log()
