from __future__ import annotations

import pytest

from tengen.errors import RuleError
from tengen.rules.outcome import (
    BOARD_TERMINATIONS,
    FULL_BOARD,
    NO_LEGAL_POINT,
    UNFINISHED,
    WINS,
    Outcome,
    Termination,
)
from tengen.rules.rules import Player


def test_an_unfinished_game_has_no_winner_and_no_ending() -> None:
    assert Outcome(None, None) == UNFINISHED
    assert not UNFINISHED.is_over
    assert not UNFINISHED.is_tie


@pytest.mark.parametrize("tie", [FULL_BOARD, NO_LEGAL_POINT])
def test_a_tie_has_no_winner(tie: Outcome) -> None:
    assert tie.is_over
    assert tie.is_tie
    assert tie.winner is None


@pytest.mark.parametrize("player", Player)
def test_a_win_ends_with_a_line_and_is_not_a_tie(player: Player) -> None:
    won = WINS[player]
    assert won.is_over
    assert not won.is_tie
    assert won == Outcome(player, Termination.LINE)


def test_all_outcomes_differ() -> None:
    outcomes = {UNFINISHED, FULL_BOARD, NO_LEGAL_POINT, *WINS.values()}
    assert len(outcomes) == 5
    assert {outcome.ending for outcome in outcomes} == {None, *BOARD_TERMINATIONS}


@pytest.mark.parametrize("ending", sorted(set(Termination) - BOARD_TERMINATIONS, key=str))
def test_an_ending_that_is_not_on_the_board_is_refused(ending: Termination) -> None:
    with pytest.raises(
        RuleError, match=f"^'{ending.value}' is not an ending that a board can show$"
    ):
        Outcome(None, ending)


@pytest.mark.parametrize("ending", [None, Termination.FULL_BOARD, Termination.NO_LEGAL_POINT])
def test_only_a_line_has_a_winner(ending: Termination | None) -> None:
    with pytest.raises(RuleError, match="a winner if its ending is a line, and only then"):
        Outcome(Player.FIRST, ending)
    with pytest.raises(RuleError, match="a winner if its ending is a line, and only then"):
        Outcome(None, Termination.LINE)
