cimport cython

from tengen.engine.constants cimport *
from tengen.engine.pattern_position cimport PatternPosition


@cython.final
cdef class LearnedEvaluation:
    cdef PatternPosition position
    cdef const unsigned short[::1] rows
    cdef const short[::1] table
    cdef short[32] bias
    cdef short[1024] inner
    cdef int[32] inner_bias
    cdef int[32] outer
    cdef int[32] skip
    cdef long long outer_bias
    cdef unsigned char[1024] cells
    cdef unsigned long long[256] words
    cdef short[32768] hidden
    cdef int[32] sums
    cdef int[512] moves
    cdef int count
    cdef unsigned long long key
    cdef int known

    cdef void _start_cell(self, int cell) noexcept nogil
    cdef int value(self) noexcept nogil
    cdef void follow(self) noexcept nogil
    cdef void _put(self, int cell, int stone) noexcept nogil
    cdef void _take(self) noexcept nogil
    cdef void _turn(self, int cell, int stone, int sign) noexcept nogil
    cdef void _turn_line(
        self, unsigned long long word, int cell, int axis, int stone, int is_put
    ) noexcept nogil
    cdef void _count(self, int cell, short mask) noexcept nogil
    cdef int _head(self, int who) noexcept nogil


cdef int window_of(unsigned long long word) noexcept nogil
