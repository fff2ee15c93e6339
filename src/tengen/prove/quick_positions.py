"""Proved positions with their supports, as the quick checker stores them."""

import array
from typing import TYPE_CHECKING

import cython

if TYPE_CHECKING:
    Words = array.array[int]
if cython.compiled:
    from cython.cimports.tengen.prove.quick_board import QuickBoard, lowest
else:
    from tengen.prove.quick_board import QuickBoard, lowest

ONE = cython.declare(cython.ulonglong, 1)
MEMORY = 1 << 27
"""The most bytes for the positions of a `QuickPositions`."""


@cython.final
@cython.cclass
class QuickPositions:
    """Proved positions by number: two sets of stones, supports, plies, and the side to move.

    Supports are copied from and to `result`. The caller must make room before adding a position, so
    that `count` is less than `room`.
    """

    def __init__(self, board: QuickBoard, result: "Words") -> None:
        self.board = board
        self.result = result
        self.words = board.words
        self.ranks = max(board.line - 2, 0)
        self.size = (2 + self.ranks) * self.words
        self.count = 0
        self.room = 0
        self.sets = array.array("Q")
        self.lengths = array.array("i")
        self.plies = array.array("i")
        self.turns = array.array("B")

    def clear(self) -> None:
        """Remove all positions, but keep the room."""
        self.count = 0

    def most(self, wanted: int) -> int:
        """Return how many positions are allowed: as many as wanted, or as fit into memory."""
        return min(wanted, MEMORY // (8 * self.size))

    def make_room(self, count: int, most: int) -> None:
        """Make room for at least `count` positions; the room doubles, up to `most`."""
        if count > self.room:
            self.room = min(max(2 * self.room, count), most)
            self.sets = extended("Q", self.sets, self.room * self.size)
            self.lengths = extended("i", self.lengths, self.room)
            self.plies = extended("i", self.plies, self.room)
            self.turns = extended("B", self.turns, self.room)

    def turn(self, number: int) -> int:
        """Return the side to move in a position: 1 is the attacker, 2 the defender."""
        return self.turns[number]

    def stones(self, number: int, who: int) -> list[int]:
        """Return the cells with stones of the attacker (1) or the defender (2)."""
        return self._cells(number, who - 1)

    def supports(self, number: int) -> list[list[int]]:
        """Return the cells of every support."""
        return [self._cells(number, 2 + rank) for rank in range(self.lengths[number])]

    def _cells(self, number: int, which: int) -> list[int]:
        """Return the cells of one set of a position."""
        start = number * self.size + which * self.words
        words = [int(self.sets[start + word]) for word in range(self.words)]
        return [cell for cell in range(self.board.cells) if words[cell // 64] >> (cell % 64) & 1]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def add(self, length: cython.int, plies: cython.int, turn: cython.int) -> cython.void:
        """Add the position of the board with the supports in `result`."""
        word: cython.int
        at: cython.longlong = self.count * cython.cast(cython.longlong, self.size)
        for word in range(2 * self.words):
            self.sets[at + word] = self.board.sets[word]
        at += 2 * self.words
        for word in range(length * self.words):
            self.sets[at + word] = self.result[word]
        self.lengths[self.count] = length
        self.plies[self.count] = plies
        self.turns[self.count] = turn
        self.count += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_here(self, number: cython.int) -> cython.int:
        """Return whether a position has the stones of the board."""
        word: cython.int
        at: cython.longlong = number * cython.cast(cython.longlong, self.size)
        for word in range(2 * self.words):
            if self.sets[at + word] != self.board.sets[word]:
                return 0
        return 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def hand_out(self, number: cython.int, need: cython.int) -> cython.int:
        """Copy at most `need` supports of a position to `result`; return how many."""
        word: cython.int
        at: cython.longlong = number * cython.cast(cython.longlong, self.size) + 2 * self.words
        length: cython.int = min(self.lengths[number], need)
        for word in range(length * self.words):
            self.result[word] = self.sets[at + word]
        return length


@cython.ccall
@cython.nogil
@cython.exceptval(check=False)
def copy_image(
    source: QuickPositions, number: cython.int, symmetry: cython.int, target: QuickPositions
) -> cython.void:
    """Add the image of a position of `source` under a symmetry to `target`."""
    word: cython.int
    cell: cython.int
    bits: cython.ulonglong
    at: cython.longlong = number * cython.cast(cython.longlong, source.size)
    to: cython.longlong = target.count * cython.cast(cython.longlong, source.size)
    filled: cython.int = (2 + source.lengths[number]) * source.words
    for word in range(source.size):
        target.sets[to + word] = 0
    for word in range(filled):
        bits = source.sets[at + word]
        while bits:
            cell = 64 * (word % source.words) + lowest(bits)
            cell = source.board.images[symmetry * source.board.cells + cell]
            target.sets[to + word - word % source.words + (cell >> 6)] |= ONE << (cell & 63)
            bits &= bits - 1
    target.lengths[target.count] = source.lengths[number]
    target.plies[target.count] = source.plies[number]
    target.turns[target.count] = source.turns[number]
    target.count += 1


def extended(code: str, old: "Words", size: int) -> "Words":
    """Return an array of this size that begins with the values of another."""
    new = array.array(code, [0]) * size
    memoryview(new)[: len(old)] = old
    return new
