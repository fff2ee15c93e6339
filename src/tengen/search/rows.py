"""Every row of k points on a board, as numbers, for players that look at the board as people do."""

from __future__ import annotations

import functools
from typing import NamedTuple

from tengen.rules.rules import Rules

STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))
FIRST_DIAGONAL = 2


class Row(NamedTuple):
    """k points in one direction, and the points before and behind them.

    Points are numbered in reading order; the number behind the last one stands for all that is
    off the board. Rows on the same line of the board have the same `line`.
    """

    axis: int
    line: tuple[int, int]
    points: tuple[int, ...]
    ends: tuple[int, int]


@functools.lru_cache(maxsize=16)
def rows(rules: Rules) -> tuple[Row, ...]:
    """All rows of a game's board."""
    places = [(row, col) for row in range(rules.height) for col in range(rules.width)]
    return tuple(
        [
            _row(rules, axis, place)
            for axis, step in enumerate(STEPS)
            for place in places
            if _number(rules, place, step, rules.k - 1) < rules.area
        ]
    )


def _row(rules: Rules, axis: int, place: tuple[int, int]) -> Row:
    (row, col), (down, right) = place, STEPS[axis]
    numbers = [_number(rules, place, STEPS[axis], at) for at in range(-1, rules.k + 1)]
    line = (axis, row * right - col * down)
    return Row(axis, line, tuple(numbers[1:-1]), (numbers[0], numbers[-1]))


def _number(rules: Rules, place: tuple[int, int], step: tuple[int, int], times: int) -> int:
    row, col = place[0] + times * step[0], place[1] + times * step[1]
    inside = 0 <= row < rules.height and 0 <= col < rules.width
    return row * rules.width + col if inside else rules.area
