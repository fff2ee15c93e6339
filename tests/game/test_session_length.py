"""The limit on the number of events."""

from __future__ import annotations

import pytest
from kit.table import ONE, TWO, Table

from tengen.errors import SessionError
from tengen.game.commands import (
    ChangeSitter,
    Command,
    Decline,
    OfferDraw,
    OfferRematch,
    Pause,
    PlayMove,
    Redo,
    Resign,
    Resume,
    TakeBack,
)
from tengen.game.session import Session, max_events
from tengen.game.setup import Computer
from tengen.rules.outcome import Termination
from tengen.rules.rules import TIC_TAC_TOE, Rules

LIMIT = max_events(TIC_TAC_TOE)


def long_game() -> Table:
    """Return a game with one event less than the limit: two moves, undone and redone."""
    table = Table(rules=TIC_TAC_TOE)
    table.play("a1 b1")
    while len(table.session.events) < LIMIT - 1:
        table.do(TakeBack(TWO))
        table.do(Redo(TWO))
    return table


def full_game() -> Table:
    """Return a game with one event more than the limit."""
    table = long_game()
    table.do(OfferDraw(ONE))
    table.do(Decline(TWO))
    return table


def test_the_limit_grows_with_the_board() -> None:
    assert LIMIT == 1018
    assert max_events(Rules(15, 15, 5)) == 1450


@pytest.mark.parametrize(
    "command",
    [
        TakeBack(TWO),
        TakeBack(ONE),
        OfferDraw(ONE),
        OfferDraw(TWO),
        Pause(ONE),
        ChangeSitter(ONE, Computer(1)),
    ],
)
def test_a_game_at_the_limit_accepts_only_moves_and_endings(command: Command) -> None:
    table = full_game()
    with pytest.raises(SessionError, match=f"has {LIMIT + 1} events, too many for that: play on"):
        table.do(command)
    assert len(table.session.events) == LIMIT + 1
    table.play("a2 b2 a3")
    assert table.session.state.result is not None
    with pytest.raises(SessionError, match="too many for that"):
        table.do(OfferRematch(ONE))


def test_a_game_below_the_limit_accepts_all_commands() -> None:
    table = long_game()
    assert len(table.session.events) == LIMIT - 1
    table.do(TakeBack(TWO))
    with pytest.raises(SessionError, match=f"the game has {LIMIT} events, too many for that"):
        table.do(Redo(TWO))


def test_a_long_game_can_be_resigned() -> None:
    table = full_game()
    table.do(Resign(ONE))
    assert table.session.state.result is not None
    assert table.session.state.result.cause is Termination.RESIGNED


def test_a_long_game_that_was_interrupted_can_be_resumed() -> None:
    table = full_game()
    again = Session.replay(table.session.events)
    again.handle(Resume(ONE), now=10**6)
    again.handle(PlayMove(ONE, table.session.state.board.legal_points()[0]), now=10**6)
    assert len(again.events) == LIMIT + 3


def test_a_game_beyond_the_limit_can_be_replayed() -> None:
    events = long_game().session.events
    many = [*events, *events[3:5] * LIMIT]
    assert len(Session.replay(many).events) > 2 * LIMIT
