from __future__ import annotations

import pytest

from tengen.arena.adjudication import Adjudicator
from tengen.gomocup.evaluations import EngineEvaluation
from tengen.rules.rules import Player

WIN, LOSS = EngineEvaluation(mate=9), EngineEvaluation(-100)


def winners(adjudicator: Adjudicator, *seen: EngineEvaluation | None) -> list[Player | bool | None]:
    """Return the winner after each move, False if the game goes on."""
    found: list[Player | bool | None] = []
    for ply, evaluation in enumerate(seen):
        player = Player.SECOND if ply % 2 else Player.FIRST
        decided = adjudicator.see(player, evaluation, ply + 1)
        found.append(False if decided is None else decided.winner)
    return found


def test_nothing_is_adjudicated_without_limits() -> None:
    assert winners(Adjudicator(0, 0, 1), WIN, LOSS, WIN, LOSS) == [False] * 4


def test_a_long_game_is_a_draw() -> None:
    assert winners(Adjudicator(3, 0, 1), WIN, LOSS, WIN, LOSS) == [False, False, None, None]


def test_a_win_needs_both_engines_in_several_moves_each() -> None:
    assert winners(Adjudicator(0, 100, 2), WIN, LOSS, WIN, LOSS)[3] is Player.FIRST
    assert winners(Adjudicator(0, 100, 2), LOSS, WIN, LOSS, WIN)[3] is Player.SECOND
    assert winners(Adjudicator(0, 100, 2), WIN, LOSS, WIN) == [False] * 3


@pytest.mark.parametrize(
    "between", [None, EngineEvaluation(-99), EngineEvaluation(99), EngineEvaluation(mate=3)]
)
def test_engines_that_do_not_agree_start_the_count_anew(between: EngineEvaluation | None) -> None:
    found = winners(Adjudicator(0, 100, 2), WIN, LOSS, WIN, between, WIN, LOSS, WIN, LOSS)
    assert found == [False] * 7 + [Player.FIRST]


def test_engines_that_say_nothing_decide_nothing() -> None:
    assert winners(Adjudicator(0, 100, 1), *[None] * 5) == [False] * 5


def test_a_win_comes_before_a_draw_and_says_why() -> None:
    adjudicator = Adjudicator(2, 100, 1)
    assert adjudicator.see(Player.FIRST, WIN, 1) is None
    decided = adjudicator.see(Player.SECOND, LOSS, 2)
    assert decided is not None
    assert decided.winner is Player.FIRST
    assert decided.reason == "both engines saw 100 or more in 1 moves"
