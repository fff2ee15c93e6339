"""Events of many games kept together."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from kit.keeping import START, elsewhere, note, told

from tengen.errors import StoreError
from tengen.game.events import GameEnded, GameResult
from tengen.rules.outcome import Termination
from tengen.storage import statements
from tengen.storage.backend import make_event_batch
from tengen.storage.database import IN_MEMORY
from tengen.storage.event_writer import BUSY_BATCH, EventWriter, OnWritten, WriteReply
from tengen.storage.sqlite_backend import SqliteBackend
from tengen.storage.store import Store


class Notes:
    """What a keeper tells, batch by batch, and the errors by name."""

    def __init__(self) -> None:
        self.batches: list[int] = []
        self.errors: dict[str, StoreError | None] = {}

    def tell(self, batch: list[WriteReply]) -> None:
        self.batches.append(len(batch))
        for done, error in batch:
            done(error)

    def of(self, name: str) -> OnWritten:
        return lambda error: self.errors.update({name: error})


@pytest.fixture
def notes() -> Notes:
    return Notes()


@pytest.fixture(params=["on disk", "in memory"])
def either(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Store]:
    ledger = SqliteBackend(IN_MEMORY) if request.param == "in memory" else None
    with Store(str(tmp_path), ledger) as store:
        yield store


def test_all_that_was_handed_in_is_kept_and_told(either: Store, notes: Notes) -> None:
    games = [either.keep(START) for _ in range(5)]
    keeper = EventWriter(either, notes.tell)
    for number in range(1, 11):
        for game in games:
            keeper.append(game, number, [note(number)], notes.of(f"{game}/{number}"))
    keeper.close()
    assert notes.errors == {f"{game}/{n}": None for game in games for n in range(1, 11)}
    assert [either.load(game) for game in games] == [[START, *map(note, range(1, 11))]] * 5


def hand_in_while_busy(
    store: Store, notes: Notes, monkeypatch: pytest.MonkeyPatch, count: int
) -> int:
    """Have one event kept, and that many more handed in before it is; the game."""
    game = store.keep(START)
    began, may_go_on = threading.Event(), threading.Event()
    append_many = store.append_many

    def slow(*args: object) -> list[StoreError | None]:
        began.set()
        may_go_on.wait()
        return append_many(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(store, "append_many", slow)
    keeper = EventWriter(store, notes.tell)
    keeper.append(game, 1, [note(1)], notes.of("1"))
    began.wait()
    for number in range(2, count + 2):
        keeper.append(game, number, [note(number)], notes.of(str(number)))
    may_go_on.set()
    keeper.close()
    return game


def test_what_comes_in_during_a_flush_is_kept_with_the_next(
    store: Store, notes: Notes, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = hand_in_while_busy(store, notes, monkeypatch, 28)
    assert notes.batches == [1, 28]
    assert len(store.load(game)) == 30


def test_no_more_than_so_many_are_kept_at_once(
    store: Store, notes: Notes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tengen.storage.event_writer.MAX_BATCH", 5)
    game = hand_in_while_busy(store, notes, monkeypatch, 12)
    assert notes.batches == [1, 5, 5, 2]
    assert len(store.load(game)) == 14


def test_a_keeper_that_nobody_closed_does_not_keep_the_program_alive(
    store: Store, notes: Notes
) -> None:
    keeper = EventWriter(store, notes.tell)
    (thread,) = [thread for thread in threading.enumerate() if thread.name == "keeper"]
    assert thread.daemon
    keeper.close()


def test_only_after_many_at_once_more_are_waited_for(
    store: Store, notes: Notes, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []
    monkeypatch.setattr("tengen.storage.event_writer.time.sleep", pauses.append)
    game = store.keep(START)
    for first, count in ((1, BUSY_BATCH - 1), (BUSY_BATCH, BUSY_BATCH)):
        keeper = EventWriter(store, notes.tell)
        wishes = [make_event_batch(game, n, [note(n)]) for n in range(first, first + count)]
        keeper.append_all([(wish, notes.of("all")) for wish in wishes])
        keeper.close()
        assert len(pauses) == (count == BUSY_BATCH)


def test_one_refusal_does_not_hold_up_the_others(either: Store) -> None:
    games = [either.keep(START) for _ in range(3)]
    wishes = [(games[0], 1), (games[1], 2), (99, 1), (99, 0), (games[2], 1), (games[0], 2)]
    errors = either.append_many([make_event_batch(*wish, [note(1), note(2)]) for wish in wishes])
    assert [str(error).partition(": ")[2] if error else None for error in errors] == [
        None,
        f"game {games[1]} was played on elsewhere: it has 1 events, not 2",
        "there is no game 99",
        "there is no game 99",
        None,
        f"game {games[0]} was played on elsewhere: it has 3 events, not 2",
    ]
    assert [len(either.load(game)) for game in games] == [3, 1, 3]


def test_a_game_may_go_on_twice_in_a_batch(either: Store) -> None:
    game = either.keep(START)
    batch = [make_event_batch(game, first, [note(first)]) for first in (1, 2, 4, 3)]
    errors = either.append_many(batch)
    assert [error is None for error in errors] == [True, True, False, True]
    assert either.load(game) == [START, note(1), note(2), note(3)]


def test_how_many_events_there_are_is_asked_once_until_a_game_ends(
    either: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = either.keep(START)
    either.append(game, 1, [note(1)])
    with monkeypatch.context() as patch:
        patch.setattr(statements, "COUNT_EVENTS", "SELECT 1 FROM nowhere")
        either.append(game, 2, [note(2)])
        either.append(game, 3, [GameEnded(3, GameResult(None, Termination.AGREED))])
        with pytest.raises(StoreError, match="no such table: nowhere"):
            either.append(game, 4, [note(4)])
    either.append(game, 4, [note(4)])


def test_what_others_have_done_meanwhile_is_seen(store: Store, tmp_path: Path) -> None:
    games = [store.keep(START) for _ in range(3)]
    store.append_many([make_event_batch(game, 1, [note(1)]) for game in games])
    with Store(str(tmp_path)) as other:
        other.append(games[0], 2, [note(7)])
        other._ledger.delete_unplayed([games[1]])  # noqa: SLF001
    errors = store.append_many([make_event_batch(game, 2, [note(2), note(3)]) for game in games])
    assert "it has 3 events, not 2" in str(errors[0])
    assert f"there is no game {games[1]}" in str(errors[1])
    assert errors[2] is None
    assert store.append_many([make_event_batch(games[0], 3, [note(8)])]) == [None]
    assert [len(store.load(game)) for game in (games[0], games[2])] == [4, 4]


@pytest.mark.parametrize("statement", ["COMMIT", "ADD_EVENT", "BEGIN"])
def test_a_batch_that_cannot_be_committed_is_not_kept(
    store: Store, notes: Notes, monkeypatch: pytest.MonkeyPatch, statement: str
) -> None:
    games = [store.keep(START) for _ in range(3)]
    with monkeypatch.context() as patch:
        patch.setattr(statements, statement, "INSERT INTO elsewhere VALUES (1)")
        keeper = EventWriter(store, notes.tell)
        for game in games:
            keeper.append(game, 1, [note(1)], notes.of(str(game)))
        keeper.close()
    told_why = {str(error).partition(": ")[2] for error in notes.errors.values()}
    assert told_why == {"the database says: no such table: elsewhere"}
    assert len(notes.errors) == 3
    assert [store.load(game) for game in games] == [[START]] * 3
    assert store.append_many([make_event_batch(game, 1, [note(1)]) for game in games]) == [None] * 3


def test_a_closed_keeper_takes_no_more(store: Store, notes: Notes) -> None:
    keeper = EventWriter(store, notes.tell)
    keeper.close()
    keeper.close()
    with pytest.raises(StoreError, match="nothing is kept there any more"):
        keeper.append(store.keep(START), 1, [note(1)], notes.of("late"))
    assert notes.errors == {}


def test_many_threads_may_hand_in_events(store: Store, notes: Notes) -> None:
    games = [store.keep(START) for _ in range(4)]
    keeper = EventWriter(store, notes.tell)

    def work(game: int) -> Callable[[], None]:
        def hand_in() -> None:
            for number in range(1, 101):
                keeper.append(game, number, [note(number)], notes.of(f"{game}/{number}"))

        return hand_in

    threads = [threading.Thread(target=work(game)) for game in games]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    keeper.close()
    assert set(notes.errors.values()) == {None}
    assert [len(store.load(game)) for game in games] == [101] * 4


KEEP_FOR_EVER = """
from tengen.storage.event_writer import EventWriter
games = [store.keep(START) for _ in range(20)]
def tell(batch):
    for done, error in batch:
        done(error)
def said(game, number):
    return lambda error: print(game, number, error, flush=True)
keeper = EventWriter(store, tell)
number = 1
while True:
    for game in games:
        keeper.append(game, number, [note(number)], said(game, number))
    number += 1
"""


def test_all_that_was_told_before_a_kill_is_there(tmp_path: Path) -> None:
    with elsewhere(tmp_path, KEEP_FOR_EVER) as child:
        lines = [told(child) for _ in range(300)]
        child.kill()
        rest = child.stdout.read().splitlines(keepends=True) if child.stdout else []
        lines += [line.strip() for line in rest if line.endswith("\n")]
    last: dict[int, int] = {}
    for where, number, error in (line.split() for line in lines):
        assert error == "None"
        last[int(where)] = int(number)
    with Store(str(tmp_path)) as store:
        for game in range(1, 21):
            kept = store.load(game)
            assert len(kept) > last[game]
            assert kept == [START, *map(note, range(1, len(kept)))]
