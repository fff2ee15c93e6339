"""Choose moves as people do: by rows that can still be filled, some of them overlooked.

People overlook rows more easily if they have a gap, lie on a diagonal, or are far from the last
stones, and the more easily the fuller the board is.
"""

from __future__ import annotations

import functools
from collections.abc import Iterable
from dataclasses import dataclass
from random import Random
from typing import NamedTuple

from tengen.rules import Board, Point, Rules, cell_of, point_of
from tengen.rules.geometry import DIRECTIONS

MINE, THEIRS = 1, 2
NEAR = 2
FAR = 3

DIAGONAL_FACTOR = 1.6
GAP_FACTOR = 1.6
DISTANCE_FACTOR = 1.5
CROWDED_STONES = 40
OWN_FACTOR = 0.5
FACTOR_BY_MISSING = {1: 0.4, 2: 1.0}
FAINT_FACTOR = 1.3
"""How much each of these changes the chance that a row is overlooked."""

WIN_WORTH = 1e6
BLOCK_WORTH = 1e5
DOUBLE_THREAT_WORTH = 1e4
LIKELY_WIN_WORTH = 3e3
ROW_WORTHS = (0.0, 100.0, 30.0, 8.0, 2.0)
FAINTEST_WORTH = 0.5
"""The worth of a stone by what it makes; `ROW_WORTHS` is by the number of missing stones."""


@dataclass(frozen=True, slots=True)
class Perception:
    """What a player sees at a glance.

    `overlook` is the chance to miss an ordinary row. `foresight` is 1 for a player who sees only
    the next stone, 2 for one who knows rows that cannot be stopped, and 3 for one who also knows
    two threats at once; 1.5 is 1 or 2, each half of the time. `caution` is the weight of the
    opponent's rows, and `whim` the amount of randomness.
    """

    overlook: float
    foresight: float
    caution: float
    whim: float


class HumanlikeChooser:
    """Chooses a move by what a player sees on a board at a glance."""

    def __init__(self, board: Board, perception: Perception, random: Random) -> None:
        self._rules = board.rules
        self._perception = perception
        self._random = random
        self._marks = _marks(board)
        self._foresight = int(perception.foresight + random.random())
        self._stones = sum(map(bool, self._marks)) - 1
        self._places = candidate_points(board)
        self._recent = _around(board.rules, board.moves[-2:], FAR)
        self._attention: dict[tuple[int, tuple[int, int]], float] = {}
        self._rows_through: dict[tuple[int, int, int], set[tuple[int, ...]]] = {}
        self._players = {MINE: board.turn, THEIRS: board.turn.other}
        self._find_rows()

    def choose(self) -> Point:
        """Return the most promising point, with some randomness."""
        return point_of(max(sorted(self._places), key=self._appeal), self._rules)

    def _appeal(self, place: int) -> float:
        mine = self._worth(MINE, place)
        theirs = min(BLOCK_WORTH, self._perception.caution * self._worth(THEIRS, place))
        return (mine + theirs) * 2 ** (self._perception.whim * self._random.gauss())

    def _find_rows(self) -> None:
        """Find the rows through the candidate points, for both players."""
        for row in all_rows(self._rules):
            if self._places.isdisjoint(row.points):
                continue
            stones = [self._marks[place] for place in row.points]
            if MINE not in stones:
                self._add_row(THEIRS, row, stones)
            if THEIRS not in stones:
                self._add_row(MINE, row, stones)

    def _add_row(self, who: int, row: Row, stones: list[int]) -> None:
        """Note a row for its empty points, unless a shorter way is known or it is overlooked."""
        if not self._would_win(who, row) or self._overlooks(who, row, stones):
            return
        empty = tuple([place for place in row.points if not self._marks[place]])
        for place in self._places.intersection(empty):
            key = (who, place, row.axis)
            known = self._rows_through.get(key)
            if known is None or len(empty) < _missing(known):
                self._rows_through[key] = {empty}
            elif len(empty) == _missing(known):
                known.add(empty)

    def _would_win(self, who: int, row: Row) -> bool:
        """Whether the row would win if a player filled it."""
        ends = [self._marks[place] for place in row.ends]
        blocked = ends.count(3 - who) == len(ends)
        length = self._rules.k + ends.count(who)
        return self._rules.wins(length, self._players[who], blocked=blocked)

    def _overlooks(self, who: int, row: Row, stones: list[int]) -> bool:
        count = stones.count(who)
        if count < max(1, min(2, self._rules.k - 1)):
            return False
        key = (who, row.line)
        if key not in self._attention:
            self._attention[key] = self._random.random()
        chance = self._perception.overlook * (1 + self._stones / CROWDED_STONES)
        chance *= FACTOR_BY_MISSING.get(self._rules.k - count, FAINT_FACTOR)
        chance *= OWN_FACTOR if who == MINE else 1
        chance *= DIAGONAL_FACTOR if row.axis >= FIRST_DIAGONAL else 1
        chance *= GAP_FACTOR if _is_gapped(stones, who) else 1
        chance *= DISTANCE_FACTOR if self._recent.isdisjoint(row.points) else 1
        return self._attention[key] < chance

    def _worth(self, who: int, place: int) -> float:
        """Return the worth of a player's stone on a point, as far as its rows are seen."""
        total = 0.0
        fours = threes = 0
        for axis in range(4):
            ways = self._rows_through.get((who, place, axis))
            if not ways:
                continue
            missing = _missing(ways) - 1
            if missing == 0:
                return WIN_WORTH
            total += len(ways) * (
                ROW_WORTHS[missing] if missing < len(ROW_WORTHS) else FAINTEST_WORTH
            )
            if missing == 1:
                fours += 1
                total += DOUBLE_THREAT_WORTH if len(ways) > 1 and self._foresight > 1 else 0
            threes += missing == 2 and len(ways) > 1
        return total + (_combined_worth(fours, threes) if self._foresight > 2 else 0)


def candidate_points(board: Board) -> set[int]:
    """Return the legal points near the stones, by number; if there are none, all legal points."""
    rules = board.rules
    legal = {cell_of(point, rules) for point in board.legal_points()}
    return legal & _around(rules, board.stones, NEAR) or legal


def _combined_worth(fours: int, threes: int) -> float:
    """Return the worth of two threats at once."""
    if fours > 1:
        return DOUBLE_THREAT_WORTH
    if fours and threes:
        return DOUBLE_THREAT_WORTH / 2
    return LIKELY_WIN_WORTH / 2 if threes > 1 else 0


def _missing(ways: set[tuple[int, ...]]) -> int:
    return len(next(iter(ways)))


def _is_gapped(stones: list[int], who: int) -> bool:
    first = stones.index(who)
    count = stones.count(who)
    return stones[first : first + count].count(who) < count


def _marks(board: Board) -> list[int]:
    """Return the owners of the points, by number, with an entry for the edge at the end."""
    marks = [0] * board.rules.area + [3]
    for point, player in board.stones.items():
        mark = MINE if player is board.turn else THEIRS
        marks[cell_of(point, board.rules)] = mark
    return marks


def _around(rules: Rules, points: Iterable[Point], distance: int) -> set[int]:
    """Return the points within a distance of any of these, by number."""
    return {
        row * rules.width + col
        for point in points
        for row in range(max(0, point.row - distance), min(rules.height, point.row + distance + 1))
        for col in range(max(0, point.col - distance), min(rules.width, point.col + distance + 1))
    }


FIRST_DIAGONAL = 2


class Row(NamedTuple):
    """k points in one direction, and the points next to their ends.

    Points are numbered in reading order; the number after the last one stands for everything off
    the board. Rows on the same line of the board have the same `line`.
    """

    axis: int
    line: tuple[int, int]
    points: tuple[int, ...]
    ends: tuple[int, int]


@functools.lru_cache(maxsize=16)
def all_rows(rules: Rules) -> tuple[Row, ...]:
    """Return all rows of a board."""
    places = [(row, col) for row in range(rules.height) for col in range(rules.width)]
    return tuple(
        [
            _make_row(rules, axis, place)
            for axis, step in enumerate(DIRECTIONS)
            for place in places
            if _point_number(rules, place, step, rules.k - 1) < rules.area
        ]
    )


def _make_row(rules: Rules, axis: int, place: tuple[int, int]) -> Row:
    (row, col), (down, right) = place, DIRECTIONS[axis]
    numbers = [_point_number(rules, place, DIRECTIONS[axis], at) for at in range(-1, rules.k + 1)]
    line = (axis, row * right - col * down)
    return Row(axis, line, tuple(numbers[1:-1]), (numbers[0], numbers[-1]))


def _point_number(rules: Rules, place: tuple[int, int], step: tuple[int, int], times: int) -> int:
    row, col = place[0] + times * step[0], place[1] + times * step[1]
    inside = 0 <= row < rules.height and 0 <= col < rules.width
    return row * rules.width + col if inside else rules.area
