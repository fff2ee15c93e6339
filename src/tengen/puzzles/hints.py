"""Hints, one after the other: what kind of move, one of a few points, the point."""

from __future__ import annotations

from dataclasses import dataclass

from tengen.puzzles.attack import Attack
from tengen.puzzles.fours import makes_four
from tengen.puzzles.single import LAST
from tengen.puzzles.words import describe_choice
from tengen.rules.board import Board
from tengen.rules.point import Point

FEW = 3
"""How many points the second hint names."""
STEPS = 3


@dataclass(frozen=True, slots=True)
class Hint:
    """Something to go by: words, and points to be marked on the board."""

    words: str
    points: tuple[Point, ...] = ()


def give_hint(board: Board, move: Point, step: int) -> Hint:
    """The first, second or third hint towards a move."""
    if step == 1:
        return Hint(f"Look for {_kind(board, move)}.")
    points = (move,) if step >= STEPS else _few(board, move)
    return Hint(describe_choice(points, board.rules), points)


def _kind(board: Board, move: Point) -> str:
    """What a move makes."""
    if makes_four(board, move):
        return "a four"
    stones = {**board.stones, move: board.turn}
    win = Attack(Board(board.rules, stones, board.turn)).by_fours()
    return "a three" if win is not None and win.plies == LAST else "a move that prepares fours"


def _few(board: Board, move: Point) -> tuple[Point, ...]:
    """The move among others of its kind, as far as there are any, and points close to it."""
    attack = Attack(board)
    near = sorted(
        (point for point in board.legal_points() if point != move),
        key=lambda point: max(abs(point.row - move.row), abs(point.col - move.col)),
    )
    if makes_four(board, move):
        fours = attack.fours()
        alike = [point for point in near if point in fours]
    else:
        alike = [point for point in near if _threatens(attack, point)]
    others = list(dict.fromkeys([*alike, *near]))
    return tuple(sorted([move, *others[: FEW - 1]]))


def _threatens(attack: Attack, point: Point) -> bool:
    attack.play(point)
    threatens = attack.answers() is not None
    attack.undo()
    return threatens
