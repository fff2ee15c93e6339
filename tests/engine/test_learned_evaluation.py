from __future__ import annotations

from random import Random

import pytest
from kit.learned import random_weights, slow_score

from tengen.engine.analysis import Limits
from tengen.engine.engine import Engine
from tengen.engine.learned_evaluation import LearnedEvaluation
from tengen.engine.pattern_tables import make_position
from tengen.rules import Board, Rules, WinRule, parse_position

WEIGHTS = random_weights()
GAMES = [Rules(15, 15, 5), Rules(9, 7, 5), Rules(22, 6, 5)]
QUIET = "15x15/5 freestyle X 15/15/15/15/15/15/6OX7/6XO7/8O6/9X5/15/15/15/15/15"


@pytest.mark.parametrize("rules", GAMES, ids=str)
def test_the_score_follows_the_moves(rules: Rules) -> None:
    random = Random(str(rules))
    board = Board(rules)
    position = make_position(board)
    evaluation = LearnedEvaluation(position, WEIGHTS)
    for _ in range(30):
        if board.moves and random.random() < 0.4:
            board.undo()
            position.undo()
        elif not board.outcome.is_over:
            point = random.choice(board.legal_points())
            board.play(point)
            position.play(point.row, point.col)
        if random.random() < 0.2:
            assert evaluation.score() == slow_score(board, WEIGHTS)


def test_a_position_that_has_stones_is_evaluated() -> None:
    board = parse_position(QUIET)
    assert LearnedEvaluation(make_position(board), WEIGHTS).score() == slow_score(board, WEIGHTS)


def test_an_engine_with_weights_searches_other_positions() -> None:
    board, limits = parse_position(QUIET), Limits(depth=5)
    *_, plain = Engine(1).analyse(board, limits)
    *_, learned = Engine(1, weights=WEIGHTS).analyse(board, limits)
    assert learned.nodes != plain.nodes


def test_weights_for_another_rule_are_not_used() -> None:
    board, limits = parse_position(QUIET), Limits(depth=5)
    *_, plain = Engine(1).analyse(board, limits)
    *_, other = Engine(1, weights=random_weights(1, WinRule.RENJU)).analyse(board, limits)
    assert (other.nodes, other.lines) == (plain.nodes, plain.lines)
