"""Deleting games without a move, and invitations that nobody accepted."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest
from kit.keeping import START, note, play

from tengen.game.events import (
    ChoiceMade,
    Event,
    FifthProposed,
    FifthsDeclared,
    GameEnded,
    GameResult,
    MovePlayed,
)
from tengen.game.setup import Setup
from tengen.game.tasks import Choice, Seat
from tengen.rules.outcome import Termination
from tengen.rules.point import Point
from tengen.storage import rooms
from tengen.storage.event_writer import make_event_batch
from tengen.storage.rooms import KeptRoom
from tengen.storage.store import Store

END = GameEnded(5, GameResult(Seat.TWO, Termination.RESIGNED))
MOVE = MovePlayed(1, Seat.ONE, Point(7, 7))
ROOM = KeptRoom("link", Setup(), (b"ann", None), is_listed=True, made=0)
LATER = 10**15


def games(store: Store) -> list[int]:
    return [at.game for at in store.games()]


def test_games_without_a_move_are_deleted(any_store: Store) -> None:
    play(any_store, [START])
    played = play(any_store, [START, MOVE])
    play(any_store, [START, note(1)])
    play(any_store, [START, END])
    ended = play(any_store, [START, MOVE, END])
    assert any_store.forget_unplayed(LATER) == 3
    assert games(any_store) == [ended, played]
    assert any_store.forget_unplayed(LATER) == 0
    assert any_store.keep(START) == ended + 1


@pytest.mark.parametrize(
    "step",
    [
        MOVE,
        ChoiceMade(1, Seat.ONE, Choice.BLACK),
        FifthsDeclared(1, Seat.ONE, 2),
        FifthProposed(1, Seat.ONE, Point(7, 7)),
    ],
)
def test_a_game_with_any_step_counts_as_played(step: Event) -> None:
    assert make_event_batch(1, 1, [note(1), step, note(2)]).is_played
    assert not make_event_batch(1, 1, [note(1)]).is_played


def test_a_game_whose_moves_were_taken_back_counts_as_played(any_store: Store) -> None:
    game = play(any_store, [START, MOVE])
    any_store.append(game, 2, [note(3)])
    assert any_store.forget_unplayed(LATER) == 0


def test_new_games_are_not_deleted(any_store: Store, monkeypatch: pytest.MonkeyPatch) -> None:
    times = iter([100, 200, 300])
    monkeypatch.setattr("tengen.storage.store.now", lambda: next(times))
    for _ in range(3):
        any_store.keep(START)
    assert any_store.forget_unplayed(200) == 1
    assert games(any_store) == [3, 2]


def test_games_that_are_being_played_are_not_deleted(store: Store, tmp_path: Path) -> None:
    served = store.keep(START)
    with Store(str(tmp_path)) as other, other.begin(START) as opened:
        assert store.forget_unplayed(LATER, {served}) == 0
        assert games(store) == [opened.game, served]
    assert store.forget_unplayed(LATER) == 2


def test_the_room_of_a_game_is_deleted_with_it(any_store: Store) -> None:
    any_store.add_room(ROOM)
    any_store.begin_room("link", Setup(), (b"ann", b"ben"), START)
    assert any_store.forget_unplayed(LATER) == 1
    assert any_store.room("link") is None


def test_a_game_that_gets_a_move_at_the_last_moment_is_not_deleted(
    any_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = any_store.keep(START)
    unplayed = any_store._backend.unplayed  # noqa: SLF001

    def find(started_before: int) -> list[int]:
        found = unplayed(started_before)
        any_store.append(game, 1, [MOVE])
        return found

    monkeypatch.setattr(any_store._backend, "unplayed", find)  # noqa: SLF001
    assert any_store.forget_unplayed(LATER) == 0
    assert any_store.load(game) == [START, MOVE]


def test_many_games_are_deleted_in_batches(
    any_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rooms, "BATCH_SIZE", 3)
    for number in range(7):
        any_store.keep(START)
        any_store.add_room(replace(ROOM, link=str(number)))
    assert any_store.forget_unplayed(LATER) == 7
    assert any_store.forget_waiting(LATER) == 7
    assert (games(any_store), any_store.rooms_of(b"ann")) == ([], [])


def test_wanted_invitations_are_not_deleted(any_store: Store) -> None:
    for number in range(3):
        any_store.add_room(replace(ROOM, link=str(number), made=number))
    assert any_store.forget_waiting(2, {"0"}) == 1
    assert [entry.room.link for entry in any_store.rooms_of(b"ann")] == ["2", "0"]
