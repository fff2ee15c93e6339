"""The learned evaluation: a small net over the windows of all empty cells, kept move by move.

For each empty cell, each direction and each player's view, the window of four cells to either side
selects a row of the table. The rows of a cell, and a bias, are added and cut off at zero; `sums`
has the sums over all empty cells, first in the first player's view, then in the second's. A small
net makes the score of them. All numbers are whole numbers, so that the values are the same on every
machine.

The loops over numbers are written so that C compilers vectorise them: a loop stores to one array,
and what it reads from others is not stored by it.
"""

from typing import TYPE_CHECKING

import cython

from tengen.engine.line_windows import window_rows

if TYPE_CHECKING:
    from tengen.engine.weights import Weights

if not cython.compiled:
    from tengen.engine.constants import (
        CELLS,
        COLUMNS,
        HIGHEST_SCORE,
        INNER_SHIFT,
        INPUTS,
        MARGIN,
        SCORE_SHIFT,
        WALL,
    )
    from tengen.engine.pattern_position import PatternPosition

STEPS = cython.declare(cython.int[4], [1, 32, 33, 31])  # type: ignore[misc, valid-type]
LONG = cython.declare(cython.ulonglong, 1)


@cython.final
@cython.cclass
class LearnedEvaluation:
    """Evaluates a position; it follows the moves of the position when it is asked."""

    def __init__(self, position: PatternPosition, weights: "Weights") -> None:
        if not cython.compiled:
            self.bias = [0] * 32
            self.inner = [0] * 1024
            self.inner_bias = [0] * 32
            self.outer = [0] * 32
            self.skip = [0] * 32
            self.cells = [0] * 1024
            self.words = [0] * 256
            self.hidden = [0] * 32768
            self.sums = [0] * 32
            self.moves = [0] * 512
        self.position = position
        self.rows = window_rows()
        self.table = weights.joined_table
        self.count = 0
        self.outer_bias = weights.outer_bias[0]
        for at in range(INPUTS):
            self.bias[at] = weights.bias[at % COLUMNS]
        for at in range(INPUTS * INPUTS):
            self.inner[at] = weights.inner[at]
        for at in range(INPUTS):
            self.inner_bias[at] = weights.inner_bias[at]
            self.outer[at] = weights.outer[at]
            self.skip[at] = weights.skip[at]
            self.sums[at] = 0
        self._clear()
        position.lowest = 0
        self.key = ~position.key & (1 << 64) - 1

    def _clear(self) -> None:
        """Begin with an empty board."""
        position = self.position
        for cell in range(CELLS):
            self.cells[cell] = WALL
        for row in range(MARGIN, MARGIN + position.height):
            for col in range(MARGIN, MARGIN + position.width):
                self.cells[32 * row + col] = 0
        for at in range(256):
            self.words[at] = 0
        for cell in range(CELLS):
            for axis in range(4):
                stone: cython.ulonglong = self.cells[cell]
                self.words[position.line(cell, axis)] |= stone << position.place(cell, axis)
        for row in range(MARGIN, MARGIN + position.height):
            for col in range(MARGIN, MARGIN + position.width):
                self._start_cell(32 * row + col)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _start_cell(self, cell: cython.int) -> cython.void:
        axis: cython.int
        at: cython.Py_ssize_t
        row: cython.Py_ssize_t
        window: cython.int
        for at in range(INPUTS):
            self.hidden[INPUTS * cell + at] = self.bias[at]
        for axis in range(4):
            window = window_of(
                self.words[self.position.line(cell, axis)] >> (self.position.place(cell, axis) - 8)
            )
            row = INPUTS * self.rows[window]
            for at in range(INPUTS):
                self.hidden[INPUTS * cell + at] += self.table[row + at]
        self._count(cell, 0)

    def score(self) -> int:
        """Return the score for the side to move, for callers in Python."""
        return self.value()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def value(self) -> cython.int:
        """Return the score for the side to move; that of the last position asked for is known."""
        if self.position.key != self.key:
            self.follow()
            self.key = self.position.key
            self.known = self._head(self.position.turn)
        return self.known

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def follow(self) -> cython.void:
        """Take back and play what the position took back and played since the last call."""
        cell: cython.int
        while self.count > self.position.lowest:
            self._take()
        while self.count < self.position.count:
            cell = self.position.moves[self.count]
            self._put(cell, self.position.cells[cell])
        self.position.lowest = self.count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _put(self, cell: cython.int, stone: cython.int) -> cython.void:
        self._count(cell, -1)
        self.cells[cell] = stone
        self.moves[self.count] = cell
        self.count += 1
        self._turn(cell, stone, 1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _take(self) -> cython.void:
        self.count -= 1
        cell: cython.int = self.moves[self.count]
        self._turn(cell, self.cells[cell], 0)
        self.cells[cell] = 0
        self._count(cell, 0)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _turn(self, cell: cython.int, stone: cython.int, is_put: cython.int) -> cython.void:
        """Put a stone into the four lines through its cell, or take it out."""
        axis: cython.int
        line: cython.int
        place: cython.int
        word: cython.ulonglong
        for axis in range(4):
            line = self.position.line(cell, axis)
            place = self.position.place(cell, axis)
            word = self.words[line]
            if is_put:
                self.words[line] = word | cython.cast(cython.ulonglong, stone) << place
            else:
                word &= ~((LONG * 3) << place)
                self.words[line] = word
            self._turn_line(word, cell, axis, stone, is_put)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _turn_line(
        self,
        word: cython.ulonglong,
        cell: cython.int,
        axis: cython.int,
        stone: cython.int,
        is_put: cython.int,
    ) -> cython.void:
        """Change the windows of the empty cells near a cell, on one line.

        `word` has the line without the stone. `change` cannot overflow: `LARGEST` sees to that.
        """
        far: cython.int
        other: cython.int
        at: cython.Py_ssize_t
        window: cython.int
        without: cython.Py_ssize_t
        with_stone: cython.Py_ssize_t
        base: cython.Py_ssize_t
        start: cython.int = self.position.place(cell, axis) - 8
        before: cython.short
        after = cython.declare("short[32]", [0] * 32)
        change = cython.declare("short[32]", [0] * 32)
        for far in range(-4, 5):
            other = cell + far * STEPS[axis]
            if far == 0 or self.cells[other]:
                continue
            window = window_of(word >> (start + 2 * far))
            without = INPUTS * self.rows[window]
            window |= stone << (8 - 2 * far if far > 0 else 6 - 2 * far)
            with_stone = INPUTS * self.rows[window]
            if not is_put:
                without, with_stone = with_stone, without
            base = INPUTS * other
            for at in range(INPUTS):
                before = self.hidden[base + at]
                after[at] = before + (self.table[with_stone + at] - self.table[without + at])
                change[at] += max(after[at], 0) - max(before, 0)
            for at in range(INPUTS):
                self.hidden[base + at] = after[at]
        for at in range(INPUTS):
            self.sums[at] += change[at]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _count(self, cell: cython.int, mask: cython.short) -> cython.void:
        """Add an empty cell to the sums if the mask is 0; remove it if the mask is -1."""
        at: cython.Py_ssize_t
        part: cython.short
        for at in range(INPUTS):
            part = max(self.hidden[INPUTS * cell + at], 0)
            part = (part ^ mask) - mask
            self.sums[at] += part

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _head(self, who: cython.int) -> cython.int:
        """Return the score that the small net makes of the sums."""
        at: cython.Py_ssize_t
        to: cython.Py_ssize_t
        inner: cython.int
        first: cython.Py_ssize_t = COLUMNS * who
        inputs = cython.declare("short[32]", [0] * 32)
        total: cython.longlong = self.outer_bias
        score: cython.longlong
        for at in range(COLUMNS):
            inputs[at] = min(self.sums[first + at], 32767)
            inputs[COLUMNS + at] = min(self.sums[COLUMNS - first + at], 32767)
        for at in range(INPUTS):
            total += cython.cast(cython.longlong, self.skip[at]) * inputs[at]
        for to in range(INPUTS):
            inner = self.inner_bias[to]
            for at in range(INPUTS):
                inner += self.inner[INPUTS * to + at] * inputs[at]
            if inner > 0:
                total += cython.cast(cython.longlong, self.outer[to]) * (inner >> INNER_SHIFT)
        score = total >> SCORE_SHIFT
        return max(-HIGHEST_SCORE, min(HIGHEST_SCORE, cython.cast(cython.int, score)))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def window_of(word: cython.ulonglong) -> cython.int:
    """Return the window in a word that begins with it: four cells, the cell itself, four cells."""
    return cython.cast(cython.int, (word & 255) | (word >> 2 & 65280))
