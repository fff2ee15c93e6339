"""Shapes: the fours and threes that a stone makes or stops, by the rules alone.

The names are those of five in a row; for other k the same shapes are shorter or longer. A *four*
wins with one more stone, an *open four* in two ways. A *three* becomes an open four with one more
stone, if that stone is legal.
"""

from __future__ import annotations

import enum
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import product

from tengen.rules import Board, Player, Point, Rules, WinRule
from tengen.rules.geometry import DIRECTIONS

LEAST_FOR_FOURS = 3
LEAST_FOR_THREES = 4
"""The smallest k with fours, and with threes: for smaller k, every stone would make one."""

RowCol = tuple[int, int]


class Shape(enum.IntEnum):
    """What a stone makes in all directions together; a greater number is a greater threat."""

    NOTHING = 0
    THREE = 1
    TWO_THREES = 2
    FOUR = 3
    FOUR_AND_THREE = 4
    TWO_FOURS = 5
    OPEN_FOUR = 6
    FIVE = 7


DOUBLE_THREATS = {Shape.TWO_THREES, Shape.FOUR_AND_THREE, Shape.TWO_FOURS}


@dataclass(frozen=True, slots=True)
class Effect:
    """What a move did.

    `stopped` has the opponent's shapes that the move made smaller, at most one for each direction;
    of an open four it stops only one side. `prevented` is what the opponent would have made on the
    same point, if that is two threats at once.
    """

    made: Shape = Shape.NOTHING
    stopped: tuple[Shape, ...] = ()
    prevented: Shape = Shape.NOTHING


NO_EFFECT = Effect()


def effect_of(board: Board, move: Point) -> Effect:
    """Return the effect of a move that is not played yet."""
    stones = ShapeFinder(board)
    player, place = board.turn, (move.row, move.col)
    made = stones.shape_on(place, player)
    if made is Shape.FIVE:
        return Effect(made)
    prevented = stones.shape_on(place, player.other)
    stopped = stones.stopped_on(place, player)
    return Effect(made, stopped, prevented if prevented in DOUBLE_THREATS else Shape.NOTHING)


def answer_to(board: Board, move: Point, answer: Point) -> Shape:
    """Return the shape that the opponent's answer makes after a move that is not played yet."""
    after = board.copy()
    after.play_unchecked(move)
    return ShapeFinder(after).shape_on((answer.row, answer.col), after.turn)


def only_defence(board: Board) -> Point | None:
    """Return the only move that does not lose at once, if there is exactly one."""
    legal = board.legal_points()
    if len(legal) == 1:
        return legal[0]
    stones = ShapeFinder(board)
    if stones.wins_of(board.turn):
        return None
    threats = stones.wins_of(board.turn.other)
    helping = [point for point in legal if stones.stops(point, board.turn, threats)]
    return helping[0] if threats and len(helping) == 1 else None


class ShapeFinder:
    """Finds shapes on a board by trying stones."""

    def __init__(self, board: Board) -> None:
        self._rules = board.rules
        self._stones = {(point.row, point.col): player for point, player in board.stones.items()}

    def wins_of(self, player: Player) -> list[RowCol]:
        """Return the places where a player can win at once."""
        rules = self._rules
        places = product(range(rules.height), range(rules.width))
        empty = [place for place in places if place not in self._stones]
        return [place for place in empty if self._wins_on(place, player)]

    def stops(self, point: Point, player: Player, threats: list[RowCol]) -> bool:
        """Whether a move leaves the opponent no win on any of these places."""
        with self._put((point.row, point.col), player):
            left = [place for place in threats if place not in self._stones]
            return not any(self._wins_on(place, player.other) for place in left)

    def shape_on(self, place: RowCol, player: Player) -> Shape:
        """Return the shape of a player's stone on an empty place; nothing if it is forbidden."""
        if self._wins_on(place, player):
            return Shape.FIVE
        if not self._may_play(place, player):
            return Shape.NOTHING
        with self._put(place, player):
            return _combined([self._grade(place, step, player) for step in DIRECTIONS])

    def stopped_on(self, place: RowCol, player: Player) -> tuple[Shape, ...]:
        """Return the opponent's shapes that a player's stone makes smaller, the greatest first."""
        before = [self._greatest(place, step, player.other) for step in DIRECTIONS]
        with self._put(place, player):
            after = [self._greatest(place, step, player.other) for step in DIRECTIONS]
        pairs = zip(before, after, strict=True)
        return tuple(sorted((was for was, left in pairs if left < was), reverse=True))

    def _greatest(self, place: RowCol, step: RowCol, player: Player) -> Shape:
        """Return the greatest of a player's shapes in one direction from a place."""
        near = self._line(place, step, self._rules.k)
        grades = [self._grade(at, step, player) for at in near if self._stones.get(at) is player]
        return max(grades, default=Shape.NOTHING)

    def _grade(self, place: RowCol, step: RowCol, player: Player) -> Shape:
        """Return the shape of a stone on the board in one direction: open four, four or three."""
        ways = self._ways(place, step, player)
        if ways > 1:
            return Shape.OPEN_FOUR
        if ways or self._rules.k < LEAST_FOR_THREES:
            return Shape.FOUR if ways else Shape.NOTHING
        for growth in self._line(place, step, self._rules.k - 1):
            if growth not in self._stones and self._opens(place, step, growth, player):
                return Shape.THREE
        return Shape.NOTHING

    def _opens(self, place: RowCol, step: RowCol, growth: RowCol, player: Player) -> bool:
        """Whether a legal stone on `growth` makes an open four of a stone's line."""
        with self._put(growth, player):
            ways = self._ways(place, step, player)
        return ways > 1 and self._may_grow(growth, player)

    def _ways(self, place: RowCol, step: RowCol, player: Player) -> int:
        """Return the number of places where one more stone wins in a stone's line."""
        if self._rules.k < LEAST_FOR_FOURS:
            return 0
        ways = 0
        for more in self._line(place, step, self._rules.k - 1):
            if more not in self._stones:
                with self._put(more, player):
                    ways += self._wins_along(place, step, player)
        return ways

    def _wins_on(self, place: RowCol, player: Player) -> bool:
        """Whether a stone on an empty place wins."""
        with self._put(place, player):
            return any(self._wins_along(place, step, player) for step in DIRECTIONS)

    def _wins_along(self, place: RowCol, step: RowCol, player: Player) -> bool:
        """Whether a stone on the board is part of a winning line in one direction."""
        before, low = self._run(place, (-step[0], -step[1]), player)
        after, high = self._run(place, step, player)
        blocked = low is high is player.other
        return self._rules.wins(before + 1 + after, player, blocked=blocked)

    def _run(self, place: RowCol, step: RowCol, player: Player) -> tuple[int, Player | None]:
        """Return the number of a player's stones next to a place, and what is behind them."""
        count = 0
        while True:
            place = (place[0] + step[0], place[1] + step[1])
            if self._stones.get(place) is not player:
                return count, self._stones.get(place)
            count += 1

    def _line(self, place: RowCol, step: RowCol, far: int) -> list[RowCol]:
        """Return the places up to `far` steps away, on both sides in one direction."""
        rules = self._rules
        line = [
            (place[0] + at * step[0], place[1] + at * step[1]) for at in range(-far, far + 1) if at
        ]
        return [(r, c) for r, c in line if 0 <= r < rules.height and 0 <= c < rules.width]

    def _may_grow(self, place: RowCol, player: Player) -> bool:
        """Whether a three may become an open four here; in renju not where it makes five."""
        if not self._has_forbidden_points(player):
            return True
        return not self._wins_on(place, player) and self._may_play(place, player)

    def _may_play(self, place: RowCol, player: Player) -> bool:
        if not self._has_forbidden_points(player):
            return True
        stones = {Point(*at): stone for at, stone in self._stones.items()}
        return Board(self._rules, stones, player).is_legal(Point(*place))

    def _has_forbidden_points(self, player: Player) -> bool:
        """Whether some points are forbidden to a player."""
        return self._rules.win is WinRule.RENJU and player is Player.FIRST

    @contextmanager
    def _put(self, place: RowCol, player: Player) -> Iterator[None]:
        self._stones[place] = player
        yield
        del self._stones[place]


def _combined(grades: list[Shape]) -> Shape:
    """Combine the shapes of a stone's four directions."""
    if Shape.OPEN_FOUR in grades:
        return Shape.OPEN_FOUR
    fours, threes = grades.count(Shape.FOUR), grades.count(Shape.THREE)
    if fours:
        return Shape.TWO_FOURS if fours > 1 else Shape.FOUR_AND_THREE if threes else Shape.FOUR
    return Shape.TWO_THREES if threes > 1 else Shape.THREE if threes else Shape.NOTHING


StoneMap = dict[RowCol, Player]


def count_fours(board: Board, line: tuple[Point, ...]) -> int:
    """Return the number of moves with which the side to move makes a four in a line."""
    stones = {(point.row, point.col): player for point, player in board.stones.items()}
    player, fours = board.turn, 0
    for at, point in enumerate(line):
        place = (point.row, point.col)
        stones[place] = player if at % 2 == 0 else player.other
        fours += at % 2 == 0 and _is_in_four(board.rules, stones, place)
    return fours


def makes_four(board: Board, point: Point) -> bool:
    """Whether a move of the side to move would make a four."""
    return count_fours(board, (point,)) == 1


def _is_in_four(rules: Rules, stones: StoneMap, place: RowCol) -> bool:
    """Whether a stone on the board would win with one more stone in line with it."""
    player = stones[place]
    for step in DIRECTIONS:
        near = [_step_away(place, step, far) for far in range(1 - rules.k, rules.k)]
        if sum(stones.get(at) is player for at in near) < rules.k - 1:
            continue
        free = [(r, c) for r, c in near if 0 <= r < rules.height and 0 <= c < rules.width]
        if any(at not in stones and _wins_on(rules, stones, at, step, player) for at in free):
            return True
    return False


def _wins_on(rules: Rules, stones: StoneMap, place: RowCol, step: RowCol, player: Player) -> bool:
    """Whether a stone on an empty place would make a winning line in one direction."""
    ends = []
    length = 1
    for sign in (1, -1):
        far = sign
        while stones.get(_step_away(place, step, far)) is player:
            far += sign
        length += abs(far) - 1
        ends.append(stones.get(_step_away(place, step, far)))
    return rules.wins(length, player, blocked=ends == [player.other] * 2)


def _step_away(place: RowCol, step: RowCol, far: int) -> RowCol:
    return place[0] + far * step[0], place[1] + far * step[1]
