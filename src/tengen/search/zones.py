"""Zones of wins: where extra stones of the defender might disturb them.

A win holds even if the defender has up to three extra stones, put down while passing, as long as
the newest is outside `zone(board, win, 1)`, the one before outside `zone(board, win, 2)`, and the
oldest outside `zone(board, win, 3)`. docs/design/threats.md has the proof. Games are those of
five in a row in which five, or five and more, win wherever they are.

Sets of points are numbers here: bit `row * width + col` stands for a point.
"""

from __future__ import annotations

from functools import cache
from itertools import product

from tengen.errors import RuleError
from tengen.rules.board import Board
from tengen.rules.point import Point
from tengen.rules.rules import Rules, WinRule
from tengen.search.wins import Win

LENGTH = 5
MOST_EXTRAS = 3
DIRECTIONS = ((0, 1), (1, 0), (1, 1), (1, -1))
PLAYED = {WinRule.FREESTYLE, WinRule.STANDARD}


def zone(board: Board, win: Win, extras: int) -> frozenset[Point]:
    """Where the defender's extra stone number `extras`, from the newest, could disturb a win."""
    rules = board.rules
    if rules.k != LENGTH or rules.win not in PLAYED:
        raise RuleError(f"no zones are known for {rules}")
    own = _bits([point for point, player in board.stones.items() if player is board.turn], rules)
    other = _bits(list(board.stones), rules) ^ own
    found = _Zones(rules).of(win, own, other, extras)
    return frozenset(Point(*divmod(at, rules.width)) for at in range(rules.area) if found >> at & 1)


class _Zones:
    """Computes zones of the subtrees of one tree; `own` are the attacker's stones."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._windows = _windows(rules)
        self._known: dict[tuple[int, int, int, int], int] = {}

    def of(self, win: Win, own: int, other: int, extras: int) -> int:
        """The zone of a tree, with the attacker to move."""
        if extras > MOST_EXTRAS:
            return ~(own | other) & (1 << self._rules.area) - 1
        if win.otherwise is None:
            return self._bit(win.move)
        place = (id(win), own, other, extras)
        if place not in self._known:
            after = own | self._bit(win.move)
            cells = self._bit(win.move) | self._lines(own, other, MOST_EXTRAS + 1 - extras)
            if win.makes_four:
                cells |= _bits(list(win.replies), self._rules)
            else:
                cells |= self.of(win.otherwise, after, other, extras + 1)
            for reply, child in win.replies.items():
                cells |= self.of(child, after, other | self._bit(reply), extras)
            self._known[place] = cells
        return self._known[place]

    def _lines(self, own: int, other: int, least: int) -> int:
        """The empty points of all lines of five that the defender could fill and has begun to."""
        cells = 0
        for window, ends in self._windows:
            if not (window & own or ends & other) and (window & other).bit_count() >= least:
                cells |= window
        return cells & ~other

    def _bit(self, point: Point) -> int:
        return 1 << point.row * self._rules.width + point.col


def _bits(points: list[Point], rules: Rules) -> int:
    return sum(1 << point.row * rules.width + point.col for point in points)


@cache
def _windows(rules: Rules) -> tuple[tuple[int, int], ...]:
    """Every five points in a line, and their ends where a longer line does not win."""
    points = {Point(row, col) for row in range(rules.height) for col in range(rules.width)}
    windows = []
    for point, (down, right) in product(points, DIRECTIONS):
        line = [Point(point.row + n * down, point.col + n * right) for n in range(-1, LENGTH + 1)]
        if points.issuperset(line[1:-1]):
            ends = points.intersection((line[0], line[-1]))
            counted = list(ends) if rules.win is WinRule.STANDARD else []
            windows.append((_bits(line[1:-1], rules), _bits(counted, rules)))
    return tuple(windows)
