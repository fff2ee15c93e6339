"""Pruning of the alpha-beta search: which moves and positions are searched less, or not at all."""

import cython

from tengen.engine.search_parameters import SearchParameters

if not cython.compiled:
    from tengen.engine.constants import CATEGORIES, CELLS, THREE, WINS_IN_THREE
    from tengen.engine.pattern_position import PatternPosition


@cython.final
@cython.cclass
class Pruning:
    """Decides by the depth and the evaluation of a position.

    `better` says that the evaluation is better than two plies before. Nothing is pruned by the
    evaluation while the opponent threatens to win in three plies.
    """

    def __init__(self, position: PatternPosition, parameters: SearchParameters) -> None:
        if not cython.compiled:
            self.reductions = [0] * (2 * 64 * 64)
            self.counts = [0] * (4 * 64)
        self.position = position
        for at, less in enumerate(parameters.reductions()):
            self.reductions[at] = less
        for at, most in enumerate(parameters.move_counts()):
            self.counts[at] = most
        self.reduction_depth = parameters.reduction_depth
        self.reduction_first = parameters.reduction_first
        self.worse_reduction = parameters.worse_reduction
        self.late_move_depth = parameters.late_move_depth
        self.futility_depth = parameters.futility_depth
        self.futility_margin = parameters.futility_margin
        self.futility_step = parameters.futility_step
        self.reverse_futility_depth = parameters.reverse_futility_depth
        self.reverse_futility_margin = parameters.reverse_futility_margin

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def reduction(
        self, move: cython.int, at: cython.int, depth: cython.int, better: cython.int
    ) -> cython.int:
        """Return the late move reduction of a move: less for threats."""
        if depth < self.reduction_depth or at < self.reduction_first:
            return 0
        entry: cython.int = 64 * min(depth, 63) + min(at, 63)
        if self.position.loudness(move) >= THREE:
            entry += 4096
        return self.reductions[entry] + (0 if better else self.worse_reduction)

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def last_quiet(self, depth: cython.int, better: cython.int) -> cython.int:
        """Return the number of the last move that is tried although it is no threat."""
        if depth > self.late_move_depth:
            return CELLS
        return self.counts[64 * better + max(depth, 0)]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def last_threat(self, depth: cython.int, better: cython.int) -> cython.int:
        """Return the number of the last move that is tried at all."""
        if depth > self.late_move_depth:
            return CELLS
        return self.counts[128 + 64 * better + max(depth, 0)]

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_out_of_reach(
        self, alpha: cython.int, depth: cython.int, looks: cython.int
    ) -> cython.int:
        """Whether the evaluation is so low that a quiet move will not reach alpha."""
        if depth > self.futility_depth or self.is_threatened():
            return 0
        return looks + self.futility_margin + self.futility_step * depth <= alpha

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_good_enough(
        self, beta: cython.int, depth: cython.int, looks: cython.int, better: cython.int
    ) -> cython.int:
        """Whether the evaluation is so high that the position need not be searched."""
        if depth > self.reverse_futility_depth:
            return 0
        return looks - self.reverse_futility_margin * (depth - better) >= beta

    @cython.cfunc
    @cython.nogil
    @cython.exceptval(check=False)
    def is_threatened(self) -> cython.int:
        """Whether the opponent threatens to win in three plies."""
        other: cython.int = (1 - self.position.turn) * CATEGORIES
        return self.position.tally[other + WINS_IN_THREE]
