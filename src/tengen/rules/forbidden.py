"""Renju's forbidden points: overline, double-four and double-three of the first player.

Whether a point is forbidden depends on the lines that a stone there would make in the four
directions. In each direction only the cells within five steps matter, so the result for a window
of eleven cells is computed once and cached.

The terms of renju: a *five* is exactly five in a row, an *overline* is six or more; a *four*
becomes a five with one more stone; a *straight four* is an unbroken four that becomes a five at
either end; a *three* is not a four, but becomes a straight four with one more stone, on a point
where the first player may play and does not make a five.
"""

from __future__ import annotations

import functools

from tengen.errors import Refusal
from tengen.rules.geometry import MARGIN, CellContent
from tengen.rules.rules import Player, Value

FIVE = 5
CENTRE = MARGIN

Window = tuple[CellContent, ...]


class LineShape(Value):
    """The line that a stone makes in one direction.

    `growths` are the steps to the points at which one more stone would make a straight four.
    """

    __slots__ = ("length", "fours", "growths")

    length: int
    fours: int
    growths: tuple[int, ...]

    def __init__(self, length: int, fours: int, growths: tuple[int, ...]) -> None:
        self._set(length=length, fours=fours, growths=growths)


def find_foul(cells: list[CellContent], cell: int, steps: tuple[int, ...]) -> Refusal | None:
    """Return why the first player may not play on an empty cell, or None if they may."""
    shapes = [line_shape(_window(cells, cell, step)) for step in steps]
    if any(found.length == FIVE for found in shapes):
        return None
    if any(found.length > FIVE for found in shapes):
        return Refusal.OVERLINE
    if sum(found.fours for found in shapes) > 1:
        return Refusal.DOUBLE_FOUR
    growing = [(step, found.growths) for step, found in zip(steps, shapes, strict=True)]
    growing = [(step, growths) for step, growths in growing if growths]
    if len(growing) > 1 and _threes(cells, cell, steps, growing) > 1:
        return Refusal.DOUBLE_THREE
    return None


def _threes(
    cells: list[CellContent],
    cell: int,
    steps: tuple[int, ...],
    growing: list[tuple[int, tuple[int, ...]]],
) -> int:
    """Count the directions in which a stone on the cell makes a three."""
    cells[cell] = Player.FIRST
    count = sum(
        any(_may_grow(cells, cell + step * growth, steps) for growth in growths)
        for step, growths in growing
    )
    cells[cell] = None
    return count


def _may_grow(cells: list[CellContent], cell: int, steps: tuple[int, ...]) -> bool:
    """Return whether the first player may play on a cell without making a five."""
    if any(line_shape(_window(cells, cell, step)).length == FIVE for step in steps):
        return False
    return find_foul(cells, cell, steps) is None


def _window(cells: list[CellContent], cell: int, step: int) -> Window:
    reach = step * MARGIN
    return tuple(cells[cell - reach : cell + reach + 1 : step])


@functools.cache
def line_shape(window: Window) -> LineShape:
    """Return the line that a first player's stone in the centre of a window makes."""
    line = [*window]
    line[CENTRE] = Player.FIRST
    fives = [at for at in _empty(line) if _run(line, at) == FIVE]
    straight = bool(fives) and fives[-1] - fives[0] == FIVE
    fours = 1 if straight else len(fives)
    growths = () if fives else tuple(at - CENTRE for at in _empty(line) if _straightens(line, at))
    return LineShape(_run(line, CENTRE), fours, growths)


def _empty(line: list[CellContent]) -> list[int]:
    return [at for at, cell in enumerate(line) if cell is None]


def _run(line: list[CellContent], at: int) -> int:
    """Return the length of the first player's run through `at`; 0 if it misses the centre."""
    low = high = at
    while low > 0 and line[low - 1] is Player.FIRST:
        low -= 1
    while high + 1 < len(line) and line[high + 1] is Player.FIRST:
        high += 1
    return high - low + 1 if low <= CENTRE <= high else 0


def _straightens(line: list[CellContent], at: int) -> bool:
    """Return whether a stone at `at` makes a straight four through the centre."""
    line[at] = Player.FIRST
    fives = [end for end in _empty(line) if _run(line, end) == FIVE]
    line[at] = None
    return _run(line, at) == FIVE - 1 and len(fives) == 2
