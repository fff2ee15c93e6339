cimport cython

from tengen.engine.constants cimport *
from tengen.engine.pattern_position cimport PatternPosition


@cython.final
cdef class Pruning:
    cdef PatternPosition position
    cdef int[8192] reductions
    cdef int[256] counts
    cdef int reduction_depth
    cdef int reduction_first
    cdef int worse_reduction
    cdef int late_move_depth
    cdef int futility_depth
    cdef int futility_margin
    cdef int futility_step
    cdef int reverse_futility_depth
    cdef int reverse_futility_margin

    cdef int reduction(self, int move, int at, int depth, int better) noexcept nogil
    cdef int last_quiet(self, int depth, int better) noexcept nogil
    cdef int last_threat(self, int depth, int better) noexcept nogil
    cdef int is_out_of_reach(self, int alpha, int depth, int looks) noexcept nogil
    cdef int is_good_enough(self, int beta, int depth, int looks, int better) noexcept nogil
    cdef int is_threatened(self) noexcept nogil
