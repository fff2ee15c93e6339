"""Random weights, and a slow evaluation of a board by weights."""

from __future__ import annotations

from random import Random

from tengen.engine.constants import COLUMNS, INNER_SHIFT, INPUTS, SCORE_SHIFT
from tengen.engine.line_windows import exchanged_rows, row_count, window_rows
from tengen.engine.weights import Weights, quantise
from tengen.rules import Board, Player, Point, WinRule

SIZES = {
    "table": COLUMNS * row_count(),
    "bias": COLUMNS,
    "w1": INPUTS * INPUTS,
    "b1": INPUTS,
    "w2": INPUTS,
    "skip": INPUTS,
    "b2": 1,
}
AXES = ((0, 1), (1, 0), (1, 1), (1, -1))


def random_weights(seed: int = 1, win: WinRule = WinRule.FREESTYLE) -> Weights:
    """Return weights of usual sizes; the same seed gives the same."""
    random = Random(seed)
    parameters = {name: [random.gauss(0, 0.2) for _ in range(size)] for name, size in SIZES.items()}
    return quantise(parameters, win, f"random, seed {seed}")


def slow_score(board: Board, weights: Weights) -> int:
    """Return the score for the side to move, from the definition alone."""
    sums = [_sums(board, weights, player) for player in (board.turn, board.turn.other)]
    inputs = [min(32767, value) for half in sums for value in half]
    total = weights.outer_bias[0]
    total += sum(weight * value for weight, value in zip(weights.skip, inputs, strict=True))
    for to in range(INPUTS):
        row = weights.inner[INPUTS * to : INPUTS * (to + 1)]
        inner = weights.inner_bias[to] + sum(a * b for a, b in zip(row, inputs, strict=True))
        total += weights.outer[to] * (max(inner, 0) >> INNER_SHIFT)
    return max(-15000, min(15000, total >> SCORE_SHIFT))


def _sums(board: Board, weights: Weights, view: Player) -> list[int]:
    sums = [0] * COLUMNS
    for point in board.empty_points():
        rows = [_row(board, point, axis, view) for axis in AXES]
        for at in range(COLUMNS):
            parts = [weights.table[COLUMNS * row + at] for row in rows]
            sums[at] += max(0, weights.bias[at] + sum(parts))
    return sums


def _row(board: Board, point: Point, axis: tuple[int, int], view: Player) -> int:
    cells = [
        _cell(board, Point(point.row + far * axis[0], point.col + far * axis[1]))
        for far in (-4, -3, -2, -1, 1, 2, 3, 4)
    ]
    window = sum(cell << 2 * at for at, cell in enumerate(cells))
    row = window_rows()[window]
    return row if view is Player.FIRST else exchanged_rows()[row]


def _cell(board: Board, point: Point) -> int:
    rules = board.rules
    if not (0 <= point.row < rules.height and 0 <= point.col < rules.width):
        return 3
    stone = board.stones.get(point)
    return 0 if stone is None else stone.number
