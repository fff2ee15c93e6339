from __future__ import annotations

import pytest

from tengen.rules.outcome import FULL_BOARD, NO_LEGAL_POINT, UNFINISHED, WINS, Ending, Outcome
from tengen.rules.rules import Player


def test_an_unfinished_game_has_no_winner_and_no_ending() -> None:
    assert Outcome(None, None) == UNFINISHED
    assert not UNFINISHED.is_over
    assert not UNFINISHED.is_tie


@pytest.mark.parametrize("tie", [FULL_BOARD, NO_LEGAL_POINT])
def test_a_tie_is_over_without_a_winner(tie: Outcome) -> None:
    assert tie.is_over
    assert tie.is_tie
    assert tie.winner is None


@pytest.mark.parametrize("player", Player)
def test_a_win_is_over_by_a_line_and_no_tie(player: Player) -> None:
    won = WINS[player]
    assert won.is_over
    assert not won.is_tie
    assert won == Outcome(player, Ending.LINE)


def test_all_outcomes_differ() -> None:
    outcomes = {UNFINISHED, FULL_BOARD, NO_LEGAL_POINT, *WINS.values()}
    assert len(outcomes) == 5
    assert {outcome.ending for outcome in outcomes} == {None, *Ending}
