"""Whether a stone makes a four, by the rules alone."""

from __future__ import annotations

from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Player, Rules

STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))

Place = tuple[int, int]
Stones = dict[Place, Player]


def count_fours(board: Board, line: tuple[Point, ...]) -> int:
    """How many moves of the side to move make fours when a line is played."""
    stones = {(point.row, point.col): player for point, player in board.stones.items()}
    player, fours = board.turn, 0
    for at, point in enumerate(line):
        place = (point.row, point.col)
        stones[place] = player if at % 2 == 0 else player.other
        fours += at % 2 == 0 and _makes_four(board.rules, stones, place)
    return fours


def makes_four(board: Board, point: Point) -> bool:
    """Whether a move of the side to move would make a four."""
    return count_fours(board, (point,)) == 1


def _makes_four(rules: Rules, stones: Stones, place: Place) -> bool:
    """Whether a stone that stands would win with one more stone in line with it."""
    player = stones[place]
    for step in STEPS:
        near = [_beyond(place, step, far) for far in range(1 - rules.k, rules.k)]
        if sum(stones.get(at) is player for at in near) < rules.k - 1:
            continue
        free = [(r, c) for r, c in near if 0 <= r < rules.height and 0 <= c < rules.width]
        if any(at not in stones and _wins(rules, stones, at, step, player) for at in free):
            return True
    return False


def _wins(rules: Rules, stones: Stones, place: Place, step: Place, player: Player) -> bool:
    """Whether a stone on an empty place would make a winning line in one direction."""
    ends = []
    length = 1
    for sign in (1, -1):
        far = sign
        while stones.get(_beyond(place, step, far)) is player:
            far += sign
        length += abs(far) - 1
        ends.append(stones.get(_beyond(place, step, far)))
    return rules.wins(length, player, blocked=ends == [player.other] * 2)


def _beyond(place: Place, step: Place, far: int) -> Place:
    return place[0] + far * step[0], place[1] + far * step[1]
