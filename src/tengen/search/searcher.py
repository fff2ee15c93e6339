"""Alpha-beta over the search's own board: threats first, then everything near the stones.

Scores are from the view of the side to move. A score of `WIN - n` is a win in n plies, proven.
"""

import math

import cython

if cython.compiled:
    from cython.cimports.tengen.search.fours import Fours
    from cython.cimports.tengen.search.position import Position
else:
    from tengen.search.fours import Fours
    from tengen.search.position import Position

COMPILED = bool(cython.compiled)

WIN = cython.declare(cython.int, 30000)
PROVEN = cython.declare(cython.int, 29000)
CELLS = cython.declare(cython.int, 1024)
CATEGORIES = cython.declare(cython.int, 12)
WIDTH = cython.declare(cython.int, 512)
DEEPEST = cython.declare(cython.int, 120)

THREE = cython.declare(cython.int, 4)
FOUR = cython.declare(cython.int, 7)
WINS_IN_THREE = cython.declare(cython.int, 10)
FIVE = cython.declare(cython.int, 11)

EXACT = cython.declare(cython.int, 1)
LOWER = cython.declare(cython.int, 2)
UPPER = cython.declare(cython.int, 3)

FOURS_AT_LEAVES = cython.declare(cython.int, 12)
NODES_AT_LEAVES = cython.declare(cython.int, 1000)
SAFE_MARGIN = cython.declare(cython.int, 70)
PASS_DEPTH = cython.declare(cython.int, 3)

ARRAYS = {
    "candidates": 512 * 128,
    "ranks": 512 * 128,
    "killers": 256,
    "history": 2048,
    "reductions": 64 * 64,
}
"""What searcher.pxd declares as C arrays is lists where nothing is compiled."""


@cython.final
@cython.cclass
class Searcher:
    """Searches one position; the hash table is handed in."""

    def __init__(self, position: Position, table: object) -> None:
        if not cython.compiled:
            for name, size in ARRAYS.items():
                setattr(self, name, [0] * size)
        self.position = position
        self.fours = Fours(position)
        self.keys = table.keys
        self.entries = table.entries
        self.mask = len(table.keys) - 1
        self.nodes = 0
        self.limit = 0
        self.stop = 0
        self.best = 0
        self.passed = 0
        self.area = position.width * position.height
        for at in range(256):
            self.killers[at] = 0
        for at in range(2048):
            self.history[at] = 0
        for depth in range(64):
            for at in range(64):
                self.reductions[64 * depth + at] = _reduction(depth, at)

    def run(self, depth: cython.int, alpha: cython.int, beta: cython.int) -> int:
        """Search to a depth and give the score; `best` is the move. Stops when `stop` is set."""
        score: cython.int
        with cython.nogil:
            score = self.search(alpha, beta, depth, 0)
        return score

    def guess(self) -> int:
        """The move that would be tried first, or 0 if there are none near the stones."""
        count: cython.int
        with cython.nogil:
            count = self.list_moves(0, 0, 0)
            self.best = self.pick(0, 0, count) if count else 0
        return self.best

    def all_nodes(self) -> int:
        """How many positions were looked at, those with nothing but fours included."""
        return self.nodes + self.fours.nodes

    def churn(self, times: cython.int) -> int:
        """Play and take back on every empty cell so many times: a measure of the board's speed."""
        done: cython.int = 0
        cell: cython.int
        with cython.nogil:
            while times > 0:
                times -= 1
                for cell in range(CELLS):
                    if self.position.cells[cell] == 0:
                        self.position.put(cell)
                        self.position.take()
                        done += 1
        return done

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def search(
        self, alpha: cython.int, beta: cython.int, depth: cython.int, ply: cython.int
    ) -> cython.int:
        """The score of the position, exact where it lies between alpha and beta."""
        who: cython.int = self.position.turn
        me: cython.int = who * CATEGORIES
        other: cython.int = CATEGORIES - me
        forced: cython.int = 0
        self.nodes += 1
        if self.limit and self.nodes + self.fours.nodes >= self.limit:
            self.stop = 1
        if self.position.tally[me + FIVE]:
            return self.decided(WIN - ply - 1, who, FIVE, ply)
        if self.position.count == self.area:
            return 0
        if self.position.tally[other + FIVE] > 1:
            return self.decided(ply + 2 - WIN, 1 - who, FIVE, ply)
        if self.position.tally[other + FIVE]:
            forced = self.fours.find_five(1 - who)
        elif self.position.tally[me + WINS_IN_THREE]:
            return self.decided(WIN - ply - 3, who, WINS_IN_THREE, ply)
        if alpha >= WIN - ply - 5:
            return alpha
        if ply >= DEEPEST or self.stop:
            return self.evaluate()
        if depth <= 0 and forced == 0:
            return self.settle(ply)
        return self.search_known(alpha, beta, depth, ply, forced)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def decided(
        self, score: cython.int, who: cython.int, kind: cython.int, ply: cython.int
    ) -> cython.int:
        """A score that needs no search; at the root, a move that goes with it."""
        if ply == 0:
            self.best = self.fours.find(who, kind)
        return score

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def settle(self, ply: cython.int) -> cython.int:
        """The score of a leaf: a win by fours, or what the position looks like."""
        self.fours.budget = NODES_AT_LEAVES
        plies: cython.int = self.fours.find_win(FOURS_AT_LEAVES, 0)
        return WIN - ply - plies if plies else self.evaluate()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def evaluate(self) -> cython.int:
        """What the position looks like, without looking ahead."""
        mine: cython.int = self.position.totals[self.position.turn]
        theirs: cython.int = self.position.totals[1 - self.position.turn]
        return mine - theirs + (mine >> 3) + 20

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def search_known(
        self,
        alpha: cython.int,
        beta: cython.int,
        depth: cython.int,
        ply: cython.int,
        forced: cython.int,
    ) -> cython.int:
        """Use what the hash table knows, and what needs no list of moves; then search."""
        slot: cython.ulonglong = self.position.key & self.mask
        known: cython.ulonglong
        hinted: cython.int = 0
        bound: cython.int
        score: cython.int
        if self.keys[slot] == self.position.key:
            known = self.entries[slot]
            hinted = known & 1023
            bound = (known >> 10) & 3
            score = cython.cast(cython.int, (known >> 20) & 65535) - 32768
            score -= ply if score > PROVEN else -ply if score < -PROVEN else 0
            if ply and cython.cast(cython.int, (known >> 12) & 255) >= depth:
                if bound == EXACT or (bound == LOWER and score >= beta):
                    return score
                if bound == UPPER and score <= alpha:
                    return score
        if ply and forced == 0 and beta - alpha == 1 and -PROVEN < beta < PROVEN:
            score = self.prune(beta, depth, ply)
            if score >= beta:
                return score
        return self.search_moves(alpha, beta, depth, ply, forced, hinted)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def prune(self, beta: cython.int, depth: cython.int, ply: cython.int) -> cython.int:
        """A score of at least beta if the position is too good to be searched, else less."""
        looks: cython.int = self.evaluate()
        score: cython.int
        other: cython.int = (1 - self.position.turn) * CATEGORIES
        if looks < beta or self.position.tally[other + WINS_IN_THREE]:
            return beta - 1
        if depth <= 6 and looks - SAFE_MARGIN * depth >= beta:
            return looks
        if depth < PASS_DEPTH or self.passed:
            return beta - 1
        self.position.hand_over()
        self.passed = 1
        score = -self.search(-beta, 1 - beta, depth - 3 - depth // 4, ply + 1)
        self.passed = 0
        self.position.hand_over()
        return score if score < PROVEN else beta

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def search_moves(
        self,
        alpha: cython.int,
        beta: cython.int,
        depth: cython.int,
        ply: cython.int,
        forced: cython.int,
        hinted: cython.int,
    ) -> cython.int:
        """Try the moves that matter, best first."""
        count: cython.int = self.list_moves(ply, forced, hinted)
        base: cython.int = ply * WIDTH
        best: cython.int = -WIN
        best_move: cython.int = 0
        start: cython.int = alpha
        deeper: cython.int = depth if forced else depth - 1
        at: cython.int
        move: cython.int
        score: cython.int
        loud: cython.int
        reduction: cython.int
        passed: cython.int = self.passed
        self.passed = 0
        for at in range(count):
            move = self.pick(base, at, count)
            loud = self.loudness(move)
            if loud < THREE and best > -PROVEN and depth <= 5 and at > 5 + 3 * depth:
                continue
            self.position.put(move)
            if at == 0:
                score = -self.search(-beta, -alpha, deeper, ply + 1)
            else:
                reduction = 0
                if depth >= 2 and at >= 2 and forced == 0:
                    reduction = self.reductions[64 * min(depth, 63) + min(at, 63)]
                    reduction = reduction if loud < THREE else reduction >> 1
                score = -self.search(-alpha - 1, -alpha, deeper - reduction, ply + 1)
                if score > alpha and reduction:
                    score = -self.search(-alpha - 1, -alpha, deeper, ply + 1)
                if alpha < score < beta:
                    score = -self.search(-beta, -alpha, deeper, ply + 1)
            self.position.take()
            if self.stop:
                break
            if score > best:
                best = score
                best_move = move
                if score > alpha:
                    alpha = score
                    self.best = move if ply == 0 else self.best
                    if score >= beta:
                        self.reward(move, depth, ply)
                        break
        self.passed = passed
        if best_move == 0:
            return self.evaluate()
        if not self.stop:
            self.store(best, start, beta, best_move, depth, ply)
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def loudness(self, move: cython.int) -> cython.int:
        """The greater of what the move makes and what it takes from the opponent."""
        return max(self.position.kinds[move], self.position.kinds[CELLS + move])

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def store(
        self,
        score: cython.int,
        alpha: cython.int,
        beta: cython.int,
        move: cython.int,
        depth: cython.int,
        ply: cython.int,
    ) -> cython.void:
        """Remember a result; wins are kept as seen from here."""
        slot: cython.ulonglong = self.position.key & self.mask
        bound: cython.int = LOWER if score >= beta else EXACT if score > alpha else UPPER
        score += ply if score > PROVEN else -ply if score < -PROVEN else 0
        kept: cython.ulonglong = score + 32768
        kept = kept << 20 | cython.cast(cython.ulonglong, max(depth, 0) << 12 | bound << 10 | move)
        self.keys[slot] = self.position.key
        self.entries[slot] = kept

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def reward(self, move: cython.int, depth: cython.int, ply: cython.int) -> cython.void:
        """Remember a move that refuted the one before."""
        place: cython.int = self.position.turn * CELLS + move
        if self.killers[2 * ply] != move:
            self.killers[2 * ply + 1] = self.killers[2 * ply]
            self.killers[2 * ply] = move
        self.history[place] += depth * depth - (self.history[place] * depth * depth >> 12)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def list_moves(self, ply: cython.int, forced: cython.int, hinted: cython.int) -> cython.int:
        """Collect moves and their ranks; an open three of the opponent leaves few that matter."""
        who: cython.int = self.position.turn
        threat: cython.int = self.position.tally[(1 - who) * CATEGORIES + WINS_IN_THREE]
        base: cython.int = ply * WIDTH
        count: cython.int = 0
        row: cython.int
        cell: cython.int
        if forced:
            self.candidates[base] = forced
            self.ranks[base] = 0
            return 1
        for row in range(5, 5 + self.position.height):
            for cell in range(32 * row + 5, 32 * row + 5 + self.position.width):
                if self.position.cells[cell] or self.position.near[cell] == 0:
                    continue
                if threat and self.loudness(cell) < FOUR:
                    continue
                self.candidates[base + count] = cell
                self.ranks[base + count] = self.rank(cell, who, ply, hinted)
                count += 1
        return count

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def rank(
        self, cell: cython.int, who: cython.int, ply: cython.int, hinted: cython.int
    ) -> cython.int:
        """How early a move should be tried."""
        rank: cython.int = 2 * self.position.worth[self.position.shapes[who * CELLS + cell]]
        rank += self.position.worth[self.position.shapes[(1 - who) * CELLS + cell]]
        rank += self.history[who * CELLS + cell] >> 4
        if cell == hinted:
            rank += 1000000
        elif cell == self.killers[2 * ply] or cell == self.killers[2 * ply + 1]:
            rank += 150
        return rank

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def pick(self, base: cython.int, at: cython.int, count: cython.int) -> cython.int:
        """Bring the best of the moves not yet tried to its place."""
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


def _reduction(depth: int, at: int) -> int:
    """How much less deep a late move is looked at first."""
    return int(0.6 + math.log(max(depth, 1)) * math.log(max(at, 1)) / 1.9)
