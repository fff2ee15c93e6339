"""The board of the search: patterns, their counts and their worth, kept up move by move.

Cells are numbered in rows of 32 with a margin of walls, so that boards of up to 22x22 and all
windows around their points fit. Players are 0 and 1 here, stones 1 and 2.
"""

import cython

from tengen.core.geometry import TURN_KEY, stone_key
from tengen.core.player import Player
from tengen.core.point import Point

MARGIN = cython.declare(cython.int, 5)
STRIDE = cython.declare(cython.int, 32)
CELLS = cython.declare(cython.int, 1024)
CATEGORIES = cython.declare(cython.int, 12)
WALL = cython.declare(cython.int, 3)
BIT = cython.declare(cython.uint, 1)
STEPS = cython.declare(cython.int[4], [1, 32, 33, 31])

FOUR = cython.declare(cython.int, 7)
DE_BRUIJN = cython.declare(cython.uint, 0x077CB531)
PLACES = cython.declare(
    cython.int[32],
    [
        0,
        1,
        28,
        2,
        29,
        14,
        24,
        3,
        30,
        22,
        20,
        15,
        25,
        17,
        4,
        8,
        31,
        27,
        13,
        23,
        21,
        19,
        16,
        7,
        26,
        12,
        18,
        6,
        11,
        5,
        10,
        9,
    ],
)
"""Where a bit is, by the five bits that its product with `DE_BRUIJN` begins with."""

ARRAYS = {
    "cells": 1024,
    "stones": 32,
    "loud": 64,
    "windows": 4096,
    "shapes": 2048,
    "kinds": 2048,
    "zobrist": 2048,
    "tally": 24,
    "totals": 4,
    "moves": 512,
}
"""What position.pxd declares as C arrays is lists where nothing is compiled."""


@cython.final
@cython.cclass
class Position:
    """A position with one side to move; `put` and `take` play and take back without any check.

    `stones` has a bit for every stone, row by row, and `loud` one for every empty cell on which a
    player makes a four or more. `totals` are what all cells are worth to a player who is to move
    and to one who is not.
    """

    def __init__(self, width: int, height: int, turn: int, tables: object) -> None:
        if not cython.compiled:
            for name, size in ARRAYS.items():
                setattr(self, name, [0] * size)
        self.width = width
        self.height = height
        self.turn = turn
        self.count = 0
        self.key = 0
        self.turn_key = TURN_KEY
        self.inside = ((1 << width) - 1) << MARGIN
        self.reach = tables.reach
        self.lookup = tables.lookup
        self.category = tables.category
        self.worth = tables.worth
        self.order = tables.order
        self._clear()
        for row in range(height):
            for col in range(width):
                cell = self.cell(row, col)
                self.cells[cell] = 0
                self.zobrist[cell] = stone_key(Point(row, col), Player.FIRST) ^ TURN_KEY
                self.zobrist[CELLS + cell] = stone_key(Point(row, col), Player.SECOND) ^ TURN_KEY
        for row in range(height):
            for col in range(width):
                self._start_windows(self.cell(row, col))

    def _clear(self) -> None:
        for at in range(2 * CATEGORIES):
            self.tally[at] = 0
        for at in range(4):
            self.totals[at] = 0
        for row in range(32):
            self.stones[row] = self.loud[row] = self.loud[32 + row] = 0
        for cell in range(CELLS):
            self.cells[cell] = WALL
        for cell in range(2 * CELLS):
            self.shapes[cell] = self.kinds[cell] = 0

    def _start_windows(self, cell: int) -> None:
        """Look around an empty board."""
        for axis in range(4):
            window = 0
            for at in range(2 * self.reach):
                offset = at - self.reach if at < self.reach else at - self.reach + 1
                window |= self.cells[cell + offset * STEPS[axis]] << (2 * at)
            self.windows[4 * cell + axis] = window
            both = self.lookup[window]
            self.shapes[cell] |= (both & 15) << (4 * axis)
            self.shapes[CELLS + cell] |= (both >> 4) << (4 * axis)
        self.kinds[cell] = self.category[self.shapes[cell]]
        self.kinds[CELLS + cell] = self.category[self.shapes[CELLS + cell]]
        self._count(cell, 1)

    def cell(self, row: int, col: int) -> int:
        """Where a point is kept."""
        return (row + MARGIN) * STRIDE + col + MARGIN

    def point(self, cell: int) -> Point:
        """Which point a cell is."""
        row, col = divmod(cell, STRIDE)
        return Point(row - MARGIN, col - MARGIN)

    def play(self, row: int, col: int) -> None:
        """Put a stone on a point, from outside the search."""
        self.put(self.cell(row, col))

    def undo(self) -> None:
        """Take the last stone back, from outside the search."""
        self.take()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def put(self, cell: cython.int) -> cython.void:
        """Play the side to move on an empty cell."""
        who: cython.int = self.turn
        self._count(cell, -1)
        self.cells[cell] = who + 1
        self.stones[cell >> 5] ^= BIT << (cell & 31)
        self.key ^= self.zobrist[who * CELLS + cell]
        self.moves[self.count] = cell
        self.count += 1
        self.turn = 1 - who
        self._spread(cell, who + 1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def take(self) -> cython.void:
        """Take back the last move."""
        who: cython.int = 1 - self.turn
        self.count -= 1
        cell: cython.int = self.moves[self.count]
        self.turn = who
        self.key ^= self.zobrist[who * CELLS + cell]
        self.cells[cell] = 0
        self.stones[cell >> 5] ^= BIT << (cell & 31)
        self._spread(cell, who + 1)
        self._count(cell, 1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def hand_over(self) -> cython.void:
        """Let the other side move, as if the side to move had passed."""
        self.turn = 1 - self.turn
        self.key ^= self.turn_key

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _count(self, cell: cython.int, sign: cython.int) -> cython.void:
        """Count an empty cell in or out, for both players."""
        who: cython.int
        kind: cython.int
        shape: cython.int
        for who in range(2):
            kind = self.kinds[who * CELLS + cell]
            shape = self.shapes[who * CELLS + cell]
            self.tally[who * CATEGORIES + kind] += sign
            self.totals[2 * who] += sign * self.worth[2 * shape]
            self.totals[2 * who + 1] += sign * self.worth[2 * shape + 1]
            if kind >= FOUR:
                self.loud[32 * who + (cell >> 5)] ^= BIT << (cell & 31)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _spread(self, cell: cython.int, stone: cython.int) -> cython.void:
        """Tell all windows that see a cell of its new stone, or that it is gone."""
        axis: cython.int
        side: cython.int
        far: cython.int
        step: cython.int
        other: cython.int
        at: cython.int
        code: cython.uint = stone
        for axis in range(4):
            for side in range(2):
                step = STEPS[axis] if side == 0 else -STEPS[axis]
                other = cell
                for far in range(1, self.reach + 1):
                    other += step
                    if self.cells[other] == WALL:
                        break
                    at = self.reach - far if side == 0 else self.reach + far - 1
                    self.windows[4 * other + axis] ^= code << (2 * at)
                    if self.cells[other] == 0:
                        self._refresh(other, axis)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _refresh(self, cell: cython.int, axis: cython.int) -> cython.void:
        """Look again at what stones on an empty cell would make in one direction."""
        both: cython.int = self.lookup[self.windows[4 * cell + axis]]
        shift: cython.int = 4 * axis
        if (self.shapes[cell] >> shift) & 15 != both & 15:
            self._reshape(0, cell, shift, both & 15)
        if (self.shapes[CELLS + cell] >> shift) & 15 != both >> 4:
            self._reshape(1, cell, shift, both >> 4)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _reshape(
        self, who: cython.int, cell: cython.int, shift: cython.int, shape: cython.int
    ) -> cython.void:
        """Note what a player's stone on an empty cell would make now."""
        place: cython.int = who * CELLS + cell
        old: cython.int = self.shapes[place]
        new: cython.int = (old & ~(15 << shift)) | (shape << shift)
        self.shapes[place] = new
        self.totals[2 * who] += self.worth[2 * new] - self.worth[2 * old]
        self.totals[2 * who + 1] += self.worth[2 * new + 1] - self.worth[2 * old + 1]
        kind: cython.int = self.category[new]
        was: cython.int = self.kinds[place]
        if kind != was:
            self.tally[who * CATEGORIES + was] -= 1
            self.tally[who * CATEGORIES + kind] += 1
            self.kinds[place] = kind
            if (kind >= FOUR) != (was >= FOUR):
                self.loud[32 * who + (cell >> 5)] ^= BIT << (cell & 31)

    def facts(self) -> tuple[list[int], list[int], int, list[int]]:
        """What is kept, for comparison: tallies, totals, hash, and kinds of all cells."""
        return (
            [self.tally[at] for at in range(2 * CATEGORIES)],
            [self.totals[at] for at in range(4)],
            self.key,
            [self.kinds[at] for at in range(2 * CELLS)],
        )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def lowest(bits: cython.uint) -> cython.int:
    """The place of the lowest bit that is set."""
    if cython.compiled:
        return PLACES[((bits & (~bits + 1)) * DE_BRUIJN) >> 27]
    return (bits & -bits).bit_length() - 1
