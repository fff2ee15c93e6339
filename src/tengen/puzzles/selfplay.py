"""Games that the engine plays against itself, to find puzzles in."""

from __future__ import annotations

from random import Random

from tengen.engine.levels import Opponent
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Rules

LEVELS = (5, 6, 7, 8)
"""Good enough to build something, and quick."""
STONES = (3, 4, 5, 6)
"""How many stones chance puts down at the beginning."""
NEAR = 3
"""How far from the centre they are."""
LONGEST = 120


def play_game(rules: Rules, seed: str) -> Board:
    """A game between two levels after a random opening; the same for the same seed."""
    random = Random(seed)  # noqa: S311 - a game
    board = _opening(rules, random)
    players = [Opponent(random.choice(LEVELS), random.randrange(1 << 30)) for _ in range(2)]
    while not board.outcome.is_over and len(board.moves) < LONGEST:
        board.play(players[len(board.moves) % 2].choose(board))
    return board


def _opening(rules: Rules, random: Random) -> Board:
    board = Board(rules)
    for _ in range(random.choice(STONES)):
        near = [point for point in board.legal_points() if _is_near(point, rules)]
        board.play(random.choice(near))
    return board


def _is_near(point: Point, rules: Rules) -> bool:
    down, right = point.row - rules.height // 2, point.col - rules.width // 2
    return max(abs(down), abs(right)) <= NEAR
