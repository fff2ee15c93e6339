"""Alpha-beta with patterns and a learned evaluation: threats first, then points near the stones.

Scores are from the view of the side to move. A score of `WIN - n` is a proven win in n plies. If
all moves that were tried lose, but not every move was tried, `UNSURE` is added to the score: the
loss is likely, but not proven.
"""

from typing import TYPE_CHECKING

import cython

from tengen.engine.search_parameters import DEFAULT_PARAMETERS, SearchParameters

if TYPE_CHECKING:
    from tengen.engine.engine import HashTable
    from tengen.engine.weights import Weights

if not cython.compiled:
    from tengen.engine.constants import (
        CATEGORIES,
        CELLS,
        DECIDED,
        DEEPEST,
        FIVE,
        PROVEN,
        THREE,
        UNSURE,
        WIN,
        WINS_IN_THREE,
    )
    from tengen.engine.learned_evaluation import LearnedEvaluation
    from tengen.engine.move_ordering import MoveOrdering
    from tengen.engine.pattern_position import PatternPosition
    from tengen.engine.pruning import Pruning
    from tengen.engine.transposition_table import TranspositionTable
    from tengen.engine.vcf import VcfSearch

COMPILED = bool(cython.compiled)


@cython.final
@cython.cclass
class AlphaBetaSearch:
    """Searches one position with a given hash table."""

    def __init__(
        self,
        position: PatternPosition,
        table: "HashTable",
        weights: "Weights",
        parameters: SearchParameters = DEFAULT_PARAMETERS,
    ) -> None:
        if not cython.compiled:
            self.barred = [0] * 1024
            self.lines = [0] * (128 * 128)
            self.lengths = [0] * 128
            self.looks = [0] * 128
        self.position = position
        self.fours = VcfSearch(position)
        self.ordering = MoveOrdering(position, parameters)
        self.pruning = Pruning(position, parameters)
        self.memory = TranspositionTable(table)
        self.evaluation = LearnedEvaluation(position, weights)
        self.nodes = self.limit = self.stop = self.best = self.passed = 0
        self.area = position.width * position.height
        self.bar([])
        self.vcf_leaf_depth = parameters.vcf_leaf_depth
        self.vcf_leaf_nodes = parameters.vcf_leaf_nodes
        self.null_move_depth = parameters.null_move_depth
        self.null_move_reduction = parameters.null_move_reduction
        self.null_move_divisor = parameters.null_move_divisor
        self.internal_reduction_depth = parameters.internal_reduction_depth

    def run(
        self, depth: cython.int, alpha: cython.int, beta: cython.int, first: cython.int = -1
    ) -> int:
        """Search to a depth and return the score; `best` is the move. Setting `stop` stops it.

        `first` is the move to try first, or -1.
        """
        score: cython.int
        with cython.nogil:
            score = self.search_root(alpha, beta, depth, first)
        return score

    def bar(self, cells: list[int]) -> None:
        """Exclude exactly these moves at the root."""
        self.bars = len(cells)
        for cell in range(CELLS):
            self.barred[cell] = 0
        for cell in cells:
            self.barred[cell] = 1

    def line(self) -> list[int]:
        """Return the principal variation of the last search."""
        return [self.lines[at] for at in range(self.lengths[0])]

    def guess(self) -> int:
        """Return the move that would be tried first, or 0 if there are no candidates."""
        count: cython.int
        with cython.nogil:
            count = self.ordering.list_moves(0, 0, 0)
            self.best = self.ordering.pick(0, 0, count) if count else 0
        return self.best

    def all_nodes(self) -> int:
        """Return the number of positions searched, with those of the VCF search."""
        return self.nodes + self.fours.nodes

    def churn(self, times: cython.int) -> int:
        """Play and take back on every empty cell `times` times, to measure the board's speed."""
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
    def search_root(
        self, alpha: cython.int, beta: cython.int, depth: cython.int, first: cython.int
    ) -> cython.int:
        """Return the score of the best move that is not excluded."""
        who: cython.int = self.position.turn
        hinted: cython.int = self.memory.probe(self.position.key) & 1023
        best_move: cython.int
        count: cython.int
        tried: cython.int = 0
        at: cython.int
        move: cython.int
        less: cython.int
        score: cython.int
        best: cython.int = -WIN
        start: cython.int = alpha
        self.nodes += 1
        self.lengths[0] = 0
        self.looks[0] = self.evaluation.value()
        if first >= 0:
            hinted = first
        best_move = hinted
        count = self.ordering.list_moves(0, 0, hinted)
        for at in range(count):
            move = self.ordering.pick(0, at, count)
            if self.barred[move]:
                continue
            less = self.pruning.reduction(move, tried, depth, 1)
            if self.position.kinds[who * CELLS + move] == FIVE:
                score = WIN - 1
                self.lengths[1] = 0
            else:
                score = self.search_move(move, tried, alpha, beta, depth - 1, less, 0)
            tried += 1
            if self.stop:
                break
            if score > best:
                best = score
                if score > alpha:
                    alpha = score
                    self.best = best_move = move
                    self.keep_line(move, 0)
                    if score >= beta:
                        break
        if best < -PROVEN and (self.stop or not self.tried_all(count, 0)):
            best += UNSURE
        if tried and not self.stop and self.bars == 0:
            self.memory.keep(
                self.position.key, best, start, beta, best_move, depth, 0, self.looks[0]
            )
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def search(
        self,
        alpha: cython.int,
        beta: cython.int,
        depth: cython.int,
        ply: cython.int,
    ) -> cython.int:
        """Return the score of the position; it is exact between alpha and beta."""
        who: cython.int = self.position.turn
        me: cython.int = who * CATEGORIES
        other: cython.int = CATEGORIES - me
        forced: cython.int = 0
        self.nodes += 1
        self.lengths[ply] = 0
        if self.limit and self.nodes + self.fours.nodes >= self.limit:
            self.stop = 1
        if self.position.tally[me + FIVE]:
            return WIN - ply - 1
        if self.position.count == self.area:
            return 0
        if self.position.tally[other + FIVE]:
            forced = self.fours.find_five(1 - who)
            if self.position.tally[other + FIVE] > 1 or self.position.is_foul(forced):
                if self.position.has_room():
                    return ply + 2 - WIN
                forced = 0
        elif self.position.tally[me + WINS_IN_THREE] and self.position.has_room():
            return WIN - ply - 3
        if alpha >= WIN - ply - 5:
            return alpha
        if ply >= DEEPEST or self.stop:
            return self.evaluation.value()
        if depth <= 0 and forced == 0:
            return self.settle(beta, ply)
        return self.search_known(alpha, beta, depth, ply, forced)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def settle(self, beta: cython.int, ply: cython.int) -> cython.int:
        """Return the score of a leaf: a win by fours if there is one, else the evaluation.

        The search for fours is left out if the evaluation is high enough.
        """
        looks: cython.int = self.evaluation.value()
        plies: cython.int
        if looks >= beta and beta < DECIDED:
            return looks
        plies = self.fours.look(self.vcf_leaf_depth, self.vcf_leaf_nodes)
        return WIN - ply - plies if plies else looks

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
        """Try the hash table and pruning, then search the moves."""
        known: cython.ulonglong = self.memory.probe(self.position.key)
        hinted: cython.int = known & 1023
        score: cython.int
        looks: cython.int
        better: cython.int = 1
        if beta - alpha == 1 and self.memory.settles(known, alpha, beta, depth, ply):
            return self.memory.score
        if forced:
            self.looks[ply] = self.looks[ply - 2] if ply > 1 else 0
            return self.search_moves(alpha, beta, depth, ply, forced, hinted, 1)
        looks = self.evaluation.value()
        self.looks[ply] = looks
        if ply > 1:
            better = looks > self.looks[ply - 2]
        if beta - alpha == 1 and -DECIDED < beta < DECIDED:
            score = self.prune(beta, depth, ply, self.memory.corrected(known, looks), better)
            if score >= beta:
                return score
        return self.search_moves(alpha, beta, depth, ply, 0, hinted, better)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def prune(
        self,
        beta: cython.int,
        depth: cython.int,
        ply: cython.int,
        looks: cython.int,
        better: cython.int,
    ) -> cython.int:
        """Return a score of at least beta if the position can be pruned, else a lower one."""
        score: cython.int
        if looks < beta or self.pruning.is_threatened():
            return beta - 1
        if self.pruning.is_good_enough(beta, depth, looks, better):
            return looks
        if depth < self.null_move_depth or self.passed:
            return beta - 1
        self.position.hand_over()
        self.passed = 1
        depth -= self.null_move_reduction + depth // self.null_move_divisor
        score = -self.search(-beta, 1 - beta, depth, ply + 1)
        self.passed = 0
        self.position.hand_over()
        return score if score < DECIDED else beta

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
        better: cython.int,
    ) -> cython.int:
        """Search the moves that matter, best first; one ply less if no hash move is known.

        `better` says that the evaluation is better than two plies before.
        """
        count: cython.int = self.ordering.list_moves(ply, forced, hinted)
        best: cython.int = -WIN
        best_move: cython.int = 0
        start: cython.int = alpha
        deeper: cython.int = depth if forced else depth - 1
        at: cython.int
        move: cython.int
        score: cython.int
        less: cython.int
        last_quiet: cython.int = -1
        last_threat: cython.int
        passed: cython.int = self.passed
        hopes: cython.int = beta - alpha > 1
        if not hopes:
            hopes = not self.pruning.is_out_of_reach(alpha, depth, self.looks[ply])
        self.passed = 0
        if hinted == 0 and forced == 0 and depth >= self.internal_reduction_depth:
            depth -= 1
            deeper -= 1
        if hopes:
            last_quiet = self.pruning.last_quiet(depth, better)
        last_threat = self.pruning.last_threat(depth, better)
        for at in range(count):
            move = self.ordering.pick(ply, at, count)
            if at > last_quiet and best > -DECIDED:
                if at > last_threat:
                    break
                if self.position.loudness(move) < THREE:
                    continue
            less = 0 if forced else self.pruning.reduction(move, at, depth, better)
            score = self.search_move(move, at, alpha, beta, deeper, less, ply)
            if self.stop:
                break
            if score > best:
                best = score
                best_move = move
                if score > alpha:
                    alpha = score
                    self.keep_line(move, ply)
                    if score >= beta:
                        self.ordering.learn(ply, at, depth)
                        break
        self.passed = passed
        if count == 0:
            return self.judge_without_moves(ply)
        if best_move == 0:
            return self.evaluation.value()
        if best < -PROVEN and not self.tried_all(count, forced):
            best += UNSURE
        if not self.stop:
            self.memory.keep(
                self.position.key, best, start, beta, best_move, depth, ply, self.looks[ply]
            )
        return best

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def judge_without_moves(self, ply: cython.int) -> cython.int:
        """Return the score if no move is listed: lost if all defences are forbidden."""
        if self.pruning.is_threatened():
            return ply + 4 - WIN + UNSURE
        return self.evaluation.value()

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def search_move(
        self,
        move: cython.int,
        at: cython.int,
        alpha: cython.int,
        beta: cython.int,
        depth: cython.int,
        less: cython.int,
        ply: cython.int,
    ) -> cython.int:
        """Return the score of a move. All but the first get a null window at first."""
        score: cython.int = alpha + 1
        self.position.put(move)
        if at:
            score = -self.search(-alpha - 1, -alpha, depth - less, ply + 1)
            if score > alpha and less:
                score = -self.search(-alpha - 1, -alpha, depth, ply + 1)
        if at == 0 or alpha < score < beta:
            score = -self.search(-beta, -alpha, depth, ply + 1)
        self.position.take()
        return score

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def tried_all(self, count: cython.int, forced: cython.int) -> cython.int:
        """Whether only the listed moves could matter.

        That is so if the opponent wins in one move or three, because the cells of the five are
        cells of a four before. Otherwise a move far from all stones may matter later.
        """
        other: cython.int = (1 - self.position.turn) * CATEGORIES
        if forced or count == self.area - self.position.count:
            return 1
        return self.position.tally[other + FIVE] + self.position.tally[other + WINS_IN_THREE]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def keep_line(self, move: cython.int, ply: cython.int) -> cython.void:
        """Set the principal variation: this move, then the one after it."""
        at: cython.int
        length: cython.int = self.lengths[ply + 1]
        self.lines[128 * ply] = move
        for at in range(length):
            self.lines[128 * ply + 1 + at] = self.lines[128 * (ply + 1) + at]
        self.lengths[ply] = length + 1
