"""Whether a stone makes a four, by the rules alone."""

from __future__ import annotations

from tengen.core.board import Board
from tengen.core.player import Player
from tengen.core.point import Point

STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))

Step = tuple[int, int]


def makes_four(board: Board, point: Point) -> bool:
    """Whether a stone that stands would win with one more stone in line with it."""
    stones, rules = board.stones, board.rules
    player = stones[point]
    for step in STEPS:
        for far in range(1 - rules.k, rules.k):
            more = _beyond(point, step, far)
            is_free = 0 <= more.row < rules.height and 0 <= more.col < rules.width
            if is_free and more not in stones and _wins(board, stones, more, step, player):
                return True
    return False


def _wins(
    board: Board, stones: dict[Point, Player], point: Point, step: Step, player: Player
) -> bool:
    """Whether a stone on an empty point would make a winning line in one direction."""
    ends = []
    length = 1
    for sign in (1, -1):
        far = sign
        while stones.get(_beyond(point, step, far)) is player:
            far += sign
        length += abs(far) - 1
        ends.append(stones.get(_beyond(point, step, far)))
    blocked = ends == [player.other] * 2
    return board.rules.wins(length, player, blocked=blocked)


def _beyond(point: Point, step: Step, far: int) -> Point:
    return Point(point.row + far * step[0], point.col + far * step[1])
