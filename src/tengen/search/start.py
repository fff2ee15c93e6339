"""Where a search by patterns starts: a board as it keeps one."""

from __future__ import annotations

from tengen.errors import RuleError
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import RENJU_K, Player, Rules, WinRule
from tengen.search.position import Position
from tengen.search.tables import tables

LARGEST_SIDE = 22
PLAYED = {WinRule.FREESTYLE, WinRule.STANDARD, WinRule.RENJU}
"""The rules under which a four has one answer at most and an open four none; caro differs."""


def has_patterns(rules: Rules) -> bool:
    """Whether the search by patterns plays a game."""
    longest = max(rules.width, rules.height)
    return rules.k == RENJU_K and rules.win in PLAYED and longest <= LARGEST_SIDE


def make_position(board: Board) -> Position:
    """A board as the search by patterns keeps it. Raises RuleError for other games."""
    rules = board.rules
    if not has_patterns(rules):
        raise RuleError(f"there are no patterns for {rules}")
    position = Position(rules.width, rules.height, 0, tables(rules))
    for point, player in [*board.setup.items(), *_played(board)]:
        position.turn = int(player is Player.SECOND)
        position.play(point.row, point.col)
    position.turn = int(board.turn is Player.SECOND)
    position.key = board.key
    return position


def _played(board: Board) -> list[tuple[Point, Player]]:
    players = (board.first_turn, board.first_turn.other)
    return [(point, players[number % 2]) for number, point in enumerate(board.moves)]
