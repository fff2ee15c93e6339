"""Windows and symmetries of a board for the quick checker, and sets as words of 64 bits."""

from __future__ import annotations

import array


def find_windows(width: int, height: int, line: int) -> list[list[int]]:
    """Return the cells of all windows of this length."""
    return [
        [(row + down * step) * width + col + right * step for step in range(line)]
        for down, right in ((0, 1), (1, 0), (1, 1), (1, -1))
        for row in range(height - down * (line - 1))
        for col in range(width)
        if 0 <= col + right * (line - 1) < width
    ]


def find_images(width: int, height: int) -> array.array[int]:
    """Return the image of every cell: bit 0 mirrors columns, 1 rows, 2 then swaps the two."""
    found = array.array("H")
    for symmetry in range(8 if width == height else 4):
        for cell in range(width * height):
            row, col = divmod(cell, width)
            if symmetry & 1:
                col = width - 1 - col
            if symmetry & 2:
                row = height - 1 - row
            if symmetry & 4:
                row, col = col, row
            found.append(row * width + col)
    return found


def make_words(count: int) -> array.array[int]:
    """Return this many words of 64 bits, all 0."""
    return array.array("Q", [0]) * count


def full_words(bits: int) -> array.array[int]:
    """Return words of 64 bits with this many bits, all of them 1."""
    return array.array("Q", [(1 << min(64, bits - at)) - 1 for at in range(0, bits, 64)])
