cimport cython

from tengen.engine.constants cimport *
from tengen.engine.vcf cimport VcfSearch
from tengen.engine.transposition_table cimport TranspositionTable
from tengen.engine.move_ordering cimport MoveOrdering
from tengen.engine.learned_evaluation cimport LearnedEvaluation
from tengen.engine.pattern_position cimport PatternPosition
from tengen.engine.pruning cimport Pruning


@cython.final
cdef class AlphaBetaSearch:
    cdef readonly PatternPosition position
    cdef VcfSearch fours
    cdef MoveOrdering ordering
    cdef Pruning pruning
    cdef TranspositionTable memory
    cdef LearnedEvaluation evaluation
    cdef public long long nodes
    cdef public long long limit
    cdef public int stop
    cdef public int best
    cdef int passed
    cdef int area
    cdef int bars
    cdef unsigned char[1024] barred
    cdef short[16384] lines
    cdef int[128] lengths
    cdef int vcf_leaf_depth
    cdef int vcf_leaf_nodes
    cdef int[128] looks
    cdef int null_move_depth
    cdef int null_move_reduction
    cdef int null_move_divisor
    cdef int internal_reduction_depth

    cdef int search_root(self, int alpha, int beta, int depth, int first) noexcept nogil
    cdef int search(self, int alpha, int beta, int depth, int ply) noexcept nogil
    cdef int settle(self, int beta, int ply) noexcept nogil
    cdef int search_known(self, int alpha, int beta, int depth, int ply, int forced) noexcept nogil
    cdef int prune(self, int beta, int depth, int ply, int looks, int better) noexcept nogil
    cdef int search_moves(self, int alpha, int beta, int depth, int ply, int forced, int hinted, int better) noexcept nogil
    cdef int judge_without_moves(self, int ply) noexcept nogil
    cdef int search_move(self, int move, int at, int alpha, int beta, int depth, int less, int ply) noexcept nogil
    cdef int tried_all(self, int count, int forced) noexcept nogil
    cdef void keep_line(self, int move, int ply) noexcept nogil
