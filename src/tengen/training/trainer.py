"""The net that is trained, in floating point: its values, and its gradients by hand.

For each empty cell, each direction and each player's view, the window of four cells to either side
selects a row of a table. The rows of a cell are added and cut off at zero; their sums over all
cells are the inputs of a small net.
"""

from typing import TYPE_CHECKING

import cython

if TYPE_CHECKING:
    import numpy as np
    import numpy.typing as npt

    from tengen.training.net import Floats, Net

    Bytes = npt.NDArray[np.uint8]
    Indices = npt.NDArray[np.int32]

if not cython.compiled:
    from math import exp, fabs, log1p

    from tengen.engine.constants import CELLS, COLUMNS, INPUTS, MARGIN, WALL

STEPS = cython.declare(cython.int[4], [1, 32, 33, 31])  # type: ignore[misc, valid-type]
SCALE = cython.declare(cython.float, 0.03125)


@cython.final
@cython.cclass
class Trainer:
    """Computes the values of packed positions and the gradients of a net."""

    def __init__(self, width: int, height: int, net: "Net", slopes: "Net") -> None:
        if not cython.compiled:
            self.cells = [0] * 1024
            self.hidden = [0.0] * 15488
            self.at_row = [0] * 1936
            self.inputs = [0.0] * 32
            self.inner = [0.0] * 32
            self.slopes = [0.0] * 32
        self.width = width
        self.height = height
        self.count = 0
        self.rows = net.rows
        self.table = net.joined_table
        self.bias = net.joined_bias
        self.w1 = net.parts["w1"]
        self.b1 = net.parts["b1"]
        self.w2 = net.parts["w2"]
        self.skip = net.parts["skip"]
        self.b2 = net.parts["b2"]
        self.d_table = slopes.joined_table
        self.d_bias = slopes.joined_bias
        self.d_w1 = slopes.parts["w1"]
        self.d_b1 = slopes.parts["b1"]
        self.d_w2 = slopes.parts["w2"]
        self.d_skip = slopes.parts["skip"]
        self.d_b2 = slopes.parts["b2"]
        for cell in range(CELLS):
            self.cells[cell] = WALL

    def predict(self, boards: "Bytes", turns: "Bytes", logits: "Floats") -> None:
        """Set `logits` to the values of positions for the side to move."""
        at: cython.Py_ssize_t
        self.boards = boards if cython.compiled else boards.astype(int)
        self.turns = turns if cython.compiled else turns.astype(int)
        self.numbers = logits
        with cython.nogil:
            for at in range(self.numbers.shape[0]):
                self.read(at)
                self.numbers[at] = self.forward()

    def learn(self, boards: "Bytes", turns: "Bytes", targets: "Floats", chosen: "Indices") -> float:
        """Add the gradients of the chosen positions, and return the sum of their losses."""
        at: cython.Py_ssize_t
        loss: cython.double = 0.0
        self.boards = boards if cython.compiled else boards.astype(int)
        self.turns = turns if cython.compiled else turns.astype(int)
        self.numbers = targets
        self.chosen = chosen
        with cython.nogil:
            for at in range(self.chosen.shape[0]):
                self.read(self.chosen[at])
                loss += self.learn_position(self.numbers[self.chosen[at]])
        return loss

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def learn_position(self, target: cython.float) -> cython.double:
        """Add the gradients of the position that was read, and return its loss."""
        logit: cython.double = self.forward()
        small: cython.double = exp(-fabs(logit))
        likely: cython.double = (1 if logit > 0 else small) / (1 + small)
        self.backward(likely - target)
        return log1p(small) + (logit if logit > 0 else 0) - target * logit

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def read(self, which: cython.int) -> cython.void:
        """Unpack a position, and look up the rows of its empty cells."""
        row: cython.int
        col: cython.int
        place: cython.int = 0
        self.first = COLUMNS * self.turns[which]
        for row in range(self.height):
            for col in range(self.width):
                self.cells[32 * (row + MARGIN) + col + MARGIN] = (
                    self.boards[which, place >> 2] >> (2 * (place & 3)) & 3
                )
                place += 1
        self.count = 0
        for row in range(MARGIN, MARGIN + self.height):
            for col in range(MARGIN, MARGIN + self.width):
                if self.cells[32 * row + col] == 0:
                    self.read_cell(32 * row + col)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def read_cell(self, cell: cython.int) -> cython.void:
        """Look up the rows of an empty cell."""
        axis: cython.Py_ssize_t
        far: cython.int
        window: cython.int
        for axis in range(4):
            window = 0
            for far in range(4):
                window |= self.cells[cell + (far - 4) * STEPS[axis]] << (2 * far)
                window |= self.cells[cell + (far + 1) * STEPS[axis]] << (2 * far + 8)
            self.at_row[4 * self.count + axis] = INPUTS * self.rows[window]
        self.count += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def forward(self) -> cython.float:
        """Return the value of the position that was read."""
        at: cython.Py_ssize_t
        to: cython.Py_ssize_t
        lane: cython.Py_ssize_t
        value: cython.float = self.b2[0]
        inner: cython.float
        lanes = cython.declare("float[8]", [0.0] * 8)
        self.add_cells()
        for at in range(INPUTS):
            value += self.skip[at] * self.inputs[at]
        for to in range(INPUTS):
            for lane in range(8):
                lanes[lane] = 0
            for at in range(0, INPUTS, 8):
                for lane in range(8):
                    lanes[lane] += self.w1[INPUTS * to + at + lane] * self.inputs[at + lane]
            inner = self.b1[to]
            for lane in range(8):
                inner += lanes[lane]
            self.inner[to] = inner
            if inner > 0:
                value += self.w2[to] * inner
        return value

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def add_cells(self) -> cython.void:
        """Set the inputs to the sums over all empty cells, first for the side to move."""
        at: cython.Py_ssize_t
        place: cython.Py_ssize_t
        axis: cython.Py_ssize_t
        row: cython.Py_ssize_t
        total = cython.declare("float[32]", [0.0] * 32)
        sums = cython.declare("float[32]", [0.0] * 32)
        for place in range(self.count):
            for at in range(INPUTS):
                total[at] = self.bias[at]
            for axis in range(4):
                row = self.at_row[4 * place + axis]
                for at in range(INPUTS):
                    total[at] += self.table[row + at]
            for at in range(INPUTS):
                total[at] = total[at] if total[at] > 0 else 0
            for at in range(INPUTS):
                sums[at] += total[at]
            for at in range(INPUTS):
                self.hidden[INPUTS * place + at] = total[at]
        for at in range(COLUMNS):
            self.inputs[at] = SCALE * sums[self.first + at]
            self.inputs[COLUMNS + at] = SCALE * sums[COLUMNS - self.first + at]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def backward(self, error: cython.float) -> cython.void:
        """Add the gradients of the position for which `forward` was called."""
        at: cython.Py_ssize_t
        to: cython.Py_ssize_t
        part: cython.float
        by_input = cython.declare("float[32]", [0.0] * 32)
        for at in range(INPUTS):
            self.d_skip[at] += error * self.inputs[at]
            by_input[at] = error * self.skip[at]
        self.d_b2[0] += error
        for to in range(INPUTS):
            if self.inner[to] > 0:
                self.d_w2[to] += error * self.inner[to]
                part = error * self.w2[to]
                self.d_b1[to] += part
                for at in range(INPUTS):
                    self.d_w1[INPUTS * to + at] += part * self.inputs[at]
                    by_input[at] += part * self.w1[INPUTS * to + at]
        for at in range(COLUMNS):
            self.slopes[self.first + at] = SCALE * by_input[at]
            self.slopes[COLUMNS - self.first + at] = SCALE * by_input[COLUMNS + at]
        for at in range(self.count):
            self.spread(at)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def spread(self, place: cython.Py_ssize_t) -> cython.void:
        """Add the gradients of the rows of an empty cell."""
        axis: cython.Py_ssize_t
        at: cython.Py_ssize_t
        row: cython.Py_ssize_t
        slope: cython.float
        slopes = cython.declare("float[32]", [0.0] * 32)
        for at in range(INPUTS):
            slope = self.slopes[at]
            slopes[at] = slope if self.hidden[INPUTS * place + at] > 0 else 0
        for at in range(INPUTS):
            self.d_bias[at] += slopes[at]
        for axis in range(4):
            row = self.at_row[4 * place + axis]
            for at in range(INPUTS):
                self.d_table[row + at] += slopes[at]
