cimport cython

from tengen.engine.constants cimport *
from tengen.engine.pattern_position cimport PatternPosition, lowest


@cython.final
cdef class MoveOrdering:
    cdef PatternPosition position
    cdef int[65536] candidates
    cdef int[65536] ranks
    cdef int[256] killers
    cdef int[2048] history
    cdef int[4096] follow
    cdef int[2048] answers
    cdef int reach
    cdef int attack_weight
    cdef int killer_bonus
    cdef int answer_bonus
    cdef int history_shift
    cdef int history_limit

    cdef int list_moves(self, int ply, int forced, int hinted) noexcept nogil
    cdef int list_row(self, int row, unsigned int bits, int ply, int count, int hinted) noexcept nogil
    cdef unsigned int near(self, int row) noexcept nogil
    cdef int rank(self, int cell, int ply, int hinted) noexcept nogil
    cdef int pick(self, int ply, int at, int count) noexcept nogil
    cdef int after_last(self, int move) noexcept nogil
    cdef int luck(self, int move) noexcept nogil
    cdef int last(self) noexcept nogil
    cdef void learn(self, int ply, int at, int depth) noexcept nogil
    cdef void reward(self, int move, int depth, int ply) noexcept nogil
    cdef void punish(self, int move, int depth) noexcept nogil
