"""Points and moves of SGF files: two letters, column from the left and row from the top."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache

from tengen.core.player import Player
from tengen.core.point import Point
from tengen.notation.points import LETTERS
from tengen.records.grid import grid

SGF_LETTERS = LETTERS + LETTERS.upper()
COLOURS = {"B": Player.FIRST, "W": Player.SECOND}
PLAYED = "B W"
"""The key of a node's moves, such as `B[hh]`, in file order; no property is called so."""
OPENED = "Q W"
"""Likewise the key of the moves of an opening that a file has apart from the others."""
LAST_WITH_TT = 19
"""On boards up to this size, `tt` is a pass."""

Move = tuple[Player, Point | None, int]
"""Who, where, and the bit of the point in a number that has one for every taken point."""


class Moves(dict[str, Move | None]):
    """Moves by their texts, as in `B[hh]`, filled as they are asked for; None is no move."""

    def __init__(self, width: int, height: int) -> None:
        super().__init__()
        self._size = (width, height)
        self._grid = grid(width, height)

    def __missing__(self, text: str) -> Move | None:
        player, point = COLOURS[text[0]], text[2:-1]
        at = point_number(point, *self._size)
        if at is not None:
            self[text] = player, self._grid[at], 1 << at
        elif not point or (point == "tt" and max(self._size) <= LAST_WITH_TT):
            self[text] = player, None, 0
        return self.get(text)


@lru_cache(maxsize=16)
def sgf_moves(width: int, height: int) -> Moves:
    """The moves on boards of a size, made once for many games."""
    return Moves(width, height)


def point_number(text: str, width: int, height: int) -> int | None:
    """The number of a point such as `hh` in reading order, if it is on the board."""
    if len(text) != 2:
        return None
    col, row = SGF_LETTERS.find(text[0]), SGF_LETTERS.find(text[1])
    return row * width + col if 0 <= col < width and 0 <= row < height else None


@lru_cache(maxsize=8)
def move_texts(width: int, height: int) -> dict[Player, tuple[str, ...]]:
    """Each player's moves in reading order, and last the pass."""
    points = [*map(format_point, grid(width, height)), ""]
    return {
        player: tuple(f"{colour}[{point}]" for point in points)
        for colour, player in COLOURS.items()
    }


def rectangle(text: str, width: int, height: int) -> Iterator[int] | None:
    """The points of `aa:cc`, or None if one of the corners is not on the board."""
    corners = [point_number(corner.strip(), width, height) for corner in text.split(":", 1)]
    one, two = corners[0], corners[-1]
    if one is None or two is None:
        return None
    rows, cols = zip(divmod(one, width), divmod(two, width), strict=True)
    return (
        row * width + col
        for row in range(min(rows), max(rows) + 1)
        for col in range(min(cols), max(cols) + 1)
    )


def format_point(point: Point) -> str:
    """As in `hh`."""
    return SGF_LETTERS[point.col] + SGF_LETTERS[point.row]
