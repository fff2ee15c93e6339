"""VCF without a depth limit: wins by fours with all their moves, and a memory of results.

`vcf` looks to a depth and forgets wins; here only the node limit ends the search. Wins and failures
are remembered, because the search of `vct` comes back to the same positions.
"""

from collections.abc import MutableSequence

import cython

if not cython.compiled:
    from tengen.engine.constants import (
        CATEGORIES,
        CELLS,
        FIVE,
        FOUR,
        FOUR_AND_THREE,
        LOST,
        STOPPED,
        WINS_IN_THREE,
        WON,
    )
    from tengen.engine.pattern_position import PatternPosition, lowest
    from tengen.engine.vcf import VcfSearch


DATA = cython.declare(cython.ulonglong, 4095)
"""The lowest bits of an entry hold what is known; the place of the entry says what they were."""


@cython.final
@cython.cclass
class ExhaustiveVcf:
    """Looks for chains of the side to move; after `find` says WON, `line` is one, `length` long.

    Which one depends on the position alone. `nodes` and `limit` are for whoever else searches, too.
    """

    def __init__(self, position: PatternPosition, memory: MutableSequence[int]) -> None:
        if not cython.compiled:
            self.line = [0] * 1024
            self.stack = [0] * 65536
        self.position = position
        self.fours = VcfSearch(position)
        self.memory = memory
        self.mask = len(memory) - 1
        self.nodes = 0
        self.limit = 0
        self.stop = 0
        self.length = 0
        self.top = 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_over(self) -> cython.int:
        """Count a node, and tell whether that was too many."""
        self.nodes += 1
        return self.stop or self.nodes > self.limit

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fails(self, key: cython.ulonglong) -> cython.int:
        """Whether the position of this key is remembered to have no chain."""
        return (self.memory[key & self.mask] ^ (key & ~DATA)) == LOST

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find(self, ply: cython.int) -> cython.int:
        """WON, LOST (there is no chain) or STOPPED."""
        who: cython.int = self.position.turn
        me: cython.int = who * CATEGORIES
        blocked: cython.int = self.position.tally[CATEGORIES - me + FIVE]
        if self.is_over():
            return STOPPED
        if self.position.tally[me + FIVE]:
            return self.end(ply, who, FIVE)
        if blocked > 1:
            return LOST
        if blocked == 0 and self.position.tally[me + WINS_IN_THREE] and self.position.has_room():
            return self.end(ply, who, WINS_IN_THREE)
        if self.fours.count_fours(me) == 0:
            return LOST
        if blocked:
            return self.try_four(self.fours.find_five(1 - who), ply)
        return self.try_fours(ply)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def end(self, ply: cython.int, who: cython.int, kind: cython.int) -> cython.int:
        """The chain ends with a move of this kind."""
        self.line[ply] = self.fours.find(who, kind)
        self.length = ply + 1
        return WON

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def try_fours(self, ply: cython.int) -> cython.int:
        """Make every four there is, those that make more beside it first."""
        key: cython.ulonglong = self.position.key
        slot: cython.ulonglong = key & self.mask
        known: cython.ulonglong = self.memory[slot] ^ (key & ~DATA)
        base: cython.int = self.top
        at: cython.int
        kind: cython.int
        result: cython.int
        if known == LOST:
            return LOST
        if known <= DATA and known & 3 == WON and self.try_four(known >> 2, ply) == WON:
            return WON
        self.list_fours()
        for kind in range(FOUR_AND_THREE, FOUR - 1, -1):
            for at in range(base, self.top):
                if self.position.kinds[self.position.turn * CELLS + self.stack[at]] != kind:
                    continue
                result = self.try_four(self.stack[at], ply)
                if result == WON:
                    self.memory[slot] = (key & ~DATA) | (self.stack[at] << 2) | WON
                if result != LOST:
                    self.top = base
                    return result
        self.top = base
        self.memory[slot] = (key & ~DATA) | LOST
        return LOST

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def list_fours(self) -> cython.void:
        """Push the cells on which the side to move can make a four."""
        row: cython.int
        bits: cython.uint
        for row in range(5, 5 + self.position.height):
            bits = self.position.loud[32 * self.position.turn + row]
            while bits:
                self.stack[self.top] = 32 * row + lowest(bits)
                self.top += 1
                bits &= bits - 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def try_four(self, cell: cython.int, ply: cython.int) -> cython.int:
        """Play a move that should make a four; then the answer is forced, or too late."""
        who: cython.int = self.position.turn
        fives: cython.int
        answer: cython.int
        result: cython.int = LOST
        if self.position.may_be_foul(cell):
            return LOST
        self.position.put(cell)
        fives = self.position.tally[who * CATEGORIES + FIVE]
        self.line[ply] = cell
        if fives > 1 and self.position.has_room():
            self.length = ply + 1
            result = WON
        elif fives == 1:
            answer = self.fours.find_five(who)
            if not self.fails(
                self.position.key ^ self.position.zobrist[(1 - who) * CELLS + answer]
            ):
                self.line[ply + 1] = answer
                self.position.put(answer)
                result = self.find(ply + 2)
                self.position.take()
        self.position.take()
        return result
