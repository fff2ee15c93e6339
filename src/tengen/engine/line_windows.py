"""Line windows: the four cells to either side of a cell, in one direction, as numbers.

A window has two bits for each cell, as lines have: 0 for an empty cell, 1 and 2 for the stones of
the first and the second player, 3 beyond the edge. A window and its mirror image share a row of
the tables.
"""

from __future__ import annotations

import array
import functools
from collections.abc import Iterator
from itertools import product

from tengen.engine.pattern_tables import pattern_tables
from tengen.rules import Rules

SIDE = 4
"""The number of cells to either side."""
WINDOWS = 1 << 4 * SIDE
SWAPPED = (0, 2, 1, 3)
"""The contents of a cell with the players exchanged."""
EDGE = 3

Cells = tuple[int, ...]


@functools.cache
def window_rows() -> array.array[int]:
    """Return the row of each window, as the first player sees it.

    Windows that cannot occur have row 0.
    """
    rows = array.array("H", bytes(2 * WINDOWS))
    numbers: dict[int, int] = {}
    for low, high in _possible_windows():
        canonical = min(_number(low, high), _number(high, low))
        rows[_number(low, high)] = numbers.setdefault(canonical, len(numbers))
    return rows


@functools.cache
def exchanged_rows() -> array.array[int]:
    """Return, for each row, the row of the same windows with the players exchanged."""
    rows = window_rows()
    exchanged = array.array("H", bytes(2 * row_count()))
    for low, high in _possible_windows():
        exchanged[rows[_number(low, high)]] = rows[_number(_exchanged(low), _exchanged(high))]
    return exchanged


@functools.cache
def row_count() -> int:
    """Return the number of rows."""
    return max(window_rows()) + 1


def pattern_of_rows(rules: Rules) -> list[int]:
    """Return the patterns of both players in the windows of each row, as one number.

    Where patterns depend on more cells than a window has, these are empty or beyond the edge.
    """
    tables = pattern_tables(rules)
    patterns = [0] * row_count()
    for low, high in _possible_windows():
        wide = _number(_widened(low, tables.reach), _widened(high, tables.reach))
        patterns[window_rows()[_number(low, high)]] = tables.lookup[wide]
    return patterns


def _possible_windows() -> Iterator[tuple[Cells, Cells]]:
    """Yield the cells of both sides, from the middle outwards: nothing follows the edge."""
    sides = [
        cells + (EDGE,) * (SIDE - length)
        for length in range(SIDE + 1)
        for cells in product(range(EDGE), repeat=length)
    ]
    return product(sides, sides)


def _widened(cells: Cells, length: int) -> Cells:
    return cells + (EDGE if cells[-1] == EDGE else 0,) * (length - len(cells))


def _exchanged(cells: Cells) -> Cells:
    return tuple(SWAPPED[cell] for cell in cells)


def _number(low: Cells, high: Cells) -> int:
    return sum(cell << 2 * at for at, cell in enumerate(low[::-1] + high))
