"""Move ordering of the alpha-beta search: which moves to try, and in which order."""

import cython

from tengen.engine.search_parameters import SearchParameters

if not cython.compiled:
    from tengen.engine.constants import CATEGORIES, CELLS, WINS_IN_THREE
    from tengen.engine.pattern_position import PatternPosition, lowest

WIDTH = cython.declare(cython.int, 512)
FIRST_OF_ALL = cython.declare(cython.int, 1000000)


@cython.final
@cython.cclass
class MoveOrdering:
    """Lists the moves of every ply, and learns from moves that were good elsewhere.

    `history` is indexed by cell, `follow` by the offset from the last move, `answers` by the last
    move, and `killers` by ply.
    """

    def __init__(self, position: PatternPosition, parameters: SearchParameters) -> None:
        if not cython.compiled:
            self.candidates = [0] * (512 * 128)
            self.ranks = [0] * (512 * 128)
            self.killers = [0] * 256
            self.history = [0] * 2048
            self.follow = [0] * 4096
            self.answers = [0] * 2048
        self.position = position
        for at in range(256):
            self.killers[at] = 0
        for at in range(2048):
            self.history[at] = self.answers[at] = 0
        for at in range(4096):
            self.follow[at] = 0
        self.reach = parameters.candidate_reach
        self.attack_weight = parameters.attack_weight
        self.killer_bonus = parameters.killer_bonus
        self.answer_bonus = parameters.answer_bonus
        self.history_shift = parameters.history_shift
        self.history_limit = parameters.history_limit

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def list_moves(self, ply: cython.int, forced: cython.int, hinted: cython.int) -> cython.int:
        """List moves with their ranks; only few matter if the opponent has an open three."""
        other: cython.int = 1 - self.position.turn
        count: cython.int = 0
        row: cython.int
        if forced:
            self.candidates[ply * WIDTH] = forced
            self.ranks[ply * WIDTH] = 0
            return 1
        if self.position.tally[other * CATEGORIES + WINS_IN_THREE]:
            for row in range(5, 5 + self.position.height):
                count = self.list_row(
                    row, self.position.loud[row] | self.position.loud[32 + row], ply, count, hinted
                )
            return count
        for row in range(5, 5 + self.position.height):
            count = self.list_row(row, self.near(row), ply, count, hinted)
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def list_row(
        self,
        row: cython.int,
        bits: cython.uint,
        ply: cython.int,
        count: cython.int,
        hinted: cython.int,
    ) -> cython.int:
        """Append the legal moves of a row to the list; return its new length."""
        cell: cython.int
        while bits:
            cell = 32 * row + lowest(bits)
            bits &= bits - 1
            if self.position.strict and self.position.is_foul(cell):
                continue
            self.candidates[ply * WIDTH + count] = cell
            self.ranks[ply * WIDTH + count] = self.rank(cell, ply, hinted)
            count += 1
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def near(self, row: cython.int) -> cython.uint:
        """Return the empty cells of a row that are near a stone, as bits.

        These are cells one or two steps away, with `candidates` 2 also those a knight's move away,
        with 3 also those three steps away.
        """
        here: cython.uint = self.position.stones[row]
        near: cython.uint = here << 1 | here << 2 | here >> 1 | here >> 2
        one: cython.uint = self.position.stones[row - 1] | self.position.stones[row + 1]
        two: cython.uint = self.position.stones[row - 2] | self.position.stones[row + 2]
        three: cython.uint
        near |= one | one << 1 | one >> 1 | two | two << 2 | two >> 2
        if self.reach > 1:
            near |= one << 2 | one >> 2 | two << 1 | two >> 1
        if self.reach > 2:
            three = self.position.stones[row - 3] | self.position.stones[row + 3]
            near |= three | three << 3 | three >> 3 | here << 3 | here >> 3
        return near & ~here & self.position.inside

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def rank(self, cell: cython.int, ply: cython.int, hinted: cython.int) -> cython.int:
        """Return the rank of a move; higher ranks come first."""
        who: cython.int = self.position.turn
        rank: cython.int = self.attack_weight * self.position.urge(who, cell) // 100
        rank += self.position.urge(1 - who, cell)
        rank += self.luck(cell) >> self.history_shift
        if cell == hinted:
            return FIRST_OF_ALL
        if cell == self.killers[2 * ply] or cell == self.killers[2 * ply + 1]:
            rank += self.killer_bonus
        if cell == self.answers[who * CELLS + self.last()]:
            rank += self.answer_bonus
        return rank

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def pick(self, ply: cython.int, at: cython.int, count: cython.int) -> cython.int:
        """Move the best of the moves not tried yet to place `at`, and return it."""
        base: cython.int = ply * WIDTH
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
    def last(self) -> cython.int:
        """Return the last move, or 0 if there is none."""
        return self.position.moves[self.position.count - 1] if self.position.count else 0

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def after_last(self, move: cython.int) -> cython.int:
        """Return the index in `follow` of a move of the side to move."""
        return 2048 * self.position.turn + CELLS + move - self.last()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def luck(self, move: cython.int) -> cython.int:
        """Return how good a move was elsewhere, from -8192 to 8192."""
        place: cython.int = self.position.turn * CELLS + move
        return self.history[place] + self.follow[self.after_last(move)]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def learn(self, ply: cython.int, at: cython.int, depth: cython.int) -> cython.void:
        """Record that the move in place `at` caused a cutoff, and those before it did not."""
        tried: cython.int
        self.reward(self.candidates[ply * WIDTH + at], depth, ply)
        for tried in range(at):
            self.punish(self.candidates[ply * WIDTH + tried], depth)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def reward(self, move: cython.int, depth: cython.int, ply: cython.int) -> cython.void:
        """Record a move that caused a cutoff."""
        who: cython.int = self.position.turn
        place: cython.int = who * CELLS + move
        there: cython.int = self.after_last(move)
        gain: cython.int = min(depth * depth, self.history_limit)
        if self.killers[2 * ply] != move:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = move
        self.answers[who * CELLS + self.last()] = move
        self.history[place] += gain - (self.history[place] * gain >> 12)
        self.follow[there] += gain - (self.follow[there] * gain >> 12)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def punish(self, move: cython.int, depth: cython.int) -> cython.void:
        """Record a move that was tried before the one that caused a cutoff."""
        place: cython.int = self.position.turn * CELLS + move
        there: cython.int = self.after_last(move)
        loss: cython.int = min(depth * depth, self.history_limit)
        self.history[place] -= loss + (self.history[place] * loss >> 12)
        self.follow[there] -= loss + (self.follow[there] * loss >> 12)
