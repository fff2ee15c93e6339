"""The transposition table: results of positions in a shared hash table.

An entry is a number that holds the move, the kind of bound, the depth and the score.
"""

from typing import TYPE_CHECKING

import cython

if TYPE_CHECKING:
    from tengen.engine.engine import HashTable

if not cython.compiled:
    from tengen.engine.constants import DECIDED

EXACT = cython.declare(cython.int, 1)
LOWER = cython.declare(cython.int, 2)
UPPER = cython.declare(cython.int, 3)


@cython.final
@cython.cclass
class TranspositionTable:
    """Reads and writes a table that other threads may use at the same time."""

    def __init__(self, table: "HashTable") -> None:
        self.keys = table.keys
        self.entries = table.entries
        self.mask = len(table.keys) - 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def probe(self, key: cython.ulonglong) -> cython.ulonglong:
        """Return the entry of a position, or 0."""
        slot: cython.ulonglong = key & self.mask
        known: cython.ulonglong = self.entries[slot]
        return known if self.keys[slot] ^ known == key else 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def settles(
        self,
        known: cython.ulonglong,
        alpha: cython.int,
        beta: cython.int,
        depth: cython.int,
        ply: cython.int,
    ) -> cython.int:
        """Whether an entry is enough for this depth and window; then `score` is the score."""
        bound: cython.int = (known >> 10) & 3
        score: cython.int = cython.cast(cython.int, (known >> 20) & 65535) - 32768
        if known == 0 or cython.cast(cython.int, (known >> 12) & 255) < depth:
            return 0
        score -= ply if score > DECIDED else -ply if score < -DECIDED else 0
        self.score = score
        if bound == EXACT:
            return 1
        return score >= beta if bound == LOWER else score <= alpha

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def keep(
        self,
        key: cython.ulonglong,
        score: cython.int,
        alpha: cython.int,
        beta: cython.int,
        move: cython.int,
        depth: cython.int,
        ply: cython.int,
    ) -> cython.void:
        """Store a result; the plies of a win are counted from this position.

        The key is stored xor the entry, so an entry that two threads wrote at once is not found.
        """
        slot: cython.ulonglong = key & self.mask
        bound: cython.int = LOWER if score >= beta else EXACT if score > alpha else UPPER
        score += ply if score > DECIDED else -ply if score < -DECIDED else 0
        kept: cython.ulonglong = score + 32768
        kept = kept << 20 | cython.cast(cython.ulonglong, max(depth, 0) << 12 | bound << 10 | move)
        self.keys[slot] = key ^ kept
        self.entries[slot] = kept
