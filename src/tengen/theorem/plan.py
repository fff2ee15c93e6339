"""What has to be proved: the lines of the theorem, put together where much is shared."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import cache

from tengen.proofs.forms import image, symmetries
from tengen.rules.point import Point
from tengen.solver.listener import Stones
from tengen.solver.quiet import Quiet
from tengen.theorem.entry import CELLS, RULES, Entry

Form = tuple[int, int]
OPENING = 2
"""With fewer stones on the board every answer is gone through: no zone would help."""


def stones_of(points: Sequence[Point]) -> Stones:
    """Both players' points in turn, as cells."""
    cells = [CELLS[point] for point in points]
    return frozenset(cells[::2]), frozenset(cells[1::2])


def points_of(stones: Stones) -> list[Point]:
    """Both players' cells in turn, as points."""
    own, other = (sorted(cells) for cells in stones)
    return [point_of(cell) for pair in zip(own, other, strict=True) for cell in pair]


def point_of(cell: int) -> Point:
    """A cell as a point."""
    return Point(*divmod(cell, RULES.width))


@cache
def ways() -> list[list[int]]:
    """All symmetries of the board."""
    return symmetries(RULES.width, RULES.height)


def form_of(stones: Stones) -> Form:
    """The same for all turned and flipped forms of a position, and for nothing else."""
    return min(image(stones, way) for way in ways())


def make_plan(entries: Iterable[Entry]) -> list[Quiet]:
    """All lines after the openings, those together that differ in one stone of the defender."""
    lines = [(*stones_of(entry.stones), CELLS[entry.move]) for entry in entries]
    lines = [line for line in lines if len(line[0]) >= OPENING]
    together = Counter((own, move, other - {left}) for own, other, move in lines for left in other)
    groups: dict[tuple[frozenset[int], int, frozenset[int]], list[int]] = {}
    for own, other, move in lines:
        left = max(sorted(other), key=lambda cell: together[own, move, other - {cell}])
        groups.setdefault((own, move, other - {left}), []).append(left)
    return [Quiet(own, other, move, tuple(extras)) for (own, move, other), extras in groups.items()]


def make_openings(entries: Iterable[Entry]) -> list[Quiet]:
    """The first lines, with most stones first."""
    lines = [(*stones_of(entry.stones), CELLS[entry.move]) for entry in entries]
    lines.sort(key=lambda line: -len(line[0]))
    return [Quiet(own, other, move) for own, other, move in lines if len(own) < OPENING]


def answers(stones: Stones) -> list[int]:
    """The empty cells, one of all that a symmetry of the position takes to each other."""
    same = [way for way in ways() if image(stones, way) == image(stones, ways()[0])]
    taken = stones[0] | stones[1]
    return [cell for cell in range(RULES.area) if cell not in taken and _is_least(cell, same)]


def _is_least(cell: int, same: list[list[int]]) -> bool:
    return all(way[cell] >= cell for way in same)
