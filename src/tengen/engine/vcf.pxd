cimport cython

from tengen.engine.constants cimport *
from tengen.engine.pattern_position cimport PatternPosition, lowest


@cython.final
cdef class VcfSearch:
    cdef PatternPosition position
    cdef public long long nodes
    cdef public int length
    cdef long long budget
    cdef int[512] line
    cdef unsigned long long[16384] failures

    cdef int look(self, int depth, long long budget) noexcept nogil
    cdef int find(self, int who, int kind) noexcept nogil
    cdef int find_five(self, int who) noexcept nogil
    cdef int find_win(self, int depth, int ply) noexcept nogil
    cdef int finish(self, int who, int kind, int ply) noexcept nogil
    cdef int count_fours(self, int me) noexcept nogil
    cdef int try_fours(self, int depth, int ply) noexcept nogil
    cdef int try_four(self, int cell, int depth, int ply) noexcept nogil
