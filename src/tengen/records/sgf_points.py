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
LAST_WITH_TT = 19
"""On boards up to this size, `tt` is a pass."""

Move = tuple[Player, Point | None, int]
"""Who, where, and the bit of the point in a number that has one for every taken point."""


@lru_cache(maxsize=8)
def sgf_moves(width: int, height: int) -> dict[str, Move]:
    """All moves by their texts, as in `B[hh]`."""
    moves: dict[str, Move] = {}
    points = [*((point, 1 << at) for at, point in enumerate(grid(width, height))), (None, 0)]
    for colour, player in COLOURS.items():
        if max(width, height) <= LAST_WITH_TT:
            moves[f"{colour}[tt]"] = (player, None, 0)
        texts = move_texts(width, height)[player]
        moves |= {text: (player, *point) for text, point in zip(texts, points, strict=True)}
    return moves


@lru_cache(maxsize=8)
def move_texts(width: int, height: int) -> dict[Player, tuple[str, ...]]:
    """Each player's moves in reading order, and last the pass."""
    points = [*map(format_point, grid(width, height)), ""]
    return {
        player: tuple(f"{colour}[{point}]" for point in points)
        for colour, player in COLOURS.items()
    }


@lru_cache(maxsize=8)
def sgf_points(width: int, height: int) -> dict[str, int]:
    """The numbers of all points in reading order, by their texts."""
    return {format_point(point): at for at, point in enumerate(grid(width, height))}


def rectangle(text: str, width: int, height: int) -> Iterator[int] | None:
    """The points of `aa:cc`, or None if one of the corners is not on the board."""
    points = sgf_points(width, height)
    corners = [points.get(corner.strip()) for corner in text.split(":", 1)]
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
