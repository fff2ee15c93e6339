from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from kit.keeping import START, note, play
from kit.program import PATIENCE
from kit.sessions import everything, sessions
from kit.table import ONE, TWO, Table

from tengen.errors import StoreError
from tengen.game.commands import ChangeSitter, Redo, Resign, TakeBack
from tengen.game.events import Event, GameResult, GameStarted
from tengen.game.opening_rules import OpeningRule
from tengen.game.session import Session
from tengen.game.setup import Computer, Person, Setup
from tengen.rules.outcome import Termination
from tengen.rules.rules import RENJU, TIC_TAC_TOE
from tengen.storage.store import Store


def a_game(moves: str = "a1 b1 a2 b2 a3") -> list[Event]:
    table = Table(rules=TIC_TAC_TOE)
    table.play(moves)
    return table.session.events


def test_a_game_is_stored_event_by_event(any_store: Store) -> None:
    events = a_game()
    game = any_store.keep(START)
    assert any_store.load(game) == [START]
    for number, event in enumerate(events[1:], 1):
        any_store.append(game, number, [event])
        assert any_store.load(game) == [START, *events[1 : number + 1]]


def test_stored_events_are_visible_to_other_stores(tmp_path: Path) -> None:
    with Store(str(tmp_path)) as store:
        game = play(store, a_game())
        with Store(str(tmp_path)) as other:
            assert other.load(game) == a_game()
    with Store(str(tmp_path)) as store:
        assert store.load(game) == a_game()


@settings(max_examples=25, deadline=None)
@given(st.lists(sessions(), min_size=1, max_size=3), st.data())
def test_any_game_is_read_as_it_was_stored(games: list[Session], data: st.DataObject) -> None:
    with TemporaryDirectory() as directory, Store(directory) as store:
        numbers = []
        for session in games:
            cut = data.draw(st.integers(1, len(session.events)))
            numbers.append(play(store, session.events[:cut]))
            store.append(numbers[-1], cut, session.events[cut:])
        for number, session in zip(numbers, games, strict=True):
            again = Session.replay(store.load(number))
            assert again.events == session.events
            assert everything(again.state, 0) == everything(session.state, 0)
        over = {s.game for s in store.games()} - {s.game for s in store.unfinished()}
        ended = [session.state.result is not None for session in games]
        assert over == {n for n, is_over in zip(numbers, ended, strict=True) if is_over}


@pytest.mark.parametrize("first", [0, 1, 3, -1])
def test_events_are_appended_only_after_the_last_one(any_store: Store, first: int) -> None:
    game = any_store.keep(START)
    any_store.append(game, 1, [note(1)])
    with pytest.raises(StoreError, match=f"continued elsewhere: it has 2 events, not {first}"):
        any_store.append(game, first, [note(2)])
    assert any_store.load(game) == [START, note(1)]


def test_all_events_of_one_call_are_saved_or_none(
    store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = store.keep(START)
    monkeypatch.setattr(
        "tengen.storage.statements.SET_OVER", "UPDATE nowhere SET x = ? WHERE y = ?"
    )
    with pytest.raises(StoreError, match="database error: no such table: nowhere"):
        store.append(game, 1, a_game()[1:])
    assert store.load(game) == [START]


def test_a_missing_game_is_an_error(any_store: Store) -> None:
    with pytest.raises(StoreError, match="there is no game 7"):
        any_store.load(7)
    with pytest.raises(StoreError, match="there is no game 7"):
        any_store.append(7, 0, [note(1)])
    with pytest.raises(StoreError, match="there is no game 7"):
        any_store.open(7)


def test_games_are_listed_newest_first_and_page_by_page(any_store: Store) -> None:
    games = [any_store.keep(START) for _ in range(5)]
    first = any_store.games(limit=2)
    assert [summary.game for summary in first] == [games[4], games[3]]
    rest = any_store.games(limit=9, before=first[-1].game)
    assert [summary.game for summary in rest] == [games[2], games[1], games[0]]
    assert any_store.games(before=games[0]) == []


def test_a_list_shows_the_setup_and_the_result(any_store: Store) -> None:
    before = time.time_ns() // 1_000_000
    game = play(any_store, a_game())
    (summary,) = any_store.games()
    assert summary.game == game
    assert before <= summary.started <= time.time_ns() // 1_000_000
    assert summary.setup == Setup(TIC_TAC_TOE)
    assert summary.moves == 5
    assert summary.black is ONE
    assert summary.result == GameResult(ONE, Termination.LINE)
    assert summary.says == "Black wins: three from A3 to A1"


def test_a_list_shows_the_current_players_and_the_settled_colours(any_store: Store) -> None:
    table = Table(OpeningRule.SWAP, RENJU)
    table.play("h8 h9")
    table.do(ChangeSitter(TWO, Computer(4)))
    play(any_store, table.session.events)
    (summary,) = any_store.games()
    assert (summary.setup.one, summary.setup.two) == (Person(), Computer(4))
    assert (summary.black, summary.moves, summary.result) == (None, 2, None)
    assert summary.says == "Player 1 places a stone for Black"


def test_a_game_is_unfinished_until_it_ends_and_again_when_the_end_is_taken_back(
    any_store: Store,
) -> None:
    table = Table(rules=TIC_TAC_TOE)
    start = table.session.events[0]
    assert isinstance(start, GameStarted)
    with any_store.begin(start) as opened:
        steps = [("a1 b1 a2 b2", True), ("a3", False)]
        for moves, is_unfinished in steps:
            table.play(moves)
            opened.append(table.session.events[len(opened.events) :])
            assert is_listed(any_store, opened.game) is is_unfinished
        opened.append(table.do(TakeBack(ONE)))
        assert is_listed(any_store, opened.game)
        opened.append(table.do(Redo(ONE)))
        assert not is_listed(any_store, opened.game)
        opened.append(table.do(TakeBack(ONE)))
        opened.append(table.do(Resign(ONE)))
        assert not is_listed(any_store, opened.game)


def is_listed(store: Store, game: int) -> bool:
    """Whether a game is listed as unfinished, ignoring its lock."""
    entries = store._backend.entries(9, None, include_finished=False)  # noqa: SLF001
    return game in [entry.game for entry in entries]


def test_settings_are_stored(store: Store, tmp_path: Path) -> None:
    assert store.recall("last") is None
    store.remember("last", b"\x00one")
    store.remember("other", b"")
    store.remember("last", b"two")
    with Store(str(tmp_path)) as other:
        assert (other.recall("last"), other.recall("other")) == (b"two", b"")


def test_a_store_may_be_used_from_several_threads(any_store: Store) -> None:
    def store_game(number: int) -> int:
        return play(any_store, [START, note(number)])

    with ThreadPoolExecutor(4) as pool:
        games = list(pool.map(store_game, range(20)))
    assert [any_store.load(game)[1] for game in games] == [note(number) for number in range(20)]


def test_readers_do_not_wait_for_writers(store: Store) -> None:
    game = store.keep(START)

    def read_now(number: int) -> None:
        with ThreadPoolExecutor(1) as pool:
            assert pool.submit(store.load, game).result(PATIENCE) == [START]
            assert number == game + 1

    store._backend.add_game(0, b"{}", read_now)  # noqa: SLF001 - in the middle of a commit


def test_a_closed_store_is_an_error(tmp_path: Path) -> None:
    store = Store(str(tmp_path))
    store.close()
    store.close()
    with pytest.raises(StoreError, match="closed"):
        store.keep(START)
