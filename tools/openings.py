"""Find balanced openings of three stones for `engine/balanced_opening.py`, by search and play.

    .venv/bin/python tools/openings.py [standard]

An opening is balanced if searches to two depths see no side ahead, and if both sides win some of
the games that the engine plays against itself from there, each with another limit.
"""

from __future__ import annotations

import sys
from random import Random

from tengen.engine.analysis import Limits
from tengen.engine.engine import Engine
from tengen.rules.board import Board
from tengen.rules.notation import format_moves
from tengen.rules.point import Point
from tengen.rules.rules import Rules, WinRule

WANTED = 16
EVEN = 30
DEPTHS = (8, 12)
NODES = range(4000, 12000, 1000)
FEWEST_WINS = 3


def main(win: WinRule) -> None:
    """Print balanced openings until there are enough."""
    random, rules, found = Random(1), Rules(15, 15, 5, win), 0
    while found < WANTED:
        board = _some_opening(rules, random)
        if _looks_even(board) and _plays_even(board):
            print(format_moves(board.moves, rules), flush=True)
            found += 1


def _some_opening(rules: Rules, random: Random) -> Board:
    """Return a board with three random stones in an 8x8 square in the upper left half."""
    top, left = random.randrange(5), random.randrange(5)
    cells = random.sample(range(64), 3)
    board = Board(rules)
    for cell in cells:
        board.play(Point(top + cell // 8, left + cell % 8))
    return board


def _looks_even(board: Board) -> bool:
    engine = Engine(16)
    scores = []
    for analysis in engine.analyse(board, Limits(depth=DEPTHS[-1])):
        scores.append(analysis.score)
        if analysis.depth in DEPTHS and abs(scores[-1] + scores[-2]) / 2 > EVEN:
            return False
    return True


def _plays_even(board: Board) -> bool:
    wins = [_winner(board, nodes) for nodes in NODES]
    return min(wins.count("X"), wins.count("O")) >= FEWEST_WINS


def _winner(opening: Board, nodes: int) -> str:
    board, engine = opening.copy(), Engine(4)
    while not board.outcome.is_over:
        board.play(engine.choose(board, Limits(nodes=nodes)))
    return board.outcome.winner.value if board.outcome.winner else ""


if __name__ == "__main__":
    main(WinRule(sys.argv[1] if sys.argv[1:] else "freestyle"))
