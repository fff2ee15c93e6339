"""Linear equations with a symmetric, positive definite matrix, as lists of numbers."""

from __future__ import annotations

Matrix = list[list[float]]


def solve(matrix: Matrix, right_sides: list[list[float]]) -> list[list[float]]:
    """Return the solution for each right side, by Gauss's elimination."""
    rows = [[*row, *(side[at] for side in right_sides)] for at, row in enumerate(matrix)]
    for pivot, top in enumerate(rows):
        for at in range(pivot + 1, len(rows)):
            factor = rows[at][pivot] / top[pivot]
            if factor:
                tail = zip(rows[at][pivot:], top[pivot:], strict=True)
                rows[at][pivot:] = [below - factor * above for below, above in tail]
    return [_substitute_back(rows, len(rows) + at) for at in range(len(right_sides))]


def _substitute_back(rows: Matrix, side: int) -> list[float]:
    found = [0.0] * len(rows)
    for at in reversed(range(len(rows))):
        row = rows[at]
        known = sum(row[later] * found[later] for later in range(at + 1, len(rows)))
        found[at] = (row[side] - known) / row[at]
    return found


def identity(size: int) -> Matrix:
    """Return the matrix with ones on its diagonal."""
    return [[float(row == column) for column in range(size)] for row in range(size)]
