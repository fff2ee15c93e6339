"""The bits of a RenLib library: what stands in the second byte of a node."""

from __future__ import annotations

from tengen.core.point import Point
from tengen.records.grid import grid

MAGIC = b"\xffRenLib\xff"
VERSION = (3, 4)
HEADER = MAGIC + bytes(VERSION) + b"\xff" * 10
CENTRE = 0x78

SIBLING = 0x80
"""Another child of the same parent follows, after all that follows this node."""
LEAF = 0x40
OLD_COMMENT = 0x20
NOTED = 0x10
COMMENT = 0x08
START = 0x04
NO_MOVE = 0x02
EXTENSION = 0x01
"""Two more bytes follow, and the last bit of the second is TEXT."""
TEXT = 0x01

SIDE = 15


def _point(code: int) -> Point | None:
    row, col = divmod(code - 1, 16)
    on_board = code > 0 and row < SIDE and col < SIDE
    return grid(SIDE, SIDE)[row * SIDE + col] if on_board else None


POINTS = tuple(_point(code) for code in range(256))
"""The point that the first byte of a node means, if it means one; 0 is the root or a pass."""


def code_of(point: Point) -> int:
    """The first byte of a node."""
    return 16 * point.row + point.col + 1
