"""The position of the general search: the state of every window of k cells, updated move by move.

A window has a state for each player: the number of stones in the low six bits and, above them, the
weight of what blocks it (`window_tables`). From `DEAD_WINDOW` on it is dead. The worth of an empty
cell for a player is a sum over the live windows through it, in three fields: the number of windows
that lack only this cell, the number that lack one more, and the weight of all others.
"""

from array import array

import cython

from tengen.engine.window_tables import window_tables
from tengen.rules import Board, Player, Point

if not cython.compiled:
    from tengen.engine.constants import DEAD_WINDOW, WINS

STONES = cython.declare(cython.int, 63)
LACKS_NONE = cython.declare(cython.longlong, 1 << 40)
LACKS_ONE = cython.declare(cython.longlong, 1 << 20)


@cython.final
@cython.cclass
class GeneralPosition:
    """A position with one side to move; `put` and `take` play and take back without checks."""

    def __init__(self, board: Board) -> None:
        tables = window_tables(board.rules)
        if not cython.compiled:
            self.keys = [0] * 8
            self.tally = [0] * 8
            self.spots = [0] * 2
            self.totals = [0] * 2
            self.alive = [0] * 2
            self.needs = [0] * 2
            self.ends = [0] * 2
        self.width = board.rules.width
        self.height = board.rules.height
        self.area = board.rules.area
        self.small = tables.small
        self.size = tables.size
        self.span = tables.span
        self.windows = tables.windows
        self.symmetries = tables.symmetries
        self.own_flank = tables.own_flank * DEAD_WINDOW // 2
        self.other_flank = tables.other_flank * DEAD_WINDOW // 2
        self.inner = tables.cells
        self.through_from, self.through = tables.through_from, tables.through
        self.beside_from, self.beside = tables.beside_from, tables.beside
        self.line_of = tables.line_of
        self.images = tables.images
        self.origins = tables.origins
        self.zobrist = tables.keys
        self.weights = array("q", [_weight(self.size - n) for n in range(self.size + 1)])
        self.values = array("i", [_value(self.size, n) for n in range(self.size + 1)])
        self.cells = array("B", bytes(self.area))
        self.states = array("i", bytes(8 * (self.windows + 1)))
        self.crowds = array("i", bytes(8 * (tables.lines + 1)))
        self.worth = array("q", bytes(16 * self.area))
        self.moves = array("i", bytes(4 * self.area))
        self._start()
        self._fill(board)

    def _start(self) -> None:
        """Set up the empty board."""
        self.turn = self.count = 0
        for at in range(8):
            self.keys[at] = self.tally[at] = 0
        for who in range(2):
            self.spots[who] = self.totals[who] = self.alive[who] = self.needs[who] = 0
            self.tally[4 * who] = self.area
            for window in range(self.windows):
                self._die(who, window, -1)

    def _fill(self, board: Board) -> None:
        players = (board.first_turn, board.first_turn.other)
        played = [(point, players[number % 2]) for number, point in enumerate(board.moves)]
        for point, player in [*board.setup.items(), *played]:
            self.turn = int(player is Player.SECOND)
            self.play(point.row, point.col)
        self.turn = int(board.turn is Player.SECOND)
        turned = board.key ^ self.keys[0]
        for at in range(self.symmetries):
            self.keys[at] ^= turned

    def cell(self, row: int, col: int) -> int:
        """Return the cell of a point."""
        return row * self.width + col

    def point(self, cell: int) -> Point:
        """Return the point of a cell."""
        return Point(*divmod(cell, self.width))

    def play(self, row: int, col: int) -> None:
        """Play on a point, for callers in Python."""
        self.put(self.cell(row, col))

    def undo(self) -> None:
        """Take back the last move, for callers in Python."""
        self.take()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def put(self, cell: cython.int) -> cython.void:
        """Play a stone of the side to move on an empty cell."""
        who: cython.int = self.turn
        other: cython.int = 1 - who
        at: cython.int
        window: cython.int
        mine: cython.int = who * self.windows
        theirs: cython.int = other * self.windows
        old: cython.int
        self._leave(cell, -1)
        self.cells[cell] = who + 1
        for at in range(self.through_from[cell], self.through_from[cell + 1]):
            window = self.through[at]
            old = self.states[mine + window]
            self.states[mine + window] = old + 1
            if old < DEAD_WINDOW:
                self._grow(who, window, old & STONES, (old & STONES) + 1)
            if self.states[theirs + window] < DEAD_WINDOW:
                self._die(other, window, 1)
            self.states[theirs + window] += DEAD_WINDOW
        for at in range(self.beside_from[cell], self.beside_from[cell + 1]):
            window = self.beside[at]
            old = self.states[mine + window]
            if old < DEAD_WINDOW <= old + self.own_flank:
                self._die(who, window, 1)
            self.states[mine + window] = old + self.own_flank
            old = self.states[theirs + window]
            if old < DEAD_WINDOW <= old + self.other_flank:
                self._die(other, window, 1)
            self.states[theirs + window] = old + self.other_flank
        self._hash(who, cell)
        self.moves[self.count] = cell
        self.count += 1
        self.turn = other

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def take(self) -> cython.void:
        """Take back the last move."""
        who: cython.int = 1 - self.turn
        other: cython.int = self.turn
        at: cython.int
        window: cython.int
        mine: cython.int = who * self.windows
        theirs: cython.int = other * self.windows
        new: cython.int
        self.count -= 1
        cell: cython.int = self.moves[self.count]
        self.turn = who
        self._hash(who, cell)
        for at in range(self.beside_from[cell], self.beside_from[cell + 1]):
            window = self.beside[at]
            new = self.states[mine + window] - self.own_flank
            self.states[mine + window] = new
            if new < DEAD_WINDOW <= new + self.own_flank:
                self._die(who, window, -1)
            new = self.states[theirs + window] - self.other_flank
            self.states[theirs + window] = new
            if new < DEAD_WINDOW <= new + self.other_flank:
                self._die(other, window, -1)
        for at in range(self.through_from[cell], self.through_from[cell + 1]):
            window = self.through[at]
            self.states[theirs + window] -= DEAD_WINDOW
            if self.states[theirs + window] < DEAD_WINDOW:
                self._die(other, window, -1)
            new = self.states[mine + window] - 1
            self.states[mine + window] = new
            if new < DEAD_WINDOW:
                self._grow(who, window, (new & STONES) + 1, new & STONES)
        self.cells[cell] = 0
        self._leave(cell, 1)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def level(self, who: cython.int, cell: cython.int) -> cython.int:
        """Return what a stone on an empty cell does.

        3 wins, 2 threatens to win in two windows or more, 1 in one, and 0 does neither.
        """
        worth: cython.longlong = self.worth[who * self.area + cell]
        if worth >= LACKS_NONE:
            return WINS
        return 2 if worth >= 2 * LACKS_ONE else 1 if worth >= LACKS_ONE else 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def count_ends(self, who: cython.int, cell: cython.int) -> cython.int:
        """Return the number of cells on which a stone here would threaten to win, at most 3.

        `ends` has the first two of them.
        """
        at: cython.int
        far: cython.int
        window: cython.int
        end: cython.int
        found: cython.int = 0
        for at in range(self.through_from[cell], self.through_from[cell + 1]):
            window = self.through[at]
            if self.states[who * self.windows + window] & ~64 != self.size - 2:
                continue
            for far in range(self.size):
                end = self.inner[window * self.size + far]
                if self.cells[end] or end == cell:
                    continue
                if found == 0 or (self.ends[0] != end and (found == 1 or self.ends[1] != end)):
                    if found == 2:
                        return 3
                    self.ends[found] = end
                    found += 1
        return found

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find(self, who: cython.int, level: cython.int) -> cython.int:
        """Return the first empty cell of a level, or -1."""
        cell: cython.int
        if self.tally[4 * who + level] == 0:
            return -1
        if level == WINS and self.tally[4 * who + WINS] == 1:
            return self.spots[who]
        for cell in range(self.area):
            if self.cells[cell] == 0 and self.level(who, cell) == level:
                return cell
        return -1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_guard(self, who: cython.int, cell: cython.int) -> cython.int:
        """Whether an opponent's stone on a cell stops a win in one of `who`."""
        at: cython.int
        state: cython.int
        if self.worth[who * self.area + cell] >= LACKS_NONE:
            return 1
        for at in range(self.beside_from[cell], self.beside_from[cell + 1]):
            state = self.states[who * self.windows + self.beside[at]]
            if state < DEAD_WINDOW <= state + self.other_flank and state & STONES == self.size - 1:
                return 1
        return 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_dead(self, cell: cython.int) -> cython.int:
        """Whether a stone on an empty cell changes nothing for either player."""
        at: cython.int
        window: cython.int
        if self.worth[cell] or self.worth[self.area + cell]:
            return 0
        for at in range(self.beside_from[cell], self.beside_from[cell + 1]):
            window = self.beside[at]
            if (
                self.states[window] < DEAD_WINDOW
                or self.states[self.windows + window] < DEAD_WINDOW
            ):
                return 0
        return 1

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def turned(self) -> cython.int:
        """Return the symmetry with the least key, which the hash table uses for all of them."""
        best: cython.int = 0
        at: cython.int
        for at in range(1, self.symmetries):
            if self.keys[at] < self.keys[best]:
                best = at
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _leave(self, cell: cython.int, sign: cython.int) -> cython.void:
        """Add an empty cell to the counts, or remove it."""
        who: cython.int
        level: cython.int
        for who in range(2):
            level = self.level(who, cell)
            self.tally[4 * who + level] += sign
            if level == WINS:
                self.spots[who] ^= cell

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _hash(self, who: cython.int, cell: cython.int) -> cython.void:
        at: cython.int
        for at in range(self.symmetries):
            image: cython.int = self.images[at * self.area + cell]
            self.keys[at] ^= self.zobrist[who * self.area + image]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _die(self, who: cython.int, window: cython.int, sign: cython.int) -> cython.void:
        """Mark a window as dead (1) or alive again (-1)."""
        stones: cython.int = self.states[who * self.windows + window] & STONES
        crowd: cython.int = 2 * self.line_of[window] + who
        self.alive[who] -= sign
        self.needs[who] -= (self.crowds[crowd] + self.span - 1) // self.span
        self.crowds[crowd] -= sign
        self.needs[who] += (self.crowds[crowd] + self.span - 1) // self.span
        self.totals[who] -= sign * self.values[stones]
        self._shift(who, window, -sign * self.weights[stones])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _grow(
        self, who: cython.int, window: cython.int, old: cython.int, new: cython.int
    ) -> cython.void:
        """Change the number of stones in a live window."""
        self.totals[who] += self.values[new] - self.values[old]
        self._shift(who, window, self.weights[new] - self.weights[old])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def _shift(self, who: cython.int, window: cython.int, by: cython.longlong) -> cython.void:
        """Add to the worth of all empty cells of a window."""
        at: cython.int
        cell: cython.int
        old: cython.int
        new: cython.int
        for at in range(window * self.size, (window + 1) * self.size):
            cell = self.inner[at]
            if self.cells[cell]:
                continue
            old = self.level(who, cell)
            self.worth[who * self.area + cell] += by
            new = self.level(who, cell)
            if old != new:
                self.tally[4 * who + old] -= 1
                self.tally[4 * who + new] += 1
                if max(old, new) == WINS:
                    self.spots[who] ^= cell

    def facts(self) -> tuple[list[int], list[int], list[int], list[int], list[int]]:
        """Return everything that is updated move by move, for tests."""
        return (
            [self.tally[at] for at in range(8)],
            [self.spots[0], self.spots[1], self.totals[0], self.totals[1]],
            [self.alive[0], self.alive[1], self.needs[0], self.needs[1]],
            [self.keys[at] for at in range(self.symmetries)],
            [
                self.worth[who * self.area + cell]
                for who in range(2)
                for cell in range(self.area)
                if self.cells[cell] == 0
            ],
        )


def _weight(lacking: int) -> int:
    """Return what a window that lacks this many stones adds to the worth of its empty cells."""
    if lacking == 0:
        return 0
    return LACKS_NONE if lacking == 1 else LACKS_ONE if lacking == 2 else 1 + (2048 >> 2 * lacking)


def _value(size: int, stones: int) -> int:
    """Return what a live window adds to the score of its player."""
    return 0 if stones in {0, size} else max(1, 256 >> 2 * (size - stones))
