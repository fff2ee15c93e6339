"""Saving the events of many games with one commit."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from pathlib import Path

import pytest
from kit.keeping import START, elsewhere, note, read_line

from tengen.errors import RoomOutdated, StoreError
from tengen.game.events import GameEnded, GameResult
from tengen.rules.outcome import Termination
from tengen.storage import statements
from tengen.storage.backend import EventBatch
from tengen.storage.event_writer import BUSY_BATCH, OnWritten, WriteReply, make_event_batch
from tengen.storage.store import Store


class Reports:
    """What a writer reports: the sizes of its commits, and the errors by name."""

    def __init__(self) -> None:
        self.batches: list[int] = []
        self.errors: dict[str, StoreError | None] = {}

    def add(self, batch: list[WriteReply]) -> None:
        self.batches.append(len(batch))
        for done, error in batch:
            done(error)

    def of(self, name: str) -> OnWritten:
        return lambda error: self.errors.update({name: error})


@pytest.fixture
def reports() -> Reports:
    return Reports()


def test_all_events_are_saved_and_reported(any_store: Store, reports: Reports) -> None:
    games = [any_store.keep(START) for _ in range(5)]
    writer = any_store.start_writer(reports.add)
    for number in range(1, 11):
        for game in games:
            writer.append(game, number, [note(number)], reports.of(f"{game}/{number}"))
    writer.close()
    assert reports.errors == {f"{game}/{n}": None for game in games for n in range(1, 11)}
    assert [any_store.load(game) for game in games] == [[START, *map(note, range(1, 11))]] * 5


def save(store: Store, batches: list[EventBatch]) -> list[StoreError | None]:
    """Save events with one commit and return the error of each batch."""
    errors: list[StoreError | None] = []
    writer = store.start_writer(lambda batch: errors.extend(error for _, error in batch))
    writer.append_all([(batch, lambda _error: None) for batch in batches])
    writer.close()
    return errors


def test_the_writer_goes_on_after_an_internal_error(
    store: Store, reports: Reports, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = store.keep(START)
    writer = store.start_writer(reports.add)
    with monkeypatch.context() as broken:
        broken.setattr(store._backend, "add_many", lambda _batches: 1 / 0)  # noqa: SLF001
        writer.append(game, 1, [note(1)], reports.of("broken"))
        while "broken" not in reports.errors:
            time.sleep(0.001)
    writer.append(game, 1, [note(1)], reports.of("fine"))
    writer.close()
    assert isinstance(reports.errors["broken"], RoomOutdated)
    assert "internal error: ZeroDivisionError" in str(reports.errors["broken"])
    assert reports.errors["fine"] is None


def append_while_busy(
    store: Store, reports: Reports, monkeypatch: pytest.MonkeyPatch, count: int
) -> int:
    """Append one event, and `count` more before it is saved; return the game."""
    game = store.keep(START)
    began, may_continue = threading.Event(), threading.Event()
    backend = store._backend  # noqa: SLF001
    add_many = backend.add_many

    def slow(*args: object) -> list[StoreError | None]:
        began.set()
        may_continue.wait()
        return add_many(*args)  # type: ignore[arg-type]

    monkeypatch.setattr(backend, "add_many", slow)
    writer = store.start_writer(reports.add)
    writer.append(game, 1, [note(1)], reports.of("1"))
    began.wait()
    for number in range(2, count + 2):
        writer.append(game, number, [note(number)], reports.of(str(number)))
    may_continue.set()
    writer.close()
    return game


def test_events_that_arrive_during_a_commit_are_saved_with_the_next(
    store: Store, reports: Reports, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = append_while_busy(store, reports, monkeypatch, 28)
    assert reports.batches == [1, 28]
    assert len(store.load(game)) == 30


def test_the_size_of_a_commit_is_limited(
    store: Store, reports: Reports, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("tengen.storage.event_writer.MAX_BATCH", 5)
    game = append_while_busy(store, reports, monkeypatch, 12)
    assert reports.batches == [1, 5, 5, 2]
    assert len(store.load(game)) == 14


def test_a_writer_that_is_not_closed_does_not_keep_the_program_alive(
    store: Store, reports: Reports
) -> None:
    writer = store.start_writer(reports.add)
    (thread,) = [thread for thread in threading.enumerate() if thread.name == "event writer"]
    assert thread.daemon
    writer.close()


def test_the_writer_pauses_only_after_a_large_commit(
    store: Store, reports: Reports, monkeypatch: pytest.MonkeyPatch
) -> None:
    pauses: list[float] = []
    monkeypatch.setattr("tengen.storage.event_writer.time.sleep", pauses.append)
    game = store.keep(START)
    for first, count in ((1, BUSY_BATCH - 1), (BUSY_BATCH, BUSY_BATCH)):
        writer = store.start_writer(reports.add)
        batches = [make_event_batch(game, n, [note(n)]) for n in range(first, first + count)]
        writer.append_all([(batch, reports.of("all")) for batch in batches])
        writer.close()
        assert len(pauses) == (count == BUSY_BATCH)


def test_a_refused_batch_does_not_affect_the_others(any_store: Store) -> None:
    games = [any_store.keep(START) for _ in range(3)]
    places = [(games[0], 1), (games[1], 2), (99, 1), (99, 0), (games[2], 1), (games[0], 2)]
    errors = save(any_store, [make_event_batch(*place, [note(1), note(2)]) for place in places])
    assert [str(error).partition(": ")[2] if error else None for error in errors] == [
        None,
        f"game {games[1]} was continued elsewhere: it has 1 events, not 2",
        "there is no game 99",
        "there is no game 99",
        None,
        f"game {games[0]} was continued elsewhere: it has 3 events, not 2",
    ]
    assert [len(any_store.load(game)) for game in games] == [3, 1, 3]


def test_a_commit_may_have_several_batches_for_one_game(any_store: Store) -> None:
    game = any_store.keep(START)
    batch = [make_event_batch(game, first, [note(first)]) for first in (1, 2, 4, 3)]
    errors = save(any_store, batch)
    assert [error is None for error in errors] == [True, True, False, True]
    assert any_store.load(game) == [START, note(1), note(2), note(3)]


def test_the_number_of_events_is_cached_until_the_game_ends(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = store.keep(START)
    store.append(game, 1, [note(1)])
    with monkeypatch.context() as patch:
        patch.setattr(statements, "COUNT_EVENTS", "SELECT 1 FROM nowhere")
        store.append(game, 2, [note(2)])
        store.append(game, 3, [GameEnded(3, GameResult(None, Termination.AGREED))])
        with pytest.raises(StoreError, match="no such table: nowhere"):
            store.append(game, 4, [note(4)])
    store.append(game, 4, [note(4)])


def test_changes_by_another_process_are_noticed(store: Store, tmp_path: Path) -> None:
    games = [store.keep(START) for _ in range(3)]
    save(store, [make_event_batch(game, 1, [note(1)]) for game in games])
    with Store(str(tmp_path)) as other:
        other.append(games[0], 2, [note(7)])
        other._backend.delete_unplayed([games[1]])  # noqa: SLF001
    errors = save(store, [make_event_batch(game, 2, [note(2), note(3)]) for game in games])
    assert "it has 3 events, not 2" in str(errors[0])
    assert f"there is no game {games[1]}" in str(errors[1])
    assert errors[2] is None
    assert save(store, [make_event_batch(games[0], 3, [note(8)])]) == [None]
    assert [len(store.load(game)) for game in (games[0], games[2])] == [4, 4]


@pytest.mark.parametrize("statement", ["COMMIT", "ADD_EVENT", "BEGIN"])
def test_a_failed_commit_saves_nothing(
    store: Store, reports: Reports, monkeypatch: pytest.MonkeyPatch, statement: str
) -> None:
    games = [store.keep(START) for _ in range(3)]
    with monkeypatch.context() as patch:
        patch.setattr(statements, statement, "INSERT INTO elsewhere VALUES (1)")
        writer = store.start_writer(reports.add)
        for game in games:
            writer.append(game, 1, [note(1)], reports.of(str(game)))
        writer.close()
    reasons = {str(error).partition(": ")[2] for error in reports.errors.values()}
    assert reasons == {"database error: no such table: elsewhere"}
    assert len(reports.errors) == 3
    assert [store.load(game) for game in games] == [[START]] * 3
    assert save(store, [make_event_batch(game, 1, [note(1)]) for game in games]) == [None] * 3


def test_a_closed_writer_refuses_events(store: Store, reports: Reports) -> None:
    writer = store.start_writer(reports.add)
    writer.close()
    writer.close()
    with pytest.raises(StoreError, match="the event writer is closed"):
        writer.append(store.keep(START), 1, [note(1)], reports.of("late"))
    assert reports.errors == {}


def test_many_threads_may_append_events(store: Store, reports: Reports) -> None:
    games = [store.keep(START) for _ in range(4)]
    writer = store.start_writer(reports.add)

    def work(game: int) -> Callable[[], None]:
        def append() -> None:
            for number in range(1, 101):
                writer.append(game, number, [note(number)], reports.of(f"{game}/{number}"))

        return append

    threads = [threading.Thread(target=work(game)) for game in games]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    writer.close()
    assert set(reports.errors.values()) == {None}
    assert [len(store.load(game)) for game in games] == [101] * 4


WRITE_FOR_EVER = """
games = [store.keep(START) for _ in range(20)]
def report(batch):
    for done, error in batch:
        done(error)
def printer(game, number):
    return lambda error: print(game, number, error, flush=True)
writer = store.start_writer(report)
number = 1
while True:
    for game in games:
        writer.append(game, number, [note(number)], printer(game, number))
    number += 1
"""


def test_all_events_reported_before_a_kill_are_there(tmp_path: Path) -> None:
    with elsewhere(tmp_path, WRITE_FOR_EVER) as child:
        lines = [read_line(child) for _ in range(300)]
        child.kill()
        rest = child.stdout.read().splitlines(keepends=True) if child.stdout else []
        lines += [line.strip() for line in rest if line.endswith("\n")]
    last: dict[int, int] = {}
    for where, number, error in (line.split() for line in lines):
        assert error == "None"
        last[int(where)] = int(number)
    with Store(str(tmp_path)) as store:
        for game in range(1, 21):
            events = store.load(game)
            assert len(events) > last[game]
            assert events == [START, *map(note, range(1, len(events)))]
