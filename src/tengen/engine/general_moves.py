"""Move ordering of the general search: which moves to try, and in which order."""

from array import array

import cython

if not cython.compiled:
    from tengen.engine.constants import DEEPEST, WINS
    from tengen.engine.general_position import GeneralPosition
    from tengen.engine.general_threats import GeneralThreats

HINTED = cython.declare(cython.longlong, 1 << 60)
KILLER = cython.declare(cython.longlong, 100)


@cython.final
@cython.cclass
class GeneralMoves:
    """Lists the moves of every ply, and learns from moves that were good elsewhere."""

    def __init__(self, position: GeneralPosition, threats: GeneralThreats) -> None:
        if not cython.compiled:
            self.killers = [0] * 256
        self.position = position
        self.threats = threats
        self.candidates = array("i", bytes(4 * position.area * (DEEPEST + 2)))
        self.ranks = array("q", bytes(8 * position.area * (DEEPEST + 2)))
        self.barred = array("B", bytes(position.area))
        self.history = array(
            "i", [_distance_from_edge(position, cell) for cell in range(position.area)] * 2
        )
        for at in range(256):
            self.killers[at] = -1

    def bar(self, cells: list[int]) -> None:
        """Exclude exactly these moves at the root."""
        for cell in range(self.position.area):
            self.barred[cell] = cell in cells

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def list_moves(self, ply: cython.int, hinted: cython.int) -> cython.int:
        """List the moves that matter: all at the root, only answers if there is a threat.

        Cells that are dead for both players are equivalent, so one of them is enough. It is left
        out if an own stone can never do harm, because the other cells are better then.
        """
        me: cython.int = self.position.turn
        count: cython.int = 0
        spare: cython.int = -1
        forks: cython.int
        cell: cython.int
        if ply and self.position.tally[4 * (1 - me) + WINS]:
            for count in range(self.threats.list_guards(1 - me, ply)):
                self.add(ply, count, hinted, self.threats.guards[ply * self.position.area + count])
            return count + 1
        forks = self.threats.mark_defences(1 - me) if ply and self.threats.single else 0
        for cell in range(self.position.area):
            if self.position.cells[cell] or (ply == 0 and self.barred[cell]):
                continue
            if forks and self.threats.marks[cell] < forks and self.position.level(me, cell) == 0:
                continue
            if ply and self.position.is_dead(cell):
                spare = cell
                continue
            self.add(ply, count, hinted, cell)
            count += 1
        if spare >= 0 and (count == 0 or self.position.own_flank):
            self.add(ply, count, hinted, spare)
            count += 1
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def add(
        self, ply: cython.int, at: cython.int, hinted: cython.int, cell: cython.int
    ) -> cython.void:
        """Add a move to the list with its rank."""
        area: cython.int = self.position.area
        place: cython.int = self.position.turn * area + cell
        rank: cython.longlong = 2 * self.position.worth[place]
        rank += self.position.worth[(1 - self.position.turn) * area + cell]
        rank += self.history[place] >> 4
        if cell == hinted:
            rank += HINTED
        elif cell == self.killers[2 * ply] or cell == self.killers[2 * ply + 1]:
            rank += KILLER
        self.candidates[ply * area + at] = cell
        self.ranks[ply * area + at] = rank

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def pick(self, ply: cython.int, at: cython.int, count: cython.int) -> cython.int:
        """Move the best of the moves not tried yet to place `at`, and return it."""
        base: cython.int = ply * self.position.area
        best: cython.int = base + at
        other: cython.int
        for other in range(base + at + 1, base + count):
            if self.ranks[other] > self.ranks[best]:
                best = other
        move: cython.int = self.candidates[best]
        self.candidates[best] = self.candidates[base + at]
        self.ranks[best] = self.ranks[base + at]
        self.candidates[base + at] = move
        return move

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def reward(self, move: cython.int, depth: cython.int, ply: cython.int) -> cython.void:
        """Record a move that caused a cutoff."""
        place: cython.int = self.position.turn * self.position.area + move
        weight: cython.int = min(max(depth, 1), 20)
        if self.killers[2 * ply] != move:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = move
        weight *= weight
        self.history[place] += weight - (self.history[place] * weight >> 12)


def _distance_from_edge(position: GeneralPosition, cell: int) -> int:
    """Return a rank for a cell that grows with its distance from the edge."""
    row, col = divmod(cell, position.width)
    return 16 * min(row, col, position.height - 1 - row, position.width - 1 - col)
