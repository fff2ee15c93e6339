from __future__ import annotations

import pytest
from kit.seated import Watcher

from tengen.errors import RuleError, SessionError
from tengen.game.commands import (
    ChangeSitter,
    DeclareFifths,
    Decline,
    MakeChoice,
    OfferDraw,
    PlayMove,
    ProposeFifth,
    Redo,
    Resign,
    TakeBack,
)
from tengen.game.opening_rules import OpeningRule
from tengen.game.setup import Computer, Person, Setup
from tengen.game.tasks import Choice, Seat
from tengen.rules.point import Point
from tengen.rules.rules import GAMES
from tengen.rules.wording import MARK_NAMES, STONE_NAMES
from tengen.terminal import intents
from tengen.terminal.local_table import LocalTable

ONE, TWO = Seat
H8, I9 = Point(7, 7), Point(6, 8)


def at_table(setup: Setup | None = None) -> LocalTable:
    """Return a table with a new game; failures of machines are ignored."""
    table = Watcher().table
    table.start(setup or Setup())
    return table


def test_the_player_to_move_places_the_stone() -> None:
    table = at_table()
    assert intents.place_stone(table, H8) == PlayMove(ONE, H8)
    table.do(intents.place_stone(table, H8))
    assert intents.place_stone(table, I9) == PlayMove(TWO, I9)


def test_no_stone_is_placed_for_the_computer_or_after_the_end() -> None:
    table = at_table(Setup(one=Computer(99)))
    with pytest.raises(SessionError, match="it is the computer's turn"):
        intents.place_stone(table, H8)
    table.do(intents.resign(table))
    with pytest.raises(SessionError, match="the game is over"):
        intents.place_stone(table, H8)


def test_choices_are_picked_by_number() -> None:
    table = at_table(Setup(opening=OpeningRule.SWAP2))
    assert intents.options(table.state, STONE_NAMES) == []
    for point in (H8, I9, Point(0, 0)):
        table.do(intents.place_stone(table, point))
    words = ["play X", "play O", "add two stones and let the opponent choose"]
    assert intents.options(table.state, MARK_NAMES) == words
    assert intents.pick(table, 3) == MakeChoice(TWO, Choice.ADD_TWO)
    for number in (0, 4):
        with pytest.raises(SessionError, match=f"there is no choice {number}"):
            intents.pick(table, number)


def test_fifths_are_declared_and_offered() -> None:
    table = at_table(Setup(GAMES["renju"], OpeningRule.SOOSYRV))
    for point in (H8, Point(6, 7), Point(5, 8)):
        table.do(intents.place_stone(table, point))
    table.do(intents.pick(table, 1))
    table.do(intents.place_stone(table, Point(0, 0)))
    assert intents.options(table.state, STONE_NAMES)[:2] == ["one fifth move", "two fifth moves"]
    assert intents.pick(table, 2) == DeclareFifths(TWO, 2)
    table.do(intents.pick(table, 2))
    table.do(intents.pick(table, 1))
    assert intents.place_stone(table, Point(9, 9)) == ProposeFifth(ONE, Point(9, 9))


def test_people_take_back_their_own_last_step() -> None:
    table = at_table()
    with pytest.raises(SessionError, match="there is nothing to take back"):
        intents.take_back(table)
    table.do(PlayMove(ONE, H8))
    assert intents.take_back(table) == TakeBack(ONE)
    table.do(PlayMove(TWO, I9))
    assert intents.take_back(table) == TakeBack(TWO)


def test_against_a_machine_the_person_takes_back() -> None:
    table = at_table(Setup(two=Computer(99)))
    table.do(PlayMove(ONE, H8))
    table.do(PlayMove(TWO, I9))
    assert intents.take_back(table) == TakeBack(ONE)
    table.do(intents.take_back(table))
    assert intents.redo(table) == Redo(ONE)
    table.do(intents.redo(table))
    assert table.state.board.moves == (H8, I9)
    with pytest.raises(SessionError, match="there is nothing to redo"):
        intents.redo(table)


def test_redo_between_people_restores_one_step() -> None:
    table = at_table()
    for command in (PlayMove(ONE, H8), PlayMove(TWO, I9), TakeBack(TWO), TakeBack(ONE)):
        table.do(command)
    table.do(intents.redo(table))
    assert table.state.board.moves == (H8,)


def test_a_draw_offer_is_accepted_or_declined() -> None:
    table = at_table()
    with pytest.raises(SessionError, match="there is no offer to decline"):
        intents.decline(table)
    table.do(intents.offer_draw(table))
    assert intents.offer_draw(table) == OfferDraw(TWO)
    assert intents.decline(table) == Decline(TWO)


def test_nobody_can_resign_a_game_between_machines() -> None:
    table = at_table(Setup(one=Computer(99), two=Computer(99)))
    for wish in (intents.resign, intents.offer_draw):
        with pytest.raises(SessionError, match="no person plays in this game"):
            wish(table)


def test_the_person_resigns_not_the_computer() -> None:
    table = at_table(Setup(one=Computer(99)))
    assert intents.resign(table) == Resign(TWO)


def test_a_machine_that_cannot_move_is_replaced() -> None:
    table = at_table(Setup(two=Computer(99)))
    with pytest.raises(SessionError, match="no engine has failed"):
        intents.replace_machine(table, Person())
    table.do(PlayMove(ONE, H8))
    assert intents.replace_machine(table, Person()) == ChangeSitter(TWO, Person())


def test_a_game_from_a_position_keeps_the_colours() -> None:
    table = at_table(Setup(opening=OpeningRule.SWAP, one=Person("Anna"), two=Person("Ben")))
    for point in (H8, I9, Point(0, 0)):
        table.do(intents.place_stone(table, point))
    table.do(MakeChoice(TWO, Choice.BLACK))
    setup = intents.setup_from(table.state, 2)
    assert setup == Setup(one=Person("Ben"), two=Person("Anna"), moves=(H8, I9))


def test_no_game_starts_from_a_finished_position() -> None:
    table = at_table(Setup(GAMES["tictactoe"]))
    for point in (Point(0, 0), Point(1, 0), Point(0, 1), Point(1, 1), Point(0, 2)):
        table.do(intents.place_stone(table, point))
    with pytest.raises(RuleError, match="the game is over"):
        intents.setup_from(table.state, 5)
    assert len(intents.setup_from(table.state, 4).moves) == 4
