"""Positions as boards."""

from __future__ import annotations

from tengen.online.study import Position
from tengen.online.views import points_of
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules

PLAYERS = {1: Player.FIRST, 2: Player.SECOND}
NUMBERS = {player: number for number, player in PLAYERS.items()}


def board_of(position: Position) -> Board:
    """A board on which everything was played. Raises RuleError."""
    rules = position.rules
    points = points_of([cell for cell, _ in position.stones], rules)
    players = [PLAYERS[colour] for _, colour in position.stones]
    turn = None if position.turn is None else PLAYERS[position.turn]
    board = Board(rules, dict(zip(points, players, strict=True)), turn)
    for point in points_of(position.moves, rules):
        board.play(point)
    return board


def cell_of(point: Point, rules: Rules) -> int:
    """A point as a number."""
    return point.row * rules.width + point.col


def number_of(player: Player | None) -> int | None:
    """1 for Black, 2 for White."""
    return None if player is None else NUMBERS[player]
