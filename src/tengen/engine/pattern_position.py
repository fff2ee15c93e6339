"""The position of the pattern search: patterns and their counts, updated move by move.

Cells are numbered in rows of 32 with a margin of walls, so that boards of up to 22x22 fit with all
windows around their points. Players are 0 and 1, stones 1 and 2.
"""

from typing import TYPE_CHECKING

import cython

from tengen.rules.geometry import TURN_KEY, stone_key
from tengen.rules.point import Point
from tengen.rules.rules import Player

if TYPE_CHECKING:
    from tengen.engine.pattern_tables import PatternTables
if not cython.compiled:
    from tengen.engine.constants import (
        CATEGORIES,
        CELLS,
        DOUBTFUL,
        FIVE,
        FOUR,
        LEGAL,
        MARGIN,
        STRAIGHT_FOUR,
        STRIDE,
        THREE_NARROW,
        THREE_WIDE,
        TWO_THREES,
        WALL,
        WINS_IN_THREE,
    )

BIT = cython.declare(cython.uint, 1)
LONG = cython.declare(cython.ulonglong, 1)
STEPS = cython.declare(cython.int[4], [1, 32, 33, 31])  # type: ignore[misc, valid-type]
ROOM = cython.declare(cython.int, 42)

DE_BRUIJN = cython.declare(cython.uint, 0x077CB531)
PLACES = cython.declare(
    cython.int[32],  # type: ignore[misc, valid-type] # an array of C
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
"""The place of a bit, by the highest five bits of its product with `DE_BRUIJN`."""


@cython.final
@cython.cclass
class PatternPosition:
    """A position with one side to move; `put` and `take` play and take back without checks.

    `stones` has a bit for every stone, row by row, and `loud` one for every empty cell where a
    player makes a four or more. `words` has the lines of the board in four directions, two bits for
    each cell. `changes` is the undo log of the shapes that moves changed.
    """

    def __init__(self, width: int, height: int, turn: int, tables: "PatternTables") -> None:
        if not cython.compiled:
            self.cells = [0] * 1024
            self.stones = [0] * 32
            self.loud = [0] * 64
            self.words = [0] * 256
            self.shapes = [0] * 2048
            self.kinds = [0] * 2048
            self.zobrist = [0] * 2048
            self.tally = [0] * 24
            self.moves = [0] * 512
            self.marks = [0] * 512
            self.changes = [0] * 32768
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
        self.order = tables.order
        self.fouls = tables.fouls
        self.apart = tables.apart
        self.strict = tables.is_strict
        self.side = 2 * self.reach
        self.half = (1 << self.side) - 1
        self.changed = 0
        self.lowest = 0
        self._clear()
        for row in range(height):
            for col in range(width):
                cell = self.cell(row, col)
                self.cells[cell] = 0
                self.zobrist[cell] = stone_key(Point(row, col), Player.FIRST) ^ TURN_KEY
                self.zobrist[CELLS + cell] = stone_key(Point(row, col), Player.SECOND) ^ TURN_KEY
        for cell in range(CELLS):
            for axis in range(4):
                stone: cython.ulonglong = self.cells[cell]
                self.words[self.line(cell, axis)] |= stone << self.place(cell, axis)
        for row in range(height):
            for col in range(width):
                self._start_shapes(self.cell(row, col))

    def _clear(self) -> None:
        for at in range(2 * CATEGORIES):
            self.tally[at] = 0
        for at in range(256):
            self.words[at] = 0
        for row in range(32):
            self.stones[row] = self.loud[row] = self.loud[32 + row] = 0
        for cell in range(CELLS):
            self.cells[cell] = WALL
        for cell in range(2 * CELLS):
            self.shapes[cell] = self.kinds[cell] = 0

    def _start_shapes(self, cell: int) -> None:
        """Compute the shapes of a cell of an empty board."""
        for axis in range(4):
            word = self.words[self.line(cell, axis)] >> (self.place(cell, axis) - self.side)
            both = self.lookup[(word & self.half) | (word >> 2 & self.half << self.side)]
            self.shapes[cell] |= (both & 15) << (4 * axis)
            self.shapes[CELLS + cell] |= (both >> 4) << (4 * axis)
        self.kinds[cell] = self.category[self.shapes[cell]]
        self.kinds[CELLS + cell] = self.category[self.apart + self.shapes[CELLS + cell]]
        self._count(cell, 1)

    def cell(self, row: int, col: int) -> int:
        """Return the cell of a point."""
        return (row + MARGIN) * STRIDE + col + MARGIN

    def point(self, cell: int) -> Point:
        """Return the point of a cell."""
        row, col = divmod(cell, STRIDE)
        return Point(row - MARGIN, col - MARGIN)

    def play(self, row: int, col: int) -> None:
        """Play on a point, for callers in Python."""
        self.put(self.cell(row, col))

    def undo(self) -> None:
        """Take back the last move, for callers in Python."""
        self.take()

    def is_quiet(self) -> bool:
        """Whether nobody can make a five, and the side to move has no win in three moves."""
        me: cython.int = self.turn * CATEGORIES
        fives: cython.int = self.tally[FIVE] + self.tally[CATEGORIES + FIVE]
        return fives == 0 and self.tally[me + WINS_IN_THREE] == 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def line(self, cell: cython.int, axis: cython.int) -> cython.int:
        """Return the index of the word that holds the line through a cell."""
        row: cython.int = cell >> 5
        col: cython.int = cell & 31
        if axis < 2:
            return 64 * axis + (row if axis == 0 else col)
        return 64 * axis + (row - col + 32 if axis == 2 else row + col)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def place(self, cell: cython.int, axis: cython.int) -> cython.int:
        """Return the bit of the cell in that word."""
        return 2 * (cell & 31 if axis == 0 else cell >> 5)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def put(self, cell: cython.int) -> cython.void:
        """Play a stone of the side to move on an empty cell."""
        who: cython.int = self.turn
        at: cython.int
        self.marks[self.count] = self.changed
        self._count(cell, -1)
        self.cells[cell] = who + 1
        self.stones[cell >> 5] ^= BIT << (cell & 31)
        self.key ^= self.zobrist[who * CELLS + cell]
        self.moves[self.count] = cell
        self.count += 1
        self.turn = 1 - who
        for at in range(4):
            self._spread(cell, at, who + 1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def take(self) -> cython.void:
        """Take back the last move."""
        who: cython.int = 1 - self.turn
        at: cython.int
        self.count -= 1
        cell: cython.int = self.moves[self.count]
        self.lowest = min(self.lowest, self.count)
        self.turn = who
        self.key ^= self.zobrist[who * CELLS + cell]
        self.cells[cell] = 0
        self.stones[cell >> 5] ^= BIT << (cell & 31)
        for at in range(4):
            self.words[self.line(cell, at)] ^= LONG << (self.place(cell, at) + who)
        while self.changed > self.marks[self.count]:
            self.changed -= 1
            at = self.changes[self.changed]
            self._become(at >> 30, at >> 16 & 1023, at & 65535, at >> 26 & 15)
        self._count(cell, 1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def hand_over(self) -> cython.void:
        """Pass: give the move to the other side."""
        self.turn = 1 - self.turn
        self.key ^= self.turn_key

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _count(self, cell: cython.int, sign: cython.int) -> cython.void:
        """Add an empty cell to the counts of both players, or remove it."""
        who: cython.int
        kind: cython.int
        for who in range(2):
            kind = self.kinds[who * CELLS + cell]
            self.tally[who * CATEGORIES + kind] += sign
            if kind >= FOUR:
                self.loud[32 * who + (cell >> 5)] ^= BIT << (cell & 31)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _spread(self, cell: cython.int, axis: cython.int, stone: cython.int) -> cython.void:
        """Put a stone into a line and update the empty cells within reach."""
        line: cython.int = self.line(cell, axis)
        place: cython.int = self.place(cell, axis) - self.side
        far: cython.int
        other: cython.int
        self.words[line] ^= LONG << (place + self.side + stone - 1)
        word: cython.ulonglong = self.words[line]
        for far in range(-self.reach, self.reach + 1):
            other = cell + far * STEPS[axis]
            if self.cells[other] == 0:
                self._refresh(other, axis, word >> (place + 2 * far))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _refresh(self, cell: cython.int, axis: cython.int, word: cython.ulonglong) -> cython.void:
        """Update both players' patterns of an empty cell in one direction."""
        window: cython.uint = (word & self.half) | (word >> 2 & self.half << self.side)
        both: cython.int = self.lookup[window]
        shift: cython.int = 4 * axis
        shape: cython.int = self.shapes[cell]
        if (shape >> shift) & 15 != both & 15:
            self._reshape(0, cell, (shape & ~(15 << shift)) | (both & 15) << shift)
        shape = self.shapes[CELLS + cell]
        if (shape >> shift) & 15 != both >> 4:
            self._reshape(1, cell, (shape & ~(15 << shift)) | (both >> 4) << shift)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _reshape(self, who: cython.int, cell: cython.int, shape: cython.int) -> cython.void:
        """Change a player's shape of an empty cell, and log the old one."""
        was: cython.int = self.shapes[who * CELLS + cell]
        kind: cython.int = self.kinds[who * CELLS + cell]
        self.changes[self.changed] = who << 30 | kind << 26 | cell << 16 | was
        self.changed += 1
        self._become(who, cell, shape, self.category[who * self.apart + shape])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _become(
        self, who: cython.int, cell: cython.int, shape: cython.int, kind: cython.int
    ) -> cython.void:
        """Change a shape and its category, and update the counts."""
        place: cython.int = who * CELLS + cell
        was: cython.int = self.kinds[place]
        self.shapes[place] = shape
        if kind != was:
            self.tally[who * CATEGORIES + was] -= 1
            self.tally[who * CATEGORIES + kind] += 1
            self.kinds[place] = kind
            if (kind >= FOUR) != (was >= FOUR):
                self.loud[32 * who + (cell >> 5)] ^= BIT << (cell & 31)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def urge(self, who: cython.int, cell: cython.int) -> cython.int:
        """Return how early a player should try an empty cell."""
        return self.order[who * self.apart + self.shapes[who * CELLS + cell]]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def loudness(self, cell: cython.int) -> cython.int:
        """Return the greater category of an empty cell, for either player."""
        return max(self.kinds[cell], self.kinds[CELLS + cell])

    # Renju forbids the first player some points

    def forbids(self, row: int, col: int) -> bool:
        """Whether an empty point is forbidden to the side to move, for callers in Python."""
        return bool(self.is_foul(self.cell(row, col)))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def may_be_foul(self, cell: cython.int) -> cython.int:
        """Whether the patterns do not prove that an empty cell is legal for the side to move.

        A proof still holds after further stones of the opponent, except on cells that make five.
        """
        return self.strict and self.turn == 0 and self.fouls[self.shapes[cell]] != LEGAL

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_foul(self, cell: cython.int) -> cython.int:
        """Whether an empty cell is forbidden to the side to move."""
        if self.strict == 0 or self.turn:
            return 0
        if self.fouls[self.shapes[cell]] != DOUBTFUL:
            return self.fouls[self.shapes[cell]]
        return self._count_threes(cell) > 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def has_room(self) -> cython.int:
        """Whether the first player is sure to have a legal move two moves from now.

        A player without a legal move has not lost. A stone changes the shapes of 40 cells at most.
        """
        kind: cython.int
        count: cython.int = 0
        if not self.strict:
            return 1
        for kind in range(TWO_THREES):
            count += self.tally[kind]
        return count > ROOM

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _count_threes(self, cell: cython.int) -> cython.int:
        """Return the number of directions in which the first player makes a three on a cell."""
        shape: cython.int = self.shapes[cell]
        axis: cython.int
        pattern: cython.int
        threes: cython.int = 0
        self.put(cell)
        self.turn = 0
        for axis in range(4):
            pattern = shape >> 4 * axis & 15
            if THREE_NARROW <= pattern <= THREE_WIDE:
                threes += self._may_grow(cell, axis, 1) or self._may_grow(cell, axis, -1)
        self.turn = 1
        self.take()
        return threes

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _may_grow(self, cell: cython.int, axis: cython.int, sign: cython.int) -> cython.int:
        """Whether the next empty cell on one side of a stone makes a legal straight four."""
        other: cython.int = cell + sign * STEPS[axis]
        while self.cells[other] == 1:
            other += sign * STEPS[axis]
        if self.cells[other] or self.shapes[other] >> 4 * axis & 15 != STRAIGHT_FOUR:
            return 0
        return self.kinds[other] != FIVE and not self.is_foul(other)

    def facts(self) -> tuple[list[int], int, list[int]]:
        """Return the tallies, the hash and the categories of all cells, for tests."""
        return (
            [self.tally[at] for at in range(2 * CATEGORIES)],
            self.key,
            [self.kinds[at] for at in range(2 * CELLS)],
        )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def lowest(bits: cython.uint) -> cython.int:
    """Return the place of the lowest bit that is set."""
    if cython.compiled:
        return PLACES[((bits & (~bits + 1)) * DE_BRUIJN) >> 27]
    return (bits & -bits).bit_length() - 1
