"""The transposition table: results of positions in a shared hash table.

An entry is a number that holds the move, the kind of bound, the depth, the score, the static
evaluation, and the number of the search that stored it. A position has the choice of four entries.
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
WAYS = cython.declare(cython.int, 4)
AGES = cython.declare(cython.int, 63)
AGE_WEIGHT = cython.declare(cython.int, 4)


@cython.final
@cython.cclass
class TranspositionTable:
    """Reads and writes a table that other threads may use at the same time."""

    def __init__(self, table: "HashTable") -> None:
        self.keys = table.keys
        self.entries = table.entries
        self.mask = len(table.keys) - WAYS
        self.age = table.age & AGES

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def probe(self, key: cython.ulonglong) -> cython.ulonglong:
        """Return the entry of a position, or 0."""
        slot: cython.ulonglong = key & self.mask
        at: cython.ulonglong
        known: cython.ulonglong
        for at in range(slot, slot + WAYS):
            known = self.entries[at]
            if self.keys[at] ^ known == key:
                return known
        return 0

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
    def corrected(self, known: cython.ulonglong, looks: cython.int) -> cython.int:
        """Return a static evaluation, or the score of an entry that bounds it."""
        bound: cython.int = (known >> 10) & 3
        score: cython.int = cython.cast(cython.int, (known >> 20) & 65535) - 32768
        if known == 0 or score > DECIDED or score < -DECIDED:
            return looks
        if (
            bound == EXACT
            or (bound == LOWER and score > looks)
            or (bound == UPPER and score < looks)
        ):
            return score
        return looks

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
        looks: cython.int,
    ) -> cython.void:
        """Store a result; the plies of a win are counted from this position.

        The key is stored xor the entry, so an entry that two threads wrote at once is not found.
        """
        slot: cython.ulonglong = self.oldest(key)
        bound: cython.int = LOWER if score >= beta else EXACT if score > alpha else UPPER
        score += ply if score > DECIDED else -ply if score < -DECIDED else 0
        kept: cython.ulonglong = self.age
        kept = kept << 16 | cython.cast(cython.ulonglong, looks + 32768)
        kept = kept << 16 | cython.cast(cython.ulonglong, score + 32768)
        kept = kept << 20 | cython.cast(cython.ulonglong, max(depth, 0) << 12 | bound << 10 | move)
        self.keys[slot] = key ^ kept
        self.entries[slot] = kept

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def oldest(self, key: cython.ulonglong) -> cython.ulonglong:
        """Return where to store a position: in its own entry, else in the least useful one.

        An entry is useful by its depth, less for each search since it was stored.
        """
        first: cython.ulonglong = key & self.mask
        at: cython.ulonglong
        best: cython.ulonglong = first
        least: cython.int = 1 << 20
        known: cython.ulonglong
        use: cython.int
        for at in range(first, first + WAYS):
            known = self.entries[at]
            if self.keys[at] ^ known == key:
                return at
            use = (known >> 12) & 255
            use -= AGE_WEIGHT * ((self.age - (known >> 52)) & AGES)
            if use < least:
                least = use
                best = at
        return best
