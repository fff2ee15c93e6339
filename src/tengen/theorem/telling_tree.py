"""The openings of the theorem, and how many of its lines follow each of them."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import reduce
from operator import xor
from random import Random

from tengen.rules.point import Point
from tengen.solver.listener import Stones
from tengen.theorem.entry import CELLS, RULES, Entry
from tengen.theorem.plan import stones_of, ways

SIDES = 2
BITS = 64


@dataclass(frozen=True, slots=True)
class Opening:
    """A second move, the first player's answer to it, and the lines that come of that."""

    reply: Point
    entry: Entry
    lines: int


def openings(entries: Iterable[Entry]) -> list[Opening]:
    """Every answer to the first move, up to symmetry, from the centre outwards."""
    tree = Tree(list(entries))
    found = [
        Opening(entry.stones[1], entry, tree.count_after(number))
        for number, entry in enumerate(tree.entries)
        if len(entry.stones) == SIDES
    ]
    return sorted(found, key=lambda opening: _distance(opening.entry))


class Tree:
    """Which line leads to which others: by its move, and an answer to that.

    Positions are told apart by sums of random numbers, so that one without two of its stones is
    found without writing it down.
    """

    def __init__(self, entries: list[Entry]) -> None:
        self.entries = entries
        random = Random(RULES.area)  # noqa: S311 - no secret
        self._signs = [[random.getrandbits(BITS) for _ in range(RULES.area)] for _ in range(SIDES)]
        self._turned = [[[signs[cell] for cell in way] for signs in self._signs] for way in ways()]
        stones = [stones_of(entry.stones) for entry in entries]
        self._places: dict[int, tuple[int, set[int]]] = {}
        for number, entry in enumerate(entries):
            self._add(number, stones[number], CELLS[entry.move])
        self._next: list[list[int]] = [[] for _ in entries]
        for number in range(len(entries)):
            for before in self._before(stones[number]):
                self._next[before].append(number)

    def count_after(self, number: int) -> int:
        """How many lines may come after one."""
        seen, left = {number}, [number]
        while left:
            new = [after for after in self._next[left.pop()] if after not in seen]
            seen.update(new)
            left += new
        return len(seen) - 1

    def _add(self, number: int, stones: Stones, move: int) -> None:
        """Know a line whichever way the board is turned, with its move there."""
        for way, signs in zip(ways(), self._turned, strict=True):
            self._places.setdefault(_sum(stones, signs), (number, set()))[1].add(way[move])

    def _before(self, stones: Stones) -> set[int]:
        """The lines that lead to a position."""
        whole = _sum(stones, self._signs)
        found = set()
        for move in stones[0]:
            rest = whole ^ self._signs[0][move]
            for reply in stones[1]:
                number, moves = self._places.get(rest ^ self._signs[1][reply], (-1, ()))
                if move in moves:
                    found.add(number)
        return found


def _sum(stones: Stones, signs: list[list[int]]) -> int:
    return reduce(
        xor, [table[cell] for cells, table in zip(stones, signs, strict=True) for cell in cells], 0
    )


def _distance(entry: Entry) -> tuple[int, int]:
    """How far the second player's stone is from the first."""
    first, second = entry.stones[:SIDES]
    down, right = abs(second.row - first.row), abs(second.col - first.col)
    return max(down, right), down + right
