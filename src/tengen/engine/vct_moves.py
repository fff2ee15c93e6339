"""The moves that the VCT search tries, in order.

They are on a stack, with one list for each move on the path to the current position.
"""

import cython

if not cython.compiled:
    from tengen.engine.constants import CATEGORIES, CELLS, FIVE, FOUR, THREE_CLOSED, TWO_CLOSED
    from tengen.engine.pattern_position import PatternPosition, lowest
    from tengen.engine.vcf import ExhaustiveVcf

STEPS = cython.declare(cython.int[4], [1, 32, 33, 31])  # type: ignore[misc, valid-type]


FIRST = cython.declare(cython.int, 1 << 20)


@cython.final
@cython.cclass
class VctMoves:
    """Lists the threats of the side to move, and the answers to them."""

    def __init__(self, position: PatternPosition, chains: ExhaustiveVcf) -> None:
        if not cython.compiled:
            self.stack = [0] * (1 << 17)
            self.ranks = [0] * (1 << 17)
            self.marks = [0] * 1024
        self.position = position
        self.chains = chains
        self.top = 0
        self.stamp = 0
        for at in range(CELLS):
            self.marks[at] = 0

    def listed(self) -> list[int]:
        """Return all cells on the stack."""
        return [self.stack[at] for at in range(self.top)]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def push(self, cell: cython.int, rank: cython.int) -> cython.void:
        """Push a cell and its rank."""
        self.stack[self.top] = cell
        self.ranks[self.top] = rank
        self.top += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def pick(self, at: cython.int) -> cython.int:
        """Swap the cell with the highest rank among those from `at` on to `at`, and return it."""
        best: cython.int = at
        other: cython.int
        cell: cython.int
        for other in range(at + 1, self.top):
            if self.ranks[other] > self.ranks[best]:
                best = other
        cell = self.stack[best]
        other = self.ranks[best]
        self.stack[best] = self.stack[at]
        self.ranks[best] = self.ranks[at]
        self.stack[at] = cell
        self.ranks[at] = other
        return cell

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def rank(self, cell: cython.int) -> cython.int:
        """Return how good a cell is for both players together."""
        return self.position.urge(0, cell) + self.position.urge(1, cell)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def rank_all(self, base: cython.int, first: cython.int) -> cython.void:
        """Rank all cells from `base` on; the cell `first` gets the highest rank."""
        at: cython.int
        for at in range(base, self.top):
            self.ranks[at] = FIRST if self.stack[at] == first else self.rank(self.stack[at])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def add_threats(self) -> cython.void:
        """Push all fours, and all moves that may be threes and are not stored as failures."""
        who: cython.int = self.position.turn
        wide: cython.int = self.chains.fours.count_fours(who * CATEGORIES)
        row: cython.int
        bits: cython.uint
        cell: cython.int
        key: cython.ulonglong
        for row in range(5, 5 + self.position.height):
            bits = self.position.inside & ~self.position.stones[row]
            while bits:
                cell = 32 * row + lowest(bits)
                bits &= bits - 1
                if self.position.kinds[who * CELLS + cell] < FOUR:
                    if not self.may_threaten(who, cell, wide):
                        continue
                    key = self.position.key ^ self.position.zobrist[who * CELLS + cell]
                    if self.chains.fails(key ^ self.position.turn_key):
                        continue
                self.push(cell, self.rank(cell))

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def may_threaten(self, who: cython.int, cell: cython.int, wide: cython.int) -> cython.int:
        """Return whether a move that makes no four may give the attacker a chain of fours.

        If the attacker has no fours to make (`wide` is 0), the move must prepare one. Otherwise it
        may also extend a line with a single stone, or stop a line of the defender.
        """
        shape: cython.int = self.position.shapes[who * CELLS + cell]
        if not wide:
            return self.has_shape(shape, THREE_CLOSED)
        if self.has_shape(shape, TWO_CLOSED):
            return 1
        return self.has_shape(self.position.shapes[(1 - who) * CELLS + cell], THREE_CLOSED)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def has_shape(self, shapes: cython.int, least: cython.int) -> cython.int:
        """Return whether one of the four shapes in `shapes` is at least `least`."""
        return (
            (shapes & 15) >= least
            or (shapes >> 4 & 15) >= least
            or (shapes >> 8 & 15) >= least
            or (shapes >> 12 & 15) >= least
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def add_zone(self) -> cython.void:
        """Push the zone of the last chain found. The attacker is to move."""
        who: cython.int = self.position.turn
        played: cython.int = 0
        cell: cython.int
        self.stamp += 1
        while True:
            cell = self.chains.line[played]
            self.add(cell)
            if self.position.kinds[who * CELLS + cell] == FIVE:
                break
            self.add_kinds(1 - who, FOUR)
            self.position.put(cell)
            played += 1
            self.add_fives(who, cell)
            if played == self.chains.length:
                break
            self.position.put(self.chains.line[played])
            played += 1
        while played:
            self.position.take()
            played -= 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def add(self, cell: cython.int) -> cython.void:
        """Push a cell, unless it was pushed under the current stamp."""
        if self.marks[cell] != self.stamp:
            self.marks[cell] = self.stamp
            self.push(cell, 0)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def add_kinds(self, who: cython.int, least: cython.int) -> cython.void:
        """Add all empty cells of this kind or better for a player. The kind is a four or better."""
        row: cython.int
        bits: cython.uint
        cell: cython.int
        for row in range(5, 5 + self.position.height):
            bits = self.position.loud[32 * who + row]
            while bits:
                cell = 32 * row + lowest(bits)
                if self.position.kinds[who * CELLS + cell] >= least:
                    self.add(cell)
                bits &= bits - 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def add_fives(self, who: cython.int, cell: cython.int) -> cython.void:
        """Add the cells in line with this one on which a player makes five."""
        axis: cython.int
        far: cython.int
        other: cython.int
        for axis in range(4):
            for far in range(-4, 5):
                other = cell + far * STEPS[axis]
                if (
                    not self.position.cells[other]
                    and self.position.kinds[who * CELLS + other] == FIVE
                ):
                    self.add(other)
