"""Threats of the general search: wins in one, their defences, forks, and wins by threats alone."""

from array import array

import cython

if not cython.compiled:
    from tengen.engine.constants import DEEPEST, WINS
    from tengen.engine.general_position import GeneralPosition


@cython.final
@cython.cclass
class GeneralThreats:
    """Searches for threats in one position, which it leaves unchanged."""

    def __init__(self, position: GeneralPosition) -> None:
        self.position = position
        self.nodes = self.budget = self.opener = 0
        self.single = position.other_flank == 0
        self.guards = array("i", bytes(4 * position.area * (DEEPEST + 2)))
        self.marks = array("i", bytes(4 * position.area))

    def wins(self, depth: int, budget: int) -> int:
        """Return the result of `force`, for callers in Python."""
        self.budget = budget
        return self.force(depth, 0)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def list_guards(self, who: cython.int, ply: cython.int) -> cython.int:
        """List in `guards` the cells that stop a player's win in one; return their number."""
        base: cython.int = ply * self.position.area
        cell: cython.int
        count: cython.int = 0
        if self.single:
            self.guards[base] = self.position.find(who, WINS)
            return 1
        for cell in range(self.position.area):
            if self.position.cells[cell] == 0 and self.position.is_guard(who, cell):
                self.guards[base + count] = cell
                count += 1
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def mark_defences(self, who: cython.int) -> cython.int:
        """Return the number of a player's forks; `marks` counts those that each cell stops.

        A fork is a cell where a stone makes two wins in one. It is stopped only on that cell or, if
        it makes no third win, on the two winning cells. Any other move without a threat loses in
        four plies.
        """
        forks: cython.int = 0
        ends: cython.int
        cell: cython.int
        if self.position.tally[4 * who + 2] == 0:
            return 0
        for cell in range(self.position.area):
            self.marks[cell] = 0
        for cell in range(self.position.area):
            if self.position.cells[cell] == 0 and self.position.level(who, cell) == 2:
                ends = self.position.count_ends(who, cell)
                if ends >= 2:
                    forks += 1
                    self.marks[cell] += 1
                if ends == 2:
                    self.marks[self.position.ends[0]] += 1
                    self.marks[self.position.ends[1]] += 1
        return forks

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find_fork(self, who: cython.int) -> cython.int:
        """Return a fork of a player, or -1."""
        cell: cython.int
        if self.position.tally[4 * who + 2] == 0:
            return -1
        for cell in range(self.position.area):
            if self.position.cells[cell] or self.position.level(who, cell) != 2:
                continue
            if self.position.count_ends(who, cell) >= 2:
                return cell
        return -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def force(self, depth: cython.int, ply: cython.int) -> cython.int:
        """Return the plies in which the side to move wins by threats alone, or 0.

        `opener` is the first move.
        """
        me: cython.int = self.position.turn
        mine: cython.int = 4 * me
        theirs: cython.int = self.position.tally[4 * (1 - me) + WINS]
        cell: cython.int
        plies: cython.int
        if self.position.tally[mine + WINS]:
            self.opener = self.position.find(me, WINS)
            return 1
        if theirs and (theirs > 1 or self.single == 0):
            return 0
        if theirs == 0 and self.single:
            self.opener = self.find_fork(me)
            if self.opener >= 0:
                return 3
        self.budget -= 1
        if depth <= 0 or self.budget < 0 or ply + 2 >= DEEPEST:
            return 0
        if self.position.tally[mine + 1] + self.position.tally[mine + 2] == 0:
            return 0
        for cell in range(self.position.area):
            if theirs and cell != self.position.spots[1 - me]:
                continue
            if self.position.cells[cell] == 0 and self.position.level(me, cell):
                plies = self.force_by(cell, depth, ply)
                if plies:
                    self.opener = cell
                    return plies
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def force_by(self, move: cython.int, depth: cython.int, ply: cython.int) -> cython.int:
        """Return the plies in which a threat wins against every answer, or 0."""
        me: cython.int = self.position.turn
        base: cython.int = (ply + 1) * self.position.area
        longest: cython.int = 1
        plies: cython.int
        count: cython.int
        at: cython.int
        self.nodes += 1
        self.position.put(move)
        if self.single and self.position.tally[4 * me + WINS] > 1:
            self.position.take()
            return 3
        count = self.list_guards(me, ply + 1)
        for at in range(count):
            self.position.put(self.guards[base + at])
            plies = self.force(depth - 1, ply + 2)
            self.position.take()
            longest = plies if plies > longest else longest
            if plies == 0:
                longest = -2
                break
        self.position.take()
        return longest + 2
