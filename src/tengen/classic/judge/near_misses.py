"""Marks that look like a winning line and are none: too few, with a gap, around an edge."""

from __future__ import annotations

import random
from collections.abc import Iterator
from itertools import pairwise

from tengen.classic.judge.moves import MoveMaker
from tengen.classic.judge.reference import DIRECTIONS, Cell

NearMiss = tuple[str, list[Cell]]


def near_misses(maker: MoveMaker, columns: int, rng: random.Random) -> Iterator[NearMiss]:
    """Some of each kind, as a name and the marks of one player."""
    k = maker.position().k
    for direction in DIRECTIONS:
        short = maker.lines_in(direction, k - 1) if k > 2 else []
        for line in rng.sample(short, min(2, len(short))):
            yield f"only {k - 1} in a row {direction}", line
        long = maker.lines_in(direction, k + 1) if k > 2 else []
        for line in rng.sample(long, min(1, len(long))):
            gap = rng.randrange(1, k)
            yield f"a gap in a line {direction}", line[:gap] + line[gap + 1 :]
    yield from _around_edges(maker, columns, rng)


def _around_edges(maker: MoveMaker, columns: int, rng: random.Random) -> Iterator[NearMiss]:
    """Cells at equal distances in the order of reading that go on at the other edge."""
    position = maker.position()
    points = position.points()
    for step in (1, columns + 1, columns - 1):
        found = []
        for start in range(len(points) - step * (position.k - 1)):
            cells = [points[start + step * index] for index in range(position.k)]
            jumps = {abs(one.col - other.col) for one, other in pairwise(cells)}
            if jumps - {0, 1}:
                found.append(cells)
        for cells in rng.sample(found, min(2, len(found))):
            yield f"{position.k} in a row only around an edge", cells
