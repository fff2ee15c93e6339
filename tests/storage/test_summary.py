"""Summaries of games, stored so that lists need not replay games."""

from __future__ import annotations

import sqlite3
from contextlib import closing
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given, settings
from kit.keeping import FILE, START, note, play
from kit.sessions import sessions
from kit.table import ONE, TWO, Table

from tengen.errors import ParseError, StoreError
from tengen.game.commands import OfferRematch, Redo, Resign, TakeBack
from tengen.game.events import Event, GameEnded, GameResult, GameStarted
from tengen.game.session import Session
from tengen.game.setup import Setup
from tengen.rules.outcome import Termination
from tengen.rules.point import Point
from tengen.rules.rules import TIC_TAC_TOE
from tengen.storage import summary as summaries
from tengen.storage.backend import GameRow
from tengen.storage.rooms import KeptRoom
from tengen.storage.store import Store
from tengen.storage.summary import format_summary, parse_summary, summarise, summarise_texts

ENTRY = GameRow(3, 500)
ROOM = KeptRoom("link", Setup(), (b"ann", None), is_listed=True, made=0)


@pytest.fixture
def replayed(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """The numbers of the games that were replayed for a list."""
    games: list[int] = []

    def count(entry: GameRow, events: list[Event]) -> object:
        if entry.game:  # a game that has just ended is summarised without a number
            games.append(entry.game)
        return summarise(entry, events)

    monkeypatch.setattr(summaries, "summarise", count)
    return games


def won() -> Table:
    table = Table(rules=TIC_TAC_TOE)
    table.play("a1 b1 a2 b2 a3")
    return table


def start_of(table: Table) -> GameStarted:
    start = table.session.events[0]
    assert isinstance(start, GameStarted)
    return start


@settings(max_examples=50, deadline=None)
@given(sessions())
def test_a_summary_is_parsed_as_it_was_formatted(session: Session) -> None:
    made = summarise(ENTRY, session.events)
    assert parse_summary(ENTRY, format_summary(made)) == made


def test_a_summary_leaves_out_the_moves_of_the_setup() -> None:
    start = GameStarted(0, Setup(moves=(Point(7, 7), Point(7, 8))))
    made = summarise(ENTRY, [start])
    assert (made.setup, made.moves) == (Setup(), 2)


@pytest.mark.parametrize("text", ["", "{}", '{"setup":{"rules":"99x1"}}', "[1]", '{"setup":3}'])
def test_a_text_that_is_not_a_summary_is_refused(text: str) -> None:
    with pytest.raises(ParseError, match="not a summary"):
        parse_summary(ENTRY, text)


def test_events_that_are_not_a_game_have_no_summary() -> None:
    assert summarise_texts([]) is None
    assert summarise_texts([b"{}"]) is None


def test_finished_games_are_not_replayed_for_lists(any_store: Store, replayed: list[int]) -> None:
    play(any_store, won().session.events)
    any_store.add_room(ROOM)
    game = any_store.begin_room("link", Setup(), (b"ann", b"ben"), START)
    any_store.append(game, 1, [GameEnded(1, GameResult(ONE, Termination.RESIGNED))])
    assert [at.says for at in any_store.games()] == [
        "Black wins: White resigned",
        "Black wins: three from A3 to A1",
    ]
    for entries in (any_store.rooms_of(b"ben"), any_store.listed_rooms()):
        assert [at.summary.says for at in entries if at.summary] == ["Black wins: White resigned"]
    assert replayed == []


def test_a_summary_is_up_to_date_after_every_event(any_store: Store) -> None:
    table = won()
    with any_store.begin(start_of(table)) as opened:
        opened.append(table.session.events[1:])
        for command, says in (
            (TakeBack(ONE), "Black to move"),
            (Redo(ONE), "Black wins: three from A3 to A1"),
            (TakeBack(ONE), "Black to move"),
            (Resign(TWO), "Black wins: White resigned"),
            (OfferRematch(ONE), "Black wins: White resigned"),
        ):
            opened.append(table.do(command))
            assert [at.says for at in any_store.games()] == [says]


def test_a_game_whose_end_is_taken_back_in_the_same_batch_is_not_over(any_store: Store) -> None:
    table = won()
    table.do(TakeBack(ONE))
    play(any_store, table.session.events)
    (summary,) = any_store.games()
    assert (summary.result, summary.says) == (None, "Black to move")


def test_a_game_replayed_for_a_list_is_not_replayed_again(
    store: Store, tmp_path: Path, replayed: list[int]
) -> None:
    for _ in range(2):
        play(store, won().session.events)
    with closing(sqlite3.connect(tmp_path / FILE)) as database, database:
        database.execute("DELETE FROM summaries WHERE game = 1")
        database.execute("UPDATE summaries SET summary = '{}' WHERE game = 2")
    first = store.games()
    assert replayed == [2, 1]
    assert store.games() == first
    assert replayed == [2, 1]


def test_a_game_of_a_room_is_replayed_only_once(
    store: Store, tmp_path: Path, replayed: list[int]
) -> None:
    store.add_room(ROOM)
    game = store.begin_room("link", Setup(), (b"ann", b"ben"), START)
    store.append(game, 1, [GameEnded(1, GameResult(ONE, Termination.RESIGNED))])
    with closing(sqlite3.connect(tmp_path / FILE)) as database, database:
        database.execute("DELETE FROM summaries")
    assert store.rooms_of(b"ann") == store.listed_rooms()
    assert replayed == [game]


def test_a_game_whose_end_is_missing_is_not_listed(any_store: Store) -> None:
    play(any_store, won().session.events[:-1])
    assert any_store.games() == []


def test_only_long_unfinished_games_have_stored_summaries(
    any_store: Store, replayed: list[int]
) -> None:
    short = play(any_store, [START, *map(note, range(1, summaries.LONG_GAME - 1))])
    long = play(any_store, [START, *map(note, range(1, summaries.LONG_GAME))])
    for _ in range(2):
        assert [at.game for at in any_store.games()] == [long, short]
    assert replayed == [long, short, short]
    any_store.append(long, summaries.LONG_GAME, [note(1)])
    any_store.games()
    assert replayed == [long, short, short, long, short]


def test_a_list_is_shown_even_if_its_summaries_cannot_be_saved(
    any_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(any_store, [START, *map(note, range(1, summaries.LONG_GAME))])

    def fail(_summaries: object) -> None:
        raise StoreError("here", "the disk is full")

    monkeypatch.setattr(any_store._backend, "save_summaries", fail)  # noqa: SLF001
    assert len(any_store.games()) == 1


def test_nothing_is_written_if_all_summaries_are_stored(
    any_store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(any_store, won().session.events)
    monkeypatch.setattr(any_store._backend, "save_summaries", None)  # noqa: SLF001
    assert len(any_store.games()) == 1
    assert any_store.rooms_of(b"nobody") == []


def test_the_moves_of_a_setup_are_stored_only_with_the_game(any_store: Store) -> None:
    setup = Setup(moves=(Point(7, 7),))
    any_store.add_room(replace(ROOM, setup=setup))
    stored = any_store.room("link")
    assert stored is not None
    assert stored.setup == setup
    game = any_store.begin_room("link", setup, (b"ann", b"ben"), GameStarted(0, setup))
    stored = any_store.room("link")
    assert stored is not None
    assert stored.setup == Setup()
    assert any_store.load(game) == [GameStarted(0, setup)]
