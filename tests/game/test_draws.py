"""Whether a draw is agreed to."""

from __future__ import annotations

import pytest
from kit.machines import begin, do

from tengen.engine.balanced_opening import EVEN_MARGIN
from tengen.game.commands import OfferDraw
from tengen.game.computer_player import make_player
from tengen.game.machine_player import MachinePlayer
from tengen.game.opening_rules import OpeningRule
from tengen.game.quick_evaluation import QuickEvaluator
from tengen.game.seat import Seat
from tengen.game.session import Session
from tengen.game.setup import Computer, ExternalEngine
from tengen.rules.notation import parse_moves
from tengen.rules.point import Point
from tengen.rules.rules import Rules

FIVE = Rules(15, 15, 5)
PLAYERS = [make_player(Computer(8), 1), make_player(ExternalEngine(("no-such-engine",), "it"))]

Patch = pytest.MonkeyPatch


def offered(session: Session, seat: Seat) -> Session:
    """The same game with a draw offered by a seat."""
    session.handle(OfferDraw(seat), 0)
    return session


def five_after(moves: str) -> Session:
    return do(begin(FIVE), *parse_moves(moves, FIVE))


@pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.name)
def test_who_is_losing_agrees_and_who_is_winning_does_not(player: MachinePlayer) -> None:
    fours = "h8 a1 i8 b1 j8 c1"
    assert player.wants_draw(offered(five_after(fours), Seat.ONE).state)
    assert not player.wants_draw(offered(five_after(fours), Seat.TWO).state)
    assert player.wants_draw(offered(five_after(f"{fours} k8"), Seat.ONE).state)
    assert not player.wants_draw(offered(five_after(f"{fours} k8"), Seat.TWO).state)


@pytest.mark.parametrize("player", PLAYERS, ids=lambda player: player.name)
def test_early_in_a_game_an_even_position_is_played_on(player: MachinePlayer) -> None:
    assert not player.wants_draw(offered(five_after("h8 i9"), Seat.ONE).state)


@pytest.mark.parametrize(
    "score, agrees", [(EVEN_MARGIN + 1, False), (EVEN_MARGIN, True), (0, True)]
)
def test_on_a_board_that_is_half_full_who_is_not_ahead_agrees(
    monkeypatch: Patch, score: float, *, agrees: bool
) -> None:
    monkeypatch.setattr(QuickEvaluator, "score", lambda *_: -score)
    session = do(begin(Rules(3, 3, 3)), *[Point(1, 1), Point(0, 0), Point(0, 1), Point(2, 1)])
    assert not PLAYERS[0].wants_draw(offered(session, Seat.ONE).state)
    do(session, Point(1, 0))
    assert PLAYERS[0].wants_draw(offered(session, Seat.TWO).state) is agrees


def test_what_nobody_has_offered_is_not_wanted() -> None:
    assert not PLAYERS[0].wants_draw(five_after("h8 a1 i8 b1 j8 c1").state)
    opening = begin(FIVE, OpeningRule.SWAP)
    assert not PLAYERS[0].wants_draw(offered(opening, Seat.TWO).state)
