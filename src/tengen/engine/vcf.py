"""VCF, victory by continuous fours: each four forces the answer, until one makes two threats.

`VcfSearch` searches to a given depth and stores only failures. It is exact in every game with
patterns: it decides for each move whether it is forbidden. Alpha-beta and the puzzles use it.

`ExhaustiveVcf` has no depth limit. It also stores wins, because VCT reaches the same positions
again. It never plays a move that may be forbidden, so VCT can rely on its wins.
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

STEPS = cython.declare(cython.int[4], [1, 32, 33, 31])  # type: ignore[misc, valid-type]
MEMORY = cython.declare(cython.int, 1 << 14)
UNLIMITED = cython.declare(cython.longlong, 1 << 60)
MOST_FOURS = 63
"""The greatest depth: an entry in the table of failures has six bits for it."""


@cython.final
@cython.cclass
class VcfSearch:
    """Searches for wins of the side to move, and stores the moves of the last win found.

    The depth is the number of fours before the last four. With `counts_last`, it includes the last
    four, and a search to depth n finds a win if and only if there is one with at most n fours.
    """

    def __init__(self, position: PatternPosition, *, counts_last: bool = False) -> None:
        if not cython.compiled:
            self.failures = [0] * (1 << 14)
            self.line = [0] * 512
        self.position = position
        self.least = 1 if counts_last else 0
        self.nodes = 0
        self.length = 0
        self.budget = 0
        for at in range(MEMORY):
            self.failures[at] = 0

    def search(self, depth: cython.int, budget: cython.longlong = UNLIMITED) -> int:
        """Return the plies of a win, or 0 if none is found within the budget.

        `left()` is negative if the budget ended the search.
        """
        plies: cython.int
        with cython.nogil:
            plies = self.look(depth, budget)
        return plies

    def left(self) -> int:
        """Return the part of the budget that the last search has not used."""
        return self.budget

    def moves(self) -> list[int]:
        """Return the moves of the last win found, up to the one that has no defence."""
        return [self.line[at] for at in range(self.length)]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def look(self, depth: cython.int, budget: cython.longlong) -> cython.int:
        """Return the plies of a win, or 0 if none is found within the budget."""
        self.budget = budget
        return self.find_win(depth, 0)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find(self, who: cython.int, kind: cython.int) -> cython.int:
        """Return a cell of this kind for a player, or 0. The kind is a four or better."""
        row: cython.int
        bits: cython.uint
        cell: cython.int
        for row in range(5, 5 + self.position.height):
            bits = self.position.loud[32 * who + row]
            while bits:
                cell = 32 * row + lowest(bits)
                if self.position.kinds[who * CELLS + cell] == kind:
                    return cell
                bits &= bits - 1
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find_five(self, who: cython.int) -> cython.int:
        """Return a cell on which a player makes five; try the lines through the last move first."""
        last: cython.int = self.position.moves[self.position.count - 1]
        axis: cython.int
        far: cython.int
        cell: cython.int
        for axis in range(4):
            for far in range(-4, 5):
                cell = last + far * STEPS[axis]
                if self.position.cells[cell]:
                    continue
                if self.position.kinds[who * CELLS + cell] == FIVE:
                    return cell
        return self.find(who, FIVE)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find_win(self, depth: cython.int, ply: cython.int) -> cython.int:
        """Return the plies to a win of the side to move, or 0 if none is found."""
        who: cython.int = self.position.turn
        me: cython.int = who * CATEGORIES
        other: cython.int = CATEGORIES - me
        blocked: cython.int = self.position.tally[other + FIVE]
        self.nodes += 1
        if self.position.tally[me + FIVE]:
            return self.finish(who, FIVE, ply)
        if blocked > 1:
            return 0
        if (
            blocked == 0
            and depth >= self.least
            and self.position.tally[me + WINS_IN_THREE]
            and self.position.has_room()
        ):
            return self.finish(who, WINS_IN_THREE, ply)
        self.budget -= 1
        if depth <= 0 or self.budget < 0 or self.count_fours(me) == 0:
            return 0
        if blocked:
            return self.try_four(self.find_five(1 - who), depth, ply)
        return self.try_fours(depth, ply)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def finish(self, who: cython.int, kind: cython.int, ply: cython.int) -> cython.int:
        """Store the last move of the win, and return the plies from there to five."""
        self.line[ply] = self.find(who, kind)
        self.length = ply + 1
        return 1 if kind == FIVE else 3

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def count_fours(self, me: cython.int) -> cython.int:
        """Return the number of cells on which a player can make a four."""
        kind: cython.int
        count: cython.int = 0
        for kind in range(FOUR, WINS_IN_THREE + 1):
            count += self.position.tally[me + kind]
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def try_fours(self, depth: cython.int, ply: cython.int) -> cython.int:
        """Try every four, unless the position is stored as a failure."""
        who: cython.int = self.position.turn
        row: cython.int
        bits: cython.uint
        plies: cython.int
        slot: cython.int = self.position.key & (MEMORY - 1)
        mark: cython.ulonglong = (self.position.key & ~cython.cast(cython.ulonglong, 63)) | depth
        if (self.failures[slot] ^ mark) < 64 and (self.failures[slot] & 63) >= depth:
            return 0
        for row in range(5, 5 + self.position.height):
            bits = self.position.loud[32 * who + row]
            while bits:
                plies = self.try_four(32 * row + lowest(bits), depth, ply)
                if plies:
                    return plies
                bits &= bits - 1
        if self.budget >= 0:
            self.failures[slot] = mark
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def try_four(self, cell: cython.int, depth: cython.int, ply: cython.int) -> cython.int:
        """Try a move that may make a four. A single five forces the answer; two fives win."""
        who: cython.int = self.position.turn
        answer: cython.int
        plies: cython.int = 0
        fives: cython.int
        if self.position.is_foul(cell):
            return 0
        self.position.put(cell)
        self.nodes += 1
        fives = self.position.tally[who * CATEGORIES + FIVE]
        answer = self.find_five(who) if fives else 0
        if fives > 1 or (fives and self.position.is_foul(answer)):
            plies = 3 if self.position.has_room() else 0
            self.length = ply + 1
        elif fives:
            self.line[ply + 1] = answer
            self.position.put(answer)
            plies = self.find_win(depth - 1, ply + 2)
            plies = plies + 2 if plies else 0
            self.position.take()
        self.position.take()
        if plies:
            self.line[ply] = cell
        return plies


DATA = cython.declare(cython.ulonglong, 4095)
"""Bits of an entry that hold the result; the index of the entry gives the key's bits there."""


@cython.final
@cython.cclass
class ExhaustiveVcf:
    """Searches for chains of fours of the side to move.

    After `find` returns WON, the first `length` moves of `line` are the chain. The chain depends
    only on the position. VCT counts its own nodes in `nodes`, too, so `limit` is for both.
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
        """Count a node, and return whether the search must end."""
        self.nodes += 1
        return self.stop or self.nodes > self.limit

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def fails(self, key: cython.ulonglong) -> cython.int:
        """Return whether the position with this key is stored as having no chain."""
        return (self.memory[key & self.mask] ^ (key & ~DATA)) == LOST

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find(self, ply: cython.int) -> cython.int:
        """Return WON, LOST (there is no chain) or STOPPED."""
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
        """Store the last move of a chain, which has this kind, and return WON."""
        self.line[ply] = self.fours.find(who, kind)
        self.length = ply + 1
        return WON

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def try_fours(self, ply: cython.int) -> cython.int:
        """Try every four, those that also make a three first."""
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
        """Try a move that may make a four. A single five forces the answer; two fives win."""
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
