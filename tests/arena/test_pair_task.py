from __future__ import annotations

import pickle
from dataclasses import replace

import pytest
from kit.seats import ScriptedSeat

from tengen.arena.formats import OpeningPair
from tengen.arena.game import EngineGame, GameConditions, PlayedOpening
from tengen.arena.pair_task import EngineMaker, PairResult, PairTask
from tengen.rules.board import Board
from tengen.rules.outcome import Termination
from tengen.rules.rules import TIC_TAC_TOE, Player

FIRST, SECOND = Player.FIRST, Player.SECOND


def ended(winner: Player | None) -> EngineGame:
    return EngineGame(Board(TIC_TAC_TOE), 0, winner, Termination.LINE)


@pytest.mark.parametrize(
    "one, two, halves",
    [(FIRST, SECOND, 4), (FIRST, None, 3), (FIRST, FIRST, 2), (None, FIRST, 1), (SECOND, FIRST, 0)],
)
def test_the_points_of_a_pair_are_those_of_its_first_engine(
    one: Player, two: Player, halves: int
) -> None:
    assert PairResult(1, OpeningPair(0, 1, 0), (ended(one), ended(two))).halves == halves


def test_points_and_names_follow_an_engine_through_a_swap() -> None:
    swapped = PlayedOpening("swap", is_swapped=True)
    games = (replace(ended(FIRST), opening=swapped), ended(FIRST))
    result = PairResult(3, OpeningPair(0, 2, 0), games)
    assert result.halves == 0
    assert [(number, names) for number, _, names in result.numbered_games("abc")] == [
        (5, {FIRST: "c", SECOND: "a"}),
        (6, {FIRST: "c", SECOND: "a"}),
    ]


def test_a_task_is_named_after_its_number_and_its_engines() -> None:
    makers = (EngineMaker("a", ScriptedSeat), EngineMaker("b\n", ScriptedSeat))
    task = PairTask(7, OpeningPair(0, 1, 0), makers, TIC_TAC_TOE, (), GameConditions())
    assert str(task) == "pair 7 ('a' against 'b\\n')"
    assert pickle.loads(pickle.dumps(task)) == task
