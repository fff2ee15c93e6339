"""Wins by threats as a proof graph, with the supports of every position.

A node is a position with the attacker to move, and the winning move. Its supports S1, S2, S3 are
sets of cells (docs/design/proof.md); S1 contains the answers to a threat that must be proved.
Everything is derived from the board, not from the search's tables: a wrong entry there can lose a
proof, but not make a wrong one.
"""

import array
from typing import TYPE_CHECKING

import cython

if TYPE_CHECKING:
    from tengen.prove.proof_listener import ProofListener
if not cython.compiled:
    from tengen.engine.constants import (
        CATEGORIES,
        CELLS,
        FIVE,
        MARGIN,
        OPEN,
        SIMPLE_FOUR,
        THREE_CLOSED,
        TWO_CLOSED,
        WON,
    )
    from tengen.engine.pattern_position import PatternPosition, lowest
    from tengen.engine.vct import VctSearch

ROWS = cython.declare(cython.int, 22)
SUPPORTS = cython.declare(cython.int, 3)
SIZE = cython.declare(cython.int, 66)
"""The number of words in the supports of a node: one for each row and support."""
BIT = cython.declare(cython.uint, 1)

MAKES_FIVE = cython.declare(cython.int, 0)
MAKES_TWO = cython.declare(cython.int, 1)
MAKES_FOUR = cython.declare(cython.int, 2)
MAKES_THREE = cython.declare(cython.int, 3)

MAX_THREATS = 60
WORTH_KEEPING = 5
"""The least plies of a shared node that is kept and repeated."""


@cython.final
@cython.cclass
class ProofGraph:
    """Proofs of a position and of positions that follow from it, all on its board."""

    def __init__(self, position: PatternPosition, threats: VctSearch) -> None:
        self.position = position
        self.threats = threats
        self.lines = _stones_in_line()
        self.limit = 0
        self.clear()

    def clear(self) -> None:
        """Forget all nodes."""
        self.numbers: dict[int, int] = {}
        self.moves: list[int] = []
        self.kinds: list[int] = []
        self.kids: list[tuple[tuple[int, int], ...]] = []
        self.plies: list[int] = []
        self.shared: list[int] = []
        self.kept: list[int] = []
        self.told = 0
        self.supports = array.array("I", bytes(4 * SIZE * 256))

    # For callers

    def prove(self, limit: cython.longlong) -> int:
        """Return the node of the current position, or -1 if the limit ends without a win."""
        self.limit = self.threats.chains.nodes + limit
        return self.win()

    def zone(self, node: int, which: int = 1) -> list[int]:
        """Return a support of a node, as cells of the position."""
        return [
            32 * (MARGIN + row) + col
            for row in range(self.position.height)
            for col in range(MARGIN, MARGIN + self.position.width)
            if self.supports[SIZE * node + ROWS * (which - 1) + row] >> col & 1
        ]

    def length(self, node: int) -> int:
        """Return the most plies to the win."""
        return self.plies[node]

    def tell(self, node: int, listener: "ProofListener") -> None:
        """Send the proof of a node to a listener, move by move."""
        kids: tuple  # type: ignore[type-arg] # typed for C
        if self.shared[node] and self.plies[node] >= WORTH_KEEPING:
            if self.kept[node] >= 0:
                listener.again(self.kept[node])
                return
            listener.keep()
        listener.move(self.index(self.moves[node]))
        kids = self.kids[node]
        if self.kinds[node] == MAKES_FOUR:
            self.tell(kids[0][1], listener)
        elif self.kinds[node] == MAKES_THREE:
            self.tell(kids[0][1], listener)
            for cell, kid in kids[1:]:
                listener.reply(self.index(cell))
                self.tell(kid, listener)
            listener.end()
        if self.shared[node] and self.plies[node] >= WORTH_KEEPING:
            self.kept[node] = self.told
            self.told += 1

    def index(self, cell: cython.int) -> cython.int:
        """Return a cell's number for listeners: row by row, without margins."""
        return ((cell >> 5) - MARGIN) * self.position.width + (cell & 31) - MARGIN

    # Nodes

    @cython.cfunc
    @cython.exceptval(-2)
    def win(self) -> cython.int:
        """Return the node of the current position, or -1."""
        move: cython.int
        known = self.numbers.get(self.position.key)
        if known is not None:
            self.shared[known] = 1
            return known
        if self.threats.chains.nodes > self.limit:
            return -1
        self.threats.chains.limit = self.limit
        if self.threats.chains.find(0) == WON:
            line = [self.threats.chains.line[at] for at in range(self.threats.chains.length)]
            return self.along(line, 0)
        move = self.seek()
        return self.threaten(move) if move else -1

    @cython.cfunc
    @cython.exceptval(-2)
    def seek(self) -> cython.int:
        """Return the first move of a win by threats, or 0."""
        depth: cython.int
        result: cython.int = self.threats.pursue(self.limit)
        for depth in range(MAX_THREATS):
            if result != OPEN:
                break
            result = self.threats.run(depth, self.limit)
        return self.threats.move if result == WON else 0

    @cython.cfunc
    @cython.exceptval(-2)
    def along(self, line: list, at: cython.int) -> cython.int:  # type: ignore[type-arg] # typed for C
        """Make the node of a chain of fours and the nodes after it; return the first."""
        cell: cython.int = line[at]
        who: cython.int = self.position.turn
        node: cython.int
        kid: cython.int
        known = self.numbers.get(self.position.key)
        if known is not None:
            self.shared[known] = 1
            return known
        if self.position.kinds[who * CELLS + cell] == FIVE:
            node = self.make(cell, MAKES_FIVE)
            self.add(node, cell)
            return node
        if at + 1 == len(line):
            node = self.make(cell, MAKES_TWO)
            self.plies[node] = 3
        else:
            node = self.make(cell, MAKES_FOUR)
        self.add_lines(node)
        self.add(node, cell)
        self.position.put(cell)
        self.add_fives(node, who)
        if at + 1 < len(line):
            self.position.put(line[at + 1])
            kid = self.along(line, at + 2)
            self.position.take()
            self.join(node, kid, line[at + 1])
        self.position.take()
        return node

    @cython.cfunc
    @cython.exceptval(-2)
    def threaten(self, cell: cython.int) -> cython.int:
        """Make the node of a three, or of a four before a three; return it, or -1."""
        who: cython.int = self.position.turn
        answer: cython.int
        node: cython.int = self.make(cell, MAKES_THREE)
        is_proved: cython.int
        self.add_lines(node)
        self.add(node, cell)
        self.position.put(cell)
        if self.position.tally[who * CATEGORIES + FIVE]:
            self.kinds[node] = MAKES_FOUR
            self.add_fives(node, who)
            answer = self.threats.fours.find_five(who)
            is_proved = self.answer(node, answer)
        else:
            is_proved = self.answer_all(node)
        self.position.take()
        if not is_proved:
            del self.numbers[self.position.key]
            return -1
        return node

    @cython.cfunc
    @cython.exceptval(-2)
    def answer(self, node: cython.int, cell: cython.int) -> cython.int:
        """Prove the position after an answer; return whether it succeeded."""
        kid: cython.int
        self.position.put(cell)
        kid = self.win()
        self.position.take()
        if kid >= 0:
            self.join(node, kid, cell)
        return kid >= 0

    @cython.cfunc
    @cython.exceptval(-2)
    def answer_all(self, node: cython.int) -> cython.int:
        """Prove that a move threatens to win, and every answer in the zone of that win."""
        kid: cython.int = -1
        row: cython.int
        cell: cython.int
        bits: cython.uint
        self.position.hand_over()
        if self.threats.chains.find(0) == WON:
            line = [self.threats.chains.line[at] for at in range(self.threats.chains.length)]
            kid = self.along(line, 0)
        self.position.hand_over()
        if kid < 0:
            return 0
        self.join_null(node, kid)
        for row in range(self.position.height):
            bits = self.supports[SIZE * kid + row]
            while bits:
                cell = 32 * (MARGIN + row) + lowest(bits)
                bits &= bits - 1
                if not self.answer(node, cell):
                    return 0
        return 1

    @cython.cfunc
    @cython.exceptval(-2)
    def make(self, cell: cython.int, kind: cython.int) -> cython.int:
        """Make a node of the current position, without supports."""
        node: cython.int = len(self.moves)
        self.numbers[self.position.key] = node
        self.moves.append(cell)
        self.kinds.append(kind)
        self.kids.append(())
        self.plies.append(1)
        self.shared.append(0)
        self.kept.append(-1)
        if SIZE * (node + 1) > len(self.supports):
            self.supports = array.array("I", bytes(self.supports) + bytes(4 * len(self.supports)))
        return node

    # Supports

    @cython.cfunc
    def join(self, node: cython.int, kid: cython.int, cell: cython.int) -> cython.void:
        """Add the node after an answer."""
        at: cython.int
        self.kids[node] = (*self.kids[node], (cell, kid))
        self.plies[node] = max(self.plies[node], 2 + self.plies[kid])
        for at in range(SIZE):
            self.supports[SIZE * node + at] |= self.supports[SIZE * kid + at]

    @cython.cfunc
    def join_null(self, node: cython.int, kid: cython.int) -> cython.void:
        """Add the node after a pass of the defender."""
        at: cython.int
        self.kids[node] = ((0, kid),)
        self.plies[node] = 2 + self.plies[kid]
        for at in range(SIZE - ROWS):
            self.supports[SIZE * node + at] |= self.supports[SIZE * kid + ROWS + at]

    @cython.cfunc
    def add(self, node: cython.int, cell: cython.int) -> cython.void:
        """Add a cell to all supports of a node."""
        at: cython.int = SIZE * node + (cell >> 5) - MARGIN
        which: cython.int
        for which in range(SUPPORTS):
            self.supports[at + ROWS * which] |= BIT << (cell & 31)

    @cython.cfunc
    def add_fives(self, node: cython.int, who: cython.int) -> cython.void:
        """Add the cells on which the attacker makes five."""
        row: cython.int
        bits: cython.uint
        cell: cython.int
        for row in range(MARGIN, MARGIN + self.position.height):
            bits = self.position.loud[32 * who + row]
            while bits:
                cell = 32 * row + lowest(bits)
                if self.position.kinds[who * CELLS + cell] == FIVE:
                    self.add(node, cell)
                bits &= bits - 1

    @cython.cfunc
    def add_lines(self, node: cython.int) -> cython.void:
        """Add the empty cells of the defender's lines: with three stones to S1, S2 and S3.

        Lines with two stones are added to S2 and S3, lines with one stone to S3.
        """
        base: cython.int = (1 - self.position.turn) * CELLS
        row: cython.int
        cell: cython.int
        stones: cython.int
        which: cython.int
        bits: cython.uint
        for row in range(self.position.height):
            bits = self.position.inside & ~self.position.stones[MARGIN + row]
            while bits:
                cell = 32 * (MARGIN + row) + lowest(bits)
                bits &= bits - 1
                stones = self.lines[self.position.shapes[base + cell]]
                for which in range(SUPPORTS - stones, SUPPORTS):
                    self.supports[SIZE * node + ROWS * which + row] |= BIT << (cell & 31)


def _stones_in_line() -> bytes:
    """Return, for each shape of an empty cell, the most stones in a line with it, up to three."""
    least = (TWO_CLOSED, THREE_CLOSED, SIMPLE_FOUR)
    single = [sum(pattern >= least[at] for at in range(3)) for pattern in range(16)]
    pair = [max(single[low], single[high]) for high in range(16) for low in range(16)]
    return bytes(max(low, high) for high in pair for low in pair)
