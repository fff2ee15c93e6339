"""A cache of moves that won in nearly the same position, to try them first."""

import array
from collections.abc import MutableSequence

import cython

DEFAULT_PLACES = 1 << 10
GUIDES = cython.declare(cython.int, 65535)
CELL = cython.declare(cython.int, 1023)


@cython.final
@cython.cclass
class WinningMoveCache:
    """Stores winning moves by position, and by the attacker's moves alone.

    `apart` is the hash key of a defender's stone that may not matter: positions that differ only
    in that stone share an entry. The length of `memory` is a power of two.
    """

    def __init__(self, memory: MutableSequence[int]) -> None:
        if not cython.compiled:
            self.guides = [0] * (1 << 16)
            self.failures = [0] * (1 << 16)
        self.memory = memory
        self.shift = 65 - len(memory).bit_length()
        self.apart = 0
        for at in range(GUIDES + 1):
            self.guides[at] = 0
            self.failures[at] = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def note(self, key: cython.ulonglong, mine: cython.ulonglong, cell: cython.int) -> cython.void:
        """Store a move that won."""
        self.guides[mine & GUIDES] = cell
        key ^= self.apart
        self.memory[key >> self.shift] = (key & ~CELL) | cell

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def guide(self, key: cython.ulonglong, mine: cython.ulonglong) -> cython.int:
        """Return a move to try, or 0."""
        known: cython.ulonglong
        key ^= self.apart
        known = self.memory[key >> self.shift]
        if (known ^ (key & ~CELL)) <= CELL:
            return known & CELL
        return self.guides[mine & GUIDES]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_in_vain(self, key: cython.ulonglong) -> cython.int:
        """Whether a stored move was already tried here and did not win."""
        return self.failures[key & GUIDES] == key

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def give_up(self, key: cython.ulonglong) -> cython.void:
        """Store that the move to try did not win."""
        self.failures[key & GUIDES] = key


def make_winning_move_cache(places: int = DEFAULT_PLACES) -> WinningMoveCache:
    """Return an empty cache; `places` is a power of two."""
    return WinningMoveCache(array.array("Q", bytes(8 * places)))
