"""VCF, victory by continuous fours: each four forces the answer, until one makes two threats."""

import cython

if not cython.compiled:
    from tengen.engine.constants import CATEGORIES, CELLS, FIVE, FOUR, WINS_IN_THREE
    from tengen.engine.pattern_position import PatternPosition, lowest

STEPS = cython.declare(cython.int[4], [1, 32, 33, 31])  # type: ignore[misc, valid-type]
MEMORY = cython.declare(cython.int, 1 << 14)
UNLIMITED = cython.declare(cython.longlong, 1 << 60)


@cython.final
@cython.cclass
class VcfSearch:
    """Looks for such wins of the side to move, and keeps the moves of the last one found."""

    def __init__(self, position: PatternPosition) -> None:
        if not cython.compiled:
            self.failures = [0] * (1 << 14)
            self.line = [0] * 512
        self.position = position
        self.nodes = 0
        self.length = 0
        self.budget = 0
        for at in range(MEMORY):
            self.failures[at] = 0

    def search(self, depth: cython.int) -> int:
        """The plies of a win of at most so many fours, or 0 if there is none."""
        plies: cython.int
        with cython.nogil:
            plies = self.look(depth, UNLIMITED)
        return plies

    def moves(self) -> list[int]:
        """The win that was found last, up to the move after which five cannot be stopped."""
        return [self.line[at] for at in range(self.length)]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def look(self, depth: cython.int, budget: cython.longlong) -> cython.int:
        """The plies of a win of so many fours that is found in so many steps, or 0."""
        plies: cython.int
        self.budget = budget
        self.position.blind = 1
        plies = self.find_win(depth, 0)
        self.position.blind = 0
        return plies

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def find(self, who: cython.int, kind: cython.int) -> cython.int:
        """A cell that is of a kind for a player, at least a four, or 0."""
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
        """A cell on which a player makes five: most likely in line with the last move."""
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
        """Plies to a win of the side to move, or 0 if none is found."""
        who: cython.int = self.position.turn
        me: cython.int = who * CATEGORIES
        other: cython.int = CATEGORIES - me
        blocked: cython.int = self.position.tally[other + FIVE]
        self.nodes += 1
        if self.position.tally[me + FIVE]:
            return self.finish(who, FIVE, ply)
        if blocked > 1:
            return 0
        if blocked == 0 and self.position.tally[me + WINS_IN_THREE] and self.position.has_room():
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
        """The last move of a line, and the plies that it takes to make five with it."""
        self.line[ply] = self.find(who, kind)
        self.length = ply + 1
        return 1 if kind == FIVE else 3

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def count_fours(self, me: cython.int) -> cython.int:
        """On how many cells a player can make a four."""
        kind: cython.int
        count: cython.int = 0
        for kind in range(FOUR, WINS_IN_THREE + 1):
            count += self.position.tally[me + kind]
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def try_fours(self, depth: cython.int, ply: cython.int) -> cython.int:
        """Make every four there is, unless that is known to lead nowhere."""
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
        """Play a move that should make a four; then the answer is forced, or too late."""
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
