"""Small positions of all kinds for the general search, and the result of a search."""

from __future__ import annotations

from random import Random

from tengen.engine.analysis import plies_of
from tengen.engine.constants import WIN
from tengen.engine.engine import HashTable
from tengen.engine.general_position import GeneralPosition
from tengen.engine.general_search import GeneralSearch
from tengen.errors import RuleError
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules, WinRule

SIZES = ((3, 3), (4, 3), (4, 4), (5, 4), (5, 5), (6, 6), (7, 5), (9, 2), (8, 1))
LENGTHS = (2, 3, 3, 4, 4, 4, 5)
WIN_RULES = [win for win in WinRule if win is not WinRule.RENJU]


def almost_full(win: WinRule, seed: int, most: int = 7) -> Board | None:
    """Return a board with few empty points; None if it is won."""
    random = Random(seed)
    rules = Rules(*random.choice(SIZES), random.choice(LENGTHS), win)
    points = Board(rules).empty_points()
    stones = random.sample(points, rules.area - random.randint(1, min(most, rules.area)))
    players = list(Player)
    in_turn = random.random() < 0.7
    setup = {
        point: players[number % 2] if in_turn else random.choice(players)
        for number, point in enumerate(stones)
    }
    try:
        board = Board(rules, setup, random.choice(players))
    except RuleError:
        return None
    return None if board.outcome.is_over else board


def search(board: Board, depth: int) -> tuple[int, bool, Point]:
    """Search to a depth; return the plies to a proven end, whether it is exact, and the move."""
    position = GeneralPosition(board)
    searcher = GeneralSearch(position, HashTable(0))
    score = 0
    for deep in range(1, depth + 1):
        score = searcher.run(deep, -WIN, WIN)
        if searcher.solved:
            break
    if searcher.solved and not plies_of(score):
        assert score == 0, str(board)
    return plies_of(score), searcher.solved, position.point(searcher.best)


def sign(plies: int) -> int:
    """Return 1 for a win, -1 for a loss, 0 for a draw."""
    return (plies > 0) - (plies < 0)
