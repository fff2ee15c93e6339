cimport cython

from tengen.engine.constants cimport *
from tengen.engine.pattern_position cimport PatternPosition, lowest


@cython.final
cdef class VcfSearch:
    cdef PatternPosition position
    cdef public long long nodes
    cdef public int length
    cdef long long budget
    cdef int least
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


@cython.final
cdef class ExhaustiveVcf:
    cdef PatternPosition position
    cdef VcfSearch fours
    cdef unsigned long long[::1] memory
    cdef unsigned long long mask
    cdef public long long nodes
    cdef public long long limit
    cdef public int stop
    cdef int length
    cdef int top
    cdef int[1024] line
    cdef short[65536] stack

    cdef int is_over(self) noexcept nogil
    cdef int fails(self, unsigned long long key) noexcept nogil
    cdef int find(self, int ply) noexcept nogil
    cdef int end(self, int ply, int who, int kind) noexcept nogil
    cdef int try_fours(self, int ply) noexcept nogil
    cdef void list_fours(self) noexcept nogil
    cdef int try_four(self, int cell, int ply) noexcept nogil
