from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from kit.keeping import play

from tengen.game.commands import MakeChoice, PlayMove
from tengen.game.opening_rules import OpeningRule
from tengen.game.seat import Seat
from tengen.game.session import Session
from tengen.game.setup import Computer, ExternalEngine, Person, PlayerSpec, Setup
from tengen.game.tasks import Choice
from tengen.rules.point import Point
from tengen.storage import Store
from tengen.terminal.new_game import (
    DEFAULT_SETUP,
    SETUP_KEY,
    describe_player_spec,
    describe_summary,
    last_setup,
    last_unfinished,
    remember_setup,
)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    with Store(str(tmp_path)) as store:
        yield store


def test_what_was_chosen_is_offered_again(store: Store) -> None:
    assert last_setup(store) == DEFAULT_SETUP
    setup = Setup(one=ExternalEngine(("./x",), "x"), two=Person("Anna"))
    remember_setup(store, setup)
    assert last_setup(store) == setup


def test_without_a_store_nothing_is_remembered() -> None:
    remember_setup(None, Setup())
    assert last_setup(None) == DEFAULT_SETUP
    assert last_unfinished(None) is None


@pytest.mark.parametrize("kept", [b"", b"{", b'{"rules": "chess"}', b"\xff"])
def test_what_cannot_be_read_is_as_good_as_nothing(store: Store, kept: bytes) -> None:
    store.remember(SETUP_KEY, kept)
    assert last_setup(store) == DEFAULT_SETUP


def test_a_game_in_one_line(store: Store) -> None:
    session = Session.start(Setup(one=Person("Anna"), two=Computer(3)), 0)
    session.handle(PlayMove(Seat.ONE, Point(7, 7)), 0)
    play(store, session.events)
    line = describe_summary(store.games()[0])
    words = ", Anna v Computer 3, 1 move: Computer 3 to move (White)"
    assert re.fullmatch(rf"\d\d [A-Z]\w+ \d\d:\d\d{re.escape(words)}", line)


def test_black_comes_first_whoever_that_is(store: Store) -> None:
    setup = Setup(opening=OpeningRule.SWAP, one=Person("Anna"), two=Person("Ben"))
    session = Session.start(setup, 0)
    for col in range(3):
        session.handle(PlayMove(Seat.ONE, Point(7, col)), 0)
    session.handle(MakeChoice(Seat.TWO, Choice.BLACK), 0)
    play(store, session.events)
    assert ", Ben v Anna, 3 moves: " in describe_summary(store.games()[0])


def test_the_newest_game_that_nobody_plays_is_the_one_that_was_broken_off(store: Store) -> None:
    start = Session.start(Setup(), 0).events
    play(store, start)
    play(store, start)
    with store.open(2):
        found = last_unfinished(store)
        assert found is not None
        assert found.game == 1
    found = last_unfinished(store)
    assert found is not None
    assert found.game == 2


def test_everybody_is_called_something() -> None:
    sitters: list[PlayerSpec] = [
        Person(),
        Person("Anna"),
        Computer(7),
        ExternalEngine(("./x",), "x"),
    ]
    assert [describe_player_spec(sitter) for sitter in sitters] == [
        "a person",
        "Anna",
        "Computer 7",
        "x",
    ]
