"""Positions that are turned or flipped forms of each other. A cell is `row * width + col`."""

from __future__ import annotations

from collections.abc import Iterable


def symmetries(width: int, height: int) -> list[list[int]]:
    """Where each cell goes: bit 0 mirrors columns, bit 1 rows, bit 2 then swaps the two."""
    cells = [divmod(cell, width) for cell in range(width * height)]
    found = []
    for bits in range(8 if width == height else 4):
        images = [
            (height - 1 - row if bits & 2 else row, width - 1 - col if bits & 1 else col)
            for row, col in cells
        ]
        found.append([col * width + row if bits & 4 else row * width + col for row, col in images])
    return found


def image(stones: Iterable[Iterable[int]], symmetry: list[int]) -> tuple[int, int]:
    """A position put through a symmetry, as two sets of bits."""
    attacker, defender = (sum([1 << symmetry[cell] for cell in cells]) for cells in stones)
    return attacker, defender
