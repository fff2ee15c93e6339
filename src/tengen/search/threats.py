"""Wins by fours and threes: whatever the defender does, the attacker threatens again and wins.

A *three* here is any move after which the attacker would win by a chain of fours if the defender
passed. Such a chain has a *zone*: its moves and answers, and the cells on which the defender makes
a four before one of its moves. An answer outside the zone does not disturb the chain; every answer
inside is tried. docs/design/threats.md has the argument.
"""

import cython

if cython.compiled:
    from cython.cimports.tengen.search.chains import Chains
    from cython.cimports.tengen.search.fours import Fours
    from cython.cimports.tengen.search.position import Position, lowest
else:
    from tengen.search.chains import Chains
    from tengen.search.fours import Fours
    from tengen.search.position import Position, lowest

CELLS = cython.declare(cython.int, 1024)
CATEGORIES = cython.declare(cython.int, 12)
STEPS = cython.declare(cython.int[4], [1, 32, 33, 31])
FOUR = cython.declare(cython.int, 7)
FIVE = cython.declare(cython.int, 11)

TWO_CLOSED = cython.declare(cython.int, 3)
THREE_CLOSED = cython.declare(cython.int, 6)

OPEN = cython.declare(cython.int, 0)
WON = cython.declare(cython.int, 1)
LOST = cython.declare(cython.int, 2)
STOPPED = cython.declare(cython.int, 3)

FOREVER = cython.declare(cython.int, 63)
DATA = cython.declare(cython.ulonglong, (1 << 17) - 1)
HINTS = cython.declare(cython.int, 65535)

ARRAYS = {"stack": 1 << 17, "ranks": 1 << 17, "hints": 1 << 16, "marks": 1024}
"""What threats.pxd declares as C arrays is lists where nothing is compiled."""


@cython.final
@cython.cclass
class Threats:
    """Searches for wins of the side to move of a position, which it leaves as it was."""

    def __init__(self, position: Position, memory: object, chain_memory: object) -> None:
        if not cython.compiled:
            for name, size in ARRAYS.items():
                setattr(self, name, [0] * size)
        self.position = position
        self.chains = Chains(position, chain_memory)
        self.fours = Fours(position)
        self.memory = memory
        self.mask = len(memory) - 1
        self.move = 0
        self.top = 0
        self.stamp = 0
        for at in range(HINTS + 1):
            self.hints[at] = 0
        for at in range(CELLS):
            self.marks[at] = 0

    # What is asked from outside the search

    def run(self, depth: cython.int, limit: cython.longlong) -> int:
        """WON, LOST, STOPPED at so many nodes, or OPEN: no win found with so many threats."""
        result: cython.int
        self.top = 0
        self.chains.limit = limit
        with cython.nogil:
            result = self.attack(depth)
        return result

    def winner(self) -> int:
        """The first move of the win that `run` has found."""
        return self.move

    def nodes(self) -> int:
        """How many positions were looked at so far."""
        return self.chains.nodes

    def stop(self) -> None:
        """End the search that is going on, and all that follow."""
        self.chains.stop = 1

    def chain(self, limit: cython.longlong) -> list[int]:
        """A win by fours alone: own moves and forced answers in turn; else nothing."""
        result: cython.int
        self.chains.limit = limit
        with cython.nogil:
            result = self.chains.find(0)
        if result != WON:
            return []
        return [self.chains.line[at] for at in range(self.chains.length)]

    def zone(self) -> list[int]:
        """The answers that can disturb the chain that was found last, where it starts."""
        self.top = 0
        self.gather()
        return [self.stack[at] for at in range(self.top)]

    def fives(self, who: int) -> list[int]:
        """The empty cells on which a player makes five."""
        self.top = 0
        self.stamp += 1
        self.add_kinds(who, FIVE)
        return [self.stack[at] for at in range(self.top)]

    def play(self, cell: int) -> None:
        """Play the side to move on an empty cell."""
        self.position.put(cell)

    def undo(self) -> None:
        """Take back the last move."""
        self.position.take()

    def hand_over(self) -> None:
        """Let the side to move pass, or take that back."""
        self.position.hand_over()

    # The search

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def attack(self, depth: cython.int) -> cython.int:
        """Whether the side to move wins with at most so many threats before a chain."""
        key: cython.ulonglong = self.position.key
        known: cython.ulonglong = self.memory[key & self.mask] ^ (key & ~DATA)
        blocked: cython.int = self.position.tally[(1 - self.position.turn) * CATEGORIES + FIVE]
        result: cython.int
        if self.chains.is_over():
            return STOPPED
        if known <= DATA:
            if known & 1:
                self.move = known >> 7
                return WON
            if known >> 1 & 63 == FOREVER:
                return LOST
            if known >> 1 & 63 >= depth:
                return OPEN
        result = self.chains.find(0)
        if result != LOST:
            self.move = self.chains.line[0]
            return result
        if blocked > 1:
            return LOST
        if blocked == 0 and depth == 0:
            return OPEN
        return self.attack_anew(key, depth, blocked)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def attack_anew(
        self, key: cython.ulonglong, depth: cython.int, blocked: cython.int
    ) -> cython.int:
        """Try all threats. A five that must be stopped leaves one of them, which costs no depth."""
        base: cython.int = self.top
        slot: cython.ulonglong = key & self.mask
        at: cython.int
        result: cython.int
        all_lost: cython.int = 1
        deeper: cython.int = depth if blocked else depth - 1
        if blocked:
            self.push(self.fours.find_five(1 - self.position.turn), 0)
        else:
            self.list_threats()
        for at in range(base, self.top):
            result = self.threaten(self.pick(at), deeper)
            if result == WON:
                self.move = self.stack[at]
                self.memory[slot] = (key & ~DATA) | (self.stack[at] << 7) | 1
            if result == OPEN:
                all_lost = 0
            elif result != LOST:
                self.top = base
                return result
        self.top = base
        if all_lost:
            self.memory[slot] = (key & ~DATA) | (FOREVER << 1)
            return LOST
        if depth:
            self.memory[slot] = (key & ~DATA) | (depth << 1)
        return OPEN

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def threaten(self, cell: cython.int, depth: cython.int) -> cython.int:
        """Play a move and see whether every answer to it loses; LOST if it is no threat."""
        who: cython.int = self.position.turn
        result: cython.int
        self.position.put(cell)
        if self.position.tally[who * CATEGORIES + FIVE]:
            self.position.put(self.fours.find_five(who))
            result = self.attack(depth)
            self.position.take()
        else:
            self.position.hand_over()
            result = self.chains.find(0)
            if result == WON:
                result = self.answer(depth)
            else:
                self.position.hand_over()
        self.position.take()
        return result

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def answer(self, depth: cython.int) -> cython.int:
        """Try every answer in the zone of a chain that was just found, as if the defender passed.

        The passing is taken back first.
        """
        base: cython.int = self.top
        at: cython.int
        hint: cython.int
        result: cython.int = WON
        self.gather()
        self.position.hand_over()
        hint = self.position.key & HINTS
        for at in range(base, self.top):
            self.ranks[at] = self.rank(self.stack[at])
            if self.stack[at] == self.hints[hint]:
                self.ranks[at] = 1 << 20
        for at in range(base, self.top):
            self.position.put(self.pick(at))
            result = self.attack(depth)
            self.position.take()
            if result != WON:
                self.hints[hint] = self.stack[at]
                break
        self.top = base
        return result

    # Lists of cells

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def push(self, cell: cython.int, rank: cython.int) -> cython.void:
        """Put a cell on the stack."""
        self.stack[self.top] = cell
        self.ranks[self.top] = rank
        self.top += 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def pick(self, at: cython.int) -> cython.int:
        """Swap the best cell from here up to the top of the stack to this place."""
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
        """How much a cell means to both players."""
        return (
            self.position.order[self.position.shapes[cell]]
            + self.position.order[self.position.shapes[CELLS + cell]]
        )

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def list_threats(self) -> cython.void:
        """Push all fours, and all moves that may be threes and are not known to be none."""
        who: cython.int = self.position.turn
        wide: cython.int = self.fours.count_fours(who * CATEGORIES)
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
        """Whether a move that makes no four could give the attacker a chain of fours.

        Where the attacker has no four to make, the move must bring one. Where there are some, it
        can also stand ready in a line with a single stone, or stop a line of the defender.
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
        """Whether one of four shapes is at least this one."""
        return (
            (shapes & 15) >= least
            or (shapes >> 4 & 15) >= least
            or (shapes >> 8 & 15) >= least
            or (shapes >> 12 & 15) >= least
        )

    # Zones

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def gather(self) -> cython.void:
        """Push the zone of the chain that was found last; it is the attacker's move."""
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
        """Push a cell unless that has been done since the last stamp."""
        if self.marks[cell] != self.stamp:
            self.marks[cell] = self.stamp
            self.push(cell, 0)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def add_kinds(self, who: cython.int, least: cython.int) -> cython.void:
        """Add all empty cells that are of a kind for a player, a four at least, or better."""
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
